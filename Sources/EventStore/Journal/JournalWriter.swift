/// Appends to a journal, a batch at a time: lock, catch up with what others appended, decide, one
/// write, one sync, unlock. Only then may anything be answered.
///
/// It cannot be copied: whoever holds it is the only one who writes through it. Other processes
/// are kept out by the journal's lock, for the length of a batch.
public struct JournalWriter: ~Copyable {
  /// What is there, as of the beginning of the batch.
  public package(set) var reader: JournalReader
  package let key: Result<JournalKey, JournalError>
  /// Unfinished appends that were cut off since the writer was opened.
  package internal(set) var repaired: [TornTail] = []

  private let lock: JournalLock
  private let wait: Int
  private var records: RecordWriter
  var pending = PendingAppends()
  private(set) var isInBatch = false
  /// When the present batch had caught up.
  private var batchStart: UInt64 = 0
  /// Whether the batch has kept a secret that one of its events names.
  var hasStoredSecret = false
  /// After a failed write or sync nothing is known of the open files any more.
  var mustReopen = false
  package var indexSizes = IndexBuilding.Sizes() { didSet { indexAt = indexSizes.step } }
  /// How much has to be unindexed before the index is extended, in bytes.
  private var indexAt = IndexBuilding.Sizes().step

  /// Opens the journal for appending. Waits for the lock once, to find the journal's end.
  ///
  /// - Parameter wait: how long to wait for the lock, in milliseconds, now and for every batch.
  public static func open(_ directory: JournalDirectory, wait: Int = 10_000)
    throws(JournalError) -> JournalWriter
  {
    // Whether there is a journal at all comes before whether its lock can be had.
    try directory.requireJournal(wait: wait)
    let (directory, lock) = try directory.locked(.exclusive, wait: wait)
    defer { lock.release() }
    try directory.requireOwned()
    let manifest = try directory.manifest()
    let key: Result<JournalKey, JournalError>
    do throws(JournalError) { key = .success(try directory.key(for: manifest)) } catch {
      key = .failure(error)
    }
    // Whoever made the manifest may not have come to this.
    try directory.attempt("syncing", directory.path) { () throws(SystemError) in
      try directory.files.syncDirectory(directory.path)
    }
    let reader = try JournalReader.openQuiet(directory, manifest: manifest, for: .writing)
    var writer = JournalWriter(reader, key, lock, wait)
    try writer.prepare()
    return writer
  }

  private init(
    _ reader: consuming JournalReader, _ key: Result<JournalKey, JournalError>,
    _ lock: JournalLock, _ wait: Int
  ) {
    records = RecordWriter(journal: reader.manifest.journal)
    self.reader = reader
    self.key = key
    self.lock = lock
    self.wait = wait
  }

  package var manifest: Manifest { reader.manifest }

  /// The position of the last event, those of the present batch included.
  public var head: Position { pending.last ?? reader.head }

  /// The time of the last event, those of the present batch included; no event may be earlier.
  public var lastTime: Timestamp? { pending.lastTime ?? reader.lastTime }

  /// Whether the present batch has appended anything.
  package var hasPending: Bool { pending.last != nil }

  /// Whether the present batch should be written, for its size or since it has gone on for long while
  /// another process waits for the lock.
  package var isBatchFull: Bool {
    pending.json.bytes.count >= Limits.batchBytes
      || SystemClock.ticks() - batchStart >= Limits.batchTicks && lock.isAwaited()
  }

  /// Runs `body` with the journal locked and caught up, then writes what it appended. When this
  /// returns, everything that `body` saw and appended is on stable storage.
  ///
  /// - Throws: `.busy`, `.damaged` and `.storageFailed` when surely nothing was recorded,
  ///   `.outcomeUnknown` when that cannot be said, `.replaced` when the journal is not at its path
  ///   any more. All state folded in the batch is void then.
  @discardableResult
  public mutating func batch<Result>(
    _ body: (inout JournalWriter) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    let result = try record(body)
    extendIndex()
    return result
  }

  /// The same without extending the index, which nobody's answer has to wait for.
  package mutating func record<Result>(
    _ body: (inout JournalWriter) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try begin()
    let result: Result
    do throws(JournalError) { result = try body(&self) } catch {
      abandon()
      throw error
    }
    try commitBatch()
    return result
  }

  /// Takes the lock and catches up. `commit` or `abandon` must follow.
  public mutating func begin() throws(JournalError) {
    precondition(!isInBatch, "A batch within a batch would wait for itself.")
    try lock.acquire(.exclusive, until: JournalLock.deadline(after: wait))
    isInBatch = true
    do throws(JournalError) { try catchUp() } catch {
      abandon()
      throw error
    }
    batchStart = SystemClock.ticks()
  }

  /// Writes what was appended, syncs it, and lets go of the lock, whether that succeeds or not.
  public mutating func commit() throws(JournalError) {
    try commitBatch()
    extendIndex()
  }

  private mutating func commitBatch() throws(JournalError) {
    defer { abandon() }
    try write()
    if hasStoredSecret { SecretStore(reader.directory).recorded() }
  }

  /// Takes what was appended into the index, where it is worth it. Nothing depends on whether that
  /// succeeds.
  package mutating func extendIndex() {
    guard reader.unindexedBytes >= indexAt else { return }
    // Another process may have been at it.
    reader.index.load(for: reader.head)
    guard reader.unindexedBytes >= indexAt else { return }
    Derived.attempt {
      try IndexBuilding(reader.directory, journal: manifest.journal, sizes: indexSizes)
        .extend(with: &reader)
    }
    // Whoever appends much takes it in by larger pieces; where it fails, it is tried less often.
    indexAt = min(indexAt * 2, indexSizes.step * 16)
  }

  /// Lets go of the lock; nothing of the batch is recorded.
  public mutating func abandon() {
    isInBatch = false
    hasStoredSecret = false
    pending.clear()
    lock.release()
  }

  private mutating func catchUp() throws(JournalError) {
    if mustReopen {
      let directory = reader.directory
      var reopened = try JournalReader.openQuiet(
        directory, manifest: directory.manifest(), for: .writing)
      // It may have been replaced meanwhile, by another journal or by a former state of this one.
      try reopened.requireContinuation(of: reader.point)
      reader = reopened
      mustReopen = false
    } else {
      try reader.extend(for: .writing)
    }
    try prepare()
  }

  /// Appends `events` to the batch, all or none of them. They are recorded when the batch ends.
  ///
  /// - Parameters:
  ///   - time: of all of them; raised to the last event's where it is earlier.
  ///   - condition: checked against everything there is, the batch's own events included.
  /// - Throws: `.conditionFailed` and `.tooLarge`; then nothing was appended and the batch goes on.
  @discardableResult
  public mutating func append(
    _ events: [NewEvent], at time: Timestamp, cause: Cause? = nil,
    if condition: AppendCondition? = nil
  ) throws(JournalError) -> [RecordLocation] {
    precondition(isInBatch, "Appending needs the lock.")
    try Limits.check(events)
    if let condition { try check(condition) }
    return try pending.append(
      events, behind: reader.head, at: max(time, lastTime ?? time), cause: cause, with: &records)
  }

  /// Checks a condition against what is recorded by now, without holding the lock, where that is
  /// much: others don't wait for it.
  ///
  /// - Returns: what remains to be checked by `append`.
  /// - Throws: `.conditionFailed`, and as `batch` does.
  private mutating func checkAhead(
    _ condition: AppendCondition
  ) throws(JournalError) -> AppendCondition {
    if try reader.mayHaveNews() { try batch { (_) throws(JournalError) in } }
    let events = max(0, head.rawValue - condition.after.rawValue)
    let items = max(1, condition.noneMatch.items.count)
    guard events > Self.checkedUnderLock / items else { return condition }
    try check(condition)
    return AppendCondition(noneMatch: condition.noneMatch, after: max(condition.after, head))
  }

  /// The same for an append that may have no condition; that it fails concerns this append only.
  package mutating func checkAhead(
    _ condition: AppendCondition?
  ) throws(JournalError) -> Result<AppendCondition?, JournalError> {
    guard let condition else { return .success(nil) }
    do throws(JournalError) { return .success(try checkAhead(condition)) } catch {
      if case .conditionFailed = error { return .failure(error) }
      throw error
    }
  }

  /// So many comparisons of an event with an item of a query take a millisecond or so.
  private static let checkedUnderLock = 10_000

  private mutating func check(_ condition: AppendCondition) throws(JournalError) {
    if pending.contains(condition.noneMatch, after: condition.after, of: manifest.journal) {
      throw .conditionFailed
    }
    var found = false
    try reader.forEach(condition.noneMatch, after: condition.after) { _ in
      found = true
      return false
    }
    if found { throw .conditionFailed }
  }
}
