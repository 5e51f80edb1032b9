#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  /// Processes that compete for the same orders or journals, and followers that read meanwhile.
  @Suite struct RacingTests {
    /// `PG_ORDERS=10000` for `make postgresql-races`.
    private static let orders = Count.of("PG_ORDERS", usually: 60)

    @Test func `sixteen processes take the same orders, each once, and no reader sees a hole`()
      throws
    {
      let machine = try Machine()
      try machine.create()
      // Every other process shares the copy of a machine, the others have one of their own.
      let machines = try (0..<16).map { number in
        number % 2 == 0 ? machine : Machine(machine.database, folder: try TemporaryFolder())
      }
      let followers = try [machines[0], machines[1], machines[2], machines[3]].map { machine in
        try machine.start("tail", "--follow", "--after", "0", "--json")
      }
      let start = ContinuousClock.now
      let racers = try machines.map { machine in
        try machine.start(
          "session", "--wait", "300",
          input: (1...Self.orders).shuffled().map(Self.take).joined(separator: "\n") + "\n")
      }
      let outcomes = try racers.map { try $0.outcome() }
      let seconds = ContinuousClock.now - start
      let answers = outcomes.flatMap(\.lines)
      #expect(outcomes.allSatisfy { $0.status == 0 })
      #expect(answers.count == 16 * Self.orders)
      #expect(answers.count { $0.contains("positions") } == Self.orders)
      #expect(
        answers.count { $0.contains("appendConditionFailed") } == 15 * Self.orders)
      for follower in followers {
        let lines = try follower.lines(awaiting: 2 * Self.orders)
        #expect(Self.positions(lines) == Array(1...2 * Self.orders))
      }
      let end = try machine.run("tail", "--json")
      #expect(Self.positions(end.lines) == Array(1...2 * Self.orders))
      let taken = end.lines.compactMap { $0.firstMatch(of: /"seat:(\d+)"/)?.1 }
      #expect(Set(taken).count == Self.orders)
      #expect(try machine.run("verify").status == 0)
      let counted = "select count(*), max(position) from replay.record"
      #expect(try machine.database.sql(counted) == "\(2 * Self.orders)|\(2 * Self.orders)")
      let winners = outcomes.map { $0.lines.count { $0.contains("positions") } }
      print("postgresql: \(Self.orders) orders, 16 processes, \(seconds): they won \(winners)")
    }

    @Test func `processes create the same journal, and others, at the same time`() throws {
      let machine = try Machine()
      let names = (0..<12).map { $0 % 2 == 0 ? "main" : "other-\($0)" }
      let creators = try names.map { name in
        var creator = machine
        creator.journal = name
        return try creator.start("session", "--create", input: Self.take(1) + "\n")
      }
      let outcomes = try creators.map { try $0.outcome() }
      #expect(outcomes.map(\.diagnostics) == Array(repeating: "", count: names.count))
      let failures = outcomes.filter { $0.status != 0 }
      #expect(failures.map { "\($0.status): \($0.lines)" } == [])
      let journals = try machine.database.sql(
        "select string_agg(name, ' ' order by name) from replay.journal")
      #expect(journals == Set(names).sorted().joined(separator: " "))
      // The seat was taken once in each journal: the processes share one.
      #expect(outcomes.flatMap(\.lines).count { $0.contains("positions") } == Set(names).count)
      #expect(try machine.run("verify").status == 0)
    }

    /// `ulimit` allows no byte in a file: the process is killed, or its write fails.
    @Test func `a key file that was cut off does not prevent the creation of a journal`() throws {
      let machine = try Machine()
      let process = machine.process(["session", "--create"])
      let tool = try #require(process.executableURL?.path)
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "ulimit -f 0; exec \"$0\" session --create", tool]
      #expect(try ToolRun(process, in: machine.folder).outcome().status != 0)
      let created = try machine.run("session", "--create")
      #expect(created.status == 0, "\(created.diagnostics)")
    }

    private static func take(_ seat: Int) -> String {
      #"{"append":[{"type":"Taken","tags":["seat:\#(seat)"],"data":{}},{"type":"Paid","tags":["paid:\#(seat)"],"data":{}}],"condition":{"failIfEventsMatch":{"items":[{"types":["Taken"],"tags":["seat:\#(seat)"]}]}}}"#
    }

    private static func positions(_ lines: [Substring]) -> [Int] {
      lines.map { line in
        line.firstMatch(of: /^\{"position":(\d+),/).flatMap { Int($0.1) } ?? 0
      }
    }

    @Test func `a command id is carried out once, from however many machines`() throws {
      let machine = try Machine()
      let command =
        #"{"command":"nft.setAgreement","id":"n-1","actor":"admin","data":{"url":"https://example.com/a"}}"#
      #expect(try machine.run("session", "--create", "--password-iterations", "1").status == 0)
      let others = try (0..<6).map { _ in
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(
          atPath: machine.folder.path("config"), toPath: folder.path("config"))
        return (try Machine(machine.database, folder: folder).session(), folder)
      }
      for (other, _) in others { other.send(command) }
      let answers = others.compactMap { $0.0.line() }
      #expect(answers.count(where: { $0.contains("\"duplicate\":true") }) == 5, "\(answers)")
      #expect(answers.allSatisfy { $0.contains("\"ok\":true") })
      #expect(try machine.database.sql("select count(*) from replay.record") == "1")
    }

    @Test func `a long-running reader does not slow down appends`() throws {
      let machine = try Machine()
      let session = try machine.session("--create")
      let reader = try machine.database.holding(
        "begin isolation level repeatable read; select count(*) from pg_class; select pg_sleep(600)"
      )
      defer { reader.terminate() }
      for number in 0..<200 {
        let id = "0190a6b2-0000-7000-8000-\(String(format: "%012d", number))"
        #expect(contains(session.append(id), "positions"))
      }
      // No row was ever updated, so there is no chain of versions that appends would follow.
      let updated = try machine.database.sql(
        "select coalesce(sum(n_tup_upd + n_tup_del), 0) from pg_stat_user_tables where schemaname = 'replay'"
      )
      #expect(updated == "0")
    }
  }
#endif
