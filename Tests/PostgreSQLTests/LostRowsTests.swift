#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  /// Rows and tables that an administrator has lost or changed.
  @Suite struct LostRowsTests {
    private static func id(_ number: Int) -> String {
      "0190a6b2-0000-7000-8000-\(String(format: "%012d", number))"
    }

    @Test func `sections that no erasure names are damage, and not erased`() throws {
      let machine = try Machine()
      #expect(try machine.tellCourierStory().status == 1)
      #expect(try machine.run("erase", "order:9413", "--yes").status == 0)
      #expect(try machine.run("verify").status == 0)
      let first = "select min(position) from replay.private"
      let position = try machine.database.sql(first)
      try machine.database.sql("delete from replay.private where position = (\(first))")
      let damaged = try machine.run("verify", "--json")
      #expect(damaged.status == 1)
      #expect(damaged.output.contains(#""position":\#(position)"#), "\(damaged.output)")
      #expect(
        damaged.output.contains("the personal data is missing, but no erasure names this position"),
        "\(damaged.output)")
    }

    @Test func `journals lists the others beside damaged rows`() throws {
      var machine = try Machine()
      for name in ["main", "b", "c", "d"] {
        machine.journal = name
        try machine.create()
      }
      machine.journal = "main"
      try machine.database.sql(
        """
        update replay.journal set manifest = substr(manifest, 2) where name in ('main', 'b');
        update replay.journal set durability = 'none' where name = 'd'
        """)
      let listed = try machine.run("journals", "--json")
      #expect(listed.status == 1, "\(listed.output) \(listed.diagnostics)")
      #expect(listed.lines.count == 2)
      #expect(listed.lines.first?.hasPrefix(#"{"name":"c","events":0,"durability":"#) == true)
      #expect(listed.lines.last?.contains("journalDamaged") == true, "\(listed.output)")
      for name in ["main", "b", "d"] {
        #expect(listed.diagnostics.contains("journal=\(name)"), "\(listed.diagnostics)")
      }
      #expect(listed.diagnostics.contains("restore its row in replay.journal"))
    }

    @Test func `unlogged tables are refused`() throws {
      let machine = try Machine()
      #expect(
        try machine.run("session", "--create", input: RunningTool.append(Self.id(1))).status == 0)
      try machine.database.sql("alter table replay.record set unlogged")
      let refused = try machine.run("session", input: RunningTool.append(Self.id(2)))
      #expect(refused.status == 74)
      #expect(refused.output.contains("unlogged"), "\(refused.output)")
      #expect(refused.output.contains("replay.record"))
      try machine.database.sql("alter table replay.record set logged")
      #expect(
        try machine.run("session", input: RunningTool.append(Self.id(2))).output.contains("[2]"))
    }

    @Test func `the words of the server are a detail of the reason`() throws {
      let machine = try Machine()
      let absent = try machine.run("stats", "--journal", "postgresql://127.0.0.1:1/shop")
      #expect(absent.status == 74)
      #expect(
        absent.diagnostics.contains("shop: no connection to the server; check that it runs"),
        "\(absent.diagnostics)")
      #expect(absent.diagnostics.contains("Connection refused"))
      try machine.create()
      try machine.database.sql("drop table replay.consumer")
      let incomplete = try machine.run("stats")
      #expect(incomplete.status == 74)
      #expect(
        incomplete.diagnostics.contains("the tables in schema replay are incomplete"),
        "\(incomplete.diagnostics)")
    }

    @Test(arguments: [
      ("batch", ["tail"]), ("batch", ["stats"]), ("journal", ["journals"]),
      ("consumer", ["consumers"]), ("record", ["verify"]), ("private", ["verify"]),
      ("batch", ["session"]),
    ])
    func `the wait for a locked table ends`(_ table: String, _ verb: [String]) throws {
      let machine = try Machine()
      try machine.create()
      #expect(try machine.run("stats").status == 0)
      let holder = try machine.database.holding(
        "begin; lock table replay.\(table) in access exclusive mode; select pg_sleep(60)")
      defer { holder.terminate() }
      try machine.database.pair.primary.waitUntil(
        "select count(*) = 1 from pg_locks where relation = 'replay.\(table)'::regclass and mode = 'AccessExclusiveLock' and granted",
        in: machine.database.name)
      let start = ContinuousClock.now
      let input = Data(RunningTool.append(Self.id(1)).utf8)
      let process = machine.process(verb + ["--wait", "1"])
      let outcome = try ToolRun(process, input: input, in: machine.folder).outcome()
      #expect(ContinuousClock.now - start < .seconds(20))
      #expect(outcome.status == 75, "\(outcome.output)\(outcome.diagnostics)")
    }

    @Test func `a journal that was dropped and created again was moved, not forked`() throws {
      let machine = try Machine()
      try machine.create()
      let session = try machine.session()
      #expect(contains(session.append(Self.id(1)), "positions"))
      let read = #"{"read":{"items":[]}}"#
      #expect(contains(session.answer(to: read), #""head":1"#))
      try machine.database.sql("drop schema replay cascade")
      let other = Machine(machine.database, folder: try TemporaryFolder())
      try other.create()
      for request in [read, RunningTool.append(Self.id(2)), read] {
        let answer = session.answer(to: request)
        #expect(contains(answer, "journalMoved"), "\(answer ?? "")")
      }
    }

    @Test func `a database that takes no writes is told from an absent server`() throws {
      let machine = try Machine()
      try machine.database.sql(
        "alter database \(machine.database.name) set default_transaction_read_only = on")
      let url = "postgresql://postgres@127.0.0.1:\(machine.database.pair.primary.port)"
      let refused = try machine.run("stats", "--journal", "\(url)/\(machine.database.name)")
      #expect(refused.status == 74)
      #expect(
        refused.diagnostics.contains("has default_transaction_read_only = on"),
        "\(refused.diagnostics)")
    }
  }
#endif
