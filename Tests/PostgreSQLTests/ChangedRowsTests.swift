#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  /// Copies that end inside a batch of the server, and rows that an administrator changed or hid.
  @Suite struct ChangedRowsTests {
    /// Imports events in one batch.
    private func importEvents(_ numbers: ClosedRange<Int>, on machine: Machine) throws {
      let lines = numbers.map { number in
        #"{"type":"read","time":"2026-05-08T10:00:00Z","tags":[],"data":{"number":\#(number)}}"#
      }
      let outcome = try machine.run("import", input: lines.joined(separator: "\n"))
      #expect(outcome.status == 0, "\(outcome.diagnostics)")
    }

    private func eventCount(on machine: Machine) throws -> Int? {
      let outcome = try machine.run("stats", "--json")
      #expect(outcome.status == 0, "\(outcome.diagnostics)\(outcome.output)")
      return outcome.output.firstMatch(of: /"events":([0-9]+)/).flatMap { Int($0.1) }
    }

    @Test func `a copy that ends inside the first batch is completed`() throws {
      let machine = try Machine()
      try importEvents(1...10, on: machine)
      let copies = machine.folder.path("cache/replay-tool")
      let names = try FileManager.default.subpathsOfDirectory(atPath: copies)
      let segment = "\(copies)/\(try #require(names.first { $0.hasSuffix(".jsonl") }))"
      let bytes = try Data(contentsOf: URL(filePath: segment))
      try bytes.prefix(bytes.count / 2).write(to: URL(filePath: segment))
      #expect(try eventCount(on: machine) == 10)
      try importEvents(11...12, on: machine)
      #expect(try eventCount(on: machine) == 12)
    }

    @Test func `a server with other events inside a batch has forked`() throws {
      let machine = try Machine()
      try importEvents(1...10, on: machine)
      try importEvents(11...20, on: machine)
      // As if a backup from before had been restored.
      try machine.database.sql(
        "delete from replay.record where position > 10; delete from replay.batch where last > 10")
      try importEvents(31...51, on: Machine(machine.database, folder: try TemporaryFolder()))
      for question in [["stats", "--json"], ["tail", "--json"]] {
        let outcome = try machine.process(question).outcome()
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("has other events after position 10"), "\(outcome.text)")
        #expect(!outcome.text.contains(#""position":"#))
      }
    }

    @Test func `rows that a policy hides are a lacking right, not an empty journal`() throws {
      var machine = try Machine()
      try importEvents(1...2, on: machine)
      let role = "r\(UUID().uuidString.prefix(8).lowercased())"
      try machine.database.sql(
        "create role \(role) login; grant usage on schema replay to \(role); grant select on all tables in schema replay to \(role); alter table replay.batch enable row level security"
      )
      machine.user = role
      let refused = try machine.run("stats")
      #expect(refused.status == 74)
      #expect(refused.diagnostics.contains("all rows (row-level security) on replay.batch"))
      try machine.database.sql("drop owned by \(role); drop role \(role)")
    }

    @Test func `a surplus record stops appends with its reason`() throws {
      let machine = try Machine()
      try importEvents(1...2, on: machine)
      try machine.database.sql(
        "insert into replay.record select journal, 3, core from replay.record where position = 2")
      let refused = try machine.run(
        "session", input: RunningTool.append("0190a6b2-0000-7000-8000-000000000001") + "\n")
      #expect(refused.status == 74)
      #expect(refused.output.contains("изменили вручную"))
      #expect(try eventCount(on: machine) == 2)
    }

    @Test(arguments: [
      ("replay.record (journal, position, core) select journal, {}, core", "record"),
      ("replay.private (journal, position, section) select journal, {}, core", "record"),
      ("replay.batch (journal, last, first, root) select journal, {}, {}, root", "batch"),
    ])
    func `verify finds rows that no append has left`(_ row: String, _ table: String) throws {
      let machine = try Machine()
      try importEvents(1...3, on: machine)
      for position in ["4", "0", "-5", "999"] {
        let row = row.replacing("{}", with: position)
        try machine.database.sql("insert into \(row) from replay.\(table) limit 1")
        let outcome = try machine.run("verify")
        #expect(outcome.status == 1, "\(position): \(outcome.output)")
        try machine.database.sql(
          """
          delete from replay.record where position not in (1, 2, 3);
          delete from replay.private; delete from replay.batch where last <> 3
          """)
      }
      #expect(try machine.run("verify").status == 0)
    }

    @Test(arguments: [
      "update replay.batch set root = '\\x00' where last = 6",
      "delete from replay.batch where last = 6",
      "update replay.batch set first = 5 where last = 6",
    ])
    func `verify finds a changed row of a batch in the middle`(_ change: String) throws {
      let machine = try Machine()
      for first in [1, 4, 7] { try importEvents(first...first + 2, on: machine) }
      #expect(try machine.run("verify").status == 0)
      try machine.database.sql(change)
      let outcome = try machine.run("verify", "--json")
      #expect(outcome.status == 1)
      let place = change.contains("delete") ? "9" : "6"
      #expect(outcome.output.contains(#""position":\#(place)"#), "\(outcome.output)")
    }

    @Test(arguments: [
      "create rule drop_rows as on insert to replay.record do instead nothing",
      """
      create function replay.drop_rows() returns trigger language plpgsql as 'begin return null; end';
      create trigger drop_rows before insert on replay.batch for each row
        execute function replay.drop_rows()
      """,
    ])
    func `what the database drops without an error is not recorded`(_ obstacle: String) throws {
      let machine = try Machine()
      try machine.create()
      try machine.database.sql(obstacle)
      let append = RunningTool.append("0190a6b2-0000-7000-8000-000000000001") + "\n"
      let refused = try machine.run("session", input: append)
      #expect(refused.status == 74)
      #expect(refused.output.contains("триггер"), "\(refused.output)")
      try machine.database.sql(
        """
        drop rule if exists drop_rows on replay.record;
        drop trigger if exists drop_rows on replay.batch
        """)
      #expect(try machine.run("verify", "--json").output.contains(#""size":0"#))
      #expect(try machine.run("session", input: append).output.contains(#""positions":[1]"#))
    }
  }
#endif
