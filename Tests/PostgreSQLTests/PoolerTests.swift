#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  /// PgBouncer in transaction mode: each transaction may run on another connection of the server,
  /// where the statements that a client has prepared are unknown.
  @Suite struct PoolerTests {
    private static let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: program != nil, "pgbouncer is not installed"))
    func `clients behind a pooler lose nothing`() throws {
      let machine = try Machine()
      try machine.create()
      let pooler = try Pooler(try #require(Self.program), before: machine.database)
      defer { pooler.end() }
      let deadline = ContinuousClock.now + .seconds(30)
      while try machine.run("stats", "--journal", pooler.url).status != 0 {
        #expect(ContinuousClock.now < deadline)
        usleep(50_000)
      }
      let input = (1...50).map { #"{"append":[{"type":"A","tags":["a:\#($0)"],"data":{}}]}"# }
      let sessions = try (0..<4).map { _ in
        try machine.start(
          "session", "--journal", pooler.url, input: input.joined(separator: "\n") + "\n")
      }
      let outcomes = try sessions.map { try $0.outcome() }
      #expect(outcomes.map(\.status) == [0, 0, 0, 0])
      let answers = outcomes.flatMap(\.lines)
      #expect(answers.count { $0.contains(#""ok":true,"positions""#) } == 4 * input.count)
      #expect(
        try machine.database.sql("select max(position) from replay.record") == "\(4 * input.count)")
    }
  }

  private final class Pooler {
    private let process = Process()
    private let folder: TestFolder
    private let port = Ports.next()
    private let database: TestDatabase

    init(_ program: String, before database: TestDatabase) throws {
      folder = try TestFolder()
      self.database = database
      let settings = """
        [databases]
        \(database.name) = host=127.0.0.1 port=\(database.pair.primary.port) user=postgres
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = \(port)
        unix_socket_dir =
        auth_type = any
        pool_mode = transaction
        default_pool_size = 3
        """
      let path = folder.path("pooler.ini")
      try settings.write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      // It refuses to run as root.
      let user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = (geteuid() == 0 ? user : []) + [program, "-q", path]
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    var url: String { "postgresql://postgres@127.0.0.1:\(port)/\(database.name)" }

    func end() {
      process.signal(SIGKILL)
      process.waitUntilExit()
    }
  }
#endif
