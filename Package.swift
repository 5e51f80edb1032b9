// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is held to the same standard.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

// The arrows of the architecture. Commands and Projections never meet, and nothing
// imports replay-tool; the compiler keeps it so.
let package = Package(
  name: "replay-tool",
  platforms: [.macOS("26.0")],
  products: [
    .executable(name: "replay-tool", targets: ["replay-tool"]),
    .library(name: "EventStore", targets: ["EventStore"]),
  ],
  traits: [
    .trait(name: "Fuzzing", description: "libFuzzer's entry point in `fuzz`; see `make fuzz`"),
    .trait(name: "FileFuzzing", description: "files with fitting checksums; see `make fuzz-files`"),
  ],
  targets: [
    .target(name: "CChecksum"),
    .target(name: "EventStore", dependencies: ["CChecksum"], swiftSettings: strict),
    .target(name: "Domain", dependencies: ["EventStore"], swiftSettings: strict),
    .target(name: "Commands", dependencies: ["Domain", "EventStore"], swiftSettings: strict),
    .target(name: "Projections", dependencies: ["Domain", "EventStore"], swiftSettings: strict),
    .target(name: "PropertyTesting", dependencies: ["EventStore"], swiftSettings: strict),
    .target(
      name: "Checking",
      dependencies: ["PropertyTesting", "Commands", "Projections", "Domain", "EventStore"],
      swiftSettings: strict),
    .executableTarget(
      name: "replay-tool",
      dependencies: [
        "EventStore", "Domain", "Commands", "Projections", "Checking", "PropertyTesting",
      ],
      swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["EventStore", "Domain", "Commands", "Projections"],
      path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "EventStoreTests", dependencies: ["EventStore", "CChecksum", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DomainTests", dependencies: ["Domain", "EventStore", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandsTests", dependencies: ["Commands", "Domain", "EventStore", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ProjectionsTests",
      dependencies: ["Projections", "Domain", "EventStore", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PropertyTestingTests", dependencies: ["PropertyTesting"], swiftSettings: strict),
    .testTarget(
      name: "CheckingTests",
      dependencies: [
        "Checking", "PropertyTesting", "Commands", "Projections", "Domain", "EventStore",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ReplayToolTests",
      dependencies: [
        "replay-tool", "EventStore", "Domain", "Commands", "Projections", "Checking",
        "PropertyTesting", "TestSupport",
      ],
      exclude: ["Snapshots", "Spec"],
      swiftSettings: strict),
    .testTarget(
      name: "CrashTests",
      dependencies: ["EventStore", "Domain", "Commands", "Projections", "TestSupport"],
      exclude: ["FuzzInputs"],
      swiftSettings: strict),
    .testTarget(name: "TidyTests", dependencies: ["TestSupport"], swiftSettings: strict),

    // Without the trait it does nothing and needs nothing.
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .target(name: "TestSupport", condition: .when(traits: ["Fuzzing", "FileFuzzing"]))
      ],
      path: "Fuzz", swiftSettings: strict),
  ]
)
