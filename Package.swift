// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is held to the same standard.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// The applications: what they record, decide, show and promise. No product knows any of them.
let applications: [Target.Dependency] = ["Domain", "Commands", "Projections", "Checking"]

// The arrows of the architecture. Applications depend on products, never the reverse; Commands and
// Projections never meet, and nothing imports an executable; the compiler keeps it so.
let package = Package(
  name: "replay-tool",
  platforms: [.macOS("26.0")],
  products: [
    .executable(name: "replay-tool", targets: ["replay-tool"]),
    .library(name: "EventStore", targets: ["EventStore"]),
    .library(name: "EventEngine", targets: ["EventEngine"]),
    .library(name: "EventChecking", targets: ["EventChecking"]),
    .library(name: "EventTesting", targets: ["EventTesting"]),
    .library(name: "ReplayToolKit", targets: ["ReplayToolKit"]),
    .library(name: "PostgreSQLJournal", targets: ["PostgreSQLJournal"]),
  ],
  traits: [
    .trait(
      name: "PostgreSQL",
      description: "journals on PostgreSQL servers; needs libpq (apt-get install libpq-dev)"),
    .trait(name: "Fuzzing", description: "libFuzzer's entry point in `fuzz`; see `make fuzz`"),
    .trait(name: "FileFuzzing", description: "files with fitting checksums; see `make fuzz-files`"),
  ],
  targets: [
    .target(name: "CChecksum"),
    .target(name: "PlatformLibc", swiftSettings: strict),
    .target(
      name: "EventStore", dependencies: ["CChecksum", "PlatformLibc"], swiftSettings: strict),
    .target(name: "EventEngine", dependencies: ["EventStore"], swiftSettings: strict),
    .target(name: "EventChecking", dependencies: ["EventEngine"], swiftSettings: strict),
    .target(name: "EventTesting", dependencies: ["EventChecking"], swiftSettings: strict),
    .target(
      name: "ReplayToolKit",
      dependencies: [
        "EventEngine", "EventChecking", "PlatformLibc",
        .target(name: "PostgreSQLJournal", condition: .when(traits: ["PostgreSQL"])),
      ],
      // The tool is one file that runs anywhere, so its page is part of it.
      resources: [.embedInCode("Report/page.js"), .embedInCode("Report/page.css")],
      swiftSettings: strict),

    // Journals on PostgreSQL servers. Without the trait the module is empty and links nothing.
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "PostgreSQLJournal",
      dependencies: [
        "EventStore", "PlatformLibc",
        .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: strict),

    .target(name: "Domain", dependencies: ["EventEngine"], swiftSettings: strict),
    .target(name: "Commands", dependencies: ["Domain", "EventEngine"], swiftSettings: strict),
    .target(name: "Projections", dependencies: ["Domain", "EventEngine"], swiftSettings: strict),
    .target(
      name: "Checking",
      dependencies: ["Commands", "Projections", "Domain", "EventChecking", "EventEngine"],
      swiftSettings: strict),
    .executableTarget(
      name: "replay-tool", dependencies: ["ReplayToolKit"] + applications, swiftSettings: strict),
    .executableTarget(
      name: "replay-bench", dependencies: ["ReplayToolKit", "EventEngine"] + applications,
      swiftSettings: strict),

    // What a user of the products writes: nothing here but them.
    .target(
      name: "Library", dependencies: ["EventEngine"], path: "Examples/Library/Sources/Library",
      swiftSettings: strict),
    .executableTarget(
      name: "library-tool", dependencies: ["Library", "ReplayToolKit", "EventEngine"],
      path: "Examples/Library/Sources/library-tool", swiftSettings: strict),
    .executableTarget(
      name: "library-desk", dependencies: ["Library", "EventEngine"],
      path: "Examples/Library/Sources/library-desk", swiftSettings: strict),
    .testTarget(
      name: "LibraryTests",
      dependencies: ["Library", "library-tool", "library-desk", "EventTesting"],
      path: "Examples/Library/Tests/LibraryTests", swiftSettings: strict),

    .target(
      name: "TestSupport",
      dependencies: [
        "EventTesting", "Domain", "Commands", "Projections",
        .target(name: "PostgreSQLJournal", condition: .when(traits: ["PostgreSQL"])),
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "EventStoreTests", dependencies: ["EventStore", "CChecksum", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "EventEngineTests", dependencies: ["EventEngine", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DomainTests", dependencies: ["Domain", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "CommandsTests", dependencies: ["Commands", "Domain", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ProjectionsTests", dependencies: ["Projections", "Domain", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "EventCheckingTests", dependencies: ["EventChecking"], swiftSettings: strict),
    .testTarget(
      name: "CheckingTests",
      dependencies: ["EventChecking", "TestSupport"] + applications,
      swiftSettings: strict),
    .testTarget(
      name: "ReplayToolTests",
      dependencies: ["replay-tool", "replay-bench", "library-tool", "ReplayToolKit", "TestSupport"]
        + applications,
      exclude: ["Snapshots", "Spec"],
      swiftSettings: strict),
    .testTarget(
      name: "CrashTests",
      dependencies: ["Domain", "Commands", "Projections", "TestSupport"],
      exclude: ["FuzzInputs"],
      swiftSettings: strict),
    .testTarget(
      name: "PostgreSQLTests",
      dependencies: ["replay-tool", "replay-bench", "PostgreSQLJournal", "TestSupport"]
        + applications,
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

// The tests that need a server have a build of their own, since their trait changes every module.
if Context.environment["REPLAY_SERVER_TESTS"] != nil {
  let kept = ["PostgreSQLTests", "EventEngineTests"]
  package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}
