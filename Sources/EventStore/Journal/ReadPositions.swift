extension JournalReader {
  /// A place between two records of a segment.
  struct ReadPosition: Sendable {
    /// The requirements for the next record.
    var sequence: RecordSequence
    /// The first position of the segment.
    var segment: Position
    /// In bytes from the beginning of the segment.
    var offset: Int
  }
}

/// The ends of previous reads of a journal, at which the next read may begin.
struct ReadPositions: Sendable {
  /// The furthest end: the next read is mostly of new events.
  private(set) var furthest: JournalReader.ReadPosition?
  /// The end of the last read that ended before `furthest`, or that its caller stopped. Repeated
  /// look-ups, such as those of retried commands, begin there.
  private var lookUp: JournalReader.ReadPosition?

  /// The place in a segment from which reading up to the event at `position` is shortest.
  ///
  /// - Parameter other: another candidate place.
  func start(
    in segment: Position, before position: Position, or other: JournalReader.ReadPosition?
  ) -> JournalReader.ReadPosition {
    var start = JournalReader.ReadPosition(
      sequence: RecordSequence(expecting: segment, notBefore: .earliest), segment: segment,
      offset: 0)
    for case let place? in [lookUp, furthest, other]
    where place.segment == segment && place.sequence.expected <= position
      && place.offset > start.offset
    {
      start = place
    }
    return start
  }

  /// Records where a read has ended.
  ///
  /// - Parameters:
  ///   - place: after the last record that was read.
  ///   - stop: before the record at which the caller ended the reading.
  mutating func note(_ place: JournalReader.ReadPosition, _ stop: JournalReader.ReadPosition?) {
    if let furthest,
      (furthest.segment, furthest.sequence.expected) > (place.segment, place.sequence.expected)
    {
      lookUp = stop ?? place
    } else {
      furthest = place
      lookUp = stop ?? lookUp
    }
  }
}
