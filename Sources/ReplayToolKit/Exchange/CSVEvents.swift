import EventEngine

/// Reads events from the rows of a CSV file after its header.
struct CSVEvents: ForeignForm {
  /// The prefix of the line before the header in which Excel names the separator, such as `sep=;`.
  private static let separatorLine = Array("sep=".utf8)
  private static let separators: [UInt8] = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"),
  ]
  private var reader: CSVReader
  private let times: ForeignTimes
  /// Each part with its column.
  private let parts: [(part: ImportMapping.Part, column: Int)]
  private let objectColumn: Int?
  /// The columns that go into the data.
  private let rest: [Int]
  private let names: [String]
  let title: Bilingual
  let mapping: ImportMapping?

  /// The result of reading the header.
  private struct Header {
    var reader: CSVReader
    let separator: UInt8
    let names: [String]
    /// The number of lines up to the end of the header.
    let lineCount: Int
  }

  /// Reads the header from the first lines, and removes it from them.
  ///
  /// - Throws: `UsageError` if the mapping names a column that the header lacks;
  ///   `ForeignImport.Failure` if the header is malformed or a required part has no column.
  init(
    _ lines: inout [LineInput.Line], _ mapping: ImportMapping, _ times: ForeignTimes
  ) throws {
    let header = try Self.header(lines)
    lines.removeFirst(header.lineCount)
    reader = header.reader
    let separator = Character(Unicode.Scalar(header.separator))
    title =
      separator == "\t"
      ? Bilingual(ru: "CSV с табуляцией", en: "CSV with tabs")
      : Bilingual(ru: "CSV с «\(separator)»", en: "CSV with \"\(separator)\"")
    names = header.names
    self.times = times
    var mapping = mapping
    let assigned = try Self.complete(&mapping, header.names, Self.firstRow(lines, header.reader))
    self.mapping = mapping
    let columns = mapping.entries.map { entry in
      (part: entry.part, column: Self.column(entry.source, in: header.names) ?? 0)
    }
    objectColumn = columns.first { $0.part == .data }?.column
    parts = columns.filter { $0.part != .data }
    let used = Set(columns.map(\.column))
    rest = header.names.indices.filter { index in
      !used.contains(index) && !assigned.contains(header.names[index])
    }
  }

  /// Completes the mapping from the names in the header and the first row.
  ///
  /// - Returns: the names of the columns to ignore, which are neither parts nor data.
  private static func complete(
    _ mapping: inout ImportMapping, _ names: [String], _ row: CSVRecord?
  ) throws -> [String] {
    let isOwn = ImportMapping.isOwn(names)
    do {
      let guess = MappingGuess(names: names, kind: .column) { name in
        column(name, in: names).flatMap { index in row.flatMap { $0.cell(index) } }
      }
      for part in [ImportMapping.Part.tags, .data] where isOwn && mapping.isOpen(part) {
        mapping.guess(part, from: part.name)
      }
      try guess.complete(&mapping)
    } catch let error as ForeignEventError { throw ForeignImport.Failure.line(1, error) }
    return isOwn ? ImportMapping.assigned : []
  }

  private static func column(_ name: String, in names: [String]) -> Int? {
    names.firstIndex { $0.hasSameBytes(as: name) }
  }

  private static func header(_ lines: [LineInput.Line]) throws(ForeignImport.Failure) -> Header {
    var start = 0
    var first = lines.first?.bytes ?? []
    if first.starts(with: [0xff, 0xfe]) || first.starts(with: [0xfe, 0xff]) {
      throw .line(1, .csv(.notUTF8))
    }
    let isLog =
      first.starts(with: "<log".utf8)
      && first.dropFirst(4).prefix(1).allSatisfy(" \t\r>".utf8.contains)
    if isLog || first.starts(with: "<?xml".utf8) { throw .line(1, .xml) }
    var separator: UInt8?
    if first.starts(with: separatorLine), let named = first.dropFirst(separatorLine.count).first,
      separators.contains(named)
    {
      separator = named
      start = 1
      first = lines.dropFirst().first?.bytes ?? []
    }
    let found = if let separator { separator } else { try self.separator(of: first) }
    var reader = CSVReader(separator: found)
    var (record, end): (CSVRecord?, Int) = (nil, start)
    while record == nil, end < lines.count {
      let bytes = end == start ? first : lines[end].bytes
      record = try read(bytes, lines[end], &reader)
      end += 1
    }
    try finish(reader)
    guard let record else { throw .line(1, .noHeader) }
    return Header(
      reader: reader, separator: found, names: try names(record), lineCount: end)
  }

  private static func names(_ record: CSVRecord) throws(ForeignImport.Failure) -> [String] {
    let names = record.texts
    var seen: Set<[UInt8]> = []
    for name in names where !seen.insert(Array(name.utf8)).inserted {
      throw .line(record.line, .repeatedColumn(name))
    }
    return names
  }

  /// Returns the separator that is most frequent in the header, outside of quotation marks.
  private static func separator(of header: [UInt8]) throws(ForeignImport.Failure) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in header {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, separators.contains(byte) { counts[byte, default: 0] += 1 }
    }
    let most = counts.values.max() ?? 0
    let candidates = separators.filter { counts[$0] == most }
    guard let first = candidates.first else { return separators[0] }
    guard candidates.count == 1 else {
      throw .line(1, .unclearSeparator)
    }
    return first
  }

  private static func firstRow(_ lines: [LineInput.Line], _ reader: CSVReader) -> CSVRecord? {
    var reader = reader
    for line in lines {
      do throws(ForeignImport.Failure) {
        if let record = try read(line.bytes, line, &reader) { return record }
      } catch { return nil }
    }
    return nil
  }

  private static func read(
    _ bytes: [UInt8], _ line: LineInput.Line, _ reader: inout CSVReader
  ) throws(ForeignImport.Failure) -> CSVRecord? {
    if line.isTooLong { throw .line(line.number, .csv(.tooLong)) }
    do throws(CSVError) { return try reader.add(bytes, number: line.number) } catch {
      throw .line(error.line, .csv(error.reason))
    }
  }

  private static func finish(_ reader: CSVReader) throws(ForeignImport.Failure) {
    do throws(CSVError) { try reader.finish() } catch {
      throw .line(error.line, .csv(error.reason))
    }
  }

  // MARK: - Rows

  mutating func read(
    _ line: LineInput.Line
  ) throws(ForeignImport.Failure) -> (number: Int, event: ForeignEvent)? {
    guard let row = try Self.read(line.bytes, line, &reader) else { return nil }
    do throws(ForeignEventError) { return (row.line, try event(row)) } catch {
      throw .line(row.line, error)
    }
  }

  var isIncomplete: Bool { reader.isInsideQuotes }

  func finish() throws(ForeignImport.Failure) { try Self.finish(reader) }

  private func event(_ row: CSVRecord) throws(ForeignEventError) -> ForeignEvent {
    guard row.count == names.count else { throw .cellCount(row.count, columns: names.count) }
    var assembly = EventAssembly(times)
    if let objectColumn {
      try assembly.addObject(Array(row[objectColumn]), from: names[objectColumn])
    }
    for (part, column) in parts {
      try assembly.set(part, row.text(column), from: names[column])
    }
    for column in rest { try assembly.add(names[column], utf8: row[column]) }
    return try assembly.event()
  }
}

extension CSVRecord {
  fileprivate func cell(_ index: Int) -> String? { index < count ? text(index) : nil }
}
