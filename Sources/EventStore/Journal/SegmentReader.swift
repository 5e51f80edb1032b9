/// Reads the records of one segment in order and checks that each follows the one before.
struct SegmentReader: ~Copyable {
  enum Step {
    /// The next record is in `view`.
    case record
    /// All bytes were read.
    case end
    /// The line at `offset` is not the next record.
    case wrong(Damage.Reason)
  }

  /// Whether the line last read is unfinished: nothing can be read after it.
  private(set) var isStuck = false
  private var lines: LineReader
  private var records: RecordReader
  private(set) var view: RecordView

  /// The offset of the line last read, in bytes.
  private(set) var offset: Int
  /// The offset of the next line, in bytes.
  private(set) var nextOffset: Int
  /// The end of the record last read, in bytes.
  private(set) var endOfLast: Int
  /// Whether the wrong line last read looks like an interrupted write: the unfinished rest of the
  /// file, or a hole of NUL bytes where blocks never reached the disk. A changed byte in a complete
  /// line is neither.
  private(set) var looksTorn = false
  /// The end of the last complete append, in bytes: an interrupted write began there or before.
  private var appendEnd: Int
  private let limit: Int
  private var sequence: RecordSequence
  /// Whether the wrong line last read is a valid record, though not the expected one.
  private var isRecord = false
  /// After a wrong line: the positions of the segment, one of which the next record must have.
  private var resumesIn: ClosedRange<Position>?

  /// - Parameters:
  ///   - position: of the record at `offset`.
  ///   - time: no record may be earlier than this.
  init(
    _ file: any StoredFile, journal: JournalID, from offset: Int, to limit: Int,
    expecting position: Position, notBefore time: Timestamp
  ) {
    self.init(
      file, journal: journal, from: offset, to: limit,
      following: RecordSequence(expecting: position, notBefore: time))
  }

  /// Continues where another reader stopped.
  init(
    _ file: any StoredFile, journal: JournalID, from offset: Int, to limit: Int,
    following sequence: RecordSequence
  ) {
    lines = LineReader(file, from: offset, to: limit)
    records = RecordReader(journal: journal)
    view = RecordView.none
    self.sequence = sequence
    endOfLast = offset
    appendEnd = offset
    self.limit = limit
    self.offset = offset
    nextOffset = offset
  }

  /// Whether an interrupted write can have left everything after the last complete append.
  private var isRestOneWrite: Bool { limit - appendEnd <= Limits.writeBytes }

  /// Whether the records read so far end with the last one of an append.
  var endsWithAppend: Bool { sequence.endsWithAppend }

  /// The position of the next record.
  var expected: Position { sequence.expected }

  /// The time of the record last read.
  var time: Timestamp { sequence.time }

  @inline(__always)
  mutating func next() throws(SystemError) -> Step {
    guard let line = try lines.next() else { return .end }
    offset = line.offset
    isRecord = false
    looksTorn = false
    guard line.isTerminated else {
      let isTooLong = line.isTooLong
      isStuck = !isTooLong
      looksTorn =
        isRestOneWrite
        && (line.holdsHole(of: appendEnd..<limit)
          || !isTooLong && !records.isCompleteExceptLineFeed(line))
      return .wrong(
        isTooLong
          ? .malformed("the line is too long", ru: "строка слишком длинная")
          : .malformed("the line is unfinished", ru: "строка не закончена"))
    }
    nextOffset = line.offset + line.length + 1
    if let reason = records.read(line, into: &view) {
      looksTorn = isRestOneWrite && line.holdsHole(of: appendEnd..<limit)
      return .wrong(reason)
    }
    if let range = resumesIn, range.contains(view.position) {
      resumesIn = nil
      sequence.resume(after: view)
    } else if let reason = sequence.follow(view) {
      isRecord = true
      return .wrong(reason)
    }
    endOfLast = nextOffset
    if endsWithAppend { appendEnd = nextOffset }
    return .record
  }

  /// Reads the next record; an error names the path of the segment.
  @inline(__always)
  mutating func next(of path: String) throws(JournalError) -> Step {
    do throws(SystemError) { return try next() } catch {
      throw .storageFailed(doing: "reading", path: path, error)
    }
  }

  /// Makes the record last read look as if its erasable section were already erased.
  mutating func hideSection(of journal: JournalID) { view.hiddenSectionSeed = journal.checksumSeed }

  /// The place after the record last read, from which another reader can continue.
  func place(in segment: Position) -> JournalReader.ReadPosition {
    JournalReader.ReadPosition(sequence: sequence, segment: segment, offset: endOfLast)
  }

  /// The place before the record last read, at which the next read of a caller that stopped there
  /// can begin; nil within an append.
  func placeBefore(in segment: Position) -> JournalReader.ReadPosition? {
    guard view.index == 1 else { return nil }
    return JournalReader.ReadPosition(
      sequence: RecordSequence(expecting: view.position, notBefore: view.time), segment: segment,
      offset: offset)
  }

  /// Continues after a wrong line: the next line that is a record of the segment counts as the one
  /// that follows.
  ///
  /// - Parameter positions: those of the segment. Those of other segments are skipped.
  mutating func skipWrongLine(in positions: ClosedRange<Position>) {
    if isRecord, positions.contains(view.position) {
      resumesIn = nil
      sequence.resume(after: view)
    } else {
      resumesIn = positions
    }
  }
}
