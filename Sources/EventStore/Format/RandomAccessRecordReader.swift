/// Reads single records at known offsets.
struct RandomAccessRecordReader {
  private var records: RecordReader
  /// The last record, and readable bytes after it.
  private var buffer: [UInt8] = []

  init(journal: JournalID) { records = RecordReader(journal: journal) }

  /// Lends the record of `length` bytes, its line feed included, at `offset` to `body`.
  ///
  /// - Returns: the result of `body`; nil if there is no valid record at the offset.
  mutating func read<Failure: Error>(
    _ file: any StoredFile, at offset: Int, length: Int,
    _ body: (RecordView) throws(Failure) -> Bool?
  ) throws(PlacedReadingError<Failure>) -> Bool? {
    guard length > 1 else { return nil }
    let readable = length + LineReader.padding
    if buffer.count < readable { buffer = Array(repeating: 0, count: readable) }
    let count: Int
    do throws(SystemError) {
      count = try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
        let line = unsafe UnsafeMutableBufferPointer(rebasing: bytes[..<length])
        return try unsafe file.read(into: UnsafeMutableRawBufferPointer(line), at: offset)
      }
    } catch { throw .system(error) }
    guard count == length, buffer[length - 1] == 0x0a else { return nil }
    var view = RecordView.none
    let result: Result<Bool?, Failure> = unsafe buffer.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress,
        unsafe records.read(start, length: length - 1, into: &view) == nil
      else { return .success(nil) }
      do throws(Failure) { return .success(try body(view)) } catch { return .failure(error) }
    }
    do throws(Failure) { return try result.get() } catch { throw .body(error) }
  }
}

enum PlacedReadingError<Failure: Error>: Error {
  case system(SystemError)
  case body(Failure)
}
