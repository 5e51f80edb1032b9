#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  /// Servers that fail at the worst moment. Each test has its own servers.
  @Suite(.serialized) struct FailingServerTests {
    private static func id(_ number: Int) -> String {
      "0190a6b2-0000-7000-8000-\(String(format: "%012d", number))"
    }

    /// A pair of servers, a machine, and a session that has recorded one event.
    private func begun() throws -> (pair: ServerPair, machine: Machine, session: RunningTool) {
      let pair = try ServerPair()
      let machine = Machine(try TestDatabase(pair))
      let session = try machine.session("--create", "--wait", "3")
      #expect(contains(session.append(Self.id(1)), #""positions":[1]"#))
      return (pair, machine, session)
    }

    /// Waits until a commit waits for the standby.
    private func waitForHangingCommit(_ pair: ServerPair) throws {
      try pair.primary.waitUntil(
        "select count(*) = 1 from pg_stat_activity where wait_event = 'SyncRep'")
    }

    /// `PG_FAILOVERS=50` and `PG_RESTARTS=50` for `make postgresql-faults`.
    private static let failovers = Count.of("PG_FAILOVERS", usually: 2)
    private static let restarts = Count.of("PG_RESTARTS", usually: 2)

    @Test(arguments: 0..<failovers)
    func `the primary is killed while six machines append`(_ round: Int) throws {
      let (pair, machine, session) = try begun()
      let clients = Clients(try (1...6).map { _ in try machine.session() })
      clients.append(Self.id(1), with: session)
      clients.start()
      usleep(UInt32(300_000 + 1000 * (round % 20)))
      try pair.primary.kill()
      try pair.standby.promote()
      // The new primary has no standby until one is added.
      let third = try pair.standby.addStandby(in: pair.folder, named: "t")
      let before = clients.acknowledged
      try clients.wait { clients.acknowledged > before + 50 }
      clients.stop()
      #expect(contains(session.answer(to: #"{"session":1}"#), "\"ok\":true"))
      try clients.check(machine.database, after: "failover \(round + 1)")
      try third.stop()
    }

    /// In every round the primary is killed and restarted while a commit waits for the standby.
    /// Then the standby returns. In every second round the primary is killed again and the standby
    /// is promoted.
    @Test func `the primary is restarted while its standby is away`() throws {
      let (pair, machine, session) = try begun()
      let clients = Clients(try (1...4).map { _ in try machine.session() })
      clients.append(Self.id(1), with: session)
      clients.start()
      var (primary, standby) = (pair.primary, pair.standby)
      for round in 1...Self.restarts {
        try standby.stop()
        try primary.waitUntil(
          "select count(*) > 0 from pg_stat_activity where wait_event = 'SyncRep'")
        try primary.kill()
        try primary.start()
        usleep(UInt32.random(in: 0...800_000))
        if round % 2 == 0 { try primary.kill() }
        try standby.start()
        if round % 2 == 0 {
          try standby.promote()
          let next = try standby.addStandby(
            in: pair.folder, named: "r\(round)", port: primary.port)
          (primary, standby) = (standby, next)
        }
        let before = clients.acknowledged
        try clients.wait { clients.acknowledged > before + 20 }
      }
      clients.stop()
      try clients.check(machine.database, after: "\(Self.restarts) restarts without the standby")
    }

    @Test func `a restarted primary shows no event that its standby lacks`() throws {
      let (pair, machine, session) = try begun()
      try pair.standby.stop()
      session.send(RunningTool.append(Self.id(2)))
      try waitForHangingCommit(pair)
      try pair.primary.kill()
      try pair.primary.start()
      // The event is visible in the restarted server, and could still be lost.
      #expect(
        try pair.primary.sql("select count(*) from replay.record", in: machine.database.name) == "2"
      )
      let other = Machine(machine.database, folder: try TemporaryFolder())
      let reading = try other.session()
      reading.send(#"{"read":{"items":[]}}"#)
      let repeating = try other.session()
      repeating.send(RunningTool.append(Self.id(2)))
      #expect(!reading.hasLine(within: 3000))
      #expect(!repeating.hasLine(within: 1000))
      #expect(!session.hasLine(within: 1000))
      try pair.standby.start()
      #expect(contains(session.line(), #""positions":[2]"#))
      var answer = repeating.line()
      if !contains(answer, "positions") { answer = repeating.append(Self.id(2)) }
      #expect(contains(answer, #""positions":[2]"#), "\(answer ?? "")")
      #expect(contains(reading.line(), #""head":2"#))
    }

    @Test func `a promoted standby without the event records it once`() throws {
      let (pair, machine, session) = try begun()
      try pair.standby.stop()
      session.send(RunningTool.append(Self.id(2)))
      try waitForHangingCommit(pair)
      try pair.primary.kill()
      try pair.standby.configure(["primary_conninfo = ''", "synchronous_standby_names = '*'"])
      try pair.standby.start()
      try pair.standby.promote()
      let third = try pair.standby.addStandby(in: pair.folder, named: "t")
      var answer = session.line()
      if !contains(answer, "positions") { answer = session.append(Self.id(2)) }
      #expect(contains(answer, #""positions":[2]"#), "\(answer ?? "")")
      #expect(
        try pair.standby.sql("select count(*) from replay.record", in: machine.database.name) == "2"
      )
      try third.stop()
    }

    @Test func `a creation without a standby does not wait for ever`() throws {
      let (pair, machine, _) = try begun()
      try pair.standby.stop()
      var other = Machine(machine.database, folder: try TemporaryFolder())
      other.journal = "other"
      let refused = try other.run("session", "--create")
      #expect(refused.status == 74)
      #expect(refused.diagnostics.contains("no synchronous standby has confirmed within 10 s"))
    }

    @Test(arguments: ["pg_cancel_backend", "pg_terminate_backend"])
    func `an interrupted wait for the standby acknowledges nothing`(_ function: String) throws {
      let (pair, machine, session) = try begun()
      try pair.standby.stop()
      session.send(RunningTool.append(Self.id(2)))
      try waitForHangingCommit(pair)
      try pair.primary.sql(
        "select \(function)(pid) from pg_stat_activity where wait_event = 'SyncRep'")
      #expect(!session.hasLine(within: 2000))
      let other = try Machine(machine.database, folder: try TemporaryFolder()).session()
      other.send(#"{"read":{"items":[]}}"#)
      #expect(!other.hasLine(within: 2000))
      try pair.standby.start()
      #expect(contains(session.line(), #""positions":[2]"#))
      #expect(contains(other.line(), #""head":2"#))
    }

    @Test func `an old primary that returns is refused`() throws {
      let (pair, machine, session) = try begun()
      try pair.primary.kill()
      try pair.standby.promote()
      let third = try pair.standby.addStandby(in: pair.folder, named: "t")
      #expect(contains(session.append(Self.id(2)), #""positions":[2]"#))
      // The new primary fails and the old one answers, with its own standbys.
      try third.stop()
      try pair.standby.stop()
      try pair.primary.start()
      let fourth = try pair.primary.addStandby(in: pair.folder, named: "u")
      for request in [#"{"read":{"items":[]}}"#, RunningTool.append(Self.id(3))] {
        let answer = session.answer(to: request)
        #expect(contains(answer, "journalForked"), "\(answer ?? "")")
      }
      let refused = try machine.run("stats", "--json")
      #expect(refused.status == 1)
      #expect(refused.output.contains("journalForked"))
      // When the healthy one is back, the session continues.
      try fourth.stop()
      try pair.primary.stop()
      try pair.standby.start()
      try third.start()
      var answer = session.append(Self.id(3))
      if !contains(answer, "positions") { answer = session.append(Self.id(3)) }
      #expect(contains(answer, #""positions":[3]"#), "\(answer ?? "")")
      #expect(session.end() == 1)
    }

    /// The old primary still runs, and has an event that no standby has. One connection of a session
    /// has stayed there, the other one has moved to the new primary.
    @Test func `a connection that stayed on the old primary shows none of its events`() throws {
      let (pair, machine, other) = try begun()
      let proxy = try WireProxy(before: pair.primary.port)
      let url =
        "postgresql://postgres@127.0.0.1:\(proxy.port),127.0.0.1:\(pair.standby.port)/"
        + machine.database.name
      let elsewhere = Machine(machine.database, folder: try TemporaryFolder())
      let session = try RunningTool(elsewhere.process(["session", "--journal", url]))
      let reading = "application_name = 'replay-tool' order by backend_start desc limit 1"
      #expect(contains(session.answer(to: #"{"session":1}"#), "ok"))
      let process = try pair.primary.sql("select pid from pg_stat_activity where \(reading)")
      #expect(contains(session.append(Self.id(2)), #""positions":[2]"#))
      #expect(contains(other.answer(to: #"{"read":{"items":[]}}"#), #""head":2"#))
      try pair.standby.promote()
      let third = try pair.standby.addStandby(in: pair.folder, named: "t")
      other.send(RunningTool.append(Self.id(3)))
      try waitForHangingCommit(pair)
      other.process.signal(SIGKILL)
      try pair.primary.sql(
        "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
      proxy.refuse()
      try pair.primary.sql("select pg_terminate_backend(\(process))")
      let records = "select count(*) from replay.record"
      try pair.primary.waitUntil("select 3 = (\(records))", in: machine.database.name)
      // It would be a repetition of the old primary's event.
      #expect(contains(session.append(Self.id(3)), #""positions":[3]}"#))
      #expect(try pair.standby.sql(records, in: machine.database.name) == "3")
      #expect(contains(session.append(Self.id(4)), #""positions":[4]"#))
      try third.stop()
    }

    /// The first read of a connection proves that all events are durable, in a transaction.
    @Test func `a read whose proof of durability failed leaves its connection usable`() throws {
      var machine = try Machine()
      #expect(try machine.tellCourierStory().status == 1)
      let role = "r\(UUID().uuidString.prefix(8).lowercased())"
      let proof = "on function pg_logical_emit_message(boolean, text, text)"
      try machine.database.sql(
        "create role \(role) login; grant usage on schema replay to \(role); grant select on all tables in schema replay to \(role); revoke execute \(proof) from public"
      )
      machine.user = role
      let session = try machine.session()
      let read = #"{"read":{"items":[]}}"#
      #expect(contains(session.answer(to: read), "permission denied"))
      try machine.database.sql("grant execute \(proof) to public")
      let answer = session.answer(to: read)
      #expect(contains(answer, #""ok":true"#), "\(answer ?? "")")
      #expect(session.end() == 74)
      try machine.database.sql("drop owned by \(role); drop role \(role)")
    }

    @Test func `a client that hangs loses its lock after five seconds`() throws {
      let (pair, machine, session) = try begun()
      let writers = try (0..<4).map { _ in try machine.session("--wait", "20") }
      let names = (0..<400).map { Self.id(1000 + $0) }
      // The client is stopped while its transaction is open.
      for name in names { session.send(RunningTool.append(name)) }
      let lock =
        "select count(*) > 0 from pg_stat_activity where state = 'idle in transaction' and application_name = 'replay-tool'"
      var isHeld = false
      for _ in 0..<2000 where !isHeld {
        session.process.signal(SIGSTOP)
        isHeld = try pair.primary.sql(lock) == "t"
        if !isHeld { session.process.signal(SIGCONT) }
      }
      let start = ContinuousClock.now
      for (number, writer) in writers.enumerated() {
        #expect(contains(writer.append(Self.id(100 + number)), "positions"))
      }
      #expect(ContinuousClock.now - start < .seconds(15))
      session.process.signal(SIGCONT)
      for _ in names {
        let answer = session.line()
        let isClean = contains(answer, "positions") || contains(answer, "storageFailed")
        #expect(isClean, "\(answer ?? "")")
      }
      #expect(contains(session.append(Self.id(5000)), "positions"))
      #expect(try machine.run("verify").status == 0)
    }

    #if os(Linux)
      /// A machine has room for 4096 segments, and the tests kill every server that they start.
      @Test func `a killed server leaves no shared memory`() throws {
        let folder = try TestFolder()
        defer { withExtendedLifetime(folder) {} }
        let server = try DatabaseServer.start(in: folder, named: "p")
        let mapped = try Self.table("\(#require(server.leader))/maps").filter { $0.count > 5 }
        let segments = mapped.filter { $0[5].hasPrefix("/SYSV") }.map { $0[4] }
        let files = mapped.map { $0[5] }.filter { $0.hasPrefix("/dev/shm/") }
        #expect(segments.count == 1)
        try server.kill()
        let left = try Self.table("sysvipc/shm").map { $0[1] }
        #expect(segments.filter(left.contains) == [])
        #expect(files.filter { FileManager.default.fileExists(atPath: $0) } == [])
      }

      /// The words of each line of a file of the kernel, whose size is unknown before its end.
      private static func table(_ name: String) throws -> [[String]] {
        let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(name)"))
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").map { $0.split(separator: " ").map { String($0) } }
      }
    #endif
  }
#endif
