#if PostgreSQL
  import EventStore
  import Synchronization

  extension JournalDirectory {
    /// The journal in a PostgreSQL database that a URL names.
    ///
    /// - Parameters:
    ///   - url: such as `postgresql://app@db1,db2/shop?journal=main`. Contains no password.
    ///   - keyFile: the path of the file with the journal's key, which is created together with the
    ///     journal.
    ///   - cache: the folder for this machine's copies of journals; nil for a copy in memory.
    /// - Throws: for a malformed URL, an unknown parameter, or a password.
    public static func postgreSQL(
      _ url: String, keyFile: String, cache: String?
    ) throws(JournalURLError) -> JournalDirectory {
      JournalDirectory(PostgreSQLOrigin(try JournalURL(url), keyFile: keyFile, cache: cache))
    }
  }

  /// The connection that reads.
  final class ReadingLink: Sendable {
    private let link: Mutex<Link>

    init(_ url: JournalURL, lockWait: Int) {
      link = Mutex(Link(url, lockWait: lockWait, appends: false))
    }

    func withLock<Result, Failure: Error>(
      _ body: (inout sending Link) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try link.withLock(body)
    }
  }

  /// A journal in a PostgreSQL database. One connection reads, and each writer has one to append.
  package final class PostgreSQLOrigin: JournalOrigin {
    let url: JournalURL
    /// The limit of a reader's waits for locks, in milliseconds. Administrators, `vacuum full` and
    /// erasures lock tables against readers.
    let lockWait: Int
    package let keyPath: String
    let copies: SharedCopy
    let reading: ReadingLink
    let writing: Mutex<Writing>

    /// The state of the connection that appends.
    struct Writing {
      var link: Link
      /// The end of the journal, while the lock is held.
      var locked: JournalEnd?
      /// The limit of the wait for the last lock, in milliseconds.
      var wait = 0
      /// The time of the last commit in ticks, if that commit has also requested the next lock.
      var next: UInt64?
      /// Whether the held lock was requested by the previous commit.
      var wasRequestedInAdvance = false
      /// The end of the journal after the last commit of this writer.
      var recorded: JournalEnd?
      /// Further statements of the batch in progress: they store its secrets.
      var extra: [Statement] = []
    }

    /// The end of a journal.
    struct JournalEnd {
      let journal: RemoteJournal
      let head: Position
      /// The integrity tree up to the head, if it is known without reading the copy.
      var tree: MerkleTree?
    }

    /// - Parameters:
    ///   - keyFile: the file with the journal's key.
    ///   - cache: the folder for this machine's copies of journals; nil for a copy in memory.
    ///   - lockWait: the limit of a reader's waits for locks, in milliseconds.
    package init(_ url: JournalURL, keyFile: String, cache: String?, lockWait: Int = 10_000) {
      self.url = url
      self.lockWait = lockWait
      keyPath = keyFile
      copies = SharedCopy(below: cache, of: url.text)
      reading = ReadingLink(url, lockWait: lockWait)
      writing = Mutex(Writing(link: Link(url, lockWait: lockWait, appends: true)))
    }

    private init(_ other: PostgreSQLOrigin) {
      (url, lockWait) = (other.url, other.lockWait)
      keyPath = other.keyPath
      copies = other.copies
      reading = other.reading
      writing = Mutex(Writing(link: Link(url, lockWait: lockWait, appends: true)))
    }

    package func forWriter() -> any JournalOrigin { PostgreSQLOrigin(self) }

    package var name: String { url.text }

    package func manifest() throws(JournalError) -> Manifest {
      try reading.withLock { link throws(JournalError) in try link.journal().manifest }
    }

    // MARK: - Reading

    package func refresh(wait: Int) throws(JournalError) -> OriginCopy {
      try reading.withLock { link throws(JournalError) in
        try link.reconnecting { link throws(JournalError) in
          let journal = try link.journal()
          _ = try self.catchUp(&link, with: journal, wait: wait)
          if !link.isConfirmedDurable { try link.confirmDurability(journal.durability, wait: wait) }
        }
      }
      return try copy()
    }

    package func copy() throws(JournalError) -> OriginCopy {
      let journal = try reading.withLock { link throws(JournalError) in try link.journal() }
      return try copies.lend(of: journal) { copy throws(JournalError) in copy.copied(of: self) }
    }

    package func discardCopy() { copies.discard() }

    package func mayHaveNews() -> Bool {
      do throws(JournalError) {
        return try reading.withLock { link throws(JournalError) in
          guard link.isConnected else { return true }
          let journal = try link.journal()
          let newest = try link.run([SQL.newest(journal.id)])[0]
          let head = try self.copies.lend(of: journal) { copy throws(JournalError) in
            copy.knownHead
          }
          return (newest.count == 0 ? .start : newest.position(0, 0)) != head
        }
      } catch { return true }
    }
  }

  extension Link {
    /// Runs `body`, and reruns it once if the connection was lost.
    mutating func reconnecting<Result>(
      _ body: (inout Link) throws(JournalError) -> Result
    ) throws(JournalError) -> Result {
      try connect()
      do throws(JournalError) { return try body(&self) } catch {
        if isConnected || hasGivenUp { throw error }
        try connect()
        return try body(&self)
      }
    }
  }
#endif
