import Foundation
import Testing

/// The built library-tool, run as people run it; whole outputs are compared.
@Suite struct ToolTests {
  let folder = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID())")

  /// The tool lies beside the test bundle.
  private static let tool: URL = {
    let places = [Bundle.main.executableURL, Bundle.main.bundleURL].compactMap { $0 }
    let tools = places.map { $0.deletingLastPathComponent().appending(path: "library-tool") }
    return tools.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? tools[0]
  }()

  /// The standard output and the exit status.
  private func run(_ arguments: String...) throws -> (output: String, status: Int32) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = Self.tool
    process.arguments = arguments + ["--journal", folder.path, "--locale", "en"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
  }

  private func lend(_ book: String, to member: String) throws -> (output: String, status: Int32) {
    try run(
      "issue", "library.lend", "book=\(book)", "member=\(member)", "--actor", "desk",
      "--at", "2026-05-08T09:00:00Z")
  }

  @Test func `commands are issued, answers shown, changes audited, states replayed`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try lend("42", to: "eva") == ("", 0))
    #expect(try lend("42", to: "adam") == ("", 1))
    #expect(try run("show", "library.onLoan") == ("", 0))
    #expect(try run("show", "library.member", "member=eva", "--json") == ("", 0))
    #expect(try run("audit", "member:eva") == ("", 0))
    #expect(try run("replay", "--json") == ("", 0))
    #expect(try run("verify") == ("", 0))
  }

  @Test func `the checks of every domain hold for this one`() throws {
    #expect(try run("check", "--runs", "20", "--seed", "1") == ("", 0))
  }
}
