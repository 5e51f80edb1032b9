#if PostgreSQL
  import EventStore
  import Synchronization

  /// The secrets and the positions of consumers; the download of all records, for `verify`; and the
  /// list of journals.
  extension PostgreSQLOrigin {
    private func ask(
      _ statement: (Int) -> Statement
    ) throws(JournalError) -> Rows {
      try reading.withLock { link throws(JournalError) in
        try link.reconnecting { link throws(JournalError) in
          let journal = try link.journal()
          return try link.run([statement(journal.id)])[0]
        }
      }
    }

    package func secret(_ key: SecretKeyID) throws(JournalError) -> [UInt8]? {
      let rows = try ask { SQL.secret(key.rawValue, of: $0) }
      return rows.count == 0 ? nil : rows.bytes(0, 0)
    }

    package func secrets() throws(JournalError) -> [SecretKeyID] {
      let rows = try ask { SQL.secrets(of: $0) }
      return (0..<rows.count).compactMap { rows.text($0, 0).map(SecretKeyID.init(rawValue:)) }
    }

    package func consumers() throws(JournalError) -> [String] {
      let rows = try ask { SQL.consumers(of: $0) }
      return (0..<rows.count).compactMap { rows.text($0, 0) }
    }

    package func position(of consumer: String) throws(JournalError) -> Position? {
      let rows = try ask { SQL.consumer(consumer, of: $0) }
      return rows.count == 0 ? nil : rows.position(0, 0)
    }

    /// Moves a consumer. After a lost connection it is moved again, which is harmless, and so it is
    /// if another process has moved it at the same time: the later move counts.
    package func move(_ consumer: String, to position: Position) throws(JournalError) {
      try writing.withLock { writing throws(JournalError) in
        try writing.link.reconnecting { link throws(JournalError) in
          let journal = try link.journal()
          let move = SQL.move(consumer, to: position, of: journal.id)
          var isMoved = false
          while !isMoved {
            let begun = try link.run([
              SQL.begin, SQL.settings(journal.durability, lockWait: 10_000),
            ])
            try link.requireStandbys(begun[1], for: journal.durability)
            isMoved = try self.record([move], journal.durability, on: &link)
          }
        }
      }
    }

    /// Runs the statements as the end of the transaction, and commits it.
    ///
    /// - Returns: false if another process has inserted the same row, and nothing was recorded.
    /// - Throws: `.outcomeUnknown`, or another error if nothing was recorded.
    @discardableResult
    func record(
      _ statements: [Statement], _ durability: Durability, on link: inout Link
    ) throws(JournalError) -> Bool {
      do throws(ServerError) {
        _ = try link.commit(statements, durability)
        return true
      } catch {
        if error.isLost || error.isUnconfirmed {
          throw .outcomeUnknown(path: name, .connectionReset)
        }
        rollBack(&link)
        if error.isDuplicateKey { return false }
        throw link.failure(error)
      }
    }

    // MARK: - Folders for work

    package func workingFolder() -> JournalDirectory { copies.newFolder() }

    package func remove(_ workingFolder: JournalDirectory) { copies.remove(workingFolder) }

    package func download() throws(JournalError) -> OriginDownload {
      let folder = workingFolder()
      do throws(JournalError) {
        return try reading.withLock { link throws(JournalError) in
          let journal = try link.journal()
          var download = try DownloadedRecords(folder, of: journal.manifest)
          var position = Position.start
          var length = PageLength()
          while true {
            let results = try link.run([
              SQL.newest(journal.id), SQL.page(journal.id, after: position, of: length.count),
            ])
            let records = try self.records(results[1])
            guard let last = records.last?.position else {
              let newest = results[0].count == 0 ? nil : results[0].position(0, 0)
              let stray = try link.run([SQL.stray(journal.id)])[0].position(0, 0)
              // The barrier comes after the last page, so that it covers all of them.
              try link.confirmDurability(journal.durability, wait: 0)
              return download.finish(newest: newest ?? .start, stray: stray)
            }
            try download.add(records)
            length.adapt(to: records)
            position = last
          }
        }
      } catch {
        remove(folder)
        throw error
      }
    }

    /// The journals of the database, in the order of their names. A damaged row is an element of its
    /// own, whose error has the URL of that journal.
    package func journals() throws(JournalError) -> [Result<JournalListing, JournalError>] {
      // The journal that the URL names has no meaning here, so it may be missing or damaged.
      var link = Link(url, lockWait: lockWait, appends: false, findsJournal: false)
      try link.connect()
      if try link.run([SQL.server])[0].bool(0, 6) != true { return [] }
      if try link.run([SQL.tables])[0].text(0, 0) == nil { return [] }
      let rows = try link.run([SQL.journals])[0]
      return (0..<rows.count).map { row in
        Result { () throws(JournalError) in try self.listing(rows, row) }
      }
    }

    private func listing(_ rows: Rows, _ row: Int) throws(JournalError) -> JournalListing {
      let name = rows.text(row, 0) ?? ""
      let path = url.text(of: name)
      guard let durability = rows.text(row, 1).flatMap(Durability.init) else {
        throw .damaged(
          Damage(
            path: path,
            reason: .manifest("its durability is unknown", ru: "его durability неизвестна")))
      }
      guard rows.bytes(row, 4)?.count == RemoteJournal.instanceBytes else {
        throw RemoteJournal.unreadable(path)
      }
      return JournalListing(
        name: name, durability: durability.rawValue, head: rows.int(row, 2) ?? 0,
        manifest: try Manifest(encoded: rows.bytes(row, 3) ?? [], path: path))
    }
  }

  /// A journal of a database.
  package struct JournalListing: Sendable {
    package let name: String
    package let durability: String
    package let head: Int
    package let manifest: Manifest
  }
#endif
