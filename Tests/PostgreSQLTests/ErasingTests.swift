#if PostgreSQL
  import EventEngine
  import Foundation
  import TestSupport
  import Testing

  /// Erased texts occur nowhere any more, and secrets never occur in the clear.
  @Suite struct ErasingTests {
    /// The name of a customer in the couriers' story.
    private static let text = "Ёжикова"
    private static let subject = "order:9413"

    @Test func `text is gone from tables, statistics, dumps, files and copies`() throws {
      let pair = try ServerPair()
      let machine = Machine(try TestDatabase(pair))
      let elsewhere = Machine(machine.database, folder: try TemporaryFolder())
      #expect(try machine.tellCourierStory().status == 1)
      #expect(try elsewhere.run("stats").status == 0)
      let database = machine.database
      try database.sql("analyze")
      #expect(try Self.files(below: machine.folder.path, contain: Self.text))
      #expect(try Self.files(below: elsewhere.folder.path, contain: Self.text))
      let before = try machine.run("audit", Self.subject, "--json").output
      let erased = try machine.run("erase", Self.subject, "--yes")
      #expect(erased.status == 0, "\(erased.diagnostics)")
      #expect(!before.isEmpty)
      try database.sql("analyze")
      try pair.primary.sql("checkpoint")
      for query in [
        "select count(*) from replay.private where position(convert_to('\(Self.text)', 'UTF8') in section) > 0",
        "select count(*) from replay.record where position(convert_to('\(Self.text)', 'UTF8') in core) > 0",
        "select count(*) from pg_statistic s join pg_class c on c.oid = s.starelid join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum = s.staattnum where n.nspname = 'replay' and a.attname in ('section', 'core')",
      ] {
        #expect(try database.sql(query) == "0", "\(query)")
      }
      let hexadecimal = Data(Self.text.utf8).map { String(format: "%02x", $0) }.joined()
      let dump = try pair.primary.dump(database.name)
      #expect(dump.contains("replay.private"))
      #expect(!dump.contains(Self.text) && !dump.contains(hexadecimal))
      #expect(try !Self.files(below: pair.folder.path("p/base"), contain: Self.text))
      #expect(try !Self.files(below: machine.folder.path, contain: Self.text))
      // Another machine drops its copy of the text when it next opens the journal.
      #expect(try elsewhere.run("stats").status == 0)
      #expect(try !Self.files(below: elsewhere.folder.path, contain: Self.text))
      #expect(try machine.run("verify").status == 0)
    }

    @Test(arguments: [
      "create rule keep as on delete to replay.private do instead nothing",
      """
      create function replay.keep() returns trigger language plpgsql as 'begin return null; end';
      create trigger keep before insert or delete on replay.private for each row
        execute function replay.keep()
      """,
    ])
    func `an erasure that the database keeps from its rows changes nothing`(_ obstacle: String)
      throws
    {
      let machine = try Machine()
      #expect(try machine.tellCourierStory().status == 1)
      let events = try machine.run("export", "--records").output
      try machine.database.sql(obstacle)
      let erased = try machine.run("erase", Self.subject, "--yes")
      #expect(erased.status == 74 && erased.diagnostics.contains("a trigger or a rule"))
      let elsewhere = Machine(machine.database, folder: try TemporaryFolder())
      #expect(try elsewhere.run("export", "--records").output == events)
    }

    /// In a snapshot from before the lock, the table that an erasure refills is empty.
    @Test func `a machine that reads during an erasure copies all texts, with any isolation`()
      throws
    {
      let machine = try Machine()
      #expect(try machine.tellCourierStory().status == 1)
      let events = try machine.run("export", "--records").output
      let database = machine.database
      try database.sql(
        "alter database \(database.name) set default_transaction_isolation = 'serializable'")
      let erasing = try database.holding(
        """
        begin; create temporary table kept as table replay.private; truncate replay.private;
        insert into replay.private table kept; select pg_sleep(3); commit
        """)
      defer { erasing.waitUntilExit() }
      let lock = "mode = 'AccessExclusiveLock' and relation = 'replay.private'::regclass"
      try database.pair.primary.waitUntil(
        "select count(*) > 0 from pg_locks where \(lock)", in: database.name)
      let elsewhere = Machine(database, folder: try TemporaryFolder())
      #expect(try elsewhere.run("export", "--records").output == events)
    }

    @Test func `a verification that fails leaves no working folder`() throws {
      let database = try TestDatabase()
      let directory = try database.directory("missing")
      #expect(throws: JournalError.self) { try directory.verify() }
      #expect(try database.machine.names(in: "cache") == [])
    }

    @Test func `the working folder of a killed verification is removed`() throws {
      let machine = try Machine()
      #expect(try machine.tellCourierStory().status == 1)
      let cache = machine.folder.path("cache/replay-tool")
      func folders() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: cache).filter {
          $0.hasPrefix("working-")
        }
      }
      // The lock blocks all reads of records, so that `verify` does not finish.
      let holder = try machine.database.holding(
        "begin; lock table replay.record; select pg_sleep(60)")
      defer { holder.terminate() }
      try machine.database.pair.primary.waitUntil(
        "select count(*) > 0 from pg_stat_activity where wait_event = 'PgSleep'",
        in: machine.database.name)
      let run = try machine.start("verify")
      while try folders().isEmpty, run.isRunning { usleep(10_000) }
      #expect(try machine.run("stats").status == 0)
      #expect(try folders().count == 1)
      run.signal(SIGKILL)
      #expect(try run.outcome().status == SIGKILL)
      #expect(try folders().count == 1)
      #expect(try machine.run("stats").status == 0)
      #expect(try folders() == [])
    }

    private static func files(below folder: String, contain text: String) throws -> Bool {
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      return names.contains { name in
        let path = "\(folder)/\(name)"
        guard let bytes = FileManager.default.contents(atPath: path) else { return false }
        return bytes.range(of: Data(text.utf8)) != nil
      }
    }

    @Test func `only the owner can erase, and another journal in the database stays unchanged`()
      throws
    {
      var machine = try Machine()
      #expect(try machine.tellCourierStory().status == 1)
      var beside = machine
      beside.journal = "beside"
      let records = try machine.run("export", "--records").output
      #expect(try beside.run("import", "--records", input: records).status == 0)
      let role = "r\(UUID().uuidString.prefix(8).lowercased())"
      try machine.database.sql(
        "create role \(role) login; grant usage on schema replay to \(role); grant select, insert on all tables in schema replay to \(role); grant update (writers) on replay.journal to \(role)"
      )
      machine.user = role
      let refused = try machine.run("erase", Self.subject, "--yes")
      #expect(refused.status == 74)
      for word in [role, "replay.private", "owner", "postgres"] {
        #expect(refused.diagnostics.contains(word), "\(refused.diagnostics)")
      }
      machine.user = "postgres"
      #expect(try machine.run("export", "--records").output == records)
      #expect(try machine.run("erase", Self.subject, "--yes").status == 0)
      #expect(try beside.run("export", "--records").output == records)
      #expect(try !machine.run("export", "--records").output.contains(Self.text))
      try machine.database.sql("drop owned by \(role); drop role \(role)")
    }

    @Test func `a secret is in no dump and is restored with the key`() throws {
      let machine = try Machine()
      #expect(try machine.run("session", "--create", "--password-iterations", "1").status == 0)
      let commands = """
        {"command":"mods.rotateSecret","actor":"admin","id":"s-1","data":{}}
        """
      let answer = try machine.run("session", input: commands).output
      let secret = try #require(answer.firstMatch(of: /"secret":"([^"]+)"/)?.1, "\(answer)")
      let dump = try machine.database.pair.primary.dump(machine.database.name)
      let hexadecimal = Data(secret.utf8).map { String(format: "%02x", $0) }.joined()
      #expect(!dump.contains(secret) && !dump.contains(hexadecimal))
      #expect(try machine.database.sql("select count(*) from replay.secret") == "1")
      let backup = machine.folder.path("backup")
      #expect(try machine.run("backup", "--with-keys", backup).status == 0)
      let kept = try FileManager.default.subpathsOfDirectory(atPath: backup).filter {
        $0.hasPrefix("secrets/") && $0.hasSuffix(".json")
      }
      #expect(kept.count == 1)
      let file = FileManager.default.contents(atPath: "\(backup)/\(kept[0])") ?? Data()
      #expect(String(decoding: file, as: UTF8.self).contains(secret))
    }
  }
#endif
