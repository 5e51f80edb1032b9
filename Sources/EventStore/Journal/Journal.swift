import Synchronization

/// A journal on disk for concurrent callers. Appends that come while others are being written are
/// written together: one lock, one write and one sync for all of them.
///
/// Any number of processes may have the same journal open. Reading and appending happen on two
/// threads of their own; no task's thread ever waits for a disk or a lock. An append goes to its
/// thread and back, and nowhere else in between: each change of threads costs some microseconds.
public final class Journal: EventLog {
  public let directory: JournalDirectory

  private let files: JournalFiles
  private let writing = BlockingQueue("journal.append")
  private let reading = BlockingQueue("journal.read")
  private let waiting = Mutex(WaitingAppends())

  /// Opens a journal that exists. Waits for its lock, and reads its open segment.
  ///
  /// - Parameters:
  ///   - wait: how long to wait for the lock, in milliseconds, now and for every batch.
  ///   - clock: the time of each batch.
  public static func open(
    _ directory: JournalDirectory, wait: Int = 10_000,
    clock: @escaping @Sendable () -> Timestamp = SystemClock.now
  ) async throws(JournalError) -> Journal {
    let journal = Journal(directory, JournalFiles(directory, wait: wait, clock: clock))
    let (files, writing) = (journal.files, journal.writing)
    try await writing.run {
      Result { () throws(JournalError) in try files.openWriter() }
    }.get()
    return journal
  }

  private init(_ directory: JournalDirectory, _ files: JournalFiles) {
    self.directory = directory
    self.files = files
  }

  /// Records all of `events` or none. Returns when they are on stable storage.
  ///
  /// - Throws: `.conditionFailed` and `.tooLarge` concern this append only; `.busy`, `.damaged`,
  ///   `.storageFailed` (surely nothing recorded) and `.outcomeUnknown` all that were to be
  ///   written together.
  @discardableResult
  public func append(
    _ events: [NewEvent], if condition: AppendCondition?
  ) async throws(JournalError) -> ClosedRange<Position>? {
    guard !events.isEmpty else { return nil }
    let result = await withCheckedContinuation { continuation in
      let append = WaitingAppend(events: events, condition: condition, continuation: continuation)
      let isFirst = waiting.withLock { $0.add(append) }
      if isFirst { writing.start { self.writeAll() } }
    }
    return try result.get()
  }

  /// Writes batch after batch for as long as appends are waiting.
  private func writeAll() {
    while let batch = waiting.withLock({ $0.nextBatch() }) {
      let outcomes = files.decide(batch.map { ($0.events, $0.condition) })
      // Where the batch grew too large, the rest goes first into the next.
      if outcomes.count < batch.count {
        waiting.withLock { $0.putBack(batch[outcomes.count...]) }
      }
      Self.answer(batch, outcomes)
      files.extendIndex()
    }
  }

  /// One task is woken from here, and it wakes the others while the next batch is written: waking
  /// them all would take about as long as writing for them.
  private static func answer(_ batch: [WaitingAppend], _ outcomes: [WaitingAppend.Outcome]) {
    if outcomes.count == 1 { return batch[0].continuation.resume(returning: outcomes[0]) }
    Task {
      for (append, outcome) in zip(batch, outcomes) {
        append.continuation.resume(returning: outcome)
      }
    }
  }

  /// What stands in the journal when this is called, appends of other processes included.
  /// O(length from `position` on, and of the segment up to it).
  public func read(
    _ query: Query, after position: Position, limit: Int?, backwards: Bool
  ) async throws(JournalError) -> ReadResult {
    let files = files
    return try await reading.run {
      Result { () throws(JournalError) in
        try files.read(query, after: position, limit: limit, backwards: backwards)
      }
    }.get()
  }

  public func head() async throws(JournalError) -> Position {
    let files = files
    return try await reading.run {
      Result { () throws(JournalError) in try files.head() }
    }.get()
  }

  /// Waits for the appends and readings under way and lets go of the files. What comes later fails
  /// with `.storageFailed`.
  public func close() async {
    let files = files
    await writing.run { files.closeWriter() }
    await reading.run { files.closeReader() }
  }
}

/// The appends that wait for a batch. One thread takes them, for as long as there are any.
struct WaitingAppends {
  private var appends: [WaitingAppend] = []
  private var areTaken = false

  /// - Returns: whether nobody takes what waits; whoever adds the first has to see to that.
  mutating func add(_ append: WaitingAppend) -> Bool {
    appends.append(append)
    defer { areTaken = true }
    return !areTaken
  }

  /// What is to be written next; nil where nothing waits, and then nobody takes any more.
  mutating func nextBatch() -> [WaitingAppend]? {
    let batch = Array(appends.prefix(Limits.batchCommands))
    appends.removeFirst(batch.count)
    areTaken = !batch.isEmpty
    return areTaken ? batch : nil
  }

  mutating func putBack(_ rest: ArraySlice<WaitingAppend>) {
    appends.insert(contentsOf: rest, at: 0)
  }
}

/// An append that is waiting for its batch.
struct WaitingAppend: Sendable {
  typealias Outcome = Result<ClosedRange<Position>?, JournalError>

  var events: [NewEvent]
  var condition: AppendCondition?
  var continuation: CheckedContinuation<Outcome, Never>
}
