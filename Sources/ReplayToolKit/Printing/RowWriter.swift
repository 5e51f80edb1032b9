import EventEngine

/// Lays out rows as they come, in any format. A row is a JSON object.
///
/// The lines are appended to a buffer: that of a terminal, a file or a test. A table gets the
/// widths of its first rows; later rows that need more exceed their columns.
package struct RowWriter {
  /// The number of rows that a table's widths are computed from.
  private static let sample = 500

  private let format: RowFormat
  /// The chosen columns; nil for whole rows, which only JSON prints.
  private let chosen: [String]?
  private let columns: [String]
  private let limit: Int
  private let isRaw: Bool
  /// Whether a terminal shows the rows. It gets no control characters.
  package var isOnTerminal = TextOutput.standard.isTerminal
  private let hasColour: Bool
  private var count = 0
  private var waiting: [[Cell]] = []
  private var layout: Table.Layout?
  private var hasHeader = false

  /// - Parameters:
  ///   - usual: the format if none was given.
  ///   - columns: the columns if none were chosen. JSON then has whole rows.
  package init(
    _ options: RowOptions, usual: RowFormat = .table, columns: [String], hasColour: Bool
  ) {
    format = options.format ?? usual
    chosen = options.columns
    self.columns = options.columns ?? columns
    limit = options.limit ?? .max
    isRaw = options.isRaw
    self.hasColour = hasColour
  }

  /// Whether the limit is reached.
  private var isFull: Bool { count >= limit }

  /// Appends a row, given as JSON text.
  package mutating func write(
    json append: (inout [UInt8]) -> Void, to output: inout [UInt8]
  ) throws(JSONSyntaxError) {
    guard !isFull else { return }
    if format.isJSON && chosen == nil {
      count += 1
      return writeLine(&output, append)
    }
    var bytes: [UInt8] = []
    append(&bytes)
    let value = try JSONParser.parse(bytes, limits: .deepest)
    if case .object(let row) = value { write(row, to: &output) }
  }

  package mutating func write(_ row: JSONObject, to output: inout [UInt8]) {
    guard !isFull else { return }
    count += 1
    switch format {
    case .json, .jsonl:
      writeLine(&output) { $0 += JSONValue.object(chosen.map(row.only) ?? row).bytes }
    case .csv, .tsv:
      writeHeader(&output)
      writeLine(columns.map { Cell(row[path: $0]) }, &output)
    case .table, .markdown:
      waiting.append(columns.map { Cell(row[path: $0]) })
      if layout != nil || waiting.count >= Self.sample { writeWaiting(&output) }
    }
  }

  /// Appends the rows that wait for the widths of a table.
  package mutating func writeWaiting(_ output: inout [UInt8]) {
    if waiting.isEmpty { return }
    writeTable(&output)
  }

  private mutating func writeTable(_ output: inout [UInt8]) {
    let layout = layout ?? Table.Layout(header: columns, rows: waiting)
    if self.layout == nil {
      self.layout = layout
      if format == .table {
        output += "\(layout.header(hasColour: hasColour))\n".utf8
      } else {
        output += "\(Markdown.header(columns, layout))\n".utf8
      }
    }
    let styles = hasColour ? columns.map(Self.style(of:)) : []
    for row in waiting {
      let line =
        format == .table ? layout.line(row.map(\.plain), styles: styles) : Markdown.line(row)
      output += "\(line)\n".utf8
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Returns the style of a column of a table.
  private static func style(of column: String) -> Terminal.Style? {
    switch column {
    case "before": .red
    case "after": .green
    default: nil
    }
  }

  /// Appends the waiting rows and the end of the output; call it once, after the last row.
  package mutating func finish(_ output: inout [UInt8]) {
    switch format {
    case .json: output += (count == 0 ? "[]\n" : "]\n").utf8
    case .csv, .tsv: writeHeader(&output)
    case .table: writeWaiting(&output)
    case .markdown:
      // Without rows, the columns are printed all the same if they are known.
      if !waiting.isEmpty || layout == nil && !columns.isEmpty { writeTable(&output) }
    case .jsonl: break
    }
  }

  private func writeLine(_ output: inout [UInt8], _ append: (inout [UInt8]) -> Void) {
    if format == .json { output.append(UInt8(ascii: count == 1 ? "[" : ",")) }
    let start = output.count
    append(&output)
    PrintableJSON.escapeControls(&output, from: start)
    output.append(0x0a)
  }

  private mutating func writeHeader(_ output: inout [UInt8]) {
    if hasHeader || columns.isEmpty { return }
    hasHeader = true
    writeLine(columns.map { Cell(.string($0)) }, &output)
  }

  private func writeLine(_ row: [Cell], _ output: inout [UInt8]) {
    if format == .csv {
      let text = row.map { $0.csv(isRaw: isRaw, onTerminal: isOnTerminal) }.joined(separator: ",")
      // A row of one empty cell is quoted, since readers skip empty lines. RFC 4180 ends lines with
      // CRLF.
      output += "\(text.isEmpty && !row.isEmpty ? "\"\"" : text)\r\n".utf8
    } else {
      output += "\(row.map { $0.tsv(isRaw: isRaw) }.joined(separator: "\t"))\n".utf8
    }
  }
}

extension Terminal {
  /// Prints the lines that `body` appends.
  package mutating func printRows(_ body: (inout [UInt8]) -> Void) throws(SystemError) {
    body(&output.bytes)
    try output.flushIfFull()
  }

  /// Prints a row, given as JSON text.
  mutating func printRow(
    _ writer: inout RowWriter, json append: (inout [UInt8]) -> Void
  ) throws {
    try writer.write(json: append, to: &output.bytes)
    try output.flushIfFull()
  }

  /// Prints a complete list of rows.
  package mutating func printRows(
    _ rows: [JSONObject], _ options: RowOptions, columns: [String]
  ) throws {
    var writer = RowWriter(options, columns: columns, hasColour: hasColour)
    for row in rows { try printRows { writer.write(row, to: &$0) } }
    try printRows { writer.finish(&$0) }
  }
}
