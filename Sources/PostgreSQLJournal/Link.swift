#if PostgreSQL
  import EventStore

  /// A journal's row in its database.
  struct RemoteJournal {
    let id: Int
    /// Random bytes drawn when the journal was created. A failover keeps them; a journal that is
    /// created again under the same name has others.
    let instance: [UInt8]
    let manifest: Manifest
    let durability: Durability

    static let instanceBytes = 16

    static func unreadable(_ path: String) -> JournalError {
      .damaged(
        Damage(
          path: path, reason: .manifest("its row cannot be read", ru: "его строка не читается")))
    }
  }

  /// A connection to the server that is made on demand, and made again after it was lost.
  struct Link {
    let url: JournalURL
    /// The limit of waits for locks outside of transactions, in milliseconds.
    private let lockWait: Int
    /// Whether the role must be able to append.
    private let appends: Bool
    /// Whether the link looks for the journal; false if it is about the whole database.
    private let findsJournal: Bool
    private var connection: Connection?
    private var wasConnected = false
    /// Whether statements were sent as `next` of a commit, and their results were not fetched.
    private(set) var hasNext = false
    private(set) var role = ""
    /// The journal as it was found by this connection; nil if there is none.
    private(set) var foundJournal: RemoteJournal?
    /// Whether a commit or a barrier of this connection has proved that everything visible before
    /// it is durable.
    var isConfirmedDurable = false
    /// The settings that were read last, when a transaction began or after a commit.
    var settings: StandbySettings?
    /// Whether the connection was given up because no standby has confirmed a barrier in time.
    var hasGivenUp = false

    /// How long a request tries to reach a lost server before it fails, in milliseconds.
    static let reconnectTimeout = 12_000

    init(_ url: JournalURL, lockWait: Int, appends: Bool, findsJournal: Bool = true) {
      self.url = url
      self.lockWait = lockWait
      self.appends = appends
      self.findsJournal = findsJournal
    }

    /// The journal of this connection.
    ///
    /// - Throws: `.missing`.
    mutating func journal() throws(JournalError) -> RemoteJournal {
      try connect()
      guard let foundJournal else { throw .missing(path: url.text) }
      return foundJournal
    }

    /// Runs statements in one round trip.
    mutating func run(
      _ statements: [Statement], wait: Int? = nil
    ) throws(JournalError) -> [Rows] {
      do throws(ServerError) { return try send(statements, wait: wait) } catch {
        throw failure(error)
      }
    }

    /// Runs statements in one round trip, and throws the error of the server as it is.
    ///
    /// - Parameter next: statements that are run after them; ``finish()`` fetches their
    ///   results.
    mutating func send(
      _ statements: [Statement], then next: [Statement] = [], wait: Int? = nil
    ) throws(ServerError) -> [Rows] {
      try endNext()
      let results = try onConnection { connection throws(ServerError) in
        try connection.run(statements, then: next, wait: wait)
      }
      hasNext = !next.isEmpty
      return results
    }

    /// Rolls back the transaction that statements sent as `next` have begun, without waiting for
    /// the server.
    mutating func endNext() throws(ServerError) {
      guard hasNext else { return }
      hasNext = false
      try onConnection { connection throws(ServerError) in try connection.start([SQL.rollback]) }
    }

    /// Sends statements. ``finish()`` must fetch their results before anything else is sent.
    mutating func start(_ statements: [Statement]) throws(JournalError) {
      do throws(ServerError) {
        try onConnection { connection throws(ServerError) in try connection.start(statements) }
      } catch { throw failure(error) }
    }

    /// The results of the first group of statements whose results were not fetched.
    mutating func finish() throws(JournalError) -> [Rows] {
      hasNext = false
      do throws(ServerError) {
        return try onConnection { connection throws(ServerError) in try connection.finish() }
      } catch { throw failure(error) }
    }

    private mutating func onConnection<Result>(
      _ body: (Connection) throws(ServerError) -> Result
    ) throws(ServerError) -> Result {
      guard let connection else {
        throw ServerError(state: "", message: "the connection was lost", isLost: true)
      }
      do throws(ServerError) { return try body(connection) } catch {
        if error.isLost { disconnect() }
        throw error
      }
    }

    /// The warnings of the last statements.
    func takeWarnings() -> [String] { connection?.takeWarnings() ?? [] }

    mutating func disconnect() {
      connection = nil
      isConfirmedDurable = false
      hasNext = false
    }

    var isConnected: Bool { connection != nil }

    /// Whether a transaction was begun and not ended. One whose statement failed has ended.
    var isInTransaction: Bool { connection?.isInTransaction ?? false }

    /// The server, as `HOST:PORT`; empty without a connection.
    var host: String { connection?.host ?? "" }

    /// Connects unless there is a usable connection. If this link was connected before, retries for
    /// up to `reconnectTimeout` while the server is unavailable.
    mutating func connect() throws(JournalError) {
      if let connection, connection.isUsable { return }
      disconnect()
      hasGivenUp = false
      let deadline =
        SystemClock.ticks() + UInt64(wasConnected ? Self.reconnectTimeout : 0) * 1_000_000
      while true {
        do throws(JournalError) { return try connectOnce() } catch {
          guard case .origin(_, let failure) = error, failure.kind == .unavailable,
            SystemClock.ticks() < deadline
          else { throw error }
        }
        SystemClock.sleep(microseconds: 100_000)
      }
    }

    private mutating func connectOnce() throws(JournalError) {
      do throws(ServerError) {
        connection = try Connection(
          [
            ("fallback_application_name", "replay-tool"), ("connect_timeout", "4"),
            ("target_session_attrs", "read-write"), ("client_encoding", "UTF8"),
            ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "10000"), ("dbname", url.server),
          ], lockWait: lockWait)
      } catch { throw connectionFailure(error) }
      do throws(JournalError) {
        try inspect()
        wasConnected = true
      } catch {
        disconnect()
        throw error
      }
    }

    /// Checks the server and looks for the journal.
    private mutating func inspect() throws(JournalError) {
      let rows = try run([SQL.server])[0]
      role = rows.text(0, 5) ?? ""
      if let process = rows.int(0, 8) { connection?.prepareRepeated(by: process) }
      connection?.hasTimeout = rows.bool(0, 9) ?? false
      func refuse(_ reason: String, ru russian: String) -> JournalError {
        failure("the server \(host) \(reason)", ru: "сервер \(host): \(russian)")
      }
      if let version = rows.int(0, 0), version < 140_000 {
        throw refuse(
          "is PostgreSQL \(version / 10_000); version 14 or later is needed",
          ru: "это PostgreSQL \(version / 10_000), а нужна версия 14 или новее")
      }
      if rows.bool(0, 1) == true {
        throw refuse(
          "is a standby; add the primary to the URL",
          ru: "это реплика; добавьте в URL основной сервер")
      }
      for (column, setting) in [(2, "fsync"), (3, "full_page_writes")]
      where rows.text(0, column) != "on" {
        throw notCrashSafe(setting)
      }
      foundJournal = nil
      guard rows.bool(0, 6) == true else { return }
      guard rows.bool(0, 7) == true else { throw denied("USAGE on schema replay") }
      let tables = try run([SQL.tables])[0]
      guard tables.text(0, 0) != nil else { return }
      if let unlogged = tables.text(0, 1) {
        throw refuse(
          "has unlogged tables: \(unlogged). A crash empties them, and standbys do not have their "
            + "contents. Their owner can change that: alter table NAME set logged",
          ru: "в базе есть нежурналируемые таблицы (unlogged): \(unlogged). Их содержимое "
            + "пропадает при сбое и не попадает на реплики. Исправить может владелец: "
            + "alter table ИМЯ set logged")
      }
      if let missing = try run([SQL.missingRights(appending: appends)])[0].text(0, 0) {
        throw denied(missing)
      }
      guard findsJournal else { return }
      let journalRows = try run([SQL.journal(named: url.journal)])[0]
      guard journalRows.count == 1 else { return }
      let journal = try journal(journalRows)
      try requireStandbys(rows.text(0, 4), for: journal.durability)
      if let asked = url.durability, asked != journal.durability {
        throw refuse(
          "has this journal with durability=\(journal.durability.rawValue), which cannot be "
            + "changed; leave the parameter out",
          ru: "у журнала durability=\(journal.durability.rawValue), и это не меняется; уберите "
            + "параметр")
      }
      foundJournal = journal
    }

    private func journal(_ rows: Rows) throws(JournalError) -> RemoteJournal {
      // The copy's folder is named after the instance, so one of another length could name another
      // folder.
      guard let id = rows.int(0, 0), let instance = rows.bytes(0, 1),
        instance.count == RemoteJournal.instanceBytes, let bytes = rows.bytes(0, 2),
        let durability = rows.text(0, 3).flatMap(Durability.init)
      else {
        throw RemoteJournal.unreadable(url.text)
      }
      return RemoteJournal(
        id: id, instance: instance, manifest: try Manifest(encoded: bytes, path: url.text),
        durability: durability)
    }

    /// Checks that the server names a synchronous standby if the journal is replicated.
    func requireStandbys(
      _ names: String?, for durability: Durability
    ) throws(JournalError) {
      guard durability == .replicated, names?.isEmpty ?? true else { return }
      throw failure(
        "the server \(host) has no synchronous standby (synchronous_standby_names is empty), "
          + "and the journal needs one (durability=replicated)",
        ru: "у сервера \(host) нет синхронной реплики (synchronous_standby_names пуст), а журналу "
          + "она нужна (durability=replicated)")
    }
  }
#endif
