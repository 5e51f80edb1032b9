#if PostgreSQL
  import EventStore

  /// The settings that decide whether a commit waits for a standby and survives a crash, as the
  /// server's process for a connection has read them.
  struct StandbySettings: Equatable {
    let names: String
    /// The time when the configuration was last read, in the server's microseconds.
    let loaded: Int
    /// The name of a setting that is off although a crash may then lose what is committed.
    let unsafeSetting: String?

    init(_ settings: Rows) {
      names = settings.text(0, 0) ?? ""
      loaded = settings.int(0, 1) ?? 0
      unsafeSetting = settings.text(0, 2)
    }
  }

  /// Commits that succeed only if they are as durable as the journal promises.
  extension Link {
    /// Runs statements and commits. Waits for the standby.
    ///
    /// The server reports success even if the wait has ended without the standby: with a warning if
    /// the wait was cancelled, with none if `synchronous_standby_names` was emptied meanwhile. The
    /// settings are therefore read again after the commit, in the same round trip, and must equal
    /// those from the beginning of the transaction.
    ///
    /// - Parameters:
    ///   - lockWait: begins the transaction with this limit for locks, in milliseconds; nil if it
    ///     was begun before.
    ///   - next: statements that begin the next transaction: `begin`, the settings and others.
    ///   - wait: how long to wait for everything, in milliseconds; nil for ever.
    /// - Returns: the results of the statements.
    mutating func commit(
      _ statements: [Statement], _ durability: Durability, beginning lockWait: Int? = nil,
      then next: [Statement] = [], wait: Int? = nil
    ) throws(ServerError) -> [Rows] {
      let begin = lockWait.map { [SQL.begin, SQL.settings(durability, lockWait: $0)] } ?? []
      let again = next.isEmpty ? [SQL.settings(durability, lockWait: 1)] : Array(next.prefix(2))
      let own = begin + statements + [SQL.commit]
      var results: [Rows]
      do throws(ServerError) {
        results = try send(own + again, then: Array(next.dropFirst(2)), wait: wait)
      } catch {
        throw error.done < own.count ? error : .unconfirmed
      }
      let before = begin.isEmpty ? settings : StandbySettings(results[1])
      let settings = results.last.map { StandbySettings($0) }
      self.settings = settings
      results.removeLast(again.count)
      guard results.removeLast().tag == "COMMIT" else {
        throw ServerError.rolledBack
      }
      let waited = settings == before && settings?.names.isEmpty == false
      let isSafe = settings != nil && settings?.unsafeSetting == nil
      guard takeWarnings().isEmpty, isSafe, waited || durability == .local else {
        throw ServerError.unconfirmed
      }
      isConfirmedDurable = true
      return Array(results.dropFirst(begin.count))
    }

    /// Waits until a synchronous standby has everything that is visible on the server.
    ///
    /// - Parameters:
    ///   - wait: in milliseconds; at least 10 s. A commit that waits for a standby is never
    ///     cancelled, so the connection is given up after that time.
    ///   - query: is run on the same server in the same transaction.
    /// - Returns: the rows of the query; none for a local journal.
    @discardableResult
    mutating func confirmDurability(
      _ durability: Durability, wait: Int, with query: Statement? = nil
    ) throws(JournalError) -> Rows? {
      if durability == .local {
        isConfirmedDurable = true
        return nil
      }
      let limit = Self.confirmationLimit(wait)
      // A commit proves nothing if the server has read its configuration again meanwhile. The
      // commit is then repeated, twice at most.
      for _ in 0..<3 {
        do throws(ServerError) {
          let statements = [SQL.barrier] + (query.map { [$0] } ?? [])
          return try commit(statements, durability, beginning: limit, wait: limit).last
        } catch {
          if error.state == ServerError.timedOut { break }
          guard error.isUnconfirmed else { throw failure(error) }
        }
        try requireSafety(durability)
      }
      disconnect()
      hasGivenUp = true
      throw unconfirmed(within: limit)
    }

    /// The time that a commit without other work waits for a standby, in milliseconds.
    static func confirmationLimit(_ wait: Int) -> Int { max(wait, 10_000) }

    func unconfirmed(within limit: Int) -> JournalError {
      failure(
        "no synchronous standby has confirmed within \(limit / 1000) s that it has everything; is "
          + "one connected?",
        ru: "за \(limit / 1000) с ни одна синхронная реплика не подтвердила, что у неё всё есть; "
          + "подключена ли она?")
    }

    /// Notes the settings of the transaction that was begun, and checks that its commit waits for a
    /// standby and survives a crash.
    ///
    /// - Parameter rows: the result of `SQL.settings`.
    mutating func requireStandbys(
      _ rows: Rows, for durability: Durability
    ) throws(JournalError) {
      settings = StandbySettings(rows)
      try requireSafety(durability)
    }

    private func requireSafety(_ durability: Durability) throws(JournalError) {
      if let setting = settings?.unsafeSetting { throw notCrashSafe(setting) }
      try requireStandbys(settings?.names, for: durability)
    }
  }

  extension ServerError {
    /// The server has committed, but perhaps without waiting for the standby.
    fileprivate static let unconfirmed = ServerError(
      state: "unconfirmed", message: "no standby has confirmed it", isLost: false)

    /// The server has rolled the transaction back instead of committing it: transaction_rollback.
    fileprivate static let rolledBack = ServerError(
      state: "40000", message: "the transaction was rolled back", isLost: false)

    var isUnconfirmed: Bool { state == Self.unconfirmed.state }
  }
#endif
