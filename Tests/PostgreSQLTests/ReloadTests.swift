#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  /// A configuration that is read again while something waits for the standby.
  @Suite(.serialized) struct ReloadTests {
    private let pair: ServerPair
    private let machine: Machine
    private let session: RunningTool

    /// Sends an append whose commit waits for a stopped standby.
    init() throws {
      pair = try ServerPair()
      machine = Machine(try TestDatabase(pair))
      session = try machine.session("--create")
      #expect(contains(session.append(Self.id(1)), #""positions":[1]"#))
      try pair.standby.stop()
      session.send(RunningTool.append(Self.id(2)))
      try pair.primary.waitUntil(
        "select count(*) = 1 from pg_stat_activity where wait_event = 'SyncRep'")
    }

    private static func id(_ number: Int) -> String {
      "0190a6b2-0000-7000-8000-\(String(format: "%012d", number))"
    }

    private func name(_ standbys: String) throws {
      try pair.primary.sql("alter system set synchronous_standby_names = '\(standbys)'")
      try pair.primary.reload()
    }

    private func waitUntilNothingWaits() throws {
      try pair.primary.waitUntil(
        "select count(*) = 0 from pg_stat_activity where wait_event = 'SyncRep'")
    }

    @Test func `nothing is acknowledged when no standby is named any more`() throws {
      try name("")
      let answer = session.line()
      #expect(contains(answer, "outcomeUnknown"), "\(answer ?? "")")
      let refused = session.append(Self.id(3))
      #expect(contains(refused, "synchronous_standby_names"), "\(refused ?? "")")
      // The event is recorded, and is acknowledged once a standby has it.
      try name("*")
      try pair.standby.start()
      let repeated = session.append(Self.id(2))
      #expect(contains(repeated, #""positions":[2]"#), "\(repeated ?? "")")
    }

    @Test func `a wait that ended between two changes of the setting begins again`() throws {
      // The session sees that its wait has ended only after both changes.
      session.process.signal(SIGSTOP)
      try name("")
      try waitUntilNothingWaits()
      try name("*")
      // A connection that was made after the change: all older ones have been notified of it.
      try pair.primary.waitUntil("select current_setting('synchronous_standby_names') = '*'")
      session.process.signal(SIGCONT)
      #expect(!session.hasLine(within: 3000))
      try pair.standby.start()
      let answer = session.line()
      #expect(contains(answer, #""positions":[2]"#), "\(answer ?? "")")
    }

    @Test func `nothing is shown when no standby is named any more`() throws {
      try pair.primary.sql(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
      try pair.primary.waitUntil(
        "select count(*) = 2 from replay.record", in: machine.database.name)
      let reader = Machine(machine.database, folder: try TemporaryFolder())
      let reading = try reader.start("stats", "--json")
      usleep(1_500_000)
      try name("")
      let outcome = try reading.outcome()
      #expect(outcome.status == 74, "\(outcome.output)")
      #expect(outcome.output.contains("synchronous_standby_names"))
      #expect(try reader.run("verify", "--json").status == 74)
    }

    @Test func `nothing is recorded once the server does not sync any more`() throws {
      try pair.standby.start()
      #expect(contains(session.line(), #""positions":[2]"#))
      try pair.primary.sql("alter system set fsync = off")
      try pair.primary.reload()
      try pair.primary.waitUntil("select current_setting('fsync') = 'off'")
      let refused = session.append(Self.id(3))
      #expect(contains(refused, "fsync = off"), "\(refused ?? "")")
      #expect(
        try pair.primary.sql("select count(*) from replay.record", in: machine.database.name) == "2"
      )
    }

    @Test func `checking whether the server still runs leaves no error in its log`() throws {
      #expect(!session.hasLine(within: 7000))
      let log = try String(contentsOfFile: pair.folder.path("p.log"), encoding: .utf8)
      #expect(!log.contains("FATAL:  role"), "\(log)")
      try pair.standby.start()
      #expect(contains(session.line(), #""positions":[2]"#))
    }

    @Test func `a role's timeout does not end the wait after a reload`() throws {
      try pair.standby.start()
      #expect(contains(session.line(), #""positions":[2]"#))
      try pair.primary.sql(
        "create role hasty superuser login; alter role hasty set statement_timeout = 300")
      var hasty = machine
      hasty.user = "hasty"
      let client = try hasty.session()
      #expect(contains(client.append(Self.id(3)), #""positions":[3]"#))
      try pair.primary.reload()
      #expect(contains(client.append(Self.id(4)), #""positions":[4]"#))
    }

    /// The role's settings hide warnings, show notices and let commits not wait.
    @Test func `the settings of a role have no effect`() throws {
      try pair.standby.start()
      #expect(contains(session.line(), #""positions":[2]"#))
      try pair.primary.sql(
        """
        create role quiet superuser login; alter role quiet set client_min_messages = error;
        alter role quiet set synchronous_commit = off;
        create role loud superuser login; alter role loud set client_min_messages = log;
        alter role loud set log_duration = on
        """)
      var loud = machine
      loud.user = "loud"
      let chatter = try loud.session()
      #expect(contains(chatter.append(Self.id(3)), #""positions":[3]"#))
      #expect(chatter.end() == 0)
      var quiet = machine
      quiet.user = "quiet"
      let silent = try quiet.session()
      #expect(contains(silent.append(Self.id(4)), #""positions":[4]"#))
      try pair.standby.stop()
      silent.send(RunningTool.append(Self.id(5)))
      try pair.primary.waitUntil(
        "select count(*) = 1 from pg_stat_activity where wait_event = 'SyncRep'")
      try pair.primary.sql(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
      #expect(!silent.hasLine(within: 2000))
      try pair.standby.start()
      #expect(contains(silent.line(), #""positions":[5]"#))
    }
  }
#endif
