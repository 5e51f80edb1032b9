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

    /// Whether the server's process of this connection waits for the client or is gone, so that what
    /// was sent, or the answer, is lost on the way. False if that cannot be determined, as with a
    /// pooler, whose clients have no process of their own.
    func serverIsIdle() -> Bool {
      guard prepared.isUsed else { return false }
      do throws(ServerError) {
        let other = try Connection(
          parameters + [("connect_timeout", "3"), ("target_session_attrs", "any")])
        let process = unsafe Int(PQbackendPID(handle))
        let rows = try other.run([Self.activity(of: process)], wait: 3000)[0]
        return rows.count == 0 || rows.text(0, 0)?.hasPrefix("idle") ?? false
      } catch { return false }
    }

    private static func activity(of process: Int) -> Statement {
      Statement("select state from pg_stat_activity where pid = $1", .int(process))
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
