#if PostgreSQL
  import EventStore
  import Synchronization

  /// Batches: lock, catch up, commit.
  extension PostgreSQLOrigin {
    package func lock(wait: Int) throws(JournalError) {
      try writing.withLock { writing throws(JournalError) in
        guard writing.locked == nil else { throw .busy(path: self.name) }
        writing.extra = []
        let journal = try self.acquire(&writing.link, wait: wait)
        writing.locked = journal
      }
    }

    /// Locks the journal's row, and copies what others have recorded.
    private func acquire(
      _ link: inout Link, wait: Int
    ) throws(JournalError) -> (RemoteJournal, Position) {
      do throws(JournalError) {
        return try link.reconnecting { link throws(JournalError) in
          let journal = try link.journal()
          let head = try self.copies.lend(of: journal) { copy throws(JournalError) in
            try copy.head()
          }
          let results = try link.run(
            Self.locking(journal, wait: wait) + [SQL.state(journal.id, upTo: head)])
          try self.require(results, lock: journal, link)
          let reached = try self.catchUp(
            &link, with: journal, wait: wait, first: (head, results[3]),
            prove: { wait throws(JournalError) in try self.proveElsewhere(journal, wait: wait) })
          return (journal, reached)
        }
      } catch {
        self.rollBack(&link)
        throw error
      }
    }

    /// Begins a transaction that holds the lock. Separate statements: see `SQL.lock`.
    static func locking(_ journal: RemoteJournal, wait: Int) -> [Statement] {
      [SQL.begin, SQL.settings(journal.durability, lockWait: wait), SQL.lock(journal.id)]
    }

    /// Checks the results of `locking`.
    func require(
      _ results: [Rows], lock journal: RemoteJournal, _ link: Link
    ) throws(JournalError) {
      try link.requireStandbys(results[1].text(0, 0), for: journal.durability)
      guard results[2].count == 1, results[2].bytes(0, 0) == journal.instance else {
        throw .replaced(path: name)
      }
    }

    /// Waits for the standby on the connection that reads: the other one holds the lock.
    private func proveElsewhere(_ journal: RemoteJournal, wait: Int) throws(JournalError) {
      if journal.durability == .local { return }
      try reading.withLock { link throws(JournalError) in
        try link.connect()
        try link.prove(journal.durability, wait: wait)
      }
    }

    func rollBack(_ link: inout Link) {
      guard link.isConnected else { return }
      do throws(JournalError) { _ = try link.run([SQL.rollback], wait: 5000) } catch {
        // The server ends the transaction of a connection that is closed.
        link.disconnect()
      }
    }

    package func abandon() {
      writing.withLock { writing in
        guard writing.locked != nil else { return }
        writing.locked = nil
        self.rollBack(&writing.link)
      }
    }

    package func keep(_ sealed: [UInt8], as key: SecretKeyID) throws(JournalError) {
      writing.withLock { writing in
        guard let journal = writing.locked?.journal else { return }
        writing.extra.append(SQL.keep(sealed, as: key.rawValue, of: journal.id))
      }
    }

    package func commit(_ batch: OriginBatch) throws(JournalError) {
      try writing.withLock { writing throws(JournalError) in
        guard let (journal, head) = writing.locked else {
          throw .storageFailed(doing: "appending to", path: self.name, .closedFile)
        }
        writing.locked = nil
        if batch.lines.isEmpty {
          self.rollBack(&writing.link)
          try self.proveIfNeeded(&writing.link, journal)
          return
        }
        let before = try self.copies.lend(of: journal) { copy throws(JournalError) in
          try copy.tree(at: head)
        }
        let recording = Recording(batch, extra: writing.extra, after: head, before, in: journal)
        try self.carryOut(recording, &writing.link)
        // If the copy fails, the next batch reads again what this one has recorded.
        do throws(JournalError) {
          try self.copies.lend(of: journal) { copy throws(JournalError) in
            try copy.adopt(recording.records, after: head, of: self.name)
          }
        } catch {
          return
        }
      }
    }

    private func proveIfNeeded(
      _ link: inout Link, _ journal: RemoteJournal
    ) throws(JournalError) {
      if link.isProved { return }
      try link.reconnecting { link throws(JournalError) in
        try link.prove(journal.durability, wait: 0)
      }
    }

    private func carryOut(_ recording: Recording, _ link: inout Link) throws(JournalError) {
      if !recording.batch.erasedPositions.isEmpty {
        do throws(JournalError) { try requireOwner(&link) } catch {
          rollBack(&link)
          throw error
        }
      }
      switch recording.commit(on: &link) {
      case .recorded: return
      case .failed(let error):
        rollBack(&link)
        throw error
      case .unknown: try settle(recording, &link)
      }
    }

    /// Erasing rewrites a table, which only its owner may do.
    private func requireOwner(_ link: inout Link) throws(JournalError) {
      let rows = try link.run([SQL.owner])[0]
      guard rows.bool(0, 0) != true else { return }
      throw .origin(
        name,
        OriginFailure(
          .denied,
          "the role \"\(link.role)\" does not own the table replay.private; erasing needs its "
            + "owner, \"\(rows.text(0, 1) ?? "")\"",
          ru: "роль \"\(link.role)\" не владеет таблицей replay.private; стирать может владелец, "
            + "\"\(rows.text(0, 1) ?? "")\""))
    }
  }

  /// A batch on its way.
  struct Recording {
    let batch: OriginBatch
    let records: [OriginRecord]
    let journal: RemoteJournal
    let head: Position
    private let extra: [Statement]

    init(
      _ batch: OriginBatch, extra: [Statement], after head: Position, _ tree: MerkleTree,
      in journal: RemoteJournal
    ) {
      var tree = tree
      self.batch = batch
      self.extra = extra
      self.head = head
      self.journal = journal
      records = OriginRecord.records(
        in: batch.lines, of: journal.manifest.journal, extending: &tree)
    }

    var last: Position { records.last?.position ?? head }
    var root: Digest? { records.last?.root }

    enum Outcome {
      case recorded
      /// Nothing was recorded.
      case failed(JournalError)
      /// The server may have recorded it, but not yet safely.
      case unknown
    }

    /// Records the batch in the transaction that holds the lock.
    ///
    /// A lost connection leaves the outcome open. So does a warning: the server gives one when the
    /// wait for the standby was cancelled, and reports success.
    func commit(on link: inout Link) -> Outcome {
      var statements = SQL.insert(records, into: journal.id) + extra
      if !batch.erasedPositions.isEmpty {
        statements += SQL.erase(batch.erasedPositions, of: journal.id)
      }
      return Self.outcome(of: statements, on: &link)
    }

    /// Runs statements and commits; waits for the standby for ever.
    static func outcome(of statements: [Statement], on link: inout Link) -> Outcome {
      let results: [Rows]
      do throws(ServerError) {
        results = try link.send(statements + [SQL.commit])
      } catch {
        return error.isLost ? .unknown : .failed(link.failure(error))
      }
      guard results.last?.tag == "COMMIT" else {
        return .failed(
          link.unavailable("the transaction was rolled back", ru: "транзакция отменена"))
      }
      guard link.takeWarnings().isEmpty else { return .unknown }
      link.isProved = true
      return .recorded
    }
  }
#endif
