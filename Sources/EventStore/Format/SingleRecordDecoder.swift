#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads records that are given as separate lines.
package struct SingleRecordDecoder {
  private var records: RecordReader
  private var view = RecordView.none
  private var buffer: [UInt8] = []
  private var memory = JSONGrammarMemory()

  package init(journal: JournalID) { records = RecordReader(journal: journal) }

  /// Lends the record of a line, given without its line feed, to `body`, and checks every byte.
  ///
  /// - Returns: the defect of the line, or the one that `body` returns; nil if there is none.
  package mutating func read(
    _ line: [UInt8], _ body: (RecordView) -> Damage.Reason?
  ) -> Damage.Reason? {
    var memory = JSONGrammarMemory()
    swap(&memory, &self.memory)
    defer { swap(&memory, &self.memory) }
    return readLeniently(line) { view in
      if let reason = body(view) { return reason }
      return view.defect(using: &memory)
    }
  }

  /// Reads the record without the checks on which reading does not depend.
  mutating func readLeniently(
    _ line: [UInt8], _ body: (RecordView) -> Damage.Reason?
  ) -> Damage.Reason? {
    buffer.removeAll(keepingCapacity: true)
    buffer.append(contentsOf: line)
    buffer.append(0x0a)
    buffer.append(contentsOf: repeatElement(0, count: LineReader.padding))
    return unsafe buffer.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return .malformed("the line is empty") }
      if let reason = unsafe records.read(start, length: line.count, into: &view) { return reason }
      return body(view)
    }
  }
  /// Lends the records of lines that were just written, each with its line feed.
  mutating func forEach(
    written lines: ArraySlice<UInt8>, _ body: (_ line: [UInt8], RecordView) -> Void
  ) {
    unsafe lines.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while let start = unsafe UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        let feed = unsafe memchr(start, 0x0a, rest.count)
      {
        let end = unsafe rest.startIndex + (UnsafeRawPointer(feed) - start)
        let line = unsafe Array(rest[..<end])
        let damage = readLeniently(line) { view in
          body(line, view)
          return nil
        }
        precondition(damage == nil, "A record that was just written cannot be read.")
        unsafe rest = rest[(end + 1)...]
      }
    }
  }
}
