#if PostgreSQL
  import CPostgreSQL

  /// The connection parameters of libpq.
  enum ConnectionOptions {
    /// The names of libpq's parameters.
    static let known: Set<String> = {
      var names: Set<String> = []
      guard let options = unsafe PQconndefaults() else { return names }
      defer { unsafe PQconninfoFree(options) }
      var option = unsafe options
      while let name = unsafe option.pointee.keyword {
        names.insert(unsafe String(cString: name))
        unsafe option += 1
      }
      // libpq also accepts `ssl=true`, as in URLs of JDBC.
      return names.union(["ssl"])
    }()

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
      defer { unsafe PQconninfoFree(options) }
      var found: [String: String] = [:]
      var option = unsafe options
      while let name = unsafe option.pointee.keyword {
        if let value = unsafe option.pointee.val {
          unsafe found[String(cString: name)] = unsafe String(cString: value)
        }
        unsafe option += 1
      }
      return found
    }
  }
#endif
