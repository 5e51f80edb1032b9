import Foundation
import Testing

/// The project's rules that a program can check.
@Suite struct TidyTests {
  private let sources = SourceTree.swiftFiles(in: "Sources")
  private let all = SourceTree.swiftFiles(in: "Sources", "Tests", "Examples")

  @Test func `there is something to check`() {
    #expect(sources.count > 50 && all.count > sources.count)
  }

  @Test func `a file is at most 300 lines long`() {
    let long = sources.filter { $0.lines.count > 301 }.map { "\($0.path): \($0.lines.count)" }
    #expect(long == [])
  }

  /// It would lead elsewhere on another machine, or nowhere.
  @Test func `no link is among the project's files`() throws {
    let parts = try FileManager.default.contentsOfDirectory(
      at: SourceTree.root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    let names = ["Sources", "Tests", "Examples", "docs", "benchmarks"]
    let inside = names.flatMap { name in
      let folder = SourceTree.root.appending(path: name)
      let found = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
      return found?.compactMap { $0 as? URL } ?? []
    }
    let links = try (parts + inside).filter {
      try $0.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink == true
    }
    #expect(inside.count > 1000 && links == [])
  }

  @Test func `no mark of unfinished work is left`() {
    let marks = ["TO" + "DO", "FIX" + "ME", "HA" + "CK"]
    let found = all.filter { file in marks.contains { file.text.contains($0) } }.map(\.path)
    #expect(found == [])
  }

  @Test func `no failure is ignored`() {
    #expect(sources.filter { $0.text.contains("try" + "?") }.map(\.path) == [])
  }

  @Test func `layers import only the layers below them`() {
    let system: Set<String> = ["Dispatch", "PlatformLibc", "Synchronization"]
    let allowed: [String: Set<String>] = [
      "Sources/EventStore": system.union(["CChecksum"]),
      "Sources/EventEngine": ["EventStore", "Synchronization"],
      "Sources/EventChecking": ["EventEngine"],
      "Sources/EventTesting": ["EventChecking", "EventEngine", "Synchronization", "Testing"],
      "Sources/ReplayToolKit": system.union(["EventChecking", "EventEngine", "PostgreSQLJournal"]),
      "Sources/PostgreSQLJournal": system.union(["CPostgreSQL", "EventStore"]),
      "Sources/Domain": ["EventEngine"],
      "Sources/Commands": ["Domain", "EventEngine"],
      "Sources/Projections": ["Domain", "EventEngine"],
      "Sources/Checking": [
        "Commands", "Domain", "EventChecking", "EventEngine", "Projections",
      ],
      "Sources/replay-tool": ["Checking", "EventChecking", "ReplayToolKit"],
      "Sources/replay-bench": [
        "Checking", "Commands", "Domain", "EventChecking", "EventEngine", "Projections",
        "ReplayToolKit", "Synchronization",
      ],
      "Sources/PlatformLibc": [],
    ]
    let layers = sources.filter { file in allowed.keys.contains { file.isIn($0) } }
    #expect(sources.map(\.path) == layers.map(\.path))
    for (layer, modules) in allowed {
      for file in sources where file.isIn(layer) {
        for module in file.imports {
          #expect(modules.contains(String(module)), "\(file.path) imports \(module)")
        }
      }
    }
  }

  @Test func `the example and the products import no application`() {
    let applications: Set<Substring> = ["Domain", "Commands", "Projections", "Checking"]
    let products = all.filter { file in
      file.isIn(
        "Sources/EventStore", "Sources/EventEngine", "Sources/EventChecking",
        "Sources/EventTesting", "Sources/ReplayToolKit")
    }
    let example = SourceTree.swiftFiles(in: "Examples")
    #expect(example.count > 5)
    for file in products + example {
      #expect(applications.isDisjoint(with: file.imports), "\(file.path)")
    }
  }

  @Test func `the domain of the example has at most 150 lines`() {
    let domain = SourceTree.swiftFiles(in: "Examples/Library/Sources/Library")
    let lines = domain.map { $0.text.count { $0 == "\n" } }
    #expect(!domain.isEmpty)
    #expect(lines.reduce(0, +) <= 150)
  }

  @Test func `unsafe code is only in the folders for bytes and the system`() {
    let found = sources.filter { file in
      !file.isIn(
        "Sources/EventStore/Format", "Sources/EventStore/Storage", "Sources/EventStore/Hashing",
        "Sources/EventStore/Time", "Sources/ReplayToolKit/Terminal",
        "Sources/PostgreSQLJournal/Libpq")
        && file.lines.contains { line in
          let code = line.drop { $0 == " " }
          return !code.hasPrefix("//") && code.contains("unsafe ")
        }
    }
    #expect(found.map(\.path) == [])
  }

  /// Time and randomness come in with the command. Only `TextIndex` draws a random seed, which
  /// affects no answer.
  @Test func `no clock, no random number and no file is read in any domain`() {
    let words = [
      "SystemClock", "SystemRandom", "SystemFileSystem", "SystemTimeZones", "ContinuousClock",
      "SuspendingClock", "Date(", ".random(", ".shuffled(", ".randomElement(", "Hasher(",
    ]
    let pure = sources.filter { file in
      file.isIn("Sources/Domain", "Sources/Projections", "Sources/Commands")
        && file.path != "Sources/Projections/Structures/TextIndex.swift"
    }
    let found = pure.filter { file in words.contains { file.text.contains($0) } }
    #expect(pure.count > 200)
    #expect(found.map(\.path) == [])
  }

  @Test func `a domain has a folder of the same name in every layer`() throws {
    let domain = try SourceTree.folders(in: "Sources/Domain")
    let commands = try SourceTree.folders(in: "Sources/Commands")
    let projections = try SourceTree.folders(in: "Sources/Projections").subtracting(["Structures"])
    let checking = try SourceTree.folders(in: "Sources/Checking")
    let events = try SourceTree.folders(in: "events").filter { $0 != "journal" }
    #expect(!domain.isEmpty)
    #expect(domain == commands)
    #expect(domain == projections)
    #expect(domain == checking)
    #expect(Set(domain.map { $0.lowercased() }) == Set(events))
  }

  @Test func `every refusal has a test in given, when and then form`() {
    for file in sources where file.path.hasSuffix("Refusal.swift") && file.isIn("Sources/Commands")
    {
      let domain = file.path.split(separator: "/")[2]
      let tests = all.filter { $0.isIn("Tests/CommandsTests/\(domain)") }
      // Cases of nested types are indented further.
      let refusals = file.text.matches(of: /\n  case ([^\n]+)/).flatMap { line in
        line.1.replacing(/\([^)]*\)/, with: "").matches(of: /\w+/).map { String($0.0) }
      }
      #expect(!refusals.isEmpty, "\(file.path)")
      let tested = tests.flatMap { test in
        test.text.matches(of: /(?:thenRefused|answeringRefusal)\(\s*\.(\w+)/)
          .map { String($0.1) }
      }
      #expect(refusals.filter { !tested.contains($0) } == [], "\(domain)")
    }
  }

  @Test func `no file or folder has a vague name`() {
    let vague = ["Utils", "Helpers", "Common", "Managers", "Models", "Protocols"]
    let found = all.filter { file in
      file.path.split(separator: "/").contains { part in
        vague.contains { part == $0 || part == $0 + ".swift" }
      }
    }
    #expect(found.map(\.path) == [])
  }

  @Test func `the package names no dependency`() throws {
    let manifest = try String(
      contentsOf: SourceTree.root.appending(path: "Package.swift"), encoding: .utf8)
    #expect(!manifest.contains(".package" + "("))
    #expect(!manifest.contains("unsafe" + "Flags"))
  }

  @Test func `every subcommand is registered`() throws {
    let tool = try #require(sources.first { $0.path.hasSuffix("ReplayToolKit/ReplayTool.swift") })
    for file in sources where file.isIn("Sources/ReplayToolKit/Subcommands") {
      for line in file.lines {
        guard let found = line.firstMatch(of: /^(?:struct|enum) (\w+): (?:Subcommand|Verb)\b/)
        else { continue }
        #expect(tool.text.contains("\(found.1).self"), "\(found.1) in \(file.path)")
      }
    }
  }
}
