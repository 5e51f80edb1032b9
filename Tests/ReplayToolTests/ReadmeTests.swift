import Foundation
import Testing

/// The README's first block does what it shows.
@Suite struct ReadmeTests {
  /// The commands of the block, each with the lines that are shown under it.
  private static func steps() throws -> [(command: String, shown: [String])] {
    let readme = try String(
      contentsOf: SampleTests.project.appending(path: "README.md"), encoding: .utf8)
    let block = try #require(readme.components(separatedBy: "```\n").dropFirst().first)
    var steps: [(command: String, shown: [String])] = []
    for line in block.split(separator: "\n").map(String.init) {
      if line.hasPrefix("$ ") {
        steps.append((String(line.dropFirst(2)), []))
      } else {
        steps[steps.count - 1].shown.append(line)
      }
    }
    return steps
  }

  /// Without what takes time.
  private static func timeless(_ line: String) -> String {
    line.replacing(/in [0-9.]+ s \([0-9,]+ events\/s\)/, with: "in … s")
  }

  /// Whether the lines are those shown, where `…` stands for any that are left out.
  private static func matches(_ lines: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
    guard let next = shown.first else { return lines.isEmpty }
    if next.drop(while: { $0 == " " }) == "…" {
      return lines.indices.contains { matches(lines[$0...], shown.dropFirst()) }
        || matches([], shown.dropFirst())
    }
    return lines.first == next && matches(lines.dropFirst(), shown.dropFirst())
  }

  @Test func `the first block prints what it shows, in a folder with no journal`() throws {
    let folder = try Folder()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("events"), withIntermediateDirectories: true)
    let samples = SampleTests.project.appending(path: "events").path
    for name in try files.contentsOfDirectory(atPath: samples) where name != "journal" {
      try files.copyItem(atPath: "\(samples)/\(name)", toPath: folder.path("events/\(name)"))
    }
    // The tool is built already.
    let swift = try folder.write("#!/bin/sh\nshift\nexec \"$@\"\n", to: "swift")
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: swift)
    try files.createSymbolicLink(
      atPath: folder.path("replay-tool"), withDestinationPath: Tool.executable.path)
    for step in try Self.steps() {
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = ["-c", step.command]
      shell.currentDirectoryURL = folder.url
      shell.environment = ["PATH": "\(folder.url.path):/usr/bin:/bin", "NO_COLOR": "1"]
      let output = Pipe()
      shell.standardOutput = output
      shell.standardError = FileHandle.nullDevice
      try shell.run()
      let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
      shell.waitUntilExit()
      // The stories hold refusals on purpose.
      #expect([0, 1].contains(shell.terminationStatus), "\(step.command)")
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        .map { Self.timeless(String($0)) }
      #expect(
        Self.matches(lines[...], step.shown.map(Self.timeless)[...]),
        "\(step.command) prints\n\(lines.joined(separator: "\n"))")
    }
  }
}
