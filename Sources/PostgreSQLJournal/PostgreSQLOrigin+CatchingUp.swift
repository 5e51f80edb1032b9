#if PostgreSQL
  import EventStore

  /// Copies the server's records, and checks that the server has lost none.
  extension PostgreSQLOrigin {
    /// Copies all records that the copy lacks. A standby must confirm records before they are
    /// copied. One confirmation covers all records that were visible before it.
    ///
    /// - Parameters:
    ///   - first: the copy's head and the result of `SQL.state` up to it, if they are known.
    ///   - confirmDurability: waits on another connection until a standby has everything up to a
    ///     position.
    /// - Returns: the journal's head.
    func catchUp(
      _ link: inout Link, with journal: RemoteJournal, wait: Int,
      first: (head: Position, state: Rows)? = nil,
      confirmDurability: ((inout Link, Position) throws(JournalError) -> Void)? = nil
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
        let isContinued: Bool
        do throws(JournalError) { isContinued = try continues(state, head, of: journal) } catch {
          // A journal that was dropped, and perhaps created again, has lost nothing.
          let row = try link.run([SQL.journal(named: url.journal)])[0]
          guard row.bytes(0, 1) == journal.instance else { throw .replaced(path: name) }
          throw error
        }
        guard isContinued else { continue }
        let newest = state.position(0, 2) ?? .start
        // The writer of this process may have added its batch meanwhile.
        let knownHead = try copies.lend(of: journal) { copy throws(JournalError) in copy.knownHead }
        guard newest > knownHead else { return knownHead }
        if knownHead < head { continue }
        try copyPages(
          after: head, state.position(0, 0) ?? .start, upTo: newest, of: journal, over: &link
        ) {
          link throws(JournalError) in
          if let confirmDurability { return try confirmDurability(&link, newest) }
          try link.confirmDurability(journal.durability, wait: wait)
        }
      }
    }

    /// Copies pages until they reach the newest record. Stops early if the copy was recreated
    /// meanwhile. The server prepares the next page while this one is checked and copied.
    ///
    /// - Parameter compared: the end of the last batch up to `first`, which the copy has, too. If it
    ///   is before `first`, the copy ends inside a batch of the server, and the root of that batch
    ///   shows whether the server has the same events.
    private func copyPages(
      after first: Position, _ compared: Position, upTo newest: Position,
      of journal: RemoteJournal, over link: inout Link,
      confirmDurability: (inout Link) throws(JournalError) -> Void
    ) throws(JournalError) {
      var head = first
      // The position up to which a standby has confirmed the records.
      var confirmed = Position.start
      var length = PageLength()
      try link.start([SQL.page(journal.id, after: head, of: length.count)])
      while true {
        let records = try records(link.finish()[0])
        guard let last = records.last?.position else {
          throw .damaged(Damage(path: name, position: head.next, reason: .truncated))
        }
        length.adapt(to: records)
        if last > confirmed {
          try confirmDurability(&link)
          // The barrier came after the statements that read the page and `newest`, and covers both.
          confirmed = max(last, newest)
        }
        let isLast = last >= confirmed
        if !isLast { try link.start([SQL.page(journal.id, after: last, of: length.count)]) }
        do throws(JournalError) {
          let isAdopted = try copies.lend(of: journal) { copy throws(JournalError) in
            try copy.adopt(records, after: head, of: self.name)
          }
          if !isAdopted {
            if !isLast { _ = try link.finish() }
            return
          }
        } catch {
          // The connection would return the page as the result of the next statement.
          if !isLast { link.disconnect() }
          if case .damaged = error, head == first, compared < first {
            throw forked(
              "has other events after position \(compared)",
              ru: "хранит другие события после \(compared)")
          }
          throw error
        }
        if isLast { return }
        head = last
      }
    }

    /// Checks that the server still has all records of the copy, each of which was acknowledged or
    /// shown to a reader.
    ///
    /// - Returns: false if the copy was recreated meanwhile.
    private func continues(
      _ state: Rows, _ head: Position, of journal: RemoteJournal
    ) throws(JournalError) -> Bool {
      guard head > .start else { return true }
      let end = state.position(0, 0) ?? .start
      let own = try copies.lend(of: journal) { copy throws(JournalError) in
        try copy.tree(at: min(end, head))
      }
      guard let own else { return false }
      try require(state, continues: own, to: head)
      return true
    }

    /// Checks that the server has everything up to `head`.
    ///
    /// - Parameters:
    ///   - state: the result of `SQL.state` up to `head`.
    ///   - tree: the integrity tree at the last end of a batch up to `head`.
    func require(
      _ state: Rows, continues tree: MerkleTree, to head: Position
    ) throws(JournalError) {
      guard head > .start else { return }
      let newest = state.position(0, 2) ?? .start
      guard newest >= head else {
        throw forked(
          "ends at position \(newest), before \(head)",
          ru: "кончается на \(newest), раньше \(head)")
      }
      // No batch ends there yet if the copy ends inside the first batch.
      guard let end = state.position(0, 0) else { return }
      let root = state.bytes(0, 1).flatMap { Digest(bytes: $0) }
      guard tree.size == end.rawValue, tree.root == root else {
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
            + "копии намеренно, укажите другую папку --cache"))
    }

    /// The records of a page. Sections and roots of positions without a record are left out.
    func records(_ rows: Rows) throws(JournalError) -> [OriginRecord] {
      var records: [OriginRecord] = []
      records.reserveCapacity(rows.count)
      for row in 0..<rows.count {
        guard let position = rows.position(row, 0) else {
          throw .damaged(
            Damage(
              path: name,
              reason: .malformed("a row cannot be read", ru: "строка таблицы не читается")))
        }
        if let core = rows.bytes(row, 1) {
          records.append(OriginRecord(position: position, core: core, section: [], root: nil))
        } else if let last = records.indices.last, records[last].position == position {
          if let section = rows.bytes(row, 2) { records[last].section = section }
          // Bytes that are no digest are no root of any tree.
          if let root = rows.bytes(row, 3) {
            records[last].root = Digest(bytes: root) ?? MerkleTree.leaf(root)
          }
        }
      }
      return records
    }
  }
#endif
