/// Reads the records of one segment in order and checks that each follows the one before.
struct SegmentReader: ~Copyable {
  enum Step {
    /// The next record is in `view`.
    case record
    /// All bytes were read.
    case end
    /// What stands at `offset` is not the next record.
    case wrong(Damage.Reason)
  }

  private var lines: LineReader
  private var records: RecordReader
  private(set) var view: RecordView

  /// The position of the next record.
  private(set) var expected: Position
  /// Where the line last read begins, in bytes.
  private(set) var offset: Int
  /// Where the next line begins.
  private(set) var nextOffset: Int
  /// Whether the line last read was the unfinished rest of the file.
  private(set) var isUnfinished = false
  /// Whether the line last read holds NUL bytes, as blocks that never reached the disk do.
  private(set) var hasHole = false
  private var lastTime: Timestamp
  private var index = 0
  private var count = 0

  /// - Parameters:
  ///   - position: of the record at `offset`.
  ///   - time: no record may be earlier than this.
  init(
    _ file: any StoredFile, journal: JournalID, from offset: Int, to limit: Int,
    expecting position: Position, notBefore time: Timestamp
  ) {
    lines = LineReader(file, from: offset, to: limit)
    records = RecordReader(journal: journal)
    view = unsafe RecordView(line: Self.nothing, length: 0)
    expected = position
    self.offset = offset
    nextOffset = offset
    lastTime = time
  }

  /// Stands in for a line until the first is read; never looked at.
  private static let nothing: UnsafePointer<UInt8> = {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
    unsafe bytes.initialize(repeating: 0x0a, count: 64)
    return unsafe UnsafePointer(bytes)
  }()

  /// Whether the records read so far end with the last one of an append.
  var endsWithAppend: Bool { index == count }

  /// The time of the record last read.
  var time: Timestamp { lastTime }

  @inline(__always)
  mutating func next() throws(SystemError) -> Step {
    guard let line = unsafe try lines.next() else { return .end }
    offset = unsafe line.offset
    guard unsafe line.isTerminated else {
      isUnfinished = true
      let isTooLong = unsafe line.isTooLong
      hasHole = unsafe holdsNUL(line)
      return .wrong(.malformed(isTooLong ? "the line is too long" : "the line is unfinished"))
    }
    nextOffset = unsafe line.offset + line.length + 1
    if let reason = unsafe records.read(line.bytes, length: line.length, into: &view) {
      hasHole = unsafe holdsNUL(line)
      return .wrong(reason)
    }
    if let reason = follow() { return .wrong(reason) }
    return .record
  }

  private mutating func follow() -> Damage.Reason? {
    guard view.position == expected else { return .position(found: view.position.rawValue) }
    guard view.time >= lastTime else { return .timeBackwards }
    guard index == count ? view.index == 1 : view.index == index + 1 && view.count == count else {
      return .appendOrder
    }
    index = view.index
    count = view.count
    lastTime = view.time
    expected = expected.next
    return nil
  }

  private func holdsNUL(_ line: LineReader.Line) -> Bool {
    unsafe UnsafeBufferPointer(start: line.bytes, count: line.length).contains(0)
  }
}
