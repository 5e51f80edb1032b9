#if PostgreSQL
  /// An error of the server or of the connection.
  struct ServerError: Error {
    /// The SQLSTATE; empty if the connection failed without one.
    let state: String
    /// The primary message, without the detail, which may repeat values.
    let message: String
    /// Whether the connection can no longer be used.
    var isLost: Bool
    /// The number of statements of the same group that were done before the one that failed.
    var done = 0

    static let timedOut = "timedOut"
  }
#endif
