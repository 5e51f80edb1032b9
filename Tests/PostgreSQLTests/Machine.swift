#if PostgreSQL
  import Foundation
  import TestSupport

  /// The built tool on one machine, which has a copy of the journal and a key file.
  struct Machine {
    let database: TestDatabase
    let folder: TemporaryFolder
    var user = "postgres"
    var journal = "main"

    /// - Parameter folder: the machine's folder; nil for that of the database's own machine.
    init(_ database: TestDatabase, folder: TemporaryFolder? = nil) {
      self.database = database
      self.folder = folder ?? database.machine
    }

    init() throws { self.init(try TestDatabase()) }

    var url: String { database.url(journal, user: user) }

    private static let executable: URL = {
      // A release build, for the runs at full size.
      if let path = ProcessInfo.processInfo.environment["PG_TOOL"] { return URL(filePath: path) }
      let bundles = [Bundle.main.executableURL, Bundle.main.bundleURL]
      for bundle in bundles.compactMap({ $0 }) {
        let candidate = bundle.deletingLastPathComponent().appending(path: "replay-tool")
        if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      }
      fatalError("the tool is not beside the tests")
    }()

    static let project = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()

    func process(_ words: [String]) -> Process {
      let process = Process()
      process.executableURL = Self.executable
      process.arguments = words
      process.currentDirectoryURL = URL(filePath: folder.path)
      var environment = ProcessInfo.processInfo.environment
      environment["REPLAY_JOURNAL"] = url
      environment["REPLAY_LOCALE"] = "en"
      environment["NO_COLOR"] = "1"
      environment["XDG_CACHE_HOME"] = folder.path("cache")
      environment["XDG_CONFIG_HOME"] = folder.path("config")
      process.environment = environment
      return process
    }

    struct Outcome {
      let output: String
      let diagnostics: String
      let status: Int32

      var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Runs the tool to its end.
    @discardableResult
    func run(_ words: String..., input: String = "") throws -> Outcome {
      try ToolRun(process(words), in: folder, input: input).outcome()
    }

    func start(_ words: String..., input: String = "") throws -> ToolRun {
      try ToolRun(process(words), in: folder, input: input)
    }

    func session(_ words: String...) throws -> Session { try Session(process(["session"] + words)) }

    /// Carries out the couriers' story in one run of `issue`.
    func tellCourierStory() throws -> Outcome {
      try run(
        "issue", "--password-iterations", "1", "--json", "--file",
        Self.project.appending(path: "events/courier/commands.jsonl").path)
    }
  }

  /// The tool while it runs, with files for its input and output.
  final class ToolRun {
    private let process: Process
    private let files: [String]

    init(_ process: Process, in folder: TemporaryFolder, input: String) throws {
      self.process = process
      files = ["in", "out", "err"].map { folder.path(".\(UUID().uuidString).\($0)") }
      try Data(input.utf8).write(to: URL(filePath: files[0]))
      for file in files.dropFirst() { try Data().write(to: URL(filePath: file)) }
      process.standardInput = FileHandle(forReadingAtPath: files[0])
      process.standardOutput = FileHandle(forWritingAtPath: files[1])
      process.standardError = FileHandle(forWritingAtPath: files[2])
      try process.run()
    }

    deinit {
      if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
      for file in files { try? FileManager.default.removeItem(atPath: file) }
    }

    var isRunning: Bool { process.isRunning }

    func signal(_ number: Int32) { Foundation.kill(process.processIdentifier, number) }

    /// Waits for its end, and returns its output and status.
    func outcome() throws -> Machine.Outcome {
      process.waitUntilExit()
      return Machine.Outcome(
        output: try text(of: files[1]), diagnostics: try text(of: files[2]),
        status: process.terminationStatus)
    }

    /// Kills it once it has printed this many lines, and returns the lines.
    func lines(awaiting count: Int) throws -> [String] {
      let deadline = ContinuousClock.now + .seconds(60)
      var lines: [String] = []
      while lines.count < count, ContinuousClock.now < deadline {
        usleep(20_000)
        lines = try text(of: files[1]).split(separator: "\n").map(String.init)
      }
      // The tool inherits the signal mask of the test's thread, which blocks SIGTERM.
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      return lines
    }

    private func text(of path: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
  }

  /// A running session.
  final class Session: Sendable {
    let process: Process
    private let input = Pipe()
    private let output = Pipe()

    init(_ process: Process) throws {
      self.process = process
      // Writing to a session that has ended must not end the tests.
      Foundation.signal(SIGPIPE, SIG_IGN)
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit { kill() }

    func send(_ line: String) {
      try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// The next line of the output; nil at its end.
    func line() -> String? {
      var answer = Data()
      while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
        if byte == 0x0a { return String(decoding: answer, as: UTF8.self) }
        answer.append(byte)
      }
      return nil
    }

    /// Whether there is output within some milliseconds.
    func hasLine(within milliseconds: Int32) -> Bool {
      var descriptor = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      return unsafe poll(&descriptor, 1, milliseconds) > 0
    }

    func answer(to line: String) -> String? {
      send(line)
      return self.line()
    }

    /// Appends an event and returns the answer.
    func append(_ id: String, type: String = "A", tag: String = "x:1") -> String? {
      answer(to: Self.append(id, type: type, tag: tag))
    }

    static func append(_ id: String, type: String = "A", tag: String = "x:1") -> String {
      #"{"append":[{"type":"\#(type)","tags":["\#(tag)"],"data":{},"id":"\#(id)"}]}"#
    }

    @discardableResult
    func end() -> Int32 {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      return process.terminationStatus
    }

    func signal(_ number: Int32) { Foundation.kill(process.processIdentifier, number) }

    func kill() { if process.isRunning { signal(SIGKILL) } }
  }

  func contains(_ text: String?, _ part: String) -> Bool { text?.contains(part) ?? false }
#endif
