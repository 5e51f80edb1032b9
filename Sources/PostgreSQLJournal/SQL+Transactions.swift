#if PostgreSQL
  import EventStore

  /// The statements around others.
  extension SQL {
    static let begin = Statement("begin isolation level read committed")
    static let commit = Statement("commit")
    static let rollback = Statement("rollback")

    /// The settings of a transaction, whatever role and database say.
    ///
    /// A client that hangs must not keep the lock: the idle timeout covers one that sends nothing,
    /// `tcp_user_timeout` one that does not read what the server sends. There is no limit for
    /// statements: a commit that waits for a standby must not be cancelled, since it would then
    /// be visible without being replicated. The warning of a wait that somebody else cancels must
    /// reach the client, and the first two columns tell whether a commit waits at all.
    ///
    /// Only the server's checkpointer makes commits wait or not, a moment after a reload that the
    /// others have already seen: so a reload is a second old before anything relies on it.
    static func settings(_ durability: Durability, lockWait: Int) -> Statement {
      Statement(
        """
        select coalesce(pg_catalog.current_setting('synchronous_standby_names', true), ''),
          pg_catalog.pg_conf_load_time(),
          pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true),
          pg_catalog.set_config('synchronous_commit', $1, true),
          pg_catalog.set_config('lock_timeout', $2, true),
          pg_catalog.set_config('client_min_messages', 'warning', true),
          pg_catalog.set_config('idle_in_transaction_session_timeout', '5s', true),
          pg_catalog.set_config('tcp_user_timeout', '5s', true),
          pg_catalog.set_config('statement_timeout', '0', true),
          case when $1 operator(pg_catalog.=) 'on'
            and (pg_catalog.clock_timestamp() operator(pg_catalog.-)
              pg_catalog.pg_conf_load_time()) operator(pg_catalog.<) interval '1s'
            then pg_catalog.pg_sleep(1) end
        """, .text(durability == .replicated ? "on" : "local"), .text("\(max(1, lockWait))ms"))
    }

    /// Names are looked up in the server's own schema only, so that no object of another role is
    /// taken for one of the server's. Precedes whatever runs outside of a transaction of ours; a
    /// setting of the session would be lost in a pooler. The statements with which a search path
    /// begins qualify all their names.
    static let path = Statement(
      "select pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true)")

    /// The lock of the journal's writers. A statement of its own: the snapshot of one that waits
    /// for a lock is older than the lock.
    static func lock(_ id: Int) -> Statement {
      Statement("select instance from replay.journal where id = $1 for no key update", .int(id))
    }

    /// A record in the write-ahead log. It is ordered, so a standby that has it on disk has
    /// everything that was visible before.
    static let barrier = Statement("select pg_logical_emit_message(true, 'replay', '')::text")
  }
#endif
