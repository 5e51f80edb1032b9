#if PostgreSQL
  import CPostgreSQL

  /// The connection parameters of libpq.
  enum ConnectionOptions {
    /// The names of libpq's parameters.
    static let known: Set<String> = {
      guard let options = unsafe PQconndefaults() else { return [] }
      // libpq also accepts `ssl=true`, as in URLs of JDBC.
      return unsafe Set(entries(options).map(\.name)).union(["ssl"])
    }()

    /// The values that a parameter takes.
    enum Taken {
      case words([String])
      case integer

      func accepts(_ value: String) -> Bool {
        switch self {
        case .words(let words): words.contains(value)
        case .integer: Int32(value) != nil
        }
      }

      var text: String {
        switch self {
        case .words(let words): words.joined(separator: ", ")
        case .integer: "a whole number"
        }
      }

      var russian: String { if case .integer = self { "целое число" } else { text } }
    }

    /// The values of a parameter that libpq would refuse only when it connects; nil if any value may
    /// be right.
    static func values(taken name: String) -> Taken? {
      switch name {
      case "sslmode":
        .words(["disable", "allow", "prefer", "require", "verify-ca", "verify-full"])
      case "target_session_attrs":
        .words(["any", "read-write", "read-only", "primary", "standby", "prefer-standby"])
      case "channel_binding", "gssencmode": .words(["disable", "prefer", "require"])
      case "connect_timeout", "keepalives", "keepalives_idle", "keepalives_interval",
        "keepalives_count", "tcp_user_timeout":
        .integer
      default: nil
      }
    }

    /// The options that libpq reads in the URL; empty if it cannot read the URL. A readable URL
    /// always has the option with the empty name.
    static func read(_ url: String) -> [String: String] {
      var message: UnsafeMutablePointer<CChar>? = nil
      guard let options = unsafe PQconninfoParse(url, &message) else {
        unsafe PQfreemem(message)
        return [:]
      }
      return unsafe ["": ""].merging(values(options)) { $1 }
    }

    /// The options that have values. Frees the list.
    static func values(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
      unsafe entries(options).reduce(into: [:]) { $0[$1.name] = $1.value }
    }

    /// All options in the list. Frees the list.
    private static func entries(
      _ options: UnsafeMutablePointer<PQconninfoOption>
    ) -> [(name: String, value: String?)] {
      defer { unsafe PQconninfoFree(options) }
      var entries: [(name: String, value: String?)] = []
      var option = unsafe options
      while let name = unsafe option.pointee.keyword {
        let value = unsafe option.pointee.val
        entries.append(unsafe (String(cString: name), value.map { unsafe String(cString: $0) }))
        unsafe option += 1
      }
      return entries
    }
  }
#endif
