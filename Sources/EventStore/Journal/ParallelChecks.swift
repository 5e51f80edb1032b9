import Synchronization

/// The checks of records that are made ahead of a walk through the segments, on all processors.
///
/// A worker that is free takes the next segment; so does the walk itself while it waits for a
/// worker. The walk finds the check of a record by the record's offset. A record without a check,
/// for example one after damage, is checked when the walk reaches it.
struct ParallelChecks {
  private let scope: VerificationScope
  private let workers: [ReadAhead<CheckBatch>]
  private let claims: SegmentClaims
  /// The checks of later segments that the walk makes while it waits.
  private var walkChecks: [WalkChecks] = []
  private var segment = -1
  /// The owner of the checks of this segment; nil if the walk checks its records one by one.
  private var owner: SegmentClaims.Owner?
  private var batch = CheckBatch()
  private var next = 0
  private var memory = JSONGrammarMemory()

  /// The number of batches that a worker makes before the walk takes the first.
  private static let batchesPerWorker = 32
  /// The number of segments of which the walk keeps checks that it has made while it waited.
  private static let mostWalkSegments = 2

  init(_ scope: VerificationScope) {
    let claims = SegmentClaims(scope.segments.count)
    self.scope = scope
    self.claims = claims
    workers = (0..<min(Processors.count - 1, scope.segments.count)).map { worker in
      ReadAhead(depth: Self.batchesPerWorker) { give in
        while let segment = claims.next(for: .worker(worker)) {
          let checks = try SegmentChecks(of: segment, in: scope)
          repeat {
            guard give(try checks.next()) else { return }
          } while !checks.isAtEnd
        }
      }
    }
  }

  /// Moves on to a segment of the scope. The checks of the segments before it are dropped.
  mutating func begin(_ number: Int) {
    while segment < number {
      while receive() {}
      walkChecks.removeAll { $0.segment == segment }
      segment += 1
      owner = claims.settle(segment)
      batch = CheckBatch()
      next = 0
    }
  }

  /// The check of the segment's next record, which begins at `offset`.
  mutating func take(_ view: RecordView, at offset: Int) -> RecordCheck {
    while next == batch.offsets.count, receive() {}
    guard next < batch.offsets.count, batch.offsets[next] == offset else {
      return RecordCheck(view, using: &memory)
    }
    defer { next += 1 }
    return batch.checks[next]
  }

  /// Receives the next batch of checks of the segment.
  ///
  /// - Returns: false if there is none. The walk then checks the records itself and reports any
  ///   error.
  private mutating func receive() -> Bool {
    guard !batch.isLastOfSegment, let owner else { return false }
    let received: CheckBatch?
    switch owner {
    case .worker(let worker):
      do { received = try workers[worker].next { checkLaterSegment() } } catch { received = nil }
    case .walk: received = walkChecks.first { $0.segment == segment }?.take()
    }
    guard let received else {
      self.owner = nil
      return false
    }
    batch = received
    next = 0
    return true
  }

  /// Makes some checks of a segment that no worker has taken; false if there is none, or if the
  /// walk keeps checks of enough segments.
  private mutating func checkLaterSegment() -> Bool {
    if let last = walkChecks.last, last.segment > segment, last.extend() { return true }
    guard walkChecks.count < Self.mostWalkSegments, let segment = claims.next(for: .walk) else {
      return false
    }
    walkChecks.append(WalkChecks(segment, in: scope))
    return true
  }
}

/// The checks of some records that follow one another.
private struct CheckBatch: Sendable {
  var offsets: [Int] = []
  var checks: [RecordCheck] = []
  var isLastOfSegment = false

  static let size = 2048
}

/// Assigns each segment to the worker, or to the walk, that checks it.
private final class SegmentClaims: Sendable {
  enum Owner { case worker(Int), walk }

  private let count: Int
  /// The owners of the first segments; nil for a segment that the walk reached before anyone took
  /// it.
  private let owners = Mutex<[Owner?]>([])

  init(_ count: Int) { self.count = count }

  /// Assigns the first free segment to `owner`; nil if there is none.
  func next(for owner: Owner) -> Int? {
    owners.withLock { owners in
      guard owners.count < count else { return nil }
      owners.append(owner)
      return owners.count - 1
    }
  }

  /// The owner of a segment that the walk has reached. A segment without an owner can then no
  /// longer be taken.
  func settle(_ segment: Int) -> Owner? {
    owners.withLock { owners in
      if owners.count <= segment { owners.append(nil) }
      return owners[segment]
    }
  }
}

/// The checks of one segment in order.
private final class SegmentChecks {
  private var records: SegmentReader
  private var memory = JSONGrammarMemory()
  private(set) var isAtEnd = false

  init(of number: Int, in scope: VerificationScope) throws(JournalError) {
    let segment = scope.segments[number]
    records = SegmentReader(
      try scope.file(of: segment), journal: scope.manifest.journal, from: 0, to: segment.size,
      expecting: segment.first, notBefore: .earliest)
  }

  /// The next batch. The last one ends at the end of the segment or at damage.
  func next() throws(SystemError) -> CheckBatch {
    var batch = CheckBatch()
    while batch.offsets.count < CheckBatch.size {
      guard case .record = try records.next() else {
        isAtEnd = true
        batch.isLastOfSegment = true
        break
      }
      batch.offsets.append(records.offset)
      batch.checks.append(RecordCheck(records.view, using: &memory))
    }
    return batch
  }
}

/// The checks that the walk makes of a later segment while it waits.
private final class WalkChecks {
  let segment: Int
  /// Nil at the end, or if the segment cannot be read; the walk then reports the reason.
  private var checks: SegmentChecks?
  private var batches: [CheckBatch] = []
  private var taken = 0

  init(_ segment: Int, in scope: VerificationScope) {
    self.segment = segment
    do throws(JournalError) { checks = try SegmentChecks(of: segment, in: scope) } catch {
      checks = nil
    }
  }

  /// Makes the next batch; false at the end.
  func extend() -> Bool {
    guard let checks else { return false }
    do throws(SystemError) { batches.append(try checks.next()) } catch { self.checks = nil }
    if checks.isAtEnd { self.checks = nil }
    return true
  }

  /// The next batch; nil if no more were made.
  func take() -> CheckBatch? {
    guard taken < batches.count else { return nil }
    defer { taken += 1 }
    return batches[taken]
  }
}
