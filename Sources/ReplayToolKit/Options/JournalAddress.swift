import EventEngine

#if PostgreSQL
  import PostgreSQLJournal
#endif

/// The place of a journal as the options name it: a folder, or the URL of a database.
struct JournalAddress {
  static let options = [
    OptionSpec(
      "--journal", "DIR",
      ru: "журнал: папка или postgresql://… (по умолчанию $REPLAY_JOURNAL, иначе events/journal)",
      en: "the journal: a folder or postgresql://… (default: $REPLAY_JOURNAL, else events/journal)"),
    OptionSpec(
      "--key-file", "FILE",
      ru: "с URL: файл с ключом журнала (по умолчанию в $XDG_CONFIG_HOME)",
      en: "with a URL: the file with the journal's key (default below $XDG_CONFIG_HOME)"),
    OptionSpec(
      "--cache", "DIR",
      ru: "с URL: где на этой машине хранится копия журнала (по умолчанию в $XDG_CACHE_HOME)",
      en: "with a URL: where this machine keeps its copy of the journal (default $XDG_CACHE_HOME)"),
  ]

  private var text: String
  private var keyFile: String?
  private var cache: String?
  private let wait: Int

  /// - Parameter wait: the longest wait for a busy journal, in milliseconds.
  init(_ text: String, _ arguments: Arguments, wait: Int) {
    self.text = text
    self.wait = wait
    keyFile = arguments.value("--key-file")
    cache = arguments.value("--cache")
  }

  /// Returns the address of another journal. A URL keeps the options `--key-file` and `--cache`.
  func sibling(_ other: String) -> JournalAddress {
    var address = self
    address.text = other
    if !address.isURL { (address.keyFile, address.cache) = (nil, nil) }
    return address
  }

  /// The value of `--journal` that names this journal in any working folder.
  var absoluteText: String { isURL ? text : ProcessEnvironment.absolute(text) }

  /// The option that names a journal as the words of the tool did, to be added to a command that is
  /// advised; empty if they named none.
  static func option(_ given: String?) -> String {
    given.map { " --journal \($0.pastedWord)" } ?? ""
  }

  /// The options beside `--journal` that this journal needs.
  var words: [String] {
    [("--key-file", keyFile), ("--cache", cache)].flatMap { option, value in
      value.map { [option, $0] } ?? []
    }
  }

  /// Whether the text is a URL and not a path: a folder of that name is written `./postgresql:`.
  private var isURL: Bool { Self.isURL(text) }

  static func isURL(_ text: String) -> Bool {
    ["postgresql://", "postgres://"].contains { text.lowercased().hasPrefix($0) }
  }

  /// Whether there is a journal in the folder.
  static func isFolder(_ text: String) -> Bool {
    let directory = JournalDirectory(ProcessEnvironment.absolute(text))
    do throws(JournalError) { return text.isEmpty ? false : try directory.exists() } catch {
      return false
    }
  }

  /// Whether the text begins like a URL of another scheme, or like a mistyped one. As a path it
  /// would become a folder.
  private var looksLikeURL: Bool {
    let scheme = text.unicodeScalars.prefix { $0.isASCII && $0.properties.isAlphabetic }
    let rest = text.unicodeScalars[scheme.endIndex...]
    let path = rest.drop { $0 == ":" }
    return !scheme.isEmpty && path.startIndex > rest.startIndex && path.first == "/"
  }

  func directory() throws(UsageError) -> JournalDirectory {
    if !isURL && looksLikeURL {
      // It is not repeated: it may contain a password.
      throw UsageError(
        ru:
          "--journal принимает папку или URL вида postgresql://…; папку, имя которой похоже на URL, "
          + "укажите как ./ИМЯ",
        en:
          "--journal takes a folder or a URL of the form postgresql://…; a folder whose name looks "
          + "like a URL is written ./NAME")
    }
    guard isURL else {
      if let option = keyFile.map({ _ in "--key-file" }) ?? cache.map({ _ in "--cache" }) {
        throw UsageError(
          ru: "\(option) — для журнала в базе данных, заданного как URL; у папки файлы свои",
          en: "\(option) is for a journal in a database, named by a URL; a folder has its own files"
        )
      }
      return JournalDirectory(ProcessEnvironment.absolute(text))
    }
    #if PostgreSQL
      return JournalDirectory(try origin())
    #else
      // The URL is not repeated: it may contain a password.
      throw UsageError(
        ru: "\(toolName) собран без PostgreSQL, и --journal принимает имя папки; "
          + "соберите его так: swift build --traits PostgreSQL",
        en: "\(toolName) was built without PostgreSQL, so --journal takes the name of a folder; "
          + "build it with: swift build --traits PostgreSQL")
    #endif
  }

  #if PostgreSQL
    func origin() throws(UsageError) -> PostgreSQLOrigin {
      let url: JournalURL
      do throws(JournalURLError) { url = try JournalURL(text) } catch {
        throw UsageError(ru: error.russian, en: error.description)
      }
      let usualCache = try Self.folder("XDG_CACHE_HOME", ".cache")
      let usualKeyFile = try usualKeyFile(of: url)
      return PostgreSQLOrigin(
        url, keyFile: keyFile.map(ProcessEnvironment.absolute) ?? usualKeyFile,
        cache: cache.map(ProcessEnvironment.absolute) ?? usualCache.map { "\($0)/replay-tool" },
        lockWait: wait)
    }

    /// Returns the path of a file that is named after the database and the journal.
    private func usualKeyFile(of url: JournalURL) throws(UsageError) -> String {
      let folder = try Self.folder("XDG_CONFIG_HOME", ".config") ?? "."
      return "\(folder)/replay-tool/\(url.fileName).key"
    }

    /// Returns the folder that the variable names, else `usual` in the home folder; nil if neither
    /// is set.
    private static func folder(
      _ variable: String, _ usual: String
    ) throws(UsageError) -> String? {
      try UsageError.unlessText { () throws(InvalidUTF8) -> String? in
        if let path = try ProcessEnvironment.value(variable), path.hasPrefix("/") { return path }
        guard let home = try ProcessEnvironment.value("HOME") else { return nil }
        return "\(home)/\(usual)"
      }
    }
  #endif
}
