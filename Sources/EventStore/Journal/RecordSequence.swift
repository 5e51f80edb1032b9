/// The requirements for the next record of a journal: its position, its earliest time and its place
/// in its append.
struct RecordSequence: Sendable {
  /// The position of the next record.
  private(set) var expected: Position
  /// The time of the previous record; no record may be earlier.
  private(set) var time: Timestamp
  private var index = 0
  private var count = 0

  init(expecting position: Position, notBefore time: Timestamp) {
    expected = position
    self.time = time
  }

  /// Whether the records so far end with the last one of an append.
  var endsWithAppend: Bool { index == count }

  /// Advances past the next record.
  ///
  /// - Returns: nil, or the reason why it cannot be the next one; then nothing has changed.
  @inline(__always)
  mutating func follow(_ view: RecordView) -> Damage.Reason? {
    guard view.position == expected else {
      return .position(found: view.position.rawValue, expected: expected.rawValue)
    }
    guard view.time >= time else { return .timeBackwards }
    guard index == count ? view.index == 1 : view.index == index + 1 && view.count == count else {
      return .appendOrder
    }
    resume(after: view)
    return nil
  }

  /// Continues after this record, whatever came before it.
  @inline(__always)
  mutating func resume(after view: RecordView) {
    index = view.index
    count = view.count
    time = view.time
    expected = view.position.next
  }
}
