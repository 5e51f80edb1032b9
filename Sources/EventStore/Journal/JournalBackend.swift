// The seam below an engine: lock, catch up, decide, commit, follow. A journal in files implements
// it, and one in memory is the same code over ``MemoryFileSystem``. A backend passes the contract
// suite in `Tests/EventEngineTests`.

/// Recorded events as folds, questions and followers read them: a prefix of the journal, in order,
/// without gaps.
package protocol RecordSource: ~Copyable {
  /// The settings of the journal, its time zone among them.
  var manifest: Manifest { get }

  /// The position of the last event seen so far; zero without any.
  var head: Position { get }

  /// The time of the last event seen so far; nil without any.
  var lastTime: Timestamp? { get }

  /// Catches up: sees everything that anybody has recorded by now, and only what is on stable
  /// storage. O(length of what is new).
  ///
  /// - Parameter wait: how long to wait for a batch under way, in milliseconds.
  mutating func refresh(wait: Int) throws(JournalError)

  /// Lends each record after `position` and up to `last` that `query` matches, oldest first, until
  /// `body` returns false.
  mutating func forEach(
    _ query: Query, after position: Position, through last: Position?,
    _ body: (RecordView) throws(JournalError) -> Bool
  ) throws(JournalError)

  /// The position of the first event after `position` that is recorded under a command id; nil
  /// without any.
  mutating func first(
    ofCommand id: String, after position: Position
  ) throws(JournalError) -> Position?
}

/// A journal as an engine decides and appends, a batch at a time. Only one backend of a journal, of
/// all processes, is in a batch at a time.
package protocol JournalBackend: ~Copyable {
  /// The settings of the journal.
  var manifest: Manifest { get }

  /// The key of personal tags, fingerprints and passwords.
  var key: Result<JournalKey, JournalError> { get }

  /// The position of the last event, those of the present batch included.
  var head: Position { get }

  /// The time of the last event, those of the present batch included.
  var lastTime: Timestamp? { get }

  /// Whether the present batch has appended anything.
  var hasPending: Bool { get }

  /// Whether the present batch should be committed, for its size or for others who wait.
  var isBatchFull: Bool { get }

  /// Locks the journal and catches up with what others recorded. ``commit()`` or ``abandon()``
  /// follows.
  ///
  /// - Throws: `.busy` after the wait for the lock; `.damaged`, `.replaced`, `.storageFailed`.
  mutating func begin() throws(JournalError)

  /// Adds events to the batch, all or none of them.
  ///
  /// - Throws: `.conditionFailed` and `.tooLarge`; then the batch goes on without them.
  mutating func append(
    _ events: [NewEvent], at time: Timestamp, cause: Cause?, if condition: AppendCondition?
  ) throws(JournalError) -> [RecordLocation]

  /// Records the batch and unlocks the journal. When this returns, everything that the batch saw
  /// and appended is on stable storage.
  ///
  /// - Throws: `.outcomeUnknown` where it is not known whether the batch was recorded; otherwise
  ///   nothing was. All state folded in the batch is void after an error.
  mutating func commit() throws(JournalError)

  /// Unlocks the journal; nothing of the batch is recorded.
  mutating func abandon()
}

extension JournalReader: RecordSource {}

extension JournalWriter: JournalBackend {}
