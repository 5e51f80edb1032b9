import Foundation
import Testing

@testable import ReplayToolKit

/// Rows in every format.
@Suite struct RowTests {
  private static let hostile = #"""
    {"type":"T","time":"2026-05-08T12:00:00Z","tags":["k:1"],"data":{"a":"=1+1","b":"x, \"y\"\nz","n":-5}}
    {"type":"T","time":"2026-05-08T12:00:01Z","tags":["k:2"],"data":{"a":"\u001b[31m\tred|","b":"東京","n":12}}

    """#

  private let folder: Folder

  init() throws {
    folder = try Folder()
    try Tool.run("import", in: folder, input: Self.hostile)
  }

  private func rows(_ options: String...) throws -> String {
    let outcome = try Tool.run(
      ["tail", "--columns", "position,data.a,data.b,data.n"] + options, in: folder)
    #expect(outcome.status == 0 && outcome.diagnostics == "", "\(outcome.diagnostics)")
    return outcome.output
  }

  @Test func `CSV quotes cells as in RFC 4180, and guards formulas unless raw`() throws {
    let second = #"2,\u001b[31m"# + "\tred|,東京,12\r\n"
    #expect(
      try rows("--format", "csv") == "position,data.a,data.b,data.n\r\n"
        + "1,'=1+1,\"x, \"\"y\"\"\nz\",-5\r\n" + second)
    #expect(try rows("--format", "csv", "--raw", "--limit", "1").contains("1,=1+1,"))
    // Into a pipe, raw cells have their control characters, whichever verb prints them.
    let folder = try Folder()
    let event = #"{"type":"a","time":"2026-05-08T09:00:00Z","tags":[],"data":{"n":"\u001bred"}}"#
    try Tool.run("import", "--format", "jsonl", in: folder, input: event + "\n")
    for verb in ["export", "tail"] {
      let words = [verb, "--format", "csv", "--raw", "--columns", "data.n"]
      #expect(try Tool.run(words, in: folder).output == "data.n\r\n\u{1b}red\r\n")
    }
  }

  @Test func `on a terminal a cell of CSV stays on its line`() throws {
    let words = ["tail", "--format", "csv", "--columns", "data.a,data.b"]
    let (screen, status) = try PseudoTerminal.run(words, in: folder, typing: "")
    #expect(status == 0)
    #expect(
      screen.replacing("\r\n", with: "\n") == #"""
        data.a,data.b
        '=1+1,"x, ""y""\u000az"
        \u001b[31m\u0009red|,東京

        """#)
  }

  @Test func `a tab, a line end and a backslash are escaped between tabs`() throws {
    #expect(
      try rows("--format", "tsv") == """
        position\tdata.a\tdata.b\tdata.n
        1\t'=1+1\tx, "y"\\nz\t-5
        2\t\\u001b[31m\\tred|\t東京\t12

        """)
  }

  @Test func `a table aligns wide characters, and numbers to the right`() throws {
    #expect(
      try rows() == #"""
        position  data.a                data.b         data.n
               1  =1+1                  x, "y"\u000az      -5
               2  \u001b[31m\u0009red|  東京               12

        """#)
  }

  @Test func `a header and a last cell take the columns that are printed`() {
    let rows = [["x", "\u{301}y"].map { Cell(.string($0)) }]
    let layout = Table.Layout(header: ["a\u{1b}", "b"], rows: rows)
    #expect(layout.widths == [7, 1])
    let (lead, last) = layout.divided(["x", "\u{301}y"])
    #expect(lead == "x        " && last == "\u{301}y")
    #expect(layout.line(["x", ""]) == "x")
  }

  @Test func `Markdown and JSON`() throws {
    #expect(
      try rows("--format", "markdown", "-n", "1") == #"""
        | position | data.a | data.b | data.n |
        | ---: | --- | --- | ---: |
        | 2 | \\u001b\[31m\\u0009red\| | 東京 | 12 |

        """#)
    #expect(
      try rows("--format", "json", "--reverse") == #"""
        [{"position":2,"data.a":"\u001b[31m\tred|","data.b":"東京","data.n":12}
        ,{"position":1,"data.a":"=1+1","data.b":"x, \"y\"\nz","data.n":-5}
        ]

        """#)
    #expect(
      try rows("--json", "--limit", "1")
        == #"{"position":1,"data.a":"=1+1","data.b":"x, \"y\"\nz","data.n":-5}"# + "\n")
  }

  /// A sign and an accent after it are one `Character`.
  @Test func `a sign before an accent is a sign`() throws {
    let event =
      #"{"type":"T","time":"2026-05-08T12:00:02Z","tags":["k:́"],"data":{"a":"x\"́,=1","b":"|́`́~~"}}"#
    try Tool.run("import", in: folder, input: event + "\n")
    #expect(
      try rows("--format", "csv", "-n", "1")
        == "position,data.a,data.b,data.n\r\n3,\"x\"\"\u{301},=1\",|\u{301}`\u{301}~~,\r\n")
    #expect(
      try rows("--format", "markdown", "-n", "1").hasSuffix(
        "| 3 | x\"\u{301},=1 | \\|\u{301}\\`\u{301}\\~\\~ |  |\n"))
    let exported = try Tool.run("export", "--format", "csv", "--raw", in: folder)
    let copy = try Folder()
    #expect(try Tool.run("import", in: copy, input: exported.output).status == 0)
    #expect(
      try Tool.run("export", "--format", "csv", "--raw", in: copy).output == exported.output)
    #expect(try Tool.run("stats", "--json", in: folder).output.contains(#""tagKeys":{"k":3}"#))
  }

  @Test(.english) func `every verb that prints rows takes the formats`() throws {
    for verb in [["tail"], ["audit", "k:1"], ["stats"], ["consumers"], ["catalog"]] {
      for format in ["table", "json", "jsonl", "csv", "tsv", "markdown"] {
        let outcome = try Tool.run(verb + ["--format", format], in: folder)
        #expect(outcome.status == 0, "\(verb) \(format): \(outcome.diagnostics)")
        if format == "json" {
          _ = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        }
      }
      let unknown = try Tool.run(verb + ["--columns", "nmae"], in: folder)
      #expect(unknown.status == 64, "\(verb)")
      let other = try Tool.run(verb + ["--format", "xml"], in: folder)
      #expect(other.status == 64 && other.diagnostics.contains("markdown, not \"xml\""))
    }
  }

  @Test(.english) func `a column has a path only into an object`() throws {
    for (column, nearest) in [
      ("tags.0", "tags"), ("tags[0]", "tags"), ("position.x", "position"), ("data[0]", "data"),
    ] {
      let outcome = try Tool.run(["tail", "--columns", column], in: folder)
      #expect(outcome.status == 64 && outcome.output == "")
      #expect(
        outcome.diagnostics.hasPrefix(
          "replay-tool: unknown column \"\(column)\"; did you mean \"\(nearest)\"?\n"))
    }
    let absent = try Tool.run("tail", "--format", "jsonl", "--columns", "data.absent", in: folder)
    #expect(absent.output == "{}\n{}\n")
  }

  @Test func `a path leads to members with dots in their names`() throws {
    let data = #"{"user.name":"a","user":{"first.name":"b","last":{"x":"c"}},"user.last":1}"#
    let event = #"{"type":"T","time":"2026-05-08T12:00:02Z","tags":[],"data":\#(data)}"#
    try Tool.run("import", in: folder, input: event + "\n")
    let paths = ["user.name", "user.first.name", "user.last.x", "user.last", "user.none"]
    let columns = paths.map { "data.\($0)" }.joined(separator: ",")
    let tail = try Tool.run("tail", "-n", "1", "--format", "csv", "--columns", columns, in: folder)
    #expect(tail.output == "\(columns)\r\na,b,c,1,\r\n")
  }

  @Test(.english) func `a list without rows has the requested columns`() throws {
    let folder = try Folder.atWork()
    let orders = ["show", "courier.orders", "--position", "0", "--columns", "order,nope"]
    let list = try Tool.run(orders + ["--format", "csv"], in: folder)
    #expect(list.output == "order,nope\r\n" && list.status == 0)
    #expect(
      list.diagnostics == """
        replay-tool: the answer has no rows, so the names in --columns are not checked

        """)
    for format in ["csv", "tsv", "jsonl", "markdown"] {
      let none = try Tool.run(
        "show", "courier.orders", "--position", "0", "--format", format, in: folder)
      #expect(none.output == "" && none.status == 0)
    }
    let story = ["timeline", "--type", "courier.*", "--until", "2000-01-01"]
    let columns = ["position", "time", "elapsed", "type", "actor", "tags", "data"]
    let marks = columns.map { _ in "---" }
    for (format, output) in [
      ("csv", columns.joined(separator: ",") + "\r\n"),
      ("tsv", columns.joined(separator: "\t") + "\n"),
      ("table", ""),
      (
        "markdown",
        [columns, marks].map { "| \($0.joined(separator: " | ")) |\n" }.joined()
      ),
      ("json", "[]\n"), ("jsonl", ""),
    ] {
      let printed = try Tool.run(story + ["--format", format], in: folder)
      #expect(printed.output == output && printed.diagnostics == "replay-tool: no such event\n")
    }
    #expect(try Tool.run(story, in: folder).output == "")
  }

  @Test func `a read model's lists are rows`() throws {
    let folder = try Folder.atWork()
    let show = ["show", "courier.order", "order=9421"]
    #expect(
      try Tool.run(show + ["--format", "csv"], in: folder).output
        == "position,time,type,actor\r\n5,2024-05-08T07:00:00.000Z,courier.orderPlaced,eva\r\n")
    #expect(
      try Tool.run(show + ["--format", "jsonl", "--columns", "actor"], in: folder).output
        == #"{"actor":"eva"}"# + "\n")
    #expect(
      try Tool.run(["show", "courier.metro", "--format", "csv"], in: folder).output
        == "stations\r\n\"[\"\"Сокол\"\"]\"\r\n")
    // An empty list of plain values does not make the answer a list without rows.
    try folder.issue("courier.acceptOrder order=9421", by: "ivanov")
    #expect(
      try Tool.run(["show", "courier.metro", "--format", "jsonl"], in: folder).output
        == #"{"stations":[]}"# + "\n")
  }
}
