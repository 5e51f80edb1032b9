import EventStore

/// A journal with its deciders and read models, for concurrent callers in one process.
///
/// Commands that come while others are being written are decided and written together: one lock,
/// one write and one sync for all of them. Any number of processes may use the same journal; each
/// decision is made under the journal's lock, after everything that others appended, so that no
/// decision has to be retried by its caller. Blocking work happens on two threads of the engine's
/// own, one that decides and one that reads; no task's thread waits for a disk or a lock.
///
/// ```swift
/// let engine = try await Engine.open("library.journal", domains: [.library])
/// try await engine.issue(Loans.self, .lend("42", to: "eva"), by: "eva", id: "c-1")
/// let onLoan = try await engine.ask(OnLoan.self)
/// await engine.close()
/// ```
public final class Engine: Sendable {
  /// How an engine works; the defaults suit a server.
  public struct Options: Sendable {
    /// How long to wait for the journal's lock, in milliseconds, each time.
    public var wait = 10_000
    /// The language of texts where a command or a question names none.
    public var locale = Locale.ru
    /// Whether a command may say that it happens more than a day ahead of the clock.
    public var allowsFuture = false
    /// The present time of commands and questions that name none.
    public var clock: @Sendable () -> Timestamp = SystemClock.now

    public init() {}
  }

  let domains: [DomainDefinition]
  let options: Options
  let parser: CommandParser
  let deciding: DecidingThread
  let reading: ReadingThread

  private init(
    _ domains: [DomainDefinition], _ options: Options, _ parser: CommandParser,
    _ deciding: DecidingThread, _ reading: ReadingThread
  ) {
    self.domains = domains
    self.options = options
    self.parser = parser
    self.deciding = deciding
    self.reading = reading
  }

  /// Opens the journal in the folder `path`. Waits for its lock, and reads what is not indexed yet.
  ///
  /// - Parameters:
  ///   - domains: whose commands and read models the engine knows; none for a program that only
  ///     appends, reads and follows.
  ///   - creating: what a journal is made with where there is none; nil: none is made.
  /// - Throws: `.missing` without a journal, `.busy`, `.damaged`, `.cannotCreate`, `.exposed`,
  ///   `.storageFailed`.
  public static func open(
    _ path: String, domains: [DomainDefinition], creating settings: JournalSettings? = nil,
    options: Options = Options()
  ) async throws(JournalError) -> Engine {
    try await open(JournalDirectory(path), domains: domains, creating: settings, options: options)
  }

  /// Opens the journal in a folder of any file system.
  ///
  /// - Throws: as ``open(_:domains:creating:options:)`` with a path does.
  public static func open(
    _ directory: JournalDirectory, domains: [DomainDefinition],
    creating settings: JournalSettings? = nil, options: Options = Options()
  ) async throws(JournalError) -> Engine {
    let deciding = DecidingThread(directory.path)
    let parser = try await deciding.open(directory, domains.commands, settings, options).get()
    return Engine(
      domains, options, parser, deciding, ReadingThread(directory, wait: options.wait))
  }

  /// Makes a journal in memory, which goes with the engine: for tests, and for programs that try
  /// something out. It runs the code of a journal in files over a file system in memory.
  ///
  /// - Throws: nothing but a defect of the journal in memory.
  public static func inMemory(
    domains: [DomainDefinition], settings: JournalSettings = JournalSettings(passwordIterations: 1),
    options: Options = Options()
  ) async throws(JournalError) -> Engine {
    try await open(
      JournalDirectory("journal", files: MemoryFileSystem()), domains: domains, creating: settings,
      options: options)
  }

  /// Waits for the commands and questions under way and closes the files. Everything that comes
  /// later fails with `.storageFailed`; a stream that follows the journal ends with that error.
  public func close() async {
    await deciding.close()
    await reading.close()
  }
}
