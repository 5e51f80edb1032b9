#if PostgreSQL
  import EventStore

  /// The statements that begin, protect and end transactions.
  extension SQL {
    /// In a stricter isolation level, a statement that waits for a lock would keep the snapshot of
    /// the transaction's first statement. After the wait for an erasure, which refills a table, it
    /// would find this table empty.
    static let begin = Statement("begin isolation level read committed")
    static let commit = Statement("commit")
    static let rollback = Statement("rollback")

    /// Sets the settings of a transaction, which override those of the role and the database.
    ///
    /// A client that hangs must not keep the lock. The idle timeout covers a client that sends
    /// nothing, or stops in a large statement (see `Connection.sync`), `tcp_user_timeout` a client
    /// that does not read the server's results, and together with `tcp_keepalives_idle` a machine
    /// that is gone in the middle of a group. There is no
    /// timeout for statements: a commit that waits for a standby must not be cancelled, since it
    /// would then be visible without being replicated. If an administrator cancels the wait, the
    /// server's warning must reach the client. The first two columns show whether a commit waits at
    /// all, the third names a setting that is off, so that a commit may not survive a crash.
    ///
    /// The server's checkpointer process alone decides whether commits wait, and it may learn of a
    /// reload of the configuration a moment after the other processes. For a replicated journal,
    /// the statement therefore sleeps for a second if the last reload was less than a second ago.
    static func settings(_ durability: Durability, lockWait: Int) -> Statement {
      Statement(
        settings, .text(durability == .replicated ? "on" : "local"), limit(lockWait))
    }

    /// The text of `settings(_:lockWait:)`.
    static let settings =
      """
      select coalesce(pg_catalog.current_setting('synchronous_standby_names', true), ''),
        pg_catalog.pg_conf_load_time(),
        case
          when pg_catalog.current_setting('fsync', true) operator(pg_catalog.=) 'off'
          then 'fsync'
          when pg_catalog.current_setting('full_page_writes', true) operator(pg_catalog.=) 'off'
          then 'full_page_writes' end,
        pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true),
        pg_catalog.set_config('synchronous_commit', $1, true),
        pg_catalog.set_config('lock_timeout', $2, true),
        pg_catalog.set_config('client_min_messages', 'warning', true),
        pg_catalog.set_config('idle_in_transaction_session_timeout', '5s', true),
        pg_catalog.set_config('tcp_user_timeout', '5s', true),
        pg_catalog.set_config('tcp_keepalives_idle', '2', true),
        pg_catalog.set_config('tcp_keepalives_interval', '1', true),
        pg_catalog.set_config('statement_timeout', '0', true),
        \(liftedTransactionTimeout),
        case when $1 operator(pg_catalog.=) 'on'
          and (pg_catalog.clock_timestamp() operator(pg_catalog.-)
            pg_catalog.pg_conf_load_time()) operator(pg_catalog.<) interval '1s'
          then pg_catalog.pg_sleep(1) end
      """

    /// PostgreSQL has this setting since version 17.
    private static let liftedTransactionTimeout = """
      case when pg_catalog.current_setting('transaction_timeout', true) is not null
        then pg_catalog.set_config('transaction_timeout', '0', true) end
      """

    /// A limit for waits, from milliseconds. Zero would be none.
    private static func limit(_ wait: Int) -> Value {
      .text("\(min(max(1, wait), Int(Int32.max)))ms")
    }

    /// Sets the search path to the server's own schema, so that no object of another role is taken
    /// for one of the server's, limits the wait for a table that is locked, and lifts the role's
    /// timeouts for statements and transactions. It is sent at the beginning of each group of
    /// statements outside of our transactions, since a pooler may lose settings between two groups.
    /// If the role has a timeout, it is also sent before `settings`, which may sleep. This statement
    /// and `settings` run before the path is set, so they qualify all names themselves.
    static func path(lockWait: Int) -> Statement {
      Statement(
        """
        select pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true),
          pg_catalog.set_config('lock_timeout', $1, true),
          pg_catalog.set_config('statement_timeout', '0', true), \(liftedTransactionTimeout)
        """, limit(lockWait))
    }

    /// Locks the journal for one writer. It must be a statement of its own, since a statement that
    /// waits for a lock keeps its snapshot from before the lock was granted.
    static func lock(_ id: Int) -> Statement {
      Statement("select instance from replay.journal where id = $1 for no key update", .int(id))
    }

    /// Writes a record to the write-ahead log. The log is ordered, so a standby that has this
    /// record on disk has everything that was visible before it.
    static let barrier = Statement("select pg_logical_emit_message(true, 'replay', '')::text")
  }
#endif
