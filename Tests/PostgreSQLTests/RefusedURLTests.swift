#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  /// URLs, rights and servers that cannot be used, each with its exit status.
  @Suite struct RefusedURLTests {
    @Test(arguments: [
      ("postgresql://eva:geheim@127.0.0.1/shop", "PGPASSFILE"),
      ("postgresql://127.0.0.1/shop?user=eva&password=geheim", "PGPASSFILE"),
      ("postgresql://127.0.0.1/shop?user=eva&pass%77ord=geheim", "PGPASSFILE"),
      ("postgresql://127.0.0.1/shop?sslpassword=geheim", "PGPASSFILE"),
      ("postgresql://127.0.0.1:1/shop;password=geheim", "PGPASSFILE"),
      ("postgresql://127.0.0.1:1/shop?user=eva password=geheim", "PGPASSFILE"),
      ("postgresql://127.0.0.1:1/shop/password%3Dgeheim?user=eva", "PGPASSFILE"),
      ("postgresql://127.0.0.1:1/shop/Pass%77ord=geheim", "PGPASSFILE"),
      ("POSTGRESQL://eva:geheim@127.0.0.1/shop", "PGPASSFILE"),
      ("postgresql://eva:geheim?connect_timeout=5@127.0.0.1:1/shop", "PGPASSFILE"),
      ("postgresql://eva:1234/geheim@127.0.0.1:1/shop", "PGPASSFILE"),
      ("postgresql://eva:hunter2?geheim=x@127.0.0.1:1/shop", "PGPASSFILE"),
      ("postgresql://eva@127.0.0.1:geheim/shop", "malformed"),
      ("postgresql://[127.0.0.1/shop", "malformed"),
      ("postgresql://127.0.0.1/shop?geheim", "malformed"),
      ("postgresql://127.0.0.1/shop?colour=red", "unknown parameter colour"),
      ("postgresql://127.0.0.1/shop?journal=a/b", "journal= takes"),
      ("postgresql://127.0.0.1/shop?durability=none", "durability= takes"),
      ("postgresql://127.0.0.1/shop?port=geheim", "malformed"),
      ("postgresql://127.0.0.1/shop?port=1,2", "malformed"),
      ("postgresql://127.0.0.1:0/shop", "malformed"),
      ("postgresql://127.0.0.1:1/shop?sslmode=geheim", "sslmode= takes disable, allow, prefer"),
      ("postgresql://127.0.0.1:1/shop?target_session_attrs=geheim", "takes any, read-write"),
      ("postgresql://127.0.0.1:1/shop?connect_timeout=geheim", "takes a whole number"),
    ])
    func `an invalid URL is a usage error that shows no password`(_ url: String, _ words: String)
      throws
    {
      let folder = try TemporaryFolder()
      let machine = Machine(try TestDatabase(), folder: folder)
      for verb in [["show", "courier.orders"], ["session", "--create"], ["verify", "--json"]] {
        let process = machine.process(verb + ["--journal", url])
        let outcome = try process.outcome()
        #expect(outcome.status == 64)
        #expect(outcome.text.contains(words), "\(outcome.text)")
        #expect(!outcome.text.contains("geheim"))
      }
      #expect(try folder.names() == [])
    }

    @Test func `one way to append cannot be measured alone on a server`() throws {
      let machine = Machine(try TestDatabase(), folder: try TemporaryFolder())
      let url = "postgresql://127.0.0.1:1/shop"
      let words = ["bench", "--appends", "5", "--by", "file", "--journal", url]
      let outcome = try machine.process(words).outcome()
      #expect(outcome.status == 64)
      #expect(outcome.text.contains("--by cannot be combined with a journal on a server"))
    }

    @Test func `a missing database, journal or server is reported`() throws {
      let machine = try Machine()
      func status(_ url: String, _ verb: String...) throws -> Int32 {
        try machine.process(verb + ["--journal", url]).outcome().status
      }
      let (primary, standby) = (machine.database.pair.primary, machine.database.pair.standby)
      let server = "postgresql://postgres@127.0.0.1:\(primary.port)"
      #expect(try status("\(server)/nowhere", "show", "courier.orders") == 66)
      #expect(try status("\(server)/nowhere", "session", "--create") == 66)
      #expect(try status(machine.url, "show", "courier.orders") == 66)
      #expect(try status(machine.url, "tail") == 66)
      #expect(try status("postgresql://127.0.0.1:1/shop", "stats") == 74)
      #expect(try status("postgresql://nobody@127.0.0.1:\(primary.port)/postgres", "stats") == 74)
      #expect(
        try status("postgresql://postgres@127.0.0.1:\(standby.port)/postgres", "stats") == 74)
      // None of these runs has created a schema.
      let schemas = "select count(*) from pg_namespace where nspname = 'replay'"
      #expect(try machine.database.sql(schemas) == "0")
      #expect(try machine.run("journals").status == 0)
    }

    @Test func `an error names the right that a role lacks`() throws {
      var machine = try Machine()
      let database = machine.database
      let role = "r\(UUID().uuidString.prefix(8).lowercased())"
      try database.sql("create role \(role) login")
      let append = RunningTool.append("0190a6b2-0000-7000-8000-000000000001")
      machine.user = role
      let refused = try machine.run("session", "--create", input: append)
      #expect(refused.status == 73)
      #expect(refused.output.contains(role))
      machine.user = "postgres"
      #expect(try machine.run("session", "--create", input: append).status == 0)
      machine.user = role
      let unseen = try machine.run("stats")
      #expect(unseen.status == 74)
      #expect(unseen.diagnostics.contains("\"\(role)\" lacks USAGE on schema replay"))
      try database.sql("grant usage on schema replay to \(role)")
      #expect(try machine.run("stats").diagnostics.contains("SELECT on replay.journal"))
      try database.sql("grant select on all tables in schema replay to \(role)")
      #expect(try machine.run("stats").status == 0)
      let answer = try machine.run("session", input: append)
      #expect(answer.status == 74)
      for missing in [role, "UPDATE (writers) on replay.journal", "INSERT on replay.record"] {
        #expect(answer.output.contains(missing), "\(answer.output)")
      }
      try database.sql(
        "grant insert on all tables in schema replay to \(role); grant update (writers) on replay.journal to \(role)"
      )
      let another = RunningTool.append("0190a6b2-0000-7000-8000-000000000002")
      #expect(try machine.run("session", input: another).output.contains(#""positions":[2]"#))
      try machine.run("issue", "--file", "-", input: "")
      let erased = try machine.run("erase", "x:1", "--yes")
      #expect(erased.status != 64)
      try database.sql("drop owned by \(role); drop role \(role)")
    }

    @Test func `a refused creation leaves no key`() throws {
      var machine = try Machine()
      let role = "r\(UUID().uuidString.prefix(8).lowercased())"
      try machine.database.sql("create role \(role) login")
      defer { _ = try? machine.database.sql("drop owned by \(role); drop role \(role)") }
      machine.user = role
      let key = machine.folder.path("some.key")
      #expect(try machine.run("session", "--create", "--key-file", key).status == 73)
      machine.user = "postgres"
      machine.journal = "beside"
      try machine.create()
      try machine.database.sql(
        "grant usage on schema replay to \(role); grant select on all tables in schema replay to \(role)"
      )
      (machine.user, machine.journal) = (role, "main")
      #expect(try machine.run("session", "--create", "--key-file", key).status == 73)
      #expect(try !machine.folder.names().contains("some.key"))
    }

    @Test func `an administrator may make the schema`() throws {
      var machine = try Machine()
      let role = "r\(UUID().uuidString.prefix(8).lowercased())"
      try machine.database.sql(
        "create role \(role) login; create schema replay authorization \(role)")
      machine.user = role
      let created = try machine.run("session", "--create")
      #expect(created.status == 0, "\(created.diagnostics)")
      try machine.database.sql("drop owned by \(role); drop role \(role)")
    }

    @Test func `the right to append allows no change of a journal`() throws {
      var machine = try Machine()
      try machine.create()
      let role = "r\(UUID().uuidString.prefix(8).lowercased())"
      let document = try String(
        contentsOf: Machine.project.appending(path: "docs/postgresql.md"), encoding: .utf8)
      let grants = document.split(separator: "\n").filter { $0.hasPrefix("grant ") }
      #expect(grants.count == 3)
      try machine.database.sql(
        "create role \(role) login; "
          + grants.joined(separator: "\n").replacing("to app;", with: "to \(role);"))
      machine.user = role
      let append = RunningTool.append("0190a6b2-0000-7000-8000-000000000001")
      #expect(try machine.run("session", input: append).output.contains(#""positions":[1]"#))
      for column in ["id", "name", "instance", "manifest", "durability"] {
        #expect(throws: (any Error).self) {
          try machine.database.sql(
            "set role \(role); update replay.journal set \(column) = \(column)")
        }
      }
      var other = machine
      other.journal = "other"
      let records = try machine.run("export", "--records").output
      #expect(try other.run("import", "--records", input: records).status == 0)
      try machine.database.sql("drop owned by \(role); drop role \(role)")
    }

    @Test func `a record at the greatest number is damage`() throws {
      let machine = try Machine()
      let append = RunningTool.append("0190a6b2-0000-7000-8000-000000000001")
      #expect(try machine.run("session", "--create", input: append).status == 0)
      try machine.database.sql(
        """
        insert into replay.record select journal, \(Int.max), core from replay.record;
        insert into replay.batch select journal, \(Int.max), 2, root from replay.batch
        """)
      let verified = try machine.run("verify", "--json")
      #expect(verified.status == 1, "\(verified.output) \(verified.diagnostics)")
    }

    @Test func `a session connects to a server that starts later`() throws {
      let folder = try TestFolder()
      let server = try DatabaseServer.start(in: folder, named: "late")
      let database = try server.makeDatabase()
      try server.stop()
      let machine = Machine(try TestDatabase())
      let url = "postgresql://postgres@127.0.0.1:\(server.port)/\(database)"
      for words in [["--create"], []] {
        let session = try RunningTool(machine.process(["session", "--journal", url] + words))
        let failed = session.answer(to: #"{"session":1}"#)
        #expect(contains(failed, "storageFailed"), "\(failed ?? "")")
        try server.start()
        let answer = session.append(UUID().uuidString.lowercased())
        #expect(contains(answer, "positions"), "\(answer ?? "")")
        #expect(session.end() == 74)
        try server.stop()
      }
      // Without requests it fails like any other verb.
      #expect(try machine.process(["session", "--journal", url]).outcome().status == 74)
    }

    /// Another role's functions match the arguments better than the server's own.
    @Test func `another role's functions are never called`() throws {
      let machine = try Machine()
      try machine.database.sql(
        """
        create table called (what text);
        create function has_schema_privilege(regnamespace, text) returns boolean language plpgsql as
          $$begin insert into public.called values ('privilege'); return true; end$$;
        create function same(oid, regclass) returns boolean language plpgsql as
          $$begin insert into public.called values ('operator'); return $1 = $2::oid; end$$;
        create operator = (leftarg = oid, rightarg = regclass, function = same)
        """)
      #expect(try machine.tellCourierStory().status == 1)
      let erased = try machine.run("erase", "order:9413", "--yes")
      #expect(erased.status == 0, "\(erased.diagnostics)")
      #expect(try machine.run("verify").status == 0)
      #expect(try machine.database.sql("select * from called") == "")
    }

    @Test func `a lock that is not released in time is reported as busy`() throws {
      let machine = try Machine()
      try machine.create()
      let holder = try machine.database.holding(
        "begin; select 1 from replay.journal for no key update; select pg_sleep(60)")
      defer { holder.terminate() }
      try machine.database.pair.primary.waitUntil(
        "select count(*) > 0 from pg_stat_activity where query like '%pg_sleep%' and wait_event = 'PgSleep'",
        in: machine.database.name)
      let append = RunningTool.append("0190a6b2-0000-7000-8000-000000000001")
      let refused = try machine.run("session", "--wait", "1", input: append)
      #expect(refused.output.contains("journalBusy"), "\(refused.output)")
      #expect(refused.status == 75)
      // Reading needs no lock.
      #expect(try machine.run("stats").status == 0)
    }

    @Test func `a journal that another process is creating is reported as busy`() throws {
      var machine = try Machine()
      machine.journal = "first"
      try machine.create()
      let holder = try machine.database.holding(
        """
        begin; insert into replay.journal select 77, 'main', instance, manifest, durability
        from replay.journal; select pg_sleep(60)
        """)
      defer { holder.terminate() }
      try machine.database.pair.primary.waitUntil(
        "select count(*) > 0 from pg_stat_activity where wait_event = 'PgSleep' "
          + "and datname = current_database()", in: machine.database.name)
      machine.journal = "main"
      let start = ContinuousClock.now
      #expect(try machine.run("session", "--create", "--wait", "1").status == 75)
      #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test func `a server that could lose acknowledged events is refused`() throws {
      let folder = try TestFolder()
      let server = try DatabaseServer.start(in: folder, named: "alone")
      let database = try server.makeDatabase()
      let machine = Machine(try TestDatabase())
      let url = "postgresql://postgres@127.0.0.1:\(server.port)/\(database)"
      func outcome(_ verb: String..., url: String) throws -> (status: Int32, text: String) {
        try machine.process(verb + ["--journal", url]).outcome()
      }
      // Without standbys the journal is local, and stays so.
      #expect(try outcome("session", "--create", url: url).status == 0)
      #expect(try server.sql("select durability from replay.journal", in: database) == "local")
      #expect(
        try outcome("session", "--create", url: "\(url)?journal=b&durability=replicated").status
          == 74)
      // A replicated journal is never served as a local one.
      try server.sql("update replay.journal set durability = 'replicated'", in: database)
      let without = try outcome("stats", url: url)
      #expect(without.status == 74)
      #expect(without.text.contains("synchronous_standby_names"))
      try server.sql("update replay.journal set durability = 'local'", in: database)
      #expect(try outcome("stats", url: "\(url)?durability=replicated").status == 74)
      let session = try RunningTool(machine.process(["session", "--journal", url]))
      let first = session.append("0190a6b2-0000-7000-8000-000000000001")
      #expect(contains(first, #""positions":[1]"#), "\(first ?? "")")
      try server.configure(["fsync = off"])
      try server.reload()
      try server.waitUntil("select current_setting('fsync') = 'off'")
      #expect(try outcome("stats", url: url).text.contains("fsync = off"))
      let refused = session.append("0190a6b2-0000-7000-8000-000000000002")
      #expect(contains(refused, "fsync = off"), "\(refused ?? "")")
      #expect(try server.sql("select count(*) from replay.record", in: database) == "1")
    }
  }

  extension Process {
    /// Runs to the end without input; output and diagnostics together.
    func outcome() throws -> (status: Int32, text: String) {
      let pipe = Pipe()
      standardInput = FileHandle.nullDevice
      standardOutput = pipe
      standardError = pipe
      try run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      waitUntilExit()
      return (terminationStatus, String(decoding: data, as: UTF8.self))
    }
  }
#endif
