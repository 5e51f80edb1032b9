import Foundation
import ReplayToolKit
import Testing

/// The blocks of docs/session.md are real sessions. `RECORD_SNAPSHOTS=1` rewrites the answers and
/// fails once.
@Suite struct SessionDocumentTests {
  private static let file = SampleTests.project.appending(path: "docs/session.md")

  /// A session that gets one line at a time, in a folder with an empty journal.
  private final class Asked {
    let folder: Folder
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()

    init() throws {
      folder = try Folder()
      try Tool.run("session", "--create", in: folder)
      process = Tool.process(["session", "--locale", "en", "--wait", "1"], in: folder)
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    /// Sends a line; `3 × LINE` sends it three times.
    func send(_ line: String) throws {
      let parts = line.split(separator: " × ", maxSplits: 1)
      let count = parts.count == 2 ? Int(parts[0]) : nil
      let lines = String(repeating: "\(count == nil ? line[...] : parts[1])\n", count: count ?? 1)
      try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
    }

    func answer() -> String {
      while true {
        if let end = rest.firstIndex(of: 0x0a) {
          defer { rest = Data(rest[(end + 1)...]) }
          return String(decoding: rest[..<end], as: UTF8.self)
        }
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { return "(the end)" }
        rest += more
      }
    }

    /// Foundation's `Process` would also wait for a background process that holds its streams.
    func shell(_ command: String) throws {
      let shell = try unsafe Spawn.start(
        "/bin/sh", ["sh", "-c", "cd '\(folder.url.path)' && \(command)"]
      ) { _ in }
      #expect(try Spawn.end(of: shell) == 0, "\(command)")
    }

    func end() throws {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }

  /// The answer without the parts that differ between runs.
  private func lasting(_ answer: String, in folder: Folder) -> String {
    answer
      .replacing(/"(id|journal|version|time)":"([0-9a-f]{8}-[^"]*|[0-9]+\.[^"]*|20[^"]*Z)"/) {
        "\"\($0.output.1)\":\"…\""
      }
      .replacing(/"secret":"[^"]*"/, with: "\"secret\":\"…\"")
      .replacing(folder.url.path, with: "…").replacing(/the clock \([^)]*\)/, with: "the clock (…)")
  }

  @Test func `every block has the answers of a real session`() throws {
    var lines = try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\n")
    var asked: Asked?
    for index in lines.indices {
      let line = lines[index]
      if line == "```" {
        try asked?.end()
        asked = asked == nil ? try Asked() : nil
        continue
      }
      guard let asked, line.count > 2 else { continue }
      let text = String(line.dropFirst(2))
      switch line.first {
      case ">": try asked.send(text)
      case "!": try asked.shell(text)
      default:
        let answer = lasting(asked.answer(), in: asked.folder)
        #expect(answer == text, "line \(index + 1)")
        lines[index] = "< \(answer)"
      }
    }
    if Snapshot.isRecording {
      try Data(lines.joined(separator: "\n").utf8).write(to: Self.file)
    }
  }

  @Test func `every code has an example`() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let table = try #require(text.split(separator: "## Errors").last)
    let codes = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .flatMap { $0.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) } }
    #expect(codes.count > 15)
    // These two need a failing disk and a failing server.
    for code in codes where !["outcomeUnknown", "journalForked"].contains(code) {
      #expect(text.contains("\"code\":\"\(code)\""), "\(code)")
    }
  }
}
