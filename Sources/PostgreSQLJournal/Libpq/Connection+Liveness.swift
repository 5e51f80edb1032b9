#if PostgreSQL
  import CPostgreSQL
  import EventStore
  import PlatformLibc

  /// Checks of a connection that has been waiting for an answer, by a new connection.
  extension Connection {
    /// Whether a new connection gets an answer. A user and a database are named since the server
    /// would otherwise log an error.
    func serverAnswers() -> Bool {
      let names = CStrings(["host", "hostaddr", "port", "user", "dbname", "connect_timeout"])
      let values = unsafe CStrings(
        [
          Self.text(PQhost(handle)), Self.text(PQhostaddr(handle)), Self.text(PQport(handle)),
          Self.text(PQuser(handle)), Self.text(PQdb(handle)), "3",
        ])
      let state = unsafe PQpingParams(names.pointers, values.pointers, 0)
      return state != PQPING_NO_RESPONSE
    }

    /// The time since when the server's process of this connection waits for the client; empty if
    /// the process is gone. The statements or their results may then be lost on the way. Nil if the
    /// process works, or if that cannot be determined, as with a pooler, whose clients have no
    /// process of their own.
    func serverIdleTime() -> String? {
      do throws(ServerError) {
        let other = try Connection(
          parameters + [("connect_timeout", "3"), ("target_session_attrs", "any")], lockWait: 3000)
        let process = unsafe Int(PQbackendPID(handle))
        let rows = try other.run([Self.activity(of: process)], wait: 3000)[0]
        return unsafe rows.int(0, 0) == Int(PQbackendPID(other.handle)) ? rows.text(0, 1) : nil
      } catch { return nil }
    }

    /// A process that waits for the rest of a group is active, too.
    private static func activity(of process: Int) -> Statement {
      Statement(
        """
        select pg_backend_pid()::bigint, case when other.pid is null then ''
          when state like 'idle%' or wait_event = 'ClientRead' then state_change::text end
        from (select) as own left join pg_stat_activity other on other.pid = $1
        """, .int(process))
    }

    /// The parameters that this connection was made with, for the server that it has reached.
    private var parameters: [(name: String, value: String)] {
      guard let options = unsafe PQconninfo(handle) else { return [] }
      let given = unsafe ConnectionOptions.values(options).map { (name: $0.key, value: $0.value) }
      return unsafe given + [
        ("host", Self.text(PQhost(handle))), ("hostaddr", Self.text(PQhostaddr(handle))),
        ("port", Self.text(PQport(handle))),
      ]
    }
  }

  /// Texts as C strings in an array that ends with a null pointer.
  @safe final class CStrings {
    private(set) var pointers: [UnsafePointer<CChar>?]

    init(_ texts: [String]) {
      unsafe pointers = unsafe texts.map { unsafe UnsafePointer(strdup($0)) } + [nil]
    }

    deinit { unsafe pointers.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
  }
#endif
