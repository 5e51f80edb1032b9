#if PostgreSQL
  import EventStore

  /// The server that must have events on disk before they are acknowledged or returned. Fixed when
  /// the journal is created.
  enum Durability: String {
    /// A synchronous standby.
    case replicated
    /// The server itself.
    case local
  }

  /// The reason why a text is not the URL of a journal. Never repeats the URL, which may contain a
  /// password.
  public struct JournalURLError: Error, CustomStringConvertible {
    /// The reason in English.
    public let description: String
    /// The same in Russian.
    package let russian: String

    fileprivate init(_ description: String, ru russian: String) {
      self.description = description
      self.russian = russian
    }
  }

  /// The URL of a journal: a connection URL of libpq with the additional parameters `journal` and
  /// `durability`.
  public struct JournalURL: Sendable {
    /// The URL as given. Contains no password.
    let text: String
    /// The URL without the parameters that libpq does not know.
    let server: String
    let journal: String
    let durability: Durability?

    static let usualJournal = "main"

    /// A name for files of this journal: the name of its database, service or user, a dot, and its
    /// own name.
    public var fileName: String {
      let options = ConnectionOptions.read(server)
      let place = options["dbname"] ?? options["service"] ?? options["user"] ?? "database"
      return String(place.map { String($0).isIdentifier ? $0 : "_" }) + ".\(journal)"
    }

    /// - Throws: for a malformed URL, an unknown parameter, a password, a bad name.
    public init(_ text: String) throws(JournalURLError) {
      let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      let start = parts[0].firstRange(of: "://")?.upperBound ?? parts[0].startIndex
      let authority = parts[0][start...].prefix { $0 != "/" }
      if let end = authority.lastIndex(of: "@"), authority[..<end].contains(":") {
        throw Self.password
      }
      // For libpq, a password ends only at the "@", so a text that looks like a path may be part of
      // a password.
      if text[authority.endIndex...].contains("@") { throw Self.password }
      // A mistake, such as ";" for "?", makes a password part of another value.
      if Self.decoded(text[...])?.lowercased().contains("password=") ?? false {
        throw Self.password
      }
      var kept: [Substring] = []
      var own: [String: String] = [:]
      for parameter in parts.count > 1 ? parts[1].split(separator: "&") : [] {
        let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = Self.decoded(pair[0]), pair.count == 2, let value = Self.decoded(pair[1])
        else { throw Self.malformed }
        if ["journal", "durability"].contains(name) {
          own[name] = value
        } else if ConnectionOptions.known.contains(name) {
          kept.append(parameter)
        } else {
          throw Self.unknown(name)
        }
      }
      self.text = text
      server = parts[0] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
      journal = own["journal"] ?? Self.usualJournal
      guard journal.isIdentifier else {
        throw JournalURLError(
          "journal= takes 1 to 64 ASCII letters, digits, \".\", \"_\" and \"-\"",
          ru: "journal= принимает от 1 до 64 латинских букв, цифр, «.», «_» и «-»")
      }
      durability = try own["durability"].map { (word) throws(JournalURLError) in
        guard let durability = Durability(rawValue: word) else {
          throw JournalURLError(
            "durability= takes replicated or local",
            ru: "durability= принимает replicated или local")
        }
        return durability
      }
      guard Self.isParsed(server) else { throw Self.malformed }
      let options = ConnectionOptions.read(server)
      if options["password"] != nil { throw Self.password }
      for (name, value) in options {
        guard let taken = ConnectionOptions.values(taken: name), !taken.accepts(value) else {
          continue
        }
        throw JournalURLError(
          "\(name)= takes \(taken.text)", ru: "\(name)= принимает \(taken.russian)")
      }
    }

    /// The URL of another journal of the same database.
    func text(of journal: String) -> String {
      "\(server)\(server.contains("?") ? "&" : "?")journal=\(journal)"
    }

    private static let password = JournalURLError(
      "a journal's URL must not contain a password, since other users can see it; use a password "
        + "file (PGPASSFILE, ~/.pgpass), a service file or PGPASSWORD; write \"@\" in a name as %40",
      ru: "в URL журнала не должно быть пароля: его увидят другие пользователи; укажите его в "
        + "файле паролей (PGPASSFILE, ~/.pgpass), файле служб или PGPASSWORD; «@» в имени пишется "
        + "как %40")
    private static let malformed = JournalURLError(
      "malformed URL of a journal; write it like \(example)",
      ru: "неверный URL журнала; пишите его так: \(example)")
    private static let example =
      "postgresql://user@host1,host2/database?target_session_attrs=read-write&journal=NAME"

    private static func unknown(_ name: String) -> JournalURLError {
      let shown = name.utf8.count <= 40 && name.isIdentifier ? " \(name)" : ""
      return JournalURLError(
        "unknown parameter\(shown) in the URL of the journal; it takes journal, durability and the "
          + "connection parameters of libpq",
        ru: "неизвестный параметр\(shown) в URL журнала; допустимы journal, durability и "
          + "параметры соединения libpq")
    }

    /// The text without percent encoding; nil if the encoding is malformed.
    private static func decoded(_ text: Substring) -> String? {
      var bytes: [UInt8] = []
      var rest = Array(text.utf8)[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard let value = Hexadecimal.decode(digits)?.first else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      }
      return String(validating: bytes, as: UTF8.self)
    }

    /// Whether libpq can read the URL, and its ports are numbers: one for all hosts or one for each.
    private static func isParsed(_ url: String) -> Bool {
      let options = ConnectionOptions.read(url)
      func list(_ name: String) -> [Substring] {
        options[name]?.split(separator: ",", omittingEmptySubsequences: false) ?? []
      }
      let ports = list("port")
      let hosts = max(list("host").count, list("hostaddr").count)
      return !options.isEmpty && (ports.count < 2 || ports.count == hosts)
        && ports.allSatisfy { $0.isEmpty || UInt16($0).map { $0 > 0 } ?? false }
    }
  }
#endif
