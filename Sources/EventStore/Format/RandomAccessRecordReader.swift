/// Reads single records at known offsets.
struct RandomAccessRecordReader {
  private var records: RecordReader
  /// The last record, and readable bytes after it.
  private var buffer: [UInt8] = []

  init(journal: JournalID) { records = RecordReader(journal: journal) }

  /// Lends the record of `length` bytes, its line feed included, at `offset` to `body`.
  ///
  /// - Returns: the result of `body`; nil if there is no valid record at the offset.
  mutating func read(
    _ file: any StoredFile, path: @autoclosure () -> String, at offset: Int, length: Int,
    _ body: (RecordView) throws(JournalError) -> Bool?
  ) throws(JournalError) -> Bool? {
    guard length > 1 else { return nil }
    let readable = length + LineReader.padding
    if buffer.count < readable { buffer = Array(repeating: 0, count: readable) }
    let count: Int
    do throws(SystemError) {
      count = try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
        let line = unsafe UnsafeMutableBufferPointer(rebasing: bytes[..<length])
        return try unsafe file.read(into: UnsafeMutableRawBufferPointer(line), at: offset)
      }
    } catch { throw .storageFailed(doing: "reading", path: path(), error) }
    guard count == length, buffer[length - 1] == 0x0a else { return nil }
    var view = RecordView.none
    return try unsafe buffer.withUnsafeBufferPointer { bytes throws(JournalError) in
      guard let start = bytes.baseAddress,
        unsafe records.read(start, length: length - 1, into: &view) == nil
      else { return nil }
      return try body(view)
    }
  }
}
