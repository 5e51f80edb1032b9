/// Reads single records at known places.
struct RandomAccessRecordReader {
  private var records: RecordReader
  /// The last record, and readable bytes after it.
  private var buffer: [UInt8] = []

  init(journal: JournalID) { records = RecordReader(journal: journal) }

  /// Lends the record of `length` bytes, its line feed included, at `offset` to `body`.
  ///
  /// - Returns: the result of `body`; nil if there is no such record.
  mutating func read<Failure: Error>(
    _ file: any StoredFile, at offset: Int, length: Int,
    _ body: (RecordView) throws(Failure) -> Bool?
  ) throws(PlacedReadingError<Failure>) -> Bool? {
    guard length > 1 else { return nil }
    let readable = length + LineReader.padding
    if buffer.count < readable { buffer = Array(repeating: 0, count: readable) }
    var failure: SystemError?
    let result: Result<Bool?, Failure> = unsafe buffer.withUnsafeMutableBytes { bytes in
      do throws(SystemError) {
        let line = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[..<length])
        guard unsafe try file.read(into: line, at: offset) == length else { return .success(nil) }
      } catch {
        failure = error
        return .success(nil)
      }
      var view = RecordView.none
      guard unsafe bytes[length - 1] == 0x0a,
        let start = unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
        unsafe records.read(UnsafePointer(start), length: length - 1, into: &view) == nil
      else { return .success(nil) }
      do throws(Failure) { return .success(try body(view)) } catch { return .failure(error) }
    }
    if let failure { throw .system(failure) }
    do throws(Failure) { return try result.get() } catch { throw .body(error) }
  }
}

enum PlacedReadingError<Failure: Error>: Error {
  case system(SystemError)
  case body(Failure)
}
