import Foundation
import Testing

/// Every block of the README is true: commands print the lines under them, and code is part of the
/// example. `RECORD_SNAPSHOTS=1` rewrites the lines and fails once.
@Suite struct ReadmeTests {
  private static let file = SampleTests.project.appending(path: "README.md")
  private static let example = SampleTests.project.appending(path: "Examples/Library")

  /// A block between fences, with the word after the first fence.
  private struct Block {
    var language: Substring
    /// The index of its first line in the README.
    var start: Int
    var lines: [String] = []
  }

  /// A command of a block, with the lines that are shown under it.
  private struct Step {
    var command: String
    var shown: [String] = []
  }

  private static func lines(of file: URL = file) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  private static func blocks(of file: URL = file) throws -> [Block] {
    var blocks: [Block] = []
    var isOpen = false
    for (index, line) in try lines(of: file).enumerated() {
      if line.hasPrefix("```") {
        isOpen.toggle()
        if isOpen { blocks.append(Block(language: line.dropFirst(3), start: index + 1)) }
      } else if isOpen {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }

  private static func steps(of block: Block) -> [Step] {
    var steps: [Step] = []
    for line in block.lines {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2))))
      } else if !steps.isEmpty {
        steps[steps.count - 1].shown.append(line)
      }
    }
    return steps
  }

  /// The line without its duration.
  private static func timeless(_ line: String) -> String {
    line.replacing(/in [0-9.]+ s \([0-9,]+ events\/s\)/, with: "in … s")
  }

  /// Whether the lines are those shown, where a line `…` stands for any number of lines.
  private static func matches(_ lines: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
    guard let next = shown.first else { return lines.isEmpty }
    if next.drop(while: { $0 == " " }) == "…" {
      return lines.indices.contains { matches(lines[$0...], shown.dropFirst()) }
        || matches([], shown.dropFirst())
    }
    return lines.first == next && matches(lines.dropFirst(), shown.dropFirst())
  }

  /// A folder with the samples, and a program `swift` that runs the built tool.
  private func project() throws -> Folder {
    let folder = try Folder()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("events"), withIntermediateDirectories: true)
    let samples = SampleTests.project.appending(path: "events").path
    for name in try files.contentsOfDirectory(atPath: samples) where name != "journal" {
      try files.copyItem(atPath: "\(samples)/\(name)", toPath: folder.path("events/\(name)"))
    }
    let swift = try folder.write(
      "#!/bin/sh\n[ \"$1\" = test ] && exit\nshift\nexec \"$@\"\n", to: "swift")
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: swift)
    try files.createSymbolicLink(
      atPath: folder.path("replay-tool"), withDestinationPath: Tool.executable.path)
    return folder
  }

  /// The lines that a command prints on standard output.
  private func output(of command: String, in folder: Folder) throws -> [String] {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", command]
    shell.currentDirectoryURL = folder.url
    shell.environment = ["PATH": "\(folder.url.path):/usr/bin:/bin", "NO_COLOR": "1"]
    let outcome = try ToolRun(shell, in: folder.temporary).outcome()
    // The stories contain refusals on purpose.
    #expect([0, 1].contains(outcome.status), "\(command)")
    return outcome.lines.map(String.init)
  }

  @Test func `commands print the lines under them, in a folder with no journal`() throws {
    let folder = try project()
    var readme = try Self.lines()
    for block in try Self.blocks().reversed() where block.language.isEmpty {
      var lines: [String] = []
      #expect(block.lines.first?.hasPrefix("$ ") == true, "a block begins without a command")
      for step in Self.steps(of: block) {
        let printed = try output(of: step.command, in: folder)
        let isShown = Self.matches(
          printed.map(Self.timeless)[...], step.shown.map(Self.timeless)[...])
        lines += ["$ \(step.command)"] + (isShown ? step.shown : printed)
        #expect(isShown, "\(step.command) prints\n\(printed.joined(separator: "\n"))")
      }
      readme.replaceSubrange(block.start..<block.start + block.lines.count, with: lines)
    }
    if Snapshot.isRecording {
      try Data(readme.joined(separator: "\n").utf8).write(to: Self.file)
    }
  }

  /// The documents that show code of the example.
  private static let documents = [
    "README.md", "Examples/Library/README.md", "docs/EventEngine.docc/EventEngine.md",
    "docs/EventEngine.docc/PeopleAndTimes.md",
  ]

  @Test(.enabled(if: FileManager.default.fileExists(atPath: example.path)), arguments: documents)
  func `Swift code is part of the example, line by line`(_ document: String) throws {
    let names = try #require(FileManager.default.enumerator(atPath: Self.example.path))
    let sources = try names.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOf: Self.example.appending(path: $0), encoding: .utf8)
        .split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    }
    let file = SampleTests.project.appending(path: document)
    let blocks = try Self.blocks(of: file).filter { $0.language == "swift" }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let code = block.lines.filter { !$0.isEmpty }.map { $0.trimmingPrefix { $0 == " " } }
      #expect(sources.contains { $0.firstRange(of: code) != nil }, "\(code.first ?? "")")
    }
  }
}
