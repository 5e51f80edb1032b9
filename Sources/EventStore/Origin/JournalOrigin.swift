/// A journal on a server, shared by many machines. Each machine reads it from a copy in a folder of
/// its own: an ordinary journal of files with whole appends only, which no failover can lose any
/// more. A writer locks the origin, catches up, decides, and commits to the origin.
///
/// `Sources/PostgreSQLJournal` implements it. See docs/decisions/0110.
package protocol JournalOrigin: AnyObject, Sendable {
  /// The name of the journal in messages. Never contains a password.
  var name: String { get }

  /// The path of the file with the journal's key.
  var keyPath: String { get }

  /// The settings of the journal, without its segments.
  ///
  /// - Throws: `.missing` if there is no such journal.
  func manifest() throws(JournalError) -> Manifest

  /// Makes sure that a journal can be created, and creates the tables that all journals share.
  ///
  /// - Throws: `.origin` with the kind `.cannotCreate` if a right is missing.
  func requireCreatable(wait: Int) throws(JournalError)

  /// Creates the journal unless there is one.
  ///
  /// - Returns: whether this call created it.
  func create(_ manifest: Manifest, wait: Int) throws(JournalError) -> Bool

  /// Brings the copy up to date with everything that is recorded and cannot be lost.
  ///
  /// - Returns: the copy.
  func refresh(wait: Int) throws(JournalError) -> OriginCopy

  /// The copy with the lines that wait for it, without asking the server for new records.
  func copy() throws(JournalError) -> OriginCopy

  /// Discards the copy, in which a reader has found damage; the next refresh makes it anew.
  func discardCopy()

  /// Whether anything may have been recorded since the last refresh.
  func mayHaveNews() -> Bool

  /// The same origin for one more writer, since an origin has one batch in progress at a time.
  func forWriter() -> any JournalOrigin

  /// Locks the journal against other writers, and copies what these have recorded.
  /// ``commit(_:expectingMore:)`` or ``abandon()`` must follow.
  ///
  /// - Returns: the position of the last event.
  func lock(wait: Int) throws(JournalError) -> Position

  /// Records the lines of a batch and unlocks the journal. When this returns, everything that the
  /// batch saw and appended is on stable storage.
  ///
  /// The lines wait in memory until the copy is used, for example by ``finish()``.
  ///
  /// - Parameter expectingMore: whether another batch follows immediately. The commit then also
  ///   requests its lock.
  /// - Throws: `.outcomeUnknown` if it is unknown whether the batch was recorded; after any other
  ///   error nothing was.
  func commit(_ batch: OriginBatch, expectingMore: Bool) throws(JournalError)

  /// The copy with the lines of this origin's last commits, without asking the server for new
  /// records.
  func finish() throws(JournalError) -> OriginCopy

  /// Releases the lock that a commit has asked for, if ``lock(wait:)`` has not taken it.
  func releaseNext()

  /// Unlocks the journal; nothing of the batch is recorded.
  func abandon()

  /// Stores a sealed secret with the batch in progress.
  func store(_ sealed: [UInt8], as key: SecretKeyID) throws(JournalError)

  /// The sealed secret of this name; nil if there is none.
  func secret(_ key: SecretKeyID) throws(JournalError) -> [UInt8]?

  /// The names of all secrets.
  func secrets() throws(JournalError) -> [SecretKeyID]

  /// The names of the consumers, in order.
  func consumers() throws(JournalError) -> [String]

  /// The position of a consumer; nil before its first event.
  func position(of consumer: String) throws(JournalError) -> Position?

  func move(_ consumer: String, to position: Position) throws(JournalError)

  /// Records a whole journal of files in place of an empty or a missing one.
  ///
  /// - Throws: `.cannotCreate` with `.exists` if there are events already.
  func upload(_ journal: JournalDirectory, wait: Int) throws(JournalError)

  /// A new folder in which a journal is prepared; its files are never synced. The caller removes it
  /// with ``remove(_:)``.
  func workingFolder() -> JournalDirectory

  func remove(_ workingFolder: JournalDirectory)

  /// Downloads every record as it is into a new folder, whatever is wrong with it.
  func download() throws(JournalError) -> OriginDownload
}

/// The records of a batch for an origin.
package struct OriginBatch: Sendable {
  /// The lines, each with its line feed.
  package var lines: [UInt8]
  /// The sections to be removed with it: those that an erasure names.
  package var erased: PositionRanges?

  package init(lines: [UInt8], erased: PositionRanges? = nil) {
    self.lines = lines
    self.erased = erased
  }

  /// The positions of the sections to be removed.
  package var erasedPositions: [ClosedRange<Position>] { erased?.ranges ?? [] }
}

/// The records of an origin, downloaded as they are for `verify`.
package struct OriginDownload: Sendable {
  package let directory: JournalDirectory
  /// The end of the last batch up to which the records match the roots.
  package let intact: Position
  /// The end of the first batch whose root the records do not match, or the position of the first
  /// record that is missing; nil if there is neither.
  package let damage: Position?
  /// The first position of rows that no append has left; nil if there are none.
  package let stray: Position?

  package init(
    directory: JournalDirectory, intact: Position, damage: Position?, stray: Position?
  ) {
    self.directory = directory
    self.intact = intact
    self.damage = damage
    self.stray = stray
  }
}

/// The reason why an origin cannot be used.
public struct OriginFailure: Hashable, Sendable {
  /// The kinds of failures.
  public enum Kind: Hashable, Sendable {
    /// The server cannot be reached, refuses the connection, or must not be used as it is.
    case unavailable
    /// A right is missing.
    case denied
    /// The server has no such database.
    case noDatabase
    /// A right to create the journal is missing.
    case cannotCreate
    /// The server has lost acknowledged events, or has others in their place.
    case forked
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The reason in English; words of the server are quoted as sent. Contains no password.
  public let reason: String
  /// The same in Russian.
  package let russian: String

  /// Creates a failure with its reason in both languages.
  package init(_ kind: Kind, _ reason: String, ru russian: String) {
    self.kind = kind
    self.reason = reason
    self.russian = russian
  }
}

extension JournalOrigin {
  func exists() throws(JournalError) -> Bool {
    do throws(JournalError) {
      _ = try manifest()
      return true
    } catch {
      guard case .missing = error else { throw error }
      return false
    }
  }
}
