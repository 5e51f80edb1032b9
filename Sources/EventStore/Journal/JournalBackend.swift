// The interface below an engine: lock, catch up, decide, commit, follow. A journal in files
// implements it, and one in memory is the same code over ``MemoryFileSystem``. A backend passes the
// contract suite in `Tests/EventEngineTests`.

/// Recorded events as folds, projections and followers read them: a prefix of the journal, in
/// order, without gaps.
package protocol RecordSource: ~Copyable {
  /// The settings of the journal, its time zone among them.
  var manifest: Manifest { get }

  /// The position of the last event seen so far; zero if there is none.
  var head: Position { get }

  /// The time of the last event seen so far; nil if there is none.
  var lastTime: Timestamp? { get }

  /// Catches up with everything recorded by now that is on stable storage. O(length of the new
  /// part).
  ///
  /// - Parameter wait: how long to wait for a batch in progress, in milliseconds.
  mutating func refresh(wait: Int) throws(JournalError)

  /// Lends each record after `position` and up to `last` that `query` matches, oldest first, until
  /// `body` returns false.
  mutating func forEach(
    _ query: Query, after position: Position, through last: Position?,
    _ body: (RecordView) throws(JournalError) -> Bool
  ) throws(JournalError)

  /// The position of the first event after `position` that is recorded under a command id; nil if
  /// there is none.
  mutating func first(
    ofCommand id: String, after position: Position
  ) throws(JournalError) -> Position?
}

/// A journal as an engine uses it to decide and append, one batch at a time. Across all processes,
/// only one backend of a journal is in a batch at a time.
package protocol JournalBackend: ~Copyable {
  /// The settings of the journal.
  var manifest: Manifest { get }

  /// The key of personal tags, fingerprints and passwords.
  var key: Result<JournalKey, JournalError> { get }

  /// The position of the last event, including the current batch.
  var head: Position { get }

  /// The time of the last event, including the current batch.
  var lastTime: Timestamp? { get }

  /// Whether the current batch has appended anything.
  var hasPending: Bool { get }

  /// Whether the current batch should be committed, because of its size or because another process
  /// waits.
  var isBatchFull: Bool { get }

  /// Locks the journal and catches up with what others recorded. ``commit()`` or ``abandon()`` must
  /// follow.
  ///
  /// - Throws: `.busy` after the wait for the lock; `.damaged`, `.replaced`, `.storageFailed`.
  mutating func begin() throws(JournalError)

  /// Adds events to the batch, all or none of them.
  ///
  /// - Throws: `.conditionFailed` and `.tooLarge`; the batch then continues without them.
  mutating func append(
    _ events: [NewEvent], at time: Timestamp, cause: Cause?, if condition: AppendCondition?
  ) throws(JournalError) -> [RecordLocation]

  /// Records the batch and unlocks the journal. When this returns, everything that the batch saw
  /// and appended is on stable storage.
  ///
  /// - Throws: `.outcomeUnknown` if it is unknown whether the batch was recorded; after any other
  ///   error nothing was. After an error, all state folded in the batch is invalid.
  mutating func commit() throws(JournalError)

  /// Unlocks the journal; nothing of the batch is recorded.
  mutating func abandon()
}

extension JournalReader: RecordSource {}

extension JournalWriter: JournalBackend {}
