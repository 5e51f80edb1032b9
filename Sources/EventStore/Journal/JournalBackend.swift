// The interface below an engine: lock, catch up, decide, commit, follow. Folds, read models and the
// decisions of the command handler use nothing else of a journal. A journal in files implements it,
// and one in memory is the same code over ``MemoryFileSystem``. A backend passes the contract suite
// `BackendTests` in `Tests/EventEngineTests`.

/// Recorded events as folds and read models read them: a prefix of the journal, in order, without
/// gaps.
package protocol RecordSource: ~Copyable {
  /// The settings of the journal, its time zone among them.
  var manifest: Manifest { get }

  /// The position of the last recorded event that this source has seen; zero if there is none.
  /// Events of a batch in progress are not recorded yet.
  var recordedHead: Position { get }

  /// The time of the event at ``recordedHead``; nil if there is none.
  var recordedTime: Timestamp? { get }

  /// Checks that the source reads the whole journal.
  ///
  /// - Throws: `.damaged` if it reads only the intact part of a damaged journal.
  func requireWhole() throws(JournalError)

  /// Lends each record after `position` and up to `last` that `query` matches, oldest first, until
  /// `body` returns false.
  mutating func forEach(
    _ query: Query, after position: Position, through last: Position?,
    _ body: (RecordView) throws(JournalError) -> Bool
  ) throws(JournalError)

  /// The position of the first event that is recorded under a command id; nil if there is none.
  mutating func first(ofCommand id: String) throws(JournalError) -> Position?

  /// The latest valid snapshot of `state` at position `last` or earlier; nil if there is none.
  mutating func snapshot(
    of state: String, version: SchemaVersion, through last: Position
  ) throws(JournalError) -> Snapshot?

  /// Stores a snapshot folded from the events of this source. A snapshot is never required, so
  /// errors are ignored.
  mutating func store(_ snapshot: Snapshot)
}

/// A journal as an engine uses it to decide and append, one batch at a time. Across all processes,
/// only one backend of a journal is in a batch at a time.
package protocol JournalBackend: RecordSource, ~Copyable {
  /// The journal's key, or the reason why it cannot be used.
  var key: Result<JournalKey, JournalError> { get }

  /// The position of the last event, including the current batch.
  var head: Position { get }

  /// The time of the last event, including the current batch.
  var lastTime: Timestamp? { get }

  /// Whether the current batch has appended anything.
  var hasPending: Bool { get }

  /// Whether the current batch should be committed, because of its size or because another process
  /// waits.
  var isBatchFull: Bool { mutating get }

  /// Locks the journal and catches up with what others recorded. ``commit()`` or ``abandon()`` must
  /// follow.
  ///
  /// - Throws: `.busy` after the wait for the lock; `.damaged`, `.replaced`, `.storageFailed`.
  mutating func begin() throws(JournalError)

  /// Adds events to the batch, all or none of them. Their JSON is known to be valid.
  ///
  /// - Throws: `.conditionFailed`, `.invalidEvent` and `.tooLarge`; the batch then continues
  ///   without them.
  mutating func appendEncoded(
    _ events: [NewEvent], at time: Timestamp, cause: Cause?, if condition: AppendCondition?
  ) throws(JournalError) -> [RecordLocation]

  /// Stores a secret that an event of the batch names. The secret is on stable storage before the
  /// event is, or together with it.
  mutating func store(_ secret: StoredSecret) throws(JournalError)

  /// Records the batch and unlocks the journal. When this returns, everything that the batch saw
  /// and appended is on stable storage.
  ///
  /// - Throws: `.outcomeUnknown` if it is unknown whether the batch was recorded; `.replaced` if
  ///   the journal is no longer at its path (the moved journal may have the batch); after any other
  ///   error nothing was recorded. After an error, all state folded in the batch is invalid.
  mutating func commit() throws(JournalError)

  /// Unlocks the journal; nothing of the batch is recorded.
  mutating func abandon()

  /// Checks the condition of an append before the batch, if the check takes long.
  ///
  /// - Returns: the condition that ``appendEncoded(_:at:cause:if:)`` still has to check, or
  ///   `.conditionFailed`.
  mutating func checkBeforeLock(
    _ condition: AppendCondition?
  ) throws(JournalError) -> Result<AppendCondition?, JournalError>

  /// Does the work that no answer waits for, such as indexing the new events if there are enough.
  mutating func finishBatch()
}

extension RecordSource where Self: ~Copyable {
  /// Lends every record after `position`, oldest first, until `body` returns false.
  package mutating func forEach(
    after position: Position, _ body: (RecordView) throws(JournalError) -> Bool
  ) throws(JournalError) {
    try forEach(.everything, after: position, through: nil, body)
  }
}

extension JournalBackend where Self: ~Copyable {
  /// Runs `body` in a batch and commits it.
  package mutating func inBatch<Result>(
    _ body: (inout Self) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try begin()
    let result: Result
    do throws(JournalError) { result = try body(&self) } catch {
      abandon()
      throw error
    }
    try commit()
    return result
  }
}
