// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "library",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "replay-tool", path: "../..")],
  targets: [
    .target(
      name: "Library", dependencies: [.product(name: "EventEngine", package: "replay-tool")]),
    .executableTarget(
      name: "library-tool",
      dependencies: ["Library", .product(name: "ReplayToolKit", package: "replay-tool")]),
    .executableTarget(
      name: "library-desk",
      dependencies: ["Library", .product(name: "EventEngine", package: "replay-tool")]),
    .testTarget(
      name: "LibraryTests",
      dependencies: [
        "Library", "library-tool", "library-desk",
        .product(name: "EventTesting", package: "replay-tool"),
      ]),
  ]
)
