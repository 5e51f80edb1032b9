#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

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
      return Process.executable("replay-tool")
    }()

    static let project = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()

    func process(_ words: [String]) -> Process {
      // Writing to a session that has ended must not end the tests.
      signal(SIGPIPE, SIG_IGN)
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

    /// Runs the tool to its end.
    @discardableResult
    func run(_ words: String..., input: String = "") throws -> ToolRun.Outcome {
      try ToolRun(process(words), input: Data(input.utf8), in: folder).outcome()
    }

    func start(_ words: String..., input: String = "") throws -> ToolRun {
      try ToolRun(process(words), input: Data(input.utf8), in: folder)
    }

    /// Creates the journal. On a busy machine a standby needs more than the usual ten seconds.
    func create() throws {
      let outcome = try run("session", "--create", "--wait", "60")
      #expect(outcome.status == 0, "\(outcome.diagnostics)")
    }

    func session(_ words: String...) throws -> RunningTool {
      try RunningTool(process(["session"] + words))
    }

    /// Carries out the couriers' story in one run of `issue`.
    @discardableResult
    func tellCourierStory(_ options: String...) throws -> ToolRun.Outcome {
      let commands = Self.project.appending(path: "events/courier/commands.jsonl").path
      let words = ["issue", "--password-iterations", "1", "--json", "--file", commands]
      return try ToolRun(process(words + options), in: folder).outcome()
    }
  }

  extension RunningTool {
    /// Appends an event and returns the answer.
    func append(_ id: String, type: String = "A", tag: String = "x:1") -> String? {
      answer(to: Self.append(id, type: type, tag: tag))
    }

    static func append(_ id: String, type: String = "A", tag: String = "x:1") -> String {
      #"{"append":[{"type":"\#(type)","tags":["\#(tag)"],"data":{},"id":"\#(id)"}]}"#
    }
  }

  func contains(_ text: String?, _ part: String) -> Bool { text?.contains(part) ?? false }
#endif
