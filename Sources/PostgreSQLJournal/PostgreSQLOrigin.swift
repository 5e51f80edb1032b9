#if PostgreSQL
  import EventStore
  import Synchronization

  extension JournalDirectory {
    /// The journal in a PostgreSQL database that a URL names.
    ///
    /// - Parameters:
    ///   - url: such as `postgresql://app@db1,db2/shop?journal=main`. Contains no password.
    ///   - keyFile: the path of the file with the journal's key; creating the journal makes it.
    ///   - cache: the folder of this machine's copy of the journal; nil: in memory.
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

    init(_ url: JournalURL) { link = Mutex(Link(url, appends: false)) }

    func withLock<Result, Failure: Error>(
      _ body: (inout sending Link) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try link.withLock(body)
    }
  }

  /// A journal in a PostgreSQL database. One connection reads, and each writer has one to append.
  package final class PostgreSQLOrigin: JournalOrigin {
    let url: JournalURL
    package let keyPath: String
    let copies: SharedCopy
    let reading: ReadingLink
    let writing: Mutex<Writing>

    /// The state of the connection that appends.
    struct Writing {
      var link: Link
      /// The end of the journal, while the lock is held.
      var locked: JournalEnd?
      /// How long the last lock was waited for at most, in milliseconds.
      var wait = 0
      /// The end that a commit has recorded, and its time in ticks, if it has asked for the next
      /// lock.
      var next: (end: JournalEnd, time: UInt64)?
      /// Whether the lock was asked for with the commit before.
      var wasAskedFor = false
      /// The journal of the last commit.
      var recorded: RemoteJournal?
      /// Statements to be run with the batch.
      var extra: [Statement] = []
    }

    /// The end of a journal.
    struct JournalEnd {
      let journal: RemoteJournal
      let head: Position
      /// The integrity tree up to it, if it is known without the copy.
      var tree: MerkleTree?
    }

    /// - Parameters:
    ///   - keyFile: the file with the journal's key.
    ///   - cache: the folder of this machine's copies; nil: in memory.
    package init(_ url: JournalURL, keyFile: String, cache: String?) {
      self.url = url
      keyPath = keyFile
      copies = SharedCopy(below: cache, of: url.text)
      reading = ReadingLink(url)
      writing = Mutex(Writing(link: Link(url, appends: true)))
    }

    private init(_ other: PostgreSQLOrigin) {
      url = other.url
      keyPath = other.keyPath
      copies = other.copies
      reading = other.reading
      writing = Mutex(Writing(link: Link(url, appends: true)))
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
          if !link.isProved { try link.prove(journal.durability, wait: wait) }
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
          let head = try self.copies.lend(of: journal) { copy throws(JournalError) in copy.seen }
          return (newest.count == 0 ? .start : newest.position(0, 0)) != head
        }
      } catch { return true }
    }

    /// Copies everything that the journal has. A standby confirms the records of others before they
    /// are copied: once for all pages that were visible then.
    ///
    /// - Parameters:
    ///   - first: the copy's head and the result of `state` up to it, if they are known.
    ///   - prove: waits for the standby on another connection.
    /// - Returns: the journal's head.
    func catchUp(
      _ link: inout Link, with journal: RemoteJournal, wait: Int,
      first: (head: Position, state: Rows)? = nil,
      prove: ((Int) throws(JournalError) -> Void)? = nil
    ) throws(JournalError) -> Position {
      var known = first
      while true {
        let head: Position
        let state: Rows
        if let given = known.take() {
          (head, state) = given
        } else {
          head = try copies.lend(of: journal) { copy throws(JournalError) in try copy.head() }
          state = try link.run([SQL.state(journal.id, upTo: head)])[0]
        }
        try require(state, continues: head, of: journal)
        let newest = state.position(0, 2) ?? .start
        // The writer of this process may have added its batch meanwhile.
        let seen = try copies.lend(of: journal) { copy throws(JournalError) in copy.seen }
        guard newest > seen else { return seen }
        try copyPages(after: head, upTo: newest, of: journal, over: &link) {
          link throws(JournalError) in
          if let prove { return try prove(wait) }
          try link.prove(journal.durability, wait: wait)
        }
      }
    }

    /// Copies pages up to the newest record or beyond. The server makes the next page while this one
    /// is checked and copied.
    private func copyPages(
      after head: Position, upTo newest: Position, of journal: RemoteJournal,
      over link: inout Link, prove: (inout Link) throws(JournalError) -> Void
    ) throws(JournalError) {
      var head = head
      // The position up to which a standby has confirmed the records.
      var confirmed = Position.start
      try link.start([SQL.page(journal.id, after: head)])
      while true {
        let records = try records(link.finish()[0])
        guard let last = records.last?.position else {
          throw .damaged(Damage(path: name, position: head.next, reason: .truncated))
        }
        if last > confirmed {
          try prove(&link)
          // The wait began after both statements, so it covers all that they saw.
          confirmed = max(last, newest)
        }
        let isLast = last >= confirmed
        if !isLast { try link.start([SQL.page(journal.id, after: last)]) }
        do throws(JournalError) {
          try copies.lend(of: journal) { copy throws(JournalError) in
            try copy.adopt(records, after: head, of: self.name)
          }
        } catch {
          // The next answer on this connection would be a page.
          if !isLast { link.disconnect() }
          throw error
        }
        if isLast { return }
        head = last
      }
    }

    /// Checks that the server has everything that the copy has: that was acknowledged.
    func require(
      _ state: Rows, continues head: Position, of journal: RemoteJournal
    ) throws(JournalError) {
      guard head > .start else { return }
      guard let end = state.position(0, 0),
        let root = state.bytes(0, 1).flatMap({ Digest(bytes: $0) }),
        let newest = state.position(0, 2), newest >= head
      else {
        let end = state.int(0, 2) ?? 0
        throw forked(
          "ends at position \(end), before \(head)", ru: "кончается на \(end), раньше \(head)")
      }
      let own = try copies.lend(of: journal) { copy throws(JournalError) in try copy.tree(at: end) }
      guard own.root == root else {
        throw forked(
          "has other events up to position \(end)", ru: "хранит другие события до \(end)")
      }
    }

    private func forked(_ what: String, ru russian: String) -> JournalError {
      .origin(
        name,
        OriginFailure(
          .forked,
          "the server \(what): it has lost acknowledged events or recorded others in their place. "
            + "Connect to the server that has them. If it was restored from a backup on purpose, "
            + "give another --cache",
          ru: "журнал на сервере \(russian): он потерял подтверждённые события или записал вместо "
            + "них другие. Нужен сервер, у которого они есть. Если этот восстановлен из резервной "
            + "копии намеренно, назовите другую папку --cache"))
    }

    /// The records of a page. Sections and roots without a record are left out.
    func records(_ rows: Rows) throws(JournalError) -> [OriginRecord] {
      var records: [OriginRecord] = []
      records.reserveCapacity(rows.count)
      for row in 0..<rows.count {
        guard let position = rows.position(row, 0) else {
          throw .damaged(Damage(path: name, reason: .malformed("a row cannot be read")))
        }
        if let core = rows.bytes(row, 1) {
          records.append(OriginRecord(position: position, core: core, section: [], root: nil))
        } else if let last = records.indices.last, records[last].position == position {
          if let section = rows.bytes(row, 2) { records[last].section = section }
          if let root = rows.bytes(row, 3) { records[last].root = Digest(bytes: root) }
        }
      }
      return records
    }
  }

  extension Link {
    /// Waits until a standby has everything that is visible.
    ///
    /// - Parameter wait: in milliseconds. A wait for a standby is never cancelled, so afterwards
    ///   the connection is given up.
    mutating func prove(_ durability: Durability, wait: Int) throws(JournalError) {
      if durability == .local {
        isProved = true
        return
      }
      let limit = max(wait, 10_000)
      let results: [Rows]
      do throws(ServerError) {
        results = try send(
          [SQL.begin, SQL.settings(durability, lockWait: limit), SQL.barrier, SQL.commit],
          wait: limit)
      } catch {
        guard error.state == ServerError.timedOut else { throw failure(error) }
        throw unconfirmed(limit)
      }
      try requireStandbys(results[1].text(0, 0), for: durability)
      guard takeWarnings().isEmpty else { throw unconfirmed(limit) }
      isProved = true
    }

    private mutating func unconfirmed(_ wait: Int) -> JournalError {
      disconnect()
      hasGivenUp = true
      return unavailable(
        "no synchronous standby has confirmed within \(wait / 1000) s that it has everything; is "
          + "one connected?",
        ru: "за \(wait / 1000) с ни одна синхронная копия не подтвердила, что у неё всё есть; "
          + "подключена ли она?")
    }

    /// Runs `body`, and again if the connection was lost.
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
