// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "foundation-replay",
  targets: [.executableTarget(name: "foundation-replay", path: "Sources/FoundationReplay")]
)
