#if PostgreSQL
  import EventStore
  import Synchronization

  /// Creates journals, either empty or with the records of another journal.
  extension PostgreSQLOrigin {
    package func requireCreatable(wait: Int) throws(JournalError) {
      try onDatabase(wait: wait) { (_, _) throws(JournalError) in }
    }

    package func create(_ manifest: Manifest, wait: Int) throws(JournalError) -> Bool {
      var created = false
      try onDatabase(wait: wait) { (link, durability) throws(JournalError) in
        created = try self.insertRow(of: manifest, durability, wait: wait, &link)
      }
      return created
    }

    /// Inserts the journal's row unless there is one.
    ///
    /// - Returns: whether this call inserted it.
    private func insertRow(
      of manifest: Manifest, _ durability: Durability, wait: Int, _ link: inout Link
    ) throws(JournalError) -> Bool {
      while true {
        do throws(ServerError) {
          let row = Self.row(of: url.journal, manifest, durability)
          return try send([row], durability, wait: wait, &link).first?.tag == "INSERT 0 1"
        } catch {
          guard error.isDuplicateKey else { throw failure(error, wait: wait, of: link) }
        }
      }
    }

    private static func row(
      of name: String, _ manifest: Manifest, _ durability: Durability
    ) -> Statement {
      var random = SystemRandom()
      let id = random.next(8).reduce(0) { $0 << 8 | Int($1) } & .max
      return SQL.create(
        id, name, instance: newInstance(), manifest: manifest.stored(), durability)
    }

    private static func newInstance() -> [UInt8] {
      var random = SystemRandom()
      return random.next(RemoteJournal.instanceBytes)
    }

    /// Connects to the database, creates missing tables, and lends the connection that appends.
    /// After success, both connections are closed, so that the next ones find the journal.
    private func onDatabase(
      wait: Int, _ body: (inout Link, Durability) throws(JournalError) -> Void
    ) throws(JournalError) {
      try writing.withLock { writing throws(JournalError) in
        do throws(JournalError) { try writing.link.connect() } catch {
          throw error.whenCreating
        }
        let durability = try self.durability(of: &writing.link)
        try self.createTables(durability, wait: wait, &writing.link)
        try body(&writing.link, durability)
        writing.link.disconnect()
      }
      reading.withLock { $0.disconnect() }
    }

    /// The durability of a new journal on this server.
    private func durability(of link: inout Link) throws(JournalError) -> Durability {
      let names = try link.run([SQL.server])[0].text(0, 4)
      guard let asked = url.durability else {
        return names?.isEmpty ?? true ? .local : .replicated
      }
      try link.requireStandbys(names, for: asked)
      return asked
    }

    /// Creates the tables unless they exist; another process may create them at the same time.
    private func createTables(
      _ durability: Durability, wait: Int, _ link: inout Link
    ) throws(JournalError) {
      for isLastTry in [false, true] {
        let hasSchema = try link.run([SQL.server])[0].bool(0, 6) == true
        if hasSchema, try link.run([SQL.tables])[0].text(0, 0) != nil { return }
        do throws(ServerError) {
          // An administrator may have created the schema already.
          let missing = Array(SQL.schema.dropFirst(hasSchema ? 1 : 0))
          _ = try send(missing, durability, wait: wait, &link)
        } catch {
          let failure = failure(error, wait: wait, of: link)
          if isLastTry || error.state == ServerError.timedOut { throw failure }
          if case .origin(_, let origin) = failure, origin.kind == .cannotCreate { throw failure }
        }
      }
    }

    /// Runs statements in a transaction of their own, and rolls back after an error. Does not wait
    /// for a missing standby for ever.
    private func send(
      _ statements: [Statement], _ durability: Durability, wait: Int, _ link: inout Link
    ) throws(ServerError) -> [Rows] {
      do throws(ServerError) {
        return try link.commit(
          statements, durability, beginning: wait, wait: Link.confirmationLimit(wait))
      } catch {
        if error.state == ServerError.timedOut { link.disconnect() } else { rollBack(&link) }
        throw error
      }
    }

    private func failure(_ error: ServerError, wait: Int, of link: Link) -> JournalError {
      if error.state == ServerError.timedOut {
        return link.unconfirmed(within: Link.confirmationLimit(wait))
      }
      if error.isLost || error.isUnconfirmed {
        return .outcomeUnknown(path: name, .connectionReset)
      }
      guard error.state == "42501" else { return link.failure(error) }
      return link.failure(
        "the role \"\(link.role)\" may not create the journal: the tables need CREATE on the "
          + "database, a journal INSERT on replay.journal (\(error.message))",
        ru: "роль «\(link.role)» не может создать журнал: для таблиц нужно право CREATE на базу, "
          + "для журнала — INSERT на replay.journal (\(error.message))",
        kind: .cannotCreate)
    }

    // MARK: - Records of another journal

    package func upload(_ journal: JournalDirectory, wait: Int) throws(JournalError) {
      var reader = try JournalReader.open(journal)
      let manifest = reader.manifest
      try onDatabase(wait: wait) { (link, durability) throws(JournalError) in
        do throws(JournalError) {
          let id = try self.vacantJournal(manifest, durability, wait: wait, &link)
          try self.send(&reader, to: id, &link)
        } catch {
          self.rollBack(&link)
          throw error
        }
        try self.record([], durability, on: &link)
      }
    }

    /// Begins a transaction and locks an empty journal: a new one, or an existing one that gets
    /// this manifest.
    ///
    /// - Returns: the id of the journal.
    private func vacantJournal(
      _ manifest: Manifest, _ durability: Durability, wait: Int, _ link: inout Link
    ) throws(JournalError) -> Int {
      let isNew = try beginWithRow(of: manifest, durability, wait: wait, &link)
      guard let id = try link.run([SQL.journal(named: url.journal)])[0].int(0, 0) else {
        throw .missing(path: name)
      }
      let results = try link.run([SQL.lock(id), SQL.newest(id)])
      if results[1].count > 0 { throw .cannotCreate(path: name, .exists) }
      if isNew { return id }
      _ = try link.run([
        SQL.replace(id, instance: Self.newInstance(), manifest: manifest.stored())
      ])
      return id
    }

    /// Begins a transaction, and inserts the journal's row unless there is one.
    ///
    /// - Returns: whether this call inserted it.
    private func beginWithRow(
      of manifest: Manifest, _ durability: Durability, wait: Int, _ link: inout Link
    ) throws(JournalError) -> Bool {
      while true {
        do throws(ServerError) {
          let begun = try link.send([
            SQL.begin, SQL.settings(durability, lockWait: wait),
            Self.row(of: url.journal, manifest, durability),
          ])
          link.settings = StandbySettings(begun[1])
          return begun[2].tag == "INSERT 0 1"
        } catch {
          guard error.isDuplicateKey else { throw link.failure(error) }
          rollBack(&link)
        }
      }
    }

    private func send(
      _ reader: inout JournalReader, to id: Int, _ link: inout Link
    ) throws(JournalError) {
      var tree = MerkleTree()
      var lines: [UInt8] = []
      let (journal, head) = (reader.manifest.journal, reader.head)
      try reader.forEach { view throws(JournalError) in
        view.appendLine(to: &lines)
        lines.append(UInt8(ascii: "\n"))
        let isEnd = view.index == view.count && lines.count >= Self.batchBytes
        if isEnd || view.position == head {
          let own = BatchRecords(lines, of: journal, after: tree)
          _ = try link.run(SQL.insert(own.records, into: id))
          tree = own.lines.tree
          lines.removeAll(keepingCapacity: true)
        }
        return true
      }
    }

    /// The length of lines, in bytes, at which they are sent as a batch.
    private static let batchBytes = 1 << 20
  }

  extension JournalError {
    /// The failure to create a journal, if the error is a missing right; otherwise the same error.
    fileprivate var whenCreating: JournalError {
      guard case .origin(let name, let failure) = self, failure.kind == .denied else { return self }
      return .origin(
        name, OriginFailure(.cannotCreate, failure.reason, ru: failure.russian))
    }
  }
#endif
