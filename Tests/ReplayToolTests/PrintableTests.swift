import Foundation
import Testing

@testable import ReplayToolKit

/// No control sequence in a text is printed, wherever the text comes from.
@Suite struct PrintableTests {
  private let folder: Folder
  /// An escape sequence, a control character of each kind, and marks of the bidirectional algorithm.
  private static let hostile =
    "a\u{1b}[31mb\u{9b}2Jc\u{7f}d\u{202e}e\u{2066}f\u{200f}g\u{61c}h\u{85}i\u{2028}j"

  init() throws {
    folder = try Folder()
    let event: [String: Any] = [
      "type": Self.hostile, "time": "2026-05-08T12:00:00Z", "tags": ["key:" + Self.hostile],
      "data": [Self.hostile: Self.hostile, "list": [Self.hostile]],
    ]
    let line = String(decoding: try JSONSerialization.data(withJSONObject: event), as: UTF8.self)
    let imported = try Tool.run("import", in: folder, input: line + "\n")
    try #require(imported.status == 0, "\(imported.diagnostics)")
  }

  private func expectPrintable(_ outcome: Tool.Outcome, _ words: [String]) {
    for scalar in (outcome.output + outcome.diagnostics).unicodeScalars where scalar != "\n" {
      let isControl = scalar.properties.generalCategory == .control
      let isMark = scalar.properties.isBidiControl || scalar == "\u{2028}" || scalar == "\u{2029}"
      if !isControl && !isMark { continue }
      Issue.record("\(words) prints U+\(String(scalar.value, radix: 16))")
      return
    }
  }

  @Test(arguments: [
    ["tail"], ["tail", "--json"], ["export"], ["audit", "--position", "1"],
    ["audit", "--position", "1", "--json"], ["stats"], ["stats", "--json"], ["replay"],
    ["replay", "--json"], ["audit", "key:" + hostile], ["timeline", "key:" + hostile],
    ["audit", "--proof", "1"],
    ["tail", "--type", hostile, "--json"], ["tail", "--format", "table"],
    ["tail", "--format", "markdown"], ["timeline", "key:" + hostile, "--format", "table"],
    ["audit", "--position", "1", "--format", "markdown"], ["export", "--format", "table"],
  ])
  func `data`(words: [String]) throws {
    let outcome = try Tool.run(words, in: folder)
    #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(outcome.diagnostics)")
    expectPrintable(outcome, words)
  }

  @Test(arguments: [
    [hostile], ["help", hostile], ["issue", hostile], ["issue", "courier.acceptOrder", hostile],
    ["issue", "courier.acceptOrder", "order=" + hostile, "--actor", hostile],
    ["issue", "--file", hostile], ["show", hostile], ["show", "courier.order", "order=" + hostile],
    ["show", "courier.order", hostile + "=1"], ["replay", hostile], ["audit", hostile],
    ["tail", "--type", hostile + "!"], ["tail", "--tag", hostile], ["tail", "--since", hostile],
    ["tail", "--consumer", hostile, "--run", "true"], ["verify", "--against", hostile],
    ["stats", "--journal", hostile], ["import", "--file", hostile],
    ["import", "--time-zone", hostile], ["export", "--file", hostile + "/" + hostile],
    ["backup", hostile, "--journal", hostile], ["restore", hostile],
    ["recover", "--to", hostile], ["erase", "user:" + hostile, "--yes"],
    ["consumers", "reset", hostile], ["catalog", hostile], ["completions", hostile],
    ["tour", hostile], ["check", "--domain", hostile], ["stats", "--" + hostile],
    ["session", hostile], ["snapshot", hostile], ["show", "courier.orders", "--as-of", hostile],
  ])
  func `arguments`(words: [String]) throws {
    for words in [words, words + ["--json"]] {
      expectPrintable(try Tool.run(words, in: folder), words)
    }
  }

  @Test func `names of files`() throws {
    try Data().write(to: folder.url.appending(path: "journal/segments/\(Self.hostile)"))
    for words in [["verify"], ["stats"], ["recover", "--to", "saved"], ["backup", "copy"]] {
      for words in [words, words + ["--json"]] {
        let outcome = try Tool.run(words, in: folder)
        #expect(outcome.status != 0 || words == ["recover", "--to", "saved"])
        expectPrintable(outcome, words)
      }
    }
  }

  @Test func `in JSON the escapes decode to the same text, and records are unchanged`() throws {
    for words in [["export"], ["tail", "--json"]] {
      let event = try json(Tool.run(words, in: folder).output)
      #expect(event["type"] as? String == Self.hostile)
      #expect(
        event["data"] as? [String: NSObject] == [
          Self.hostile: Self.hostile as NSString, "list": [Self.hostile] as NSArray,
        ])
    }
    let output = try Tool.run("export", in: folder).output
    #expect(output.contains(#"\u009b2Jc\u007fd\u202ee\u2066f\u200fg\u061ch\u0085i\u2028j"#))
    let records = try Tool.run("export", "--records", in: folder)
    #expect(records.output.hasSuffix(String(decoding: try folder.records(), as: UTF8.self)))
    let other = try Folder()
    #expect(try Tool.run("import", in: other, input: output).status == 0)
    #expect(try Tool.run("export", in: other).output == output)
  }

  @Test(.english) func `progress is cut to the width of the terminal`() throws {
    let folder = try Folder()
    let text = String(repeating: "long ", count: 400)
    let events = (0..<6000).map { number in
      #"{"type":"N","time":"2026-05-08T12:00:00Z","tags":[],"data":{"n":\#(number),"t":"\#(text)"}}"#
    }
    let file = try folder.write(events.joined(separator: "\n"), to: "events.jsonl")
    let printed = try PseudoTerminal.run(
      ["import", "--file", file, "--locale", "en"], in: folder, typing: "", columns: 20)
    #expect(printed.status == 0)
    let lines = printed.screen.split(separator: "\r").filter { $0.hasPrefix("importing: ") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= 19 }, "\(lines)")
  }

  @Test func `on a terminal with colours only the tool's own styles are printed`() throws {
    let words = ["tail"]
    let printed = try PseudoTerminal.run(words, in: folder, typing: "", variables: ["TERM=xterm"])
    #expect(printed.status == 0)
    var screen = printed.screen
    for style in ["0", "1", "2", "32", "36"] {
      screen = screen.replacing("\u{1b}[\(style)m", with: "")
    }
    #expect(screen != printed.screen)
    let outcome = Tool.Outcome(output: screen, diagnostics: "", status: 0)
    expectPrintable(outcome, words)
  }

  @Test func `on a terminal with colours a text cannot use the tool's own styles`() throws {
    let evil = "\u{1b}[31mevil\u{1b}[0m"
    let table = try folder.write("type,time,\(evil)\nBought,2026-05-08T12:00,1\n", to: "evil.csv")
    for words in [
      [
        "import", "--file", table, "--format", "csv", "--map", "tag:user=\(evil)", "--zone", "UTC",
        "--dry-run",
      ],
      ["report", "--html", folder.path("\(evil).html")],
    ] {
      let printed = try PseudoTerminal.run(words, in: folder, typing: "", variables: ["TERM=xterm"])
      #expect(printed.status == 0, "\(printed.screen)")
      #expect(printed.screen.contains(#"\u001b[31mevil"#))
      #expect(!printed.screen.contains(evil), "\(printed.screen)")
    }
  }

  @Test func `the characters that are escaped are those of Unicode's properties`() {
    let scalars = [0...0xFFFF, 0xE0000...0xE0FFF].joined().compactMap(Unicode.Scalar.init(_:))
    let commands = scalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: scalar.properties.isBidiControl
      }
    }
    #expect(scalars.filter { String($0).printable != String($0) } == commands)
    // JSON escapes those below U+007F itself.
    let inJSON = scalars.filter { scalar in
      var bytes = Array(String(scalar).utf8)
      PrintableJSON.escapeControls(&bytes)
      return bytes != Array(String(scalar).utf8)
    }
    #expect(inJSON == commands.filter { $0.value >= 0x7f })
  }

  @Test func `a text takes the columns that a terminal shows it in`() {
    let texts = [
      ("東京", 4), ("e\u{301}", 1), ("กำ", 2), ("नमस्ते", 4), ("हिन्दी", 5), ("\u{17000}", 2),
      ("\u{1B000}", 2),
      ("\u{1F200}", 2), ("\u{1F321}", 1), ("\u{1F321}\u{FE0F}", 2), ("🙂", 2), ("👍🏽", 2),
      ("👨‍👩‍👧", 2), ("🇷🇺", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("〈", 2), ("↑", 1),
    ]
    #expect(texts.map(\.0.columns) == texts.map(\.1))
  }

  @Test(arguments: [0, 30])
  func `a text that begins with a combining mark leaves the tool's styles alone`(
    columns: UInt16
  ) throws {
    let folder = try Folder()
    let event = #"{"type":"\u0301T","time":"2026-05-08T12:00:00Z","tags":["\u0301k:1"],"data":{}}"#
    try Tool.run("import", in: folder, input: event + "\n")
    for words in [["tail"], ["tail", "--format", "table"]] {
      let (screen, status) = try PseudoTerminal.run(
        words, in: folder, typing: "", columns: columns, variables: ["TERM=xterm", "PAGER=cat"])
      #expect(status == 0 && screen.unicodeScalars.contains("\u{1b}"))
      #expect(!screen.contains(#"\u001b"#), "\(screen)")
      for line in screen.split(separator: "\n") where columns > 0 && words.count == 1 {
        let style = /\u{1b}\[\d*m/.matchingSemantics(.unicodeScalar)
        let plain = String(line).replacing(style, with: "")
        #expect(plain.columns <= Int(columns), "\(line)")
      }
    }
  }
}
