import EventEngine

extension FuzzTarget {
  /// Reads the bytes as CSV. Cells that are written in quotation marks and read again are the same.
  static func readCSV(_ bytes: [UInt8]) throws {
    for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")] {
      let rows: [[String]]
      do throws(CSVError) { rows = try Self.rows(bytes, separator) } catch { continue }
      let written = rows.map { row in
        row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
          .joined(separator: String(UnicodeScalar(separator)))
      }
      let text = written.joined(separator: "\r\n")
      let again = try Self.rows(Array(text.utf8), separator)
      let isSame = again.elementsEqual(rows) {
        $0.map { Array($0.utf8) } == $1.map { Array($0.utf8) }
      }
      precondition(isSame, "\(again) instead of \(rows)")
    }
  }

  private static func rows(
    _ bytes: [UInt8], _ separator: UInt8
  ) throws(CSVError) -> [[String]] {
    var reader = CSVReader(separator: separator)
    var rows: [[String]] = []
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard let row = try reader.add(Array(line), number: index + 1) else { continue }
      precondition(row.count > 0 && row.line <= index + 1)
      rows.append(row.texts)
    }
    try reader.finish()
    return rows
  }
}
