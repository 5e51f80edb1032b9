/// Appends to a journal, one batch at a time: lock, catch up with other appends, decide, one write,
/// one sync, unlock. Acknowledge a command only after that.
///
/// The type is noncopyable, so its owner is the only one who writes through it. The journal's lock
/// excludes other processes for the length of a batch.
public struct JournalWriter: ~Copyable {
  /// Reads the recorded events, without those of a batch in progress. For a journal on a server, it
  /// may also lack the events of the last batches; see `unread`.
  public package(set) var reader: JournalReader
  package let key: Result<JournalKey, JournalError>
  /// The unfinished appends that this writer has cut, and the losses that it has found.
  package internal(set) var repaired: [TornTail] = []

  private let lock: JournalLock
  let wait: Int
  private var records: RecordWriter
  var pending = PendingAppends()
  var isInBatch = false
  /// The time at which `checkBeforeLock` last refreshed from a server, in ticks.
  private var refreshedAt: UInt64 = 0
  /// The time from which the current batch makes way for other processes that wait, in ticks.
  private var makesWayAt: UInt64 = 0
  /// Whether the batch has stored a secret that one of its events names.
  var hasStoredSecret = false
  /// The integrity tree up to some event, if it is known: the events of a closed segment that ends
  /// there are not hashed again.
  var knownTree: MerkleTree?
  /// Set after a failed write or sync: the state of the open files is then unknown.
  var mustReopen = false
  /// Whether other batches follow immediately. The owner then calls ``finishAnswered()`` after it
  /// has answered, and a commit to a server also asks for the next lock. False releases that lock.
  package var expectsMore = false { didSet { if !expectsMore { origin?.releaseNext() } } }
  /// The batches that the server has recorded and `reader` has not read yet; nil if there are none.
  var unread: UnreadBatches?
  package var indexSizes = IndexBuilding.Sizes() { didSet { indexAt = indexSizes.step } }
  /// The unindexed length at which the index is extended, in bytes.
  private var indexAt = IndexBuilding.Sizes().step

  /// Opens the journal for appending. Waits for the lock once, to find the journal's end.
  ///
  /// - Parameter wait: how long to wait for the lock, in milliseconds, now and for every batch.
  public static func open(_ directory: JournalDirectory, wait: Int = 10_000)
    throws(JournalError) -> JournalWriter
  {
    if let origin = directory.origin { return try openCopy(of: origin, wait: wait) }
    // A missing journal is reported before a busy lock.
    try directory.requireJournal(wait: wait)
    let (directory, lock) = try directory.locked(.exclusive, wait: wait)
    defer { lock.release() }
    try directory.requireOwned()
    let manifest = try directory.manifest()
    let key = Self.key(for: manifest, in: directory)
    // The process that created the manifest may have ended before this sync.
    try directory.attempt("syncing", directory.path) { () throws(SystemError) in
      try directory.files.syncDirectory(directory.path)
    }
    let reader = try JournalReader.openWhileLocked(directory, manifest: manifest, for: .writing)
    var writer = JournalWriter(reader, key, lock, wait)
    writer.noteLoss()
    try writer.prepare()
    return writer
  }

  /// Opens the copy of a journal on a server.
  private static func openCopy(
    of origin: any JournalOrigin, wait: Int
  ) throws(JournalError) -> JournalWriter {
    let copy = try origin.refresh(wait: wait).directory.asCopy(of: origin.forWriter())
    let reader = try JournalReader.openFiles(in: copy, wait: wait)
    let directory = reader.directory
    let key = key(for: reader.manifest, in: directory)
    return JournalWriter(reader, key, try JournalLock(directory), wait)
  }

  private static func key(
    for manifest: Manifest, in directory: JournalDirectory
  ) -> Result<JournalKey, JournalError> {
    Result { () throws(JournalError) in try directory.key(for: manifest) }
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

  /// The position of the last event, including the current batch.
  public var head: Position { pending.last ?? recordedHead }

  /// The time of the last event, including the current batch; no event may be earlier.
  package var lastTime: Timestamp? { pending.lastTime ?? recordedTime }

  /// Whether the current batch has appended anything.
  package var hasPending: Bool { pending.last != nil }

  /// Whether the current batch should be written: because of its size, or because it has lasted
  /// long and another process waits for the lock. On a server, another process may always wait.
  package var isBatchFull: Bool {
    mutating get {
      if pending.json.bytes.count >= Limits.batchBytes { return true }
      let now = SystemClock.ticks()
      if now < makesWayAt { return false }
      if origin != nil || lock.isAwaited() { return true }
      // Asking whether a process waits takes two system calls, as long as some decisions.
      makesWayAt = now + Limits.batchTicks / 50
      return false
    }
  }

  /// Runs `body` with the journal locked and caught up, then writes the events it appended. When
  /// this returns, everything that `body` saw and appended is on stable storage.
  ///
  /// - Throws: `.busy`, `.damaged` and `.storageFailed` if nothing was recorded, `.outcomeUnknown`
  ///   if that is unknown, `.replaced` if the journal is no longer at its path. All state folded in
  ///   the batch is then invalid.
  @discardableResult
  public mutating func batch<Result>(
    _ body: (inout JournalWriter) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    let result = try inBatch(body)
    finishBatch()
    return result
  }

  /// Acquires the lock and catches up. `commit` or `abandon` must follow.
  package mutating func begin() throws(JournalError) {
    precondition(!isInBatch, "A batch was begun within a batch: it would wait for itself.")
    if let origin {
      try begin(at: origin)
    } else {
      try lock.acquire(.exclusive, until: SystemClock.deadline(after: wait))
      isInBatch = true
      do throws(JournalError) { try catchUp() } catch {
        abandon()
        throw error
      }
    }
    makesWayAt = SystemClock.ticks() + Limits.batchTicks
  }

  /// Writes and syncs the batch, then releases the lock, whether that succeeds or not.
  package mutating func commit() throws(JournalError) {
    if let origin { return try commit(OriginBatch(lines: pending.json.bytes), to: origin) }
    defer { abandon() }
    try write()
    if hasStoredSecret { SecretStore(reader.directory).recorded() }
  }

  package mutating func finishBatch() { if !expectsMore { finishAnswered() } }

  /// Does the work that no caller waits for: reads the last batches of a server's journal from the
  /// copy, and indexes new events if there are enough of them. A failure has no effect on results.
  package mutating func finishAnswered() {
    if expectsMore, let unread, unread.isShort { return }
    do throws(JournalError) { try readRecorded() } catch {
      // The batches are acknowledged; the next read of recorded events tries again.
    }
    guard reader.unindexedBytes >= indexAt else { return }
    // Another process may have extended the index.
    reader.index.load(for: reader.head)
    guard reader.unindexedBytes >= indexAt else { return }
    origin?.releaseNext()
    reader.extendIndex(indexSizes)
    // A writer that appends much indexes in larger pieces. One that could not index, or found less
    // than estimated, retries after the next piece.
    indexAt = max(
      min(indexAt * 2, indexSizes.largestTail), reader.unindexedBytes + indexSizes.step)
  }

  /// Extends the index to nearly all events; see ``JournalReader/completeIndex(_:sizes:)``.
  package mutating func completeIndex(_ progress: (_ done: Int, _ all: Int) -> Void) {
    reader.completeIndex(progress, sizes: indexSizes)
  }

  /// Ends the batch and releases the lock. Nothing of it is recorded unless it was written before.
  package mutating func abandon() {
    isInBatch = false
    hasStoredSecret = false
    pending.clear()
    if let origin { origin.abandon() } else { lock.release() }
  }

  private mutating func catchUp() throws(JournalError) {
    if mustReopen {
      let directory = reader.directory
      var reopened = try JournalReader.openWhileLocked(
        directory, manifest: directory.manifest(), for: .writing)
      // Another journal or a former state of this one may have replaced it meanwhile.
      try reopened.requireContinuation(of: reader.point)
      reader = reopened
      noteLoss()
      mustReopen = false
    } else {
      try reader.directory.requireManifest()
      try reader.requireSameJournal()
      try reader.extend()
    }
    try prepare()
  }

  /// Appends `events` to the batch, all or none of them. They are recorded when the batch ends.
  ///
  /// - Parameters:
  ///   - time: of the events that have none of their own; raised to the last event's if it is
  ///     earlier.
  ///   - condition: checked against all events, including those of the batch.
  /// - Throws: `.conditionFailed`, `.invalidEvent` and `.tooLarge`; nothing is appended then and
  ///   the batch continues.
  @discardableResult
  public mutating func append(
    _ events: [NewEvent], at time: Timestamp, cause: Cause? = nil,
    if condition: AppendCondition? = nil
  ) throws(JournalError) -> [RecordLocation] {
    try NewEvent.checkWithJSON(events, cause)
    return try appendEncoded(events, at: time, cause: cause, if: condition)
  }

  /// Appends events whose JSON was written by an encoder, or checked by a parser, of this package.
  @discardableResult
  package mutating func appendEncoded(
    _ events: [NewEvent], at time: Timestamp, cause: Cause?, if condition: AppendCondition?
  ) throws(JournalError) -> [RecordLocation] {
    precondition(isInBatch, "An append outside of a batch, without the lock.")
    try NewEvent.check(events, cause, at: time)
    if let condition { try check(condition) }
    return try pending.append(
      events, after: recordedHead, at: time, notBefore: lastTime, cause: cause, with: &records)
  }

  /// Checks the condition of an append, if it has one, before the lock is acquired if that takes
  /// many comparisons, so that other writers don't wait for them.
  ///
  /// - Returns: the condition that the append still has to check, or `.conditionFailed`, which
  ///   concerns this append only. Other errors, those of `batch`, are thrown.
  package mutating func checkBeforeLock(
    _ condition: AppendCondition?
  ) throws(JournalError) -> Result<AppendCondition?, JournalError> {
    guard let condition else { return .success(nil) }
    if origin != nil {
      // One refresh serves many conditions, since a round trip takes longer than their checks.
      // Newer events are checked under the lock.
      if SystemClock.ticks() - refreshedAt >= Limits.batchTicks {
        origin?.releaseNext()
        try readRecorded()
        try reader.refresh(wait: wait)
        refreshedAt = SystemClock.ticks()
      }
    } else if try reader.mayHaveNews() {
      try batch { (_) throws(JournalError) in }
    }
    let events = max(0, head.rawValue - max(condition.after, .start).rawValue)
    let items = max(1, condition.noneMatch.items.count)
    guard events > Self.mostComparisonsUnderLock / items else { return .success(condition) }
    origin?.releaseNext()
    do throws(JournalError) { try check(condition) } catch {
      if case .conditionFailed = error { return .failure(error) }
      throw error
    }
    return .success(
      AppendCondition(noneMatch: condition.noneMatch, after: max(condition.after, head)))
  }

  /// The maximum number of comparisons of an event with an item that are left for the time under
  /// the lock: about a millisecond.
  private static let mostComparisonsUnderLock = 10_000

  private mutating func check(_ condition: AppendCondition) throws(JournalError) {
    if pending.contains(condition.noneMatch, after: condition.after, of: manifest.journal) {
      throw .conditionFailed
    }
    guard condition.after < recordedHead else { return }
    try readRecorded()
    if try reader.hasEvent(matching: condition.noneMatch, after: condition.after) {
      throw .conditionFailed
    }
  }
}
