import Foundation
import Testing

/// Wrong input, by mistake or on purpose: each has a clear message and an exit status,
/// and leaves the journal as it was.
@Suite struct IssueBadInputTests {
  struct Bad: CustomTestStringConvertible {
    let name: String
    let bytes: Data
    let message: String

    init(_ name: String, _ text: String, _ message: String) {
      self.init(name, Data(text.utf8), message)
    }

    init(_ name: String, _ bytes: Data, _ message: String) {
      self.name = name
      self.bytes = bytes
      self.message = message
    }

    var testDescription: String { name }
  }

  static let all = [
    Bad("no JSON", "hello", "unexpected 'h' at byte 0"),
    Bad("half an object", #"{"command":"#, "unexpected end at byte 11"),
    Bad("no object", "[1]", "expected a JSON object with a \"command\""),
    Bad(
      "invalid UTF-8", Data(#"{"command":""#.utf8) + [0xc0, 0xaf] + Data("\"}".utf8),
      "invalid UTF-8 at byte 12"),
    Bad("a NUL byte", "{\"command\":\"a\u{0}b\"}", "unescaped control character 0x00 at byte 13"),
    Bad("only NUL bytes", "\u{0}\u{0}\u{0}", "unexpected byte 0x00 at byte 0"),
    Bad(
      "a duplicate key", #"{"command":"system.tick","command":"system.tick"}"#,
      "duplicate key \"command\" at byte 25"),
    Bad(
      "10,000 nested arrays",
      #"{"command":"#
        + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000) + "}",
      "nesting deeper than 64 at byte 74"),
    Bad("a lone surrogate", #"{"command":"\ud800"}"#, "unpaired surrogate at byte 12"),
    Bad("a second byte-order mark", "\u{feff}\u{feff}{}", "byte order mark at byte 0"),
    Bad(
      "a line of 20 MB", Data(#"{"command":""#.utf8) + Data(repeating: 0x61, count: 20_000_000),
      "more than 8388608 bytes at byte 8388608"),
  ]

  @Test(arguments: all) func `a line that is no command gets a result and is skipped`(
    bad: Bad
  ) throws {
    let folder = try Folder.atWork()
    let before = try folder.records()
    let alone = try Tool.run(["issue", "--json", "--locale", "en"], in: folder, input: bad.bytes)
    let quoted = bad.message.replacing("\"", with: "\\\"")
    let answer = """
      {"ok":false,"error":{"code":"malformedCommand","message":"This is not a command: \(quoted)","line":1}}

      """
    #expect(alone.output == answer)
    #expect(alone.diagnostics == "")
    #expect(alone.status == 65)
    #expect(try folder.records() == before)

    let next = #"{"command":"courier.refreshOrders","actor":"ivanov"}"#
    let both = try Tool.run(
      ["issue", "--json", "--locale", "en"], in: folder,
      input: bad.bytes + Data("\n\(next)\n".utf8))
    #expect(both.lines.first == answer.dropLast())
    #expect(both.lines.last?.contains(#""ok":true"#) == true)
    #expect(both.status == 65)
  }

  @Test func `a session calls the same lines malformed requests`() throws {
    let folder = try Folder.atWork()
    let input = Self.all.reduce(Data()) { $0 + $1.bytes + Data([0x0a]) }
    let outcome = try Tool.run(["session", "--create"], in: folder, input: input)
    #expect(outcome.lines.count == Self.all.count)
    for (index, line) in outcome.lines.enumerated() {
      #expect(line.contains(#""code":"malformedRequest""#))
      #expect(line.hasSuffix("\"line\":\(index + 1)}}"))
    }
    #expect(outcome.status == 0)
  }

  @Test func `an empty file contains no command`() throws {
    let folder = try Folder.atWork()
    let before = try folder.records()
    for input in ["", "\n", "\r\n\r\n", "  \n\t"] {
      let outcome = try Tool.run("issue", "--json", in: folder, input: input)
      #expect(outcome.output + outcome.diagnostics == "")
      #expect(outcome.status == 0)
    }
    #expect(try folder.records() == before)
  }

  @Test(arguments: [
    ["issue", "--file"], ["import", "--file"], ["import", "--records", "--file"],
    ["verify", "--against"],
  ])
  func `a folder in place of a file is refused`(words: [String]) throws {
    let folder = try Folder()
    let outcome = try Tool.run(words + ["../"], in: folder)
    #expect(outcome.status == 66)
    #expect(outcome.diagnostics.contains("../: "), "\(outcome.diagnostics)")
  }

  @Test func `a number beyond 64 bits is an invalid field, not a crash`() throws {
    let folder = try Folder.atWork()
    let number = "123456789012345678901234567890"
    let outcome = try Tool.run(
      "issue", "--json", in: folder,
      input: #"{"command":"courier.acceptOrder","actor":"ivanov","data":{"order":\#(number)}}"#)
    #expect(outcome.output.contains("invalidField"))
    #expect(outcome.status == 65)
    let read = try Tool.run("session", in: folder, input: #"{"read":{},"after":\#(number)}"#)
    #expect(read.output.contains("invalidField"))
  }

  @Test(.english) func `a journal that cannot be created is reported`() throws {
    let folder = try Folder()
    let file = try folder.write("", to: "file")
    for path in ["\(file)/journal", "/proc/journal"] {
      let outcome = try Tool.run(
        "issue", "--journal", path, "courier.forgotPassword", in: folder)
      #expect(outcome.status == 73)
      #expect(
        outcome.diagnostics.hasPrefix("replay-tool: cannot create a journal in \(path): "))
    }
  }

  @Test(.english) func `only issue, session and import make a journal`() throws {
    let folder = try Folder()
    let outcome = try Tool.run("show", "courier.metro", in: folder)
    #expect(outcome.status == 66)
    #expect(outcome.diagnostics.hasPrefix("replay-tool: no journal in \(folder.journal)\nhint: "))
    #expect(!FileManager.default.fileExists(atPath: folder.journal))
  }
}
