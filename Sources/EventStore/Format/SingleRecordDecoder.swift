import PlatformLibc

/// Reads records that are given as separate lines.
package struct SingleRecordDecoder {
  private var records: RecordReader
  private var view = RecordView.none
  private var buffer: [UInt8] = []
  private var memory = JSONGrammarMemory()

  package init(journal: JournalID) { records = RecordReader(journal: journal) }

  /// Lends the record of a line, given without its line feed, to `body`, and then checks every
  /// byte.
  ///
  /// - Returns: the defect of the line, or the one that `body` returns; nil if there is none.
  package mutating func read(
    _ line: ArraySlice<UInt8>, _ body: (RecordView) -> Damage.Reason?
  ) -> Damage.Reason? {
    var memory = JSONGrammarMemory()
    swap(&memory, &self.memory)
    defer { swap(&memory, &self.memory) }
    return readLeniently(line) { view in
      if let reason = body(view) { return reason }
      return view.defect(using: &memory)
    }
  }

  /// Lends the record of a line to `body`, without the checks that reading does not need.
  mutating func readLeniently(
    _ line: ArraySlice<UInt8>, _ body: (RecordView) -> Damage.Reason?
  ) -> Damage.Reason? {
    buffer.removeAll(keepingCapacity: true)
    buffer.append(contentsOf: line)
    buffer.append(0x0a)
    buffer.append(contentsOf: repeatElement(0, count: LineReader.padding))
    return unsafe buffer.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else {
        return .malformed("the line is empty", ru: "строка пуста")
      }
      if let reason = unsafe records.read(start, length: line.count, into: &view) { return reason }
      return body(view)
    }
  }

  /// Lends the records of lines that were just written, each of which ends with a line feed.
  package mutating func forEach(
    written lines: ArraySlice<UInt8>, _ body: (_ line: ArraySlice<UInt8>, RecordView) -> Void
  ) {
    var rest = lines
    while let length = unsafe rest.withUnsafeBytes(Self.lengthOfLine) {
      let line = rest.prefix(length)
      let damage = readLeniently(line) { view in
        body(line, view)
        return nil
      }
      precondition(damage == nil, "A record that was just written cannot be read.")
      rest = rest.dropFirst(length + 1)
    }
  }

  /// The number of bytes before the first line feed; nil if there is none.
  private static func lengthOfLine(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, let feed = unsafe memchr(start, 0x0a, bytes.count)
    else { return nil }
    return unsafe UnsafeRawPointer(feed) - start
  }
}
