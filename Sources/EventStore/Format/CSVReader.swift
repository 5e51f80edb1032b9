/// One record of a CSV text: its cells without quotation marks, in one buffer.
package struct CSVRecord: Sendable {
  /// The number of the record's first line, from 1.
  package fileprivate(set) var line = 0
  fileprivate var bytes: [UInt8] = []
  fileprivate var ends: [Int] = []

  /// The number of cells.
  package var count: Int { ends.count }

  /// The cell's text in UTF-8.
  package subscript(index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// The cell's text. O(length).
  package func text(_ index: Int) -> String { String(decoding: self[index], as: UTF8.self) }

  /// The texts of all cells. O(length).
  package var texts: [String] { (0..<count).map(text) }
}

/// The reason why lines are not CSV, and the number of the line, from 1.
package struct CSVError: Error, Hashable, Sendable {
  package enum Reason: Error, Hashable, Sendable {
    case notUTF8
    case nul
    case loneCarriageReturn
    case quoteInCell(Int)
    case textAfterQuote(Int)
    case unclosedQuote
    case tooLong
  }

  package let line: Int
  package let reason: Reason

  package init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

extension CSVError.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notUTF8:
      "not UTF-8; convert the file first, for example with iconv -f windows-1251 -t utf-8"
    case .nul: "a NUL byte; save the file as UTF-8 text"
    case .loneCarriageReturn:
      "a carriage return without a line feed, outside of quotation marks; end lines with LF or CR LF"
    case .quoteInCell(let cell):
      "cell \(cell) has a quotation mark inside; enclose the cell in quotation marks and double those "
        + "inside"
    case .textAfterQuote(let cell):
      "cell \(cell) goes on after its closing quotation mark; double quotation marks inside a cell"
    case .unclosedQuote: "the quotation mark that is opened here is never closed"
    case .tooLong:
      "longer than \(Limits.commandBytes) bytes; is a quotation mark not closed?"
    }
  }
}

/// Reads records of CSV (RFC 4180) line by line. A quotation mark in a place that the RFC does not
/// allow is an error. O(length).
///
/// Records may end with LF or CR LF. Line breaks in quotation marks are kept as they are.
package struct CSVReader: Sendable {
  private enum State { case start, plain, quoted, closed }

  private let separator: UInt8
  private var state = State.start
  private var record = CSVRecord()
  /// The number of the line with the last opening quotation mark.
  private var quoteLine = 0

  package init(separator: UInt8) { self.separator = separator }

  /// Adds a line without its line feed.
  ///
  /// - Returns: the record that ends with the line; nil if the line is empty outside of quotation
  ///   marks, or if a cell continues in the next line.
  package mutating func add(_ line: [UInt8], number: Int) throws(CSVError) -> CSVRecord? {
    if state == .quoted {
      record.bytes.append(0x0a)
    } else {
      if line.isEmpty || line == [0x0d] { return nil }
      record = CSVRecord()
      record.line = number
      record.bytes.reserveCapacity(line.count)
    }
    do throws(CSVError.Reason) {
      guard isUTF8(line) else { throw .notUTF8 }
      try unsafe line.withUnsafeBufferPointer { bytes throws(CSVError.Reason) in
        try unsafe scan(bytes, number)
      }
    } catch { throw CSVError(line: number, reason: error) }
    // The line with the opening quotation mark is the wrong one.
    if record.bytes.count > Limits.commandBytes {
      throw CSVError(line: state == .quoted ? quoteLine : number, reason: .tooLong)
    }
    if state == .quoted { return nil }
    record.ends.append(record.bytes.count)
    state = .start
    return record
  }

  /// Whether the last line ended within quotation marks, so that the cell continues.
  package var isInsideQuotes: Bool { state == .quoted }

  /// Ends the text.
  ///
  /// - Throws: `.unclosedQuote` if the last line ended within quotation marks.
  package func finish() throws(CSVError) {
    if state == .quoted { throw CSVError(line: quoteLine, reason: .unclosedQuote) }
  }

  private func isUTF8(_ line: [UInt8]) -> Bool {
    do {
      _ = try UTF8Span(validating: line.span)
      return true
    } catch { return false }
  }

  private mutating func scan(
    _ line: UnsafeBufferPointer<UInt8>, _ number: Int
  ) throws(CSVError.Reason) {
    var index = 0
    while index < line.count {
      let byte = unsafe line[index]
      if byte == 0 { throw .nul }
      switch state {
      case .quoted: index = unsafe quoted(line, index)
      case .start where byte == UInt8(ascii: "\""):
        state = .quoted
        quoteLine = number
        index += 1
      case .start, .plain:
        state = .plain
        index = try unsafe plain(line, index)
      case .closed:
        index = try unsafe afterCell(line, index) { .textAfterQuote($0) }
      }
    }
  }

  /// Copies the text up to the next quotation mark, and reads that mark: two of them stand for one
  /// in the cell, a single one closes the cell. Stops at a NUL.
  private mutating func quoted(_ line: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < line.count, unsafe line[index] != UInt8(ascii: "\""), unsafe line[index] != 0 {
      index += 1
    }
    unsafe record.bytes.append(contentsOf: line[start..<index])
    guard index < line.count, unsafe line[index] != 0 else { return index }
    if index + 1 < line.count, unsafe line[index + 1] == UInt8(ascii: "\"") {
      record.bytes.append(UInt8(ascii: "\""))
      return index + 2
    }
    state = .closed
    return index + 1
  }

  /// Copies the rest of a cell without quotation marks, and reads the byte that ends it. Stops at a
  /// NUL.
  private mutating func plain(
    _ line: UnsafeBufferPointer<UInt8>, _ start: Int
  ) throws(CSVError.Reason) -> Int {
    var index = start
    while index < line.count {
      let byte = unsafe line[index]
      if byte == separator || byte == 0x0d || byte == UInt8(ascii: "\"") || byte == 0 { break }
      index += 1
    }
    unsafe record.bytes.append(contentsOf: line[start..<index])
    guard index < line.count, unsafe line[index] != 0 else { return index }
    return try unsafe afterCell(line, index) { .quoteInCell($0) }
  }

  /// Reads the separator, or the carriage return before the line feed, that ends a cell.
  private mutating func afterCell(
    _ line: UnsafeBufferPointer<UInt8>, _ index: Int, else reason: (Int) -> CSVError.Reason
  ) throws(CSVError.Reason) -> Int {
    switch unsafe line[index] {
    case separator:
      record.ends.append(record.bytes.count)
      state = .start
    case 0x0d:
      guard index == line.count - 1 else { throw .loneCarriageReturn }
    default: throw reason(record.count + 1)
    }
    return index + 1
  }
}
