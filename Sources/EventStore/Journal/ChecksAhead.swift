/// The checks of records that other processors make ahead of a walk, each for some of the segments.
///
/// They are found by their offset. A record without any, for example one after damage, is checked
/// by the walk itself.
struct ChecksAhead {
  private struct Batch: Sendable {
    var offsets: [Int] = []
    var checks: [RecordCheck] = []
    var isLastOfSegment = false

    static let size = 2048
    /// The number of batches that a processor may be ahead.
    static let kept = 32
  }

  private let workers: [ReadAhead<Batch>]
  private let isAhead: @Sendable (_ segment: Int) -> Bool
  private var segment = 0
  private var batch = Batch()
  private var next = 0

  init(_ scope: VerificationScope) {
    let count = min(Processors.count - 1, scope.segments.count)
    // A single worker would finish last: these checks take longer than the rest of the walk, which
    // therefore makes a quarter of them.
    let isAhead: @Sendable (Int) -> Bool = { count > 1 || $0 % 4 != 3 }
    self.isAhead = isAhead
    workers = (0..<count).map { first in
      ReadAhead(depth: Batch.kept) { give in
        for segment in stride(from: first, to: scope.segments.count, by: count)
        where isAhead(segment) {
          guard try Self.check(scope.segments[segment], in: scope, give) else { return }
        }
      }
    }
  }

  /// Returns whether to go on.
  private static func check(
    _ segment: VerificationScope.Segment, in scope: VerificationScope, _ give: (Batch) -> Bool
  ) throws -> Bool {
    var records = SegmentReader(
      try scope.file(of: segment), journal: scope.manifest.journal, from: 0, to: segment.size,
      expecting: segment.first, notBefore: .earliest)
    var batch = Batch()
    while case .record = try records.next() {
      batch.offsets.append(records.offset)
      batch.checks.append(RecordCheck(records.view))
      if batch.offsets.count == Batch.size {
        guard give(batch) else { return false }
        batch = Batch()
      }
    }
    batch.isLastOfSegment = true
    return give(batch)
  }

  /// Begins with a segment of the scope. Those between the last one and this are skipped.
  mutating func begin(_ number: Int) {
    while segment < number {
      while isAhead(segment), !batch.isLastOfSegment, receive() {}
      segment += 1
      batch = Batch()
    }
    next = 0
  }

  /// The checks of the next record of the segment that begins at `offset`.
  mutating func take(_ view: RecordView, at offset: Int) -> RecordCheck {
    guard isAhead(segment) else { return RecordCheck(view) }
    while next == batch.offsets.count, !batch.isLastOfSegment, receive() {}
    guard next < batch.offsets.count, batch.offsets[next] == offset else {
      return RecordCheck(view)
    }
    defer { next += 1 }
    return batch.checks[next]
  }

  /// Returns false if there is nothing to be received: the walk meets what ended the worker itself.
  private mutating func receive() -> Bool {
    guard !workers.isEmpty else { return false }
    do {
      guard let received = try workers[segment % workers.count].next() else { return false }
      batch = received
    } catch { return false }
    next = 0
    return true
  }
}
