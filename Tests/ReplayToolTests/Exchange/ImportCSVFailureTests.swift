import Foundation
import Testing

/// Files that `import` refuses. Each error names the line or member and a remedy.
@Suite struct ImportCSVFailureTests {
  private let good = "T,2026-05-08T12:00:00Z,x\n"

  @Test(.english) func `JSON members that allow no guess are an error that does not mention CSV`()
    throws
  {
    let imported = try Tool.run(
      "import", in: Folder(), input: #"{"event":"paid","ts":"2026-05-08T12:00:00Z"}"# + "\n")
    #expect(imported.status == 65)
    #expect(
      imported.diagnostics == """
        replay-tool: standard input, line 1: no member has a usual name for the time; name one: \
        --map time=NAME; the members are "event", "ts"; 0 events were recorded before it

        """)
  }

  @Test(.english) func `a guessed id that occurs twice is an error, and no repetition`() throws {
    let id = "0190a6b2-0000-7000-8000-000000000001"
    let rows = ["open", "pay"].map { "\(id),\($0),2026-05-08T12:00:00Z\n" }.joined()
    try CSVImport.fails(
      "uuid,activity,timestamp\n\(rows)",
      message: """
        standard input, line 3: the id \(id) is that of an earlier line, too; 0 events were \
        recorded before it
        hint: --map id= leaves the member in the data
        """)
    let folder = try Folder()
    let names = try Tool.run(
      "import", "--map", "id=uuid", in: folder, input: "uuid,type,time\n\(rows)")
    #expect(names.output.hasPrefix("2 read, 1 recorded, 1 skipped"))
  }

  @Test(.english) func `a header that allows no guess is an error`() throws {
    try CSVImport.fails(
      "hello\n",
      message: """
        standard input, line 1: no column has a usual name for the type; name one: \
        --map type=NAME; the columns are "hello"; 0 events were recorded before it
        hint: the first line is no JSON object, so the input is read as CSV; --format names a format
        """)
    try CSVImport.fails(
      "type,timestamp,date\n",
      message: """
        standard input, line 1: more than one column could be the time: "timestamp", "date"; \
        choose one: --map time=timestamp
        """)
    try CSVImport.fails(
      "type,time,x,x\n",
      message: "standard input, line 1: two columns are named \"x\"; give each column its own name")
    try CSVImport.fails(
      "type;time,x\n", message: "standard input, line 1: the header has as many of one separator")
    try CSVImport.fails(
      "type,time\n", "--map", "type=typ", message: "unknown column in --map \"typ\"; did you mean",
      status: 64)
    try CSVImport.fails(
      "", "--format", "xml", message: "unknown import format \"xml\"; the formats", status: 64)
    for mapping in ["typ=a", "type", "type=a,type=b", "tag:=a", "tag:a:b=c", "\"type=a"] {
      try CSVImport.fails("a\n", "--map", mapping, message: "", status: 64)
    }
    try CSVImport.fails(
      "type,time\n", "--zone", "Mars/Phobos", message: "--zone: unknown", status: 64)
    try CSVImport.fails(
      "type,time\n", "--records", "--zone", "UTC", message: "--zone cannot", status: 64)
  }

  @Test(
    .english,
    arguments: [
      ("T,2026-05-08T12:00:00Z\n", "line 3: 2 cells, but the header has 3 columns"),
      ("T,2026-05-08T12:00:00Z,a,b\n", "line 3: 4 cells, but the header has 3 columns"),
      ("T\n", "line 3: 1 cell, but the header has 3 columns"),
      (
        ",2026-05-08T12:00:00Z,a\n",
        "line 3: \"type\" takes a text of 1 to 200 characters, not \"\""
      ),
      (
        "T,yesterday,a\n",
        "line 3: \"time\" takes a time such as 2026-05-08T12:00:00Z, not \"yesterday\": not of the form"
      ),
      (
        "T,2026-05-08 12:00,a\n",
        """
        line 3: "time" takes a time such as 2026-05-08T12:00:00Z, not "2026-05-08 12:00": an offset is \
        missing: Z, or +HH:MM, or -HH:MM; 0 events were recorded before it
        hint: --zone NAME is the time zone of times without an offset; --zone journal is the journal's
        """
      ),
      (
        "T,2026-05-08T12:00:00.1234Z,a\n",
        """
        line 3: "time" takes a time such as 2026-05-08T12:00:00Z, not "2026-05-08T12:00:00.1234Z": \
        more than three fraction digits; 0 events were recorded before it
        hint: --round-time rounds times to milliseconds
        """
      ),
      (
        "T,2026-05-08T11:00:00Z,a\n",
        "line 3: the time 2026-05-08T11:00:00.000Z is before that of the previous event"
      ),
      ("T,9000-05-08T11:00:00Z,a\n", "line 3: timeInFuture"),
      (
        "courier.orderPlaced,2026-05-08T12:00:00Z,a\n",
        "line 3: \"courier.orderPlaced\" is one of the engine's own events"
      ),
      (
        "T,2026-05-08T12:00:00Z,\"a\n\nb\n",
        "line 3: the quotation mark that is opened here is never closed"
      ),
      ("T,2026-05-08T12:00:00Z,a\"b\n", "line 3: cell 3 has a quotation mark inside"),
      ("T,2026-05-08T12:00:00Z,\u{0}\n", "line 3: a NUL byte"),
    ])
  func `an error names the wrong row and a remedy`(row: String, message: String) throws {
    try CSVImport.fails(CSVImport.header + good + row, message: "standard input, \(message)")
    try CSVImport.fails(
      CSVImport.header + good + row, "--dry-run",
      message: "standard input, "
        + message.replacing(
          "0 events were recorded before it", with: "dry run: nothing was recorded"))
  }

  @Test(.english, arguments: [#"<?xml version="1.0"?>"#, "<log>"])
  func `XML is refused with the way to CSV`(line: String) throws {
    try CSVImport.fails(
      line + "\n",
      message: """
        standard input, line 1: this is XML, which import does not read; 0 events were recorded \
        before it
        hint: PM4Py turns an XES log into CSV: python3 -c 'import pm4py; \
        pm4py.convert_to_dataframe(pm4py.read_xes("log.xes")).to_csv("log.csv", index=False)'
        """)
  }

  @Test(.english) func `a column may have a name that begins like an XML log`() throws {
    let imported = try Tool.run(
      "import", "--map", "type=<logged>,time=time", in: Folder(),
      input: "<logged>;time\nuser.signedIn;2026-05-08T12:00:00Z\n")
    #expect(imported.status == 0, "\(imported.diagnostics)")
  }

  @Test(.english) func `a long first line is clipped in the message`() throws {
    let line = String(repeating: "x", count: 8_000_000)
    for input in [line, "\(line),\(line)"] {
      let imported = try Tool.run("import", in: Folder(), input: input)
      #expect(imported.status == 65 && imported.diagnostics.utf8.count < 500)
    }
  }

  @Test(.english) func `bytes that are not text, and rows without an end, are errors with a line`()
    throws
  {
    let start = Data((CSVImport.header + "T,2026-05-08T12:00:00Z,").utf8)
    try CSVImport.fails(
      start + Data([0xe4, 0x0a]),
      message: "standard input, line 2: not UTF-8; convert the file first, for example with iconv")
    try CSVImport.fails(
      Data([0xff, 0xfe, 0x74, 0, 0x2c, 0, 0x0a, 0]), message: "standard input, line 1: not UTF-8")
    let long = String(repeating: "x", count: 9 << 20)
    try CSVImport.fails(
      start + Data(long.utf8), message: "standard input, line 2: longer than 8388608 bytes")
    let lines = String(repeating: "xxxxxxx\n", count: 9 << 17)
    try CSVImport.fails(
      start + Data("\"\(lines)".utf8),
      message: "standard input, line 2: longer than 8388608 bytes; is a quotation mark not")
  }
}

enum CSVImport {
  static let header = "type,time,note\n"

  static func fails(
    _ csv: String, _ options: String..., message: String, status: Int32 = 65
  ) throws {
    try fails(Data(csv.utf8), options, message: message, status: status)
  }

  static func fails(
    _ csv: Data, _ options: [String] = [], message: String, status: Int32 = 65
  ) throws {
    let folder = try Folder()
    let imported = try Tool.run(["import"] + options, in: folder, input: csv)
    #expect(imported.status == status)
    // A dry run prints the mapping and the events before the wrong row.
    #expect(imported.output.isEmpty || options.contains("--dry-run"), "\(imported.output)")
    #expect(
      imported.diagnostics.contains("replay-tool: \(message)"), "\(imported.diagnostics)")
    #expect(!FileManager.default.fileExists(atPath: folder.journal))
  }
}
