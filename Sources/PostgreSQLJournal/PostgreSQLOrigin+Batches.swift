#if PostgreSQL
  import EventStore
  import Synchronization

  /// Batches: lock, catch up, commit.
  extension PostgreSQLOrigin {
    package func lock(wait: Int) throws(JournalError) -> Position {
      try writing.withLock { writing throws(JournalError) in
        guard writing.locked == nil else { throw .busy(path: self.name) }
        writing.extra = []
        writing.wait = wait
        var locked = try self.takeNext(&writing)
        writing.wasRequestedInAdvance = locked != nil
        if locked == nil {
          locked = try self.acquire(&writing.link, after: writing.recorded, wait: wait)
        }
        writing.locked = locked
        return locked?.head ?? .start
      }
    }

    /// Takes the lock that was requested with the last commit.
    ///
    /// - Returns: nil if there is none, if it was requested too long ago, if the server has not
    ///   granted it in time, or if the connection was lost.
    private func takeNext(_ writing: inout Writing) throws(JournalError) -> JournalEnd? {
      guard let time = writing.next.take(), let end = writing.recorded, writing.link.hasNext,
        SystemClock.ticks() - time < Self.lockLifetime
      else { return nil }
      do throws(JournalError) {
        let results = try writing.link.finish()
        // The transaction was begun, and its settings were checked, with the commit.
        try require(results[0], isRowOf: end.journal)
        if Self.isUnchanged(end, results[1]) { return end }
        let head = try catchUp(
          &writing.link, with: end.journal, after: end.head, results[1], wait: writing.wait)
        return JournalEnd(journal: end.journal, head: head)
      } catch {
        if !writing.link.isConnected { return nil }
        rollBack(&writing.link)
        // The wait began with the last commit; the caller may wait for its own full time.
        if error.isBusy { return nil }
        throw error
      }
    }

    /// Whether the journal still ends with the batch that this process has recorded.
    private static func isUnchanged(_ end: JournalEnd, _ state: Rows) -> Bool {
      state.position(0, 2) == end.head && state.position(0, 0) == end.head
        && state.bytes(0, 1).flatMap { Digest(bytes: $0) } == end.tree?.root
    }

    /// The time after a commit, in ticks, during which the lock that it has requested can be used.
    /// The server ends the transaction of a client that sends nothing for five seconds.
    private static let lockLifetime: UInt64 = 4_000_000_000

    /// Locks the journal's row, and copies the records of other writers.
    ///
    /// - Parameter recorded: the end of the journal after the last commit of this writer. The
    ///   server must have it, even if a recreated copy lacks it.
    private func acquire(
      _ link: inout Link, after recorded: JournalEnd?, wait: Int
    ) throws(JournalError) -> JournalEnd {
      do throws(JournalError) {
        return try link.reconnecting { link throws(JournalError) in
          let journal = try link.journal()
          let head = try self.copies.lend(of: journal) { copy throws(JournalError) in
            try copy.head()
          }
          let results = try link.run(Self.locking(journal, after: head, wait: wait))
          try self.require(results, lock: journal, &link)
          if let recorded, let tree = recorded.tree, head < recorded.head {
            guard recorded.journal.instance == journal.instance else {
              throw .replaced(path: self.name)
            }
            let state = try link.run([SQL.state(journal.id, upTo: recorded.head)])[0]
            try self.require(state, continues: tree, to: recorded.head)
          }
          let reached = try self.catchUp(
            &link, with: journal, after: head, results[3], wait: wait)
          return JournalEnd(journal: journal, head: reached)
        }
      } catch {
        self.rollBack(&link)
        throw error
      }
    }

    /// Copies the records of other writers.
    ///
    /// - Parameter state: the result of `SQL.state` up to `head`.
    /// - Returns: the journal's head.
    private func catchUp(
      _ link: inout Link, with journal: RemoteJournal, after head: Position, _ state: Rows,
      wait: Int
    ) throws(JournalError) -> Position {
      try catchUp(
        &link, with: journal, wait: wait, first: (head, state),
        confirmDurability: { link, newest throws(JournalError) in
          try self.confirmElsewhere(journal, to: newest, link: &link, wait: wait)
        })
    }

    /// Statements that begin a transaction, lock the journal and look for records after `head`.
    /// They must be separate; see `SQL.lock`.
    static func locking(_ journal: RemoteJournal, after head: Position, wait: Int) -> [Statement] {
      [
        SQL.begin, SQL.settings(journal.durability, lockWait: wait), SQL.lock(journal.id),
        SQL.state(journal.id, upTo: head),
      ]
    }

    /// Checks the results of `locking`.
    func require(
      _ results: [Rows], lock journal: RemoteJournal, _ link: inout Link
    ) throws(JournalError) {
      try link.requireStandbys(results[1], for: journal.durability)
      try require(results[2], isRowOf: journal)
    }

    private func require(_ row: Rows, isRowOf journal: RemoteJournal) throws(JournalError) {
      guard row.count == 1, row.bytes(0, 0) == journal.instance else {
        throw .replaced(path: name)
      }
    }

    /// Waits for the standby on the connection that reads, since the one that appends is in a
    /// transaction that holds the lock. After a failover, the two may have reached different
    /// servers. A confirmation then proves nothing about the other server, so both connections are
    /// given up.
    ///
    /// - Parameters:
    ///   - newest: the end of the newest batch.
    ///   - link: the connection that appends.
    private func confirmElsewhere(
      _ journal: RemoteJournal, to newest: Position, link: inout Link, wait: Int
    ) throws(JournalError) {
      if journal.durability == .local { return }
      let batch = SQL.batch(journal.id, endingAt: newest)
      let own = try link.run([batch])[0]
      let isSame = try reading.withLock { reading throws(JournalError) in
        let confirmed = try reading.reconnecting { reading throws(JournalError) in
          try reading.confirmDurability(journal.durability, wait: wait, with: batch)
        }
        guard let root = own.bytes(0, 0), root == confirmed?.bytes(0, 0) else {
          reading.disconnect()
          return false
        }
        return true
      }
      guard !isSame else { return }
      link.disconnect()
      throw link.failure(
        "the servers of two connections have different events at position \(newest), as after a "
          + "failover; try again",
        ru: "у серверов двух соединений разные события на позиции \(newest), как бывает после "
          + "переключения на реплику; повторите")
    }

    func rollBack(_ link: inout Link) {
      guard link.isInTransaction else { return }
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

    package func store(_ sealed: [UInt8], as key: SecretKeyID) throws(JournalError) {
      try writing.withLock { writing throws(JournalError) in
        guard let journal = writing.locked?.journal else {
          throw .storageFailed(doing: "appending to", path: self.name, .closedFile)
        }
        writing.extra.append(SQL.storeSecret(sealed, as: key.rawValue, of: journal.id))
      }
    }

    package func commit(_ batch: OriginBatch, expectingMore: Bool) throws(JournalError) {
      try writing.withLock { writing throws(JournalError) in
        guard let end = writing.locked else {
          throw .storageFailed(doing: "appending to", path: self.name, .closedFile)
        }
        if batch.lines.isEmpty {
          writing.locked = nil
          self.rollBack(&writing.link)
          // A lock that was requested in advance may have been lost before the decision was made.
          guard writing.link.isConnected || !writing.wasRequestedInAdvance else {
            throw writing.link.failure(
              "the connection was lost; nothing was recorded",
              ru: "связь прервалась; ничего не записано")
          }
          try self.confirmIfNeeded(&writing.link, end.journal)
          return
        }
        let recording = Recording(
          batch, extra: writing.extra, after: end.head,
          try self.tree(at: end, writing), in: end.journal)
        let next =
          expectingMore ? Self.locking(end.journal, after: recording.last, wait: writing.wait) : []
        writing.locked = nil
        try self.commitOrSettle(recording, then: next, &writing.link)
        writing.recorded = JournalEnd(
          journal: end.journal, head: recording.last, tree: recording.batchRecords.lines.tree)
        writing.next = expectingMore ? SystemClock.ticks() : nil
        self.copies.add(recording.batchRecords.lines, of: end.journal)
        if batch.erased != nil { self.copies.removeAbandoned() }
      }
    }

    /// The integrity tree at the end of the journal, which is locked.
    private func tree(at end: JournalEnd, _ writing: Writing) throws(JournalError) -> MerkleTree {
      if let tree = end.tree { return tree }
      for isRenewed in [false, true] {
        // The copy may have been recreated since the lock was taken. It is then filled first.
        if isRenewed { _ = try refresh(wait: writing.wait) }
        let tree = try copies.lend(of: end.journal) { copy throws(JournalError) in
          try copy.tree(at: end.head)
        }
        if let tree { return tree }
      }
      throw writing.link.failure(
        "the copy of the journal was removed; nothing was recorded",
        ru: "копия журнала удалена; ничего не записано")
    }

    package func finish() throws(JournalError) -> OriginCopy {
      guard let journal = writing.withLock({ $0.recorded?.journal }) else { return try copy() }
      return try copies.lend(of: journal) { copy throws(JournalError) in copy.copied(of: self) }
    }

    package func releaseNext() {
      writing.withLock { writing in
        writing.next = nil
        do throws(ServerError) { try writing.link.endNext() } catch {
          // The server ends the transaction of a connection that is lost.
        }
      }
    }

    private func confirmIfNeeded(
      _ link: inout Link, _ journal: RemoteJournal
    ) throws(JournalError) {
      if link.isConfirmedDurable { return }
      _ = try link.reconnecting { link throws(JournalError) in
        try link.confirmDurability(journal.durability, wait: 0)
      }
    }

    /// - Parameter next: statements that begin the next transaction if this one succeeds.
    private func commitOrSettle(
      _ recording: Recording, then next: [Statement], _ link: inout Link
    ) throws(JournalError) {
      if !recording.batch.erasedPositions.isEmpty {
        do throws(JournalError) { try requireOwner(&link) } catch {
          rollBack(&link)
          throw error
        }
      }
      switch recording.commit(on: &link, then: next) {
      case .recorded: return
      case .failed(let error):
        rollBack(&link)
        throw error
      case .unknown: try settle(recording, &link)
      }
    }

    /// Checks that the role owns the table that an erasure rewrites; only an owner may do that.
    private func requireOwner(_ link: inout Link) throws(JournalError) {
      let rows = try link.run([SQL.owner])[0]
      guard rows.bool(0, 0) != true else { return }
      throw link.failure(
        "the role \"\(link.role)\" does not own the table replay.private; erasing needs its "
          + "owner, \"\(rows.text(0, 1) ?? "")\"",
        ru: "роль «\(link.role)» не владеет таблицей replay.private; удалять может владелец, "
          + "\"\(rows.text(0, 1) ?? "")\"",
        kind: .denied)
    }
  }
#endif
