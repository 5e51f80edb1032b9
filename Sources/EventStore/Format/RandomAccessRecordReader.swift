/// Reads single records at known places.
struct RandomAccessRecordReader {
  private var records: RecordReader
  private var buffer: [UInt8] = []

  init(journal: JournalID) { records = RecordReader(journal: journal) }

  /// Lends the record of `length` bytes, its line feed included, at `offset` to `body`.
  ///
  /// - Returns: the result of `body`; nil if there is no such record.
  mutating func read<Failure: Error>(
    _ file: any StoredFile, at offset: Int, length: Int,
    _ body: (RecordView) throws(Failure) -> Bool?
  ) throws(PlacedReadingError<Failure>) -> Bool? {
    do throws(SystemError) { buffer = try file.contents(length, at: offset) } catch {
      throw .system(error)
    }
    guard buffer.count == length, buffer.last == 0x0a, length > 1 else { return nil }
    buffer.append(contentsOf: repeatElement(0, count: LineReader.padding))
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
