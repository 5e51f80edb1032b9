#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  /// Connections that are cut, and statements that are changed on their way: each part of the
  /// protocol is needed.
  @Suite(.serialized) struct WireTests {
    private static func id(_ number: Int) -> String {
      "0190a6b2-0000-7000-8000-\(String(format: "%012d", number))"
    }

    private func session(
      through proxy: WireProxy, _ machine: Machine, _ words: String...
    ) throws -> Session {
      let url = "postgresql://postgres@127.0.0.1:\(proxy.port)/\(machine.database.name)"
      return try Session(machine.process(["session", "--journal", url] + words))
    }

    @Test func `a connection may be cut after each message`() throws {
      let machine = try Machine()
      #expect(try machine.run("session", "--create").status == 0)
      let proxy = try WireProxy(before: machine.database.pair.primary.port)
      let session = try session(through: proxy, machine)
      #expect(contains(session.append(Self.id(0)), #""positions":[1]"#))
      var number = 0
      while true {
        number += 1
        proxy.cut(afterMessage: number)
        var answer = session.append(Self.id(number))
        if !contains(answer, "positions") {
          #expect(
            contains(answer, "storageFailed") || contains(answer, "outcomeUnknown"),
            "\(answer ?? "")")
          answer = session.append(Self.id(number))
        }
        #expect(contains(answer, "\"positions\":[\(number + 1)]"), "\(number): \(answer ?? "")")
        if !proxy.hasCut { break }
        if number > 200 { break }
      }
      // A batch of one append has about as many messages.
      #expect(number > 20 && number < 200)
      let counted = "select count(*), max(position) from replay.record"
      #expect(try machine.database.sql(counted) == "\(number + 1)|\(number + 1)")
      #expect(try machine.run("verify").status == 0)
    }

    /// Without the lock, or with a snapshot from before it, the second fence stops what the lock
    /// should have kept apart.
    @Test(arguments: [
      ("for no key update", "                 "),
      ("isolation level read committed", "isolation level repeatable read"),
    ])
    func `sabotage of the lock is noticed by racers`(_ from: String, _ to: String) throws {
      let machine = try Machine()
      #expect(try machine.run("session", "--create").status == 0)
      let proxy = try WireProxy(
        before: machine.database.pair.primary.port, changing: [(from, to)])
      let racers = try (0..<6).map { _ in
        try session(through: proxy, Machine(machine.database, folder: try TemporaryFolder()))
      }
      var failures = 0
      for round in 0..<40 where failures == 0 {
        for (index, racer) in racers.enumerated() {
          racer.send(Session.append(Self.id(round * 10 + index)))
        }
        for racer in racers where contains(racer.line(), "storageFailed") { failures += 1 }
      }
      #expect(failures > 0)
      let holes = "select count(*) - max(position) from replay.record"
      #expect(try machine.database.sql(holes) == "0")
    }

    @Test func `sabotage of the commit is noticed without a standby`() throws {
      let pair = try ServerPair()
      let machine = Machine(try TestDatabase(pair))
      let proxy = try WireProxy(
        before: pair.primary.port,
        changing: [
          (
            "set_config('synchronous_commit', $1, true)",
            "$1, set_config('synchronous_commit', 'local', true)"
          )
        ])
      let session = try session(through: proxy, machine, "--create")
      #expect(contains(session.append(Self.id(1)), "positions"))
      try pair.standby.stop()
      // It answers, although nothing but the primary has the event.
      #expect(contains(session.append(Self.id(2)), "positions"))
    }

    @Test func `sabotage of the barrier is noticed after a restart`() throws {
      let pair = try ServerPair()
      let machine = Machine(try TestDatabase(pair))
      let session = try machine.session("--create")
      #expect(contains(session.append(Self.id(1)), "positions"))
      try pair.standby.stop()
      session.send(Session.append(Self.id(2)))
      try pair.primary.waitUntil(
        "select count(*) = 1 from pg_stat_activity where wait_event = 'SyncRep'")
      try pair.primary.kill()
      try pair.primary.start()
      let proxy = try WireProxy(
        before: pair.primary.port,
        changing: [("pg_logical_emit_message(true, 'replay', '')", "''")])
      let other = Machine(machine.database, folder: try TemporaryFolder())
      let reader = try self.session(through: proxy, other)
      #expect(contains(reader.answer(to: #"{"read":{"items":[]}}"#), #""head":2"#))
    }
  }
#endif
