import EventStore

/// A journal with its deciders and read models, for concurrent callers in one process.
///
/// Commands that arrive during a write form the next batch: one lock, one write and one sync for
/// all of them. Any number of processes may use the same journal. Each decision is made under the
/// journal's lock, after all events of other processes, so that no caller has to retry it. Blocking
/// work runs on two threads of the engine's own, one for decisions and one for queries; no task's
/// thread waits for a disk or a lock.
///
/// ```swift
/// let engine = try await Engine.open("library.journal", domains: [.library])
/// try await engine.issue(Loans.self, .lend("42", to: "eva"), by: "eva", id: "c-1")
/// let onLoan = try await engine.ask(OnLoan.self)
/// await engine.close()
/// ```
public final class Engine: Sendable {
  /// The options of an engine. The defaults suit a server.
  public struct Options: Sendable {
    /// The timeout of each wait for the journal's lock, in milliseconds.
    public var wait = 10_000
    /// The language of texts if a command or a query names none.
    public var locale = Language.ru
    /// Whether a command or an appended event may be dated more than a day ahead of the clock.
    public var allowsFuture = false
    /// The current time for commands and queries that name none.
    public var clock: @Sendable () -> Timestamp = SystemClock.now

    /// Creates the default options.
    public init() {}
  }

  let domains: [DomainDefinition]
  let options: Options
  let parser: CommandParser
  let deciding: DecidingThread
  let reading: ReadingThread
  /// Resumes the followers at the end of the journal.
  let watch: JournalWatch

  private init(
    _ domains: [DomainDefinition], _ options: Options, _ parser: CommandParser,
    _ deciding: DecidingThread, _ reading: ReadingThread
  ) {
    self.domains = domains
    self.options = options
    self.parser = parser
    self.deciding = deciding
    self.reading = reading
    watch = JournalWatch(head: { try await reading.run { reader, _ in reader.head } })
  }

  /// Opens the journal in the folder `path`. Waits for its lock, and checks the open segment and
  /// the ends of the closed ones. A journal on a server is opened with
  /// `JournalDirectory.postgreSQL(_:keyFile:cache:)`, of the product `PostgreSQLJournal`.
  ///
  /// - Parameters:
  ///   - domains: the domains whose commands and read models the engine offers. Without them,
  ///     ``append(_:if:cause:)`` takes events of their types, too, and checks no payload: such a
  ///     program must record other types, or only read and follow.
  ///   - creating: the settings of a new journal if there is none; nil: throw `.missing`. Its time
  ///     zone, Europe/Moscow unless given, never changes.
  /// - Throws: `.missing`, `.busy`, `.damaged`, `.otherFormat`, `.cannotCreate`, `.exposed`,
  ///   `.storageFailed`; `.invalidJournal` for a URL, or for settings outside their limits.
  public static func open(
    _ path: String, domains: [DomainDefinition], creating settings: JournalSettings? = nil,
    options: Options = Options()
  ) async throws(JournalError) -> Engine {
    try await open(JournalDirectory(path), domains: domains, creating: settings, options: options)
  }

  /// Opens the journal in a folder of any file system.
  ///
  /// - Throws: the errors of ``open(_:domains:creating:options:)`` with a path.
  public static func open(
    _ directory: JournalDirectory, domains: [DomainDefinition],
    creating settings: JournalSettings? = nil, options: Options = Options()
  ) async throws(JournalError) -> Engine {
    domains.requireNames()
    // Built here, so that a name that occurs twice is reported before anything is recorded.
    for domain in domains { _ = domain.readModels }
    let deciding = DecidingThread(directory.path)
    let (parser, point) = try await deciding.open(directory, domains.commands, settings, options)
      .get()
    return Engine(
      domains, options, parser, deciding,
      ReadingThread(directory, at: point, wait: options.wait))
  }

  /// Creates an engine with a journal in memory, for tests and experiments. The journal is
  /// discarded with the engine. Its files are in an in-memory file system, so that the code of a
  /// journal on disk runs unchanged.
  ///
  /// - Throws: `.invalidJournal` for settings outside their limits.
  public static func inMemory(
    domains: [DomainDefinition], settings: JournalSettings = JournalSettings(passwordIterations: 1),
    options: Options = Options()
  ) async throws(JournalError) -> Engine {
    try await open(
      JournalDirectory("journal", files: MemoryFileSystem()), domains: domains, creating: settings,
      options: options)
  }

  /// The unfinished appends that this engine has truncated at the end of the journal, and the places
  /// where it has found acknowledged events missing, oldest first. Usually empty.
  ///
  /// A ``TornTail`` whose `wasStored` is true shows a loss, contrary to the rule: a file was changed
  /// by hand, or a disk has lost what it had confirmed. Report it, and compare the journal with a
  /// receipt or a backup: the next append overwrites the proof, and no later opening reports it.
  /// Any other was never acknowledged, and nothing is lost.
  ///
  /// Opening notes what it finds, and so does each batch, before its results are returned. Always
  /// empty for a journal on a server, whose records arrive whole. O(1); does not wait for the
  /// journal, and keeps its value after ``close()``.
  public var repaired: [TornTail] { deciding.repaired }

  /// Waits for the commands and queries in progress and closes the files. Every later call fails
  /// with `.closed`, whatever it asks for; a command in JSON then has a result with that cause. A
  /// stream that follows the journal ends with that error.
  public func close() async {
    await deciding.close()
    await reading.close()
  }
}
