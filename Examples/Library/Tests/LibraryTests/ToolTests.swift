import Foundation
import Testing

/// The built library-tool, run as a process; whole outputs are compared.
@Suite struct ToolTests {
  let folder = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID())")

  /// The executables are in the folder of the test bundle.
  static func executable(_ name: String) -> URL {
    let places = [Bundle.main.executableURL, Bundle.main.bundleURL].compactMap { $0 }
    let tools = places.map { $0.deletingLastPathComponent().appending(path: name) }
    return tools.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? tools[0]
  }

  func run(_ arguments: String...) throws -> (output: String, status: Int32) {
    try run("library-tool", arguments + ["--journal", folder.path, "--locale", "en"])
  }

  /// The standard output and the exit status.
  func run(
    _ name: String, _ arguments: [String]
  ) throws -> (output: String, status: Int32) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = Self.executable(name)
    process.arguments = arguments
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
    #expect(try lend("42", to: "eva") == ("accepted library.lend 1:library.bookLent\n", 0))
    #expect(
      try lend("42", to: "adam")
        == ("refused library.lend alreadyLent: The book is lent already\n", 1))
    #expect(try run("show", "library.onLoan") == (Self.onLoan, 0))
    #expect(try run("show", "library.member", "member=eva", "--json") == (Self.card, 0))
    #expect(try run("audit", "member:eva") == (Self.audit, 0))
    #expect(try run("check") == ("every law holds in \(folder.path)\n", 0))
    let replay = try run("replay", "--json")
    #expect(replay.status == 0)
    #expect(
      replay.output.replacing(/"seconds":.*"eventsPerSecond":[^,]*,/, with: "") == Self.replay)
  }

  @Test func `a field that no answer has is refused`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try lend("42", to: "eva").status == 0)
    #expect(try run("why", "library.onLoan", "books").status == 0)
    #expect(try run("when", "library.onLoan", "--where", "books.count>0").status == 0)
    #expect(try run("why", "library.onLoan", "boks").status == 64)
    #expect(try run("when", "library.onLoan", "--where", "boks.count>0").status == 64)
  }

  @Test func `the desk lends each book once and ends with all of them back`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let desk = try run("library-desk", [folder.path])
    #expect(desk.status == 0)
    let lines = desk.output.split(separator: "\n")
    #expect(lines.count { $0.contains("library.bookLent") } == 4)
    #expect(lines.count { $0.contains("library.bookReturned") } == 4)
    #expect(lines.count { $0.hasPrefix("book ") && $0.contains(" is with ") } == 4)
    #expect(lines.contains("on loan: 0 at the start, 0 at the end"))
    #expect(try run("verify").status == 0)
  }

  @Test(arguments: [["--help"], ["one", "two"]])
  func `the desk takes nothing but a journal`(_ words: [String]) throws {
    let desk = try run("library-desk", words)
    #expect(desk == ("", 64))
  }

  private static let onLoan = """
    books (1):
      book  member  since
      42    eva     2026-05-08

    """

  private static let card = #"{"books":["42"]}"# + "\n"

  private static let audit = """
    event 1 library.bookLent
    Time:     2026-05-08T09:00:00.000Z
    Actor:    desk
    Command:  library.lend
    Tags:     book:42 member:eva
    Data:     {"book":"42","member":"eva"}

        library.onLoan
          books[book=42]: added {"book":"42","member":"eva","since":"2026-05-08"}

        library.member member=eva
          books: [] → ["42"]


    """

  private static let replay =
    #"{"events":1,"head":1,"models":[{"model":"library.member","digest":"#
    + #""5f1b7655396d9c30211dc9c02660c16ca1a5705b44d653d1b1161e02d989353b"},"#
    + #"{"model":"library.onLoan","digest":"#
    + #""a5b12501cf72c6450571f95773d54d098c18deb190d6d96cf2f688ef57ca8c81"}],"unknownTypes":{}}"#
    + "\n"
}
