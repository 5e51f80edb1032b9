#if PostgreSQL
  import EventStore
  import Synchronization

  /// Creating journals: one by one, or from the records of another one.
  extension PostgreSQLOrigin {
    package func create(_ manifest: Manifest) throws(JournalError) -> Bool {
      var created = false
      try onDatabase { (link, durability) throws(JournalError) in
        created = try self.insertRow(of: manifest, durability, &link)
      }
      return created
    }

    /// Inserts the journal's row unless there is one.
    ///
    /// - Returns: whether this call inserted it.
    private func insertRow(
      of manifest: Manifest, _ durability: Durability, _ link: inout Link
    ) throws(JournalError) -> Bool {
      while true {
        do throws(ServerError) {
          let row = Self.row(of: url.journal, manifest, durability)
          return try send([row], durability, &link).first?.tag == "INSERT 0 1"
        } catch {
          guard error.isOfRacingCreators else { throw failure(error, of: link) }
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
      return random.next(16)
    }

    /// Lends a connection to the database; the tables exist. Afterwards both connections look for
    /// the journal anew.
    private func onDatabase(
      _ body: (inout Link, Durability) throws(JournalError) -> Void
    ) throws(JournalError) {
      try writing.withLock { writing throws(JournalError) in
        try writing.link.connect()
        let durability = try self.durability(of: &writing.link)
        try self.createTables(durability, &writing.link)
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
      _ durability: Durability, _ link: inout Link
    ) throws(JournalError) {
      for isLastTry in [false, true] {
        if try link.run([SQL.server])[0].bool(0, 6) == true { return }
        do throws(ServerError) {
          _ = try send(SQL.schema, durability, &link)
        } catch {
          let failure = failure(error, of: link)
          if isLastTry { throw failure }
          if case .origin(_, let origin) = failure, origin.kind == .cannotCreate { throw failure }
        }
      }
    }

    /// Runs a transaction that creates something.
    private func send(
      _ statements: [Statement], _ durability: Durability, _ link: inout Link
    ) throws(ServerError) -> [Rows] {
      do throws(ServerError) {
        return try link.commit(statements, durability, beginning: 10_000)
      } catch {
        rollBack(&link)
        throw error
      }
    }

    private func failure(_ error: ServerError, of link: Link) -> JournalError {
      if error.isLost || error.isUnconfirmed {
        return .outcomeUnknown(path: name, .connectionReset)
      }
      guard error.state == "42501" else { return link.failure(error) }
      return .origin(
        name,
        OriginFailure(
          .cannotCreate,
          "\(error.message) (role \"\(link.role)\"); creating the tables needs CREATE on the "
            + "database, creating a journal INSERT on replay.journal",
          ru: "сервер ответил: \(error.message) (роль \"\(link.role)\"); для таблиц нужно право "
            + "CREATE на базу, для журнала INSERT на replay.journal"))
    }

    // MARK: - Records of another journal

    package func upload(_ journal: JournalDirectory) throws(JournalError) {
      var reader = try JournalReader.open(journal)
      let manifest = reader.manifest
      try onDatabase { (link, durability) throws(JournalError) in
        do throws(JournalError) {
          let id = try self.vacantJournal(manifest, durability, &link)
          try self.send(&reader, to: id, &link)
        } catch {
          self.rollBack(&link)
          throw error
        }
        guard case .recorded = Recording.outcome(of: [], durability, on: &link) else {
          throw .outcomeUnknown(path: self.name, .connectionReset)
        }
      }
    }

    /// Begins a transaction.
    ///
    /// - Returns: the id of an empty journal with this manifest, locked.
    private func vacantJournal(
      _ manifest: Manifest, _ durability: Durability, _ link: inout Link
    ) throws(JournalError) -> Int {
      try beginWithRow(of: manifest, durability, &link)
      guard let id = try link.run([SQL.journal(named: url.journal)])[0].int(0, 0) else {
        throw .missing(path: name)
      }
      let results = try link.run([SQL.lock(id), SQL.newest(id)])
      if results[1].count > 0 { throw .cannotCreate(path: name, .exists) }
      _ = try link.run([
        SQL.replace(id, instance: Self.newInstance(), manifest: manifest.stored())
      ])
      return id
    }

    private func beginWithRow(
      of manifest: Manifest, _ durability: Durability, _ link: inout Link
    ) throws(JournalError) {
      while true {
        do throws(ServerError) {
          let begun = try link.send([
            SQL.begin, SQL.settings(durability, lockWait: 10_000),
            Self.row(of: url.journal, manifest, durability),
          ])
          link.settings = StandbySettings(begun[1])
          return
        } catch {
          guard error.isOfRacingCreators else { throw link.failure(error) }
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
        let isEnd = view.index == view.count && lines.count >= Self.enough
        if isEnd || view.position == head {
          let own = OwnRecords(lines, of: journal, after: tree)
          _ = try link.run(SQL.insert(own.records, into: id))
          tree = own.lines.tree
          lines.removeAll(keepingCapacity: true)
        }
        return true
      }
    }

    /// The length of what is sent together, in bytes.
    private static let enough = 1 << 20
  }

  extension ServerError {
    /// Whether another creator has taken the id or the name meanwhile: unique_violation.
    fileprivate var isOfRacingCreators: Bool { state == "23505" }
  }
#endif
