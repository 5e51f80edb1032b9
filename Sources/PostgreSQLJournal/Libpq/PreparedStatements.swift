#if PostgreSQL
  /// The prepared statements of a connection. Parsing and planning a statement takes longer than
  /// running it, so a statement is prepared when it is sent for the second time.
  struct PreparedStatements {
    var isUsed = false
    /// The names of all statements that were sent at least once, by their text.
    private var names: [String: String] = [:]
    private var ready: Set<String> = []

    /// The name of a statement that is to be run prepared; nil if it is sent for the first time, or
    /// if statements are not prepared.
    mutating func name(of statement: Statement) -> String? {
      guard isUsed else { return nil }
      if let name = names[statement.sql] { return name }
      names[statement.sql] = "s\(names.count)"
      return nil
    }

    /// Whether the server has confirmed that the statement is prepared.
    func isReady(_ statement: Statement) -> Bool { ready.contains(statement.sql) }

    mutating func setReady(_ text: String) { ready.insert(text) }
  }
#endif
