import EventStore
import Testing

/// CSV according to RFC 4180.
@Suite struct CSVReaderTests {
  private struct Row: Equatable {
    let line: Int
    let cells: [String]
  }

  private func rows(_ text: String, _ separator: Character = ",") throws(CSVError) -> [Row] {
    try rows(Array(text.utf8), separator)
  }

  private func rows(_ bytes: [UInt8], _ separator: Character = ",") throws(CSVError) -> [Row] {
    var reader = CSVReader(separator: separator.asciiValue ?? 0)
    var rows: [Row] = []
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if let record = try reader.add(Array(line), number: index + 1) {
        rows.append(Row(line: record.line, cells: record.texts))
      }
    }
    try reader.finish()
    return rows
  }

  @Test func `cells end at the separator, rows at LF or CR LF`() throws {
    #expect(
      try rows("a,b\r\n1,\n,\n\n\r\nы") == [
        Row(line: 1, cells: ["a", "b"]), Row(line: 2, cells: ["1", ""]),
        Row(line: 3, cells: ["", ""]), Row(line: 6, cells: ["ы"]),
      ])
    #expect(try rows("a,b;c\td", ";") == [Row(line: 1, cells: ["a,b", "c\td"])])
    #expect(try rows("a,b;c\td", "\t") == [Row(line: 1, cells: ["a,b;c", "d"])])
    #expect(try rows("") == [])
  }

  @Test func `quoted cells may contain separators, line breaks and doubled quotation marks`() throws
  {
    #expect(
      try rows("\"a,\"\"b\"\"\r\nc\n\n\",\"\",\"\"\"\"\r\nd,e,f\n") == [
        Row(line: 1, cells: ["a,\"b\"\r\nc\n\n", "", "\""]), Row(line: 5, cells: ["d", "e", "f"]),
      ])
  }

  @Test(arguments: [
    ("a,b\nc,d\"e\n", 2, CSVError.Reason.quoteInCell(2)),
    ("a,b\n\"c\"d,e\n", 2, .textAfterQuote(1)),
    ("a,b\n\"c\" ,e\n", 2, .textAfterQuote(1)),
    ("a,b\nc,\"d\n\n\n", 2, .unclosedQuote),
    ("a,b\nc\rd,e\n", 2, .loneCarriageReturn),
    ("a\r,b\n", 1, .loneCarriageReturn),
    ("\"a\"\r,b\n", 1, .loneCarriageReturn),
    ("a,b\nc,\"\0\"\n", 2, .nul),
    ("a,b\n\0", 2, .nul),
  ])
  func `malformed CSV is refused with its line`(
    text: String, line: Int, reason: CSVError.Reason
  ) {
    #expect(throws: CSVError(line: line, reason: reason)) { try rows(text) }
  }

  @Test func `bytes that are not UTF-8 are refused with their line, within quotation marks too`() {
    let latin = Array("a,b\n\"x\nM".utf8) + [0xfc] + Array("ller\",c\n".utf8)
    #expect(throws: CSVError(line: 3, reason: .notUTF8)) { try rows(latin) }
  }

  @Test func `a row has eight MiB at most`() throws {
    let half = String(repeating: "x", count: Limits.commandBytes / 2 - 1)
    #expect(try rows("\"\(half)\n\(half)\",").count == 1)
    #expect(throws: CSVError(line: 2, reason: .tooLong)) { try rows("\"\(half)x\n\(half)x\"") }
  }
}
