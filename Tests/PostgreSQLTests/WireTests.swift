#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  /// Cut connections, and statements that are changed on their way, which shows that each part of
  /// the protocol is needed.
  @Suite(.serialized) struct WireTests {
    private static func id(_ number: Int) -> String {
      "0190a6b2-0000-7000-8000-\(String(format: "%012d", number))"
    }

    private func session(
      through proxy: WireProxy, _ machine: Machine, _ words: String...
    ) throws -> RunningTool {
      let url = "postgresql://postgres@127.0.0.1:\(proxy.port)/\(machine.database.name)"
      return try RunningTool(machine.process(["session", "--journal", url] + words))
    }

    @Test func `a connection that hangs is given up while the server answers others`() throws {
      let machine = try Machine()
      try machine.create()
      let proxy = try WireProxy(before: machine.database.pair.primary.port)
      let session = try session(through: proxy, machine)
      #expect(contains(session.append(Self.id(1)), #""positions":[1]"#))
      proxy.forgetAll()
      session.send(RunningTool.append(Self.id(2)))
      #expect(session.hasLine(within: 25_000))
      var answer = session.line()
      if !contains(answer, "positions") { answer = session.append(Self.id(2)) }
      #expect(contains(answer, #""positions":[2]"#), "\(answer ?? "")")
      #expect(try machine.database.sql("select count(*) from replay.record") == "2")
    }

    /// From some byte on, the client's statements are lost, within its first groups: the server
    /// waits for their rest.
    @Test(arguments: [0, 267, 600, 882, 1500, 2500])
    func `a connection of which the server gets no more is given up`(_ sent: Int) throws {
      let machine = try Machine()
      try machine.create()
      let proxy = try WireProxy(before: machine.database.pair.primary.port)
      proxy.stall(afterByte: sent)
      let session = try session(through: proxy, machine)
      session.send(#"{"read":{"items":[]}}"#)
      #expect(session.hasLine(within: 25_000))
      #expect(proxy.hasStalled)
      let answer = session.line()
      #expect(contains(answer, #""head":0"#) || contains(answer, "storageFailed"))
      #expect(contains(session.append(Self.id(1)), #""positions":[1]"#))
    }

    /// `PG_CUTS=200` for `make postgresql-faults`.
    private static let cuts = Count.of("PG_CUTS", usually: 20)

    @Test func `a connection may be cut after each message`() throws {
      let machine = try Machine()
      try machine.create()
      let proxy = try WireProxy(before: machine.database.pair.primary.port)
      let session = try session(through: proxy, machine)
      let clients = Clients([session])
      clients.append(Self.id(0), with: session)
      var number = 0
      repeat {
        number += 1
        proxy.cut(afterMessage: number)
        // One retry is enough, since the connection is cut once.
        if case .appended = clients.append(Self.id(number), with: session) { continue }
        clients.append(Self.id(number), with: session)
      } while proxy.hasCut && number < 200
      // A batch of one append has about as many messages.
      #expect(number > 20 && number < 200)
      #expect(Set(try Clients.ids(in: machine.database)) == Set((0...number).map(Self.id)))
      try clients.check(machine.database, after: "\(number - 1) cuts, one after each message")
    }

    @Test func `connections are cut at any moment while four machines append`() throws {
      let machine = try Machine()
      try machine.create()
      let proxy = try WireProxy(before: machine.database.pair.primary.port)
      let clients = Clients(
        try (1...4).map { _ in
          try session(through: proxy, Machine(machine.database, folder: try TemporaryFolder()))
        })
      clients.start()
      for number in 0..<Self.cuts {
        if number % 2 == 0 {
          proxy.cut(afterMessage: .random(in: 1...120))
          try clients.wait { proxy.hasCut }
        } else {
          usleep(.random(in: 0...60_000))
          proxy.cutAll()
        }
        // Cuts again only after another append, so that there is something to lose.
        let before = clients.acknowledged
        try clients.wait { clients.acknowledged > before }
      }
      clients.stop()
      try clients.check(machine.database, after: "\(Self.cuts) cuts")
    }

    /// Three ways in which the lock does not separate writers: no lock, a snapshot from before it,
    /// and a position read by the statement that locks. The database then refuses the second record
    /// at a position.
    private static let sabotages: [String: [WireProxy.Change]] = [
      "no lock": [("for no key update", "                 ")],
      "an old snapshot": [("isolation level read committed", "isolation level repeatable read")],
      "locked and read in one statement": [
        (" where id = $1 for no key update", " where id = $1"),
        (
          "where journal = $1 and last <= $2",
          "where journal = (select id from replay.journal where id = $1 for no  key update) and last <= $2"
        ),
      ],
    ]

    @Test(arguments: sabotages.keys.sorted())
    func `sabotage of the lock makes appends of competing sessions fail`(_ name: String) throws {
      let machine = try Machine()
      try machine.create()
      let proxy = try WireProxy(
        before: machine.database.pair.primary.port, changing: Self.sabotages[name] ?? [])
      let racers = try (0..<6).map { _ in
        try session(through: proxy, Machine(machine.database, folder: try TemporaryFolder()))
      }
      var failures = 0
      for round in 0..<40 where failures == 0 {
        for (index, racer) in racers.enumerated() {
          racer.send(RunningTool.append(Self.id(round * 10 + index)))
        }
        for racer in racers where contains(racer.line(), "storageFailed") { failures += 1 }
      }
      #expect(failures > 0)
      let holes = "select count(*) - max(position) from replay.record"
      #expect(try machine.database.sql(holes) == "0")
    }

    /// The connection is lost while the commit waits for the standby. The old transaction is not
    /// yet visible, but still has its lock.
    @Test(arguments: [false, true])
    func `without waiting for the old lock, an append fails although it is recorded`(
      _ isSabotaged: Bool
    ) throws {
      let pair = try ServerPair()
      let machine = Machine(try TestDatabase(pair))
      let proxy = try WireProxy(
        before: pair.primary.port, changing: isSabotaged ? [("for no key update", "")] : [],
        later: true)
      let session = try session(through: proxy, machine, "--create")
      let clients = Clients([session])
      clients.append(Self.id(1), with: session)
      try pair.standby.stop()
      let standby = Thread {
        do {
          try pair.primary.waitUntil(
            "select count(*) = 1 from pg_stat_activity where wait_event = 'SyncRep'")
          proxy.cutAll()
          usleep(1_500_000)
          try pair.standby.start()
        } catch { Issue.record(error) }
      }
      standby.start()
      clients.append(Self.id(2), with: session)
      let end = try Clients.ids(in: machine.database)
      #expect(end == [Self.id(1), Self.id(2)])
      let violations = clients.history.violations(endingWith: end)
      #expect(violations == (isSabotaged ? [.recordedThoughFailed(Self.id(2))] : []))
    }

    /// The server sends more than the connection buffers, and the client reads none of it.
    @Test(arguments: [false, true])
    func `a client that does not read loses its lock, unless the timeout is sabotaged`(
      _ isSabotaged: Bool
    ) throws {
      let machine = try Machine()
      try machine.create()
      var changes: [WireProxy.Change] = [
        (
          "select instance from replay.journal where",
          "select instance, repeat('x', 100000000) from replay.journal where"
        )
      ]
      let timeout = "pg_catalog.set_config('tcp_user_timeout', '5s', true)"
      if isSabotaged { changes.append((timeout, "''")) }
      let proxy = try WireProxy(
        before: machine.database.pair.primary.port, changing: changes, reading: 1_000_000)
      let deaf = try session(through: proxy, machine)
      deaf.send(RunningTool.append(Self.id(1)))
      try machine.database.pair.primary.waitUntil(
        "select count(*) > 0 from pg_stat_activity where datname = current_database() and wait_event = 'ClientWrite'",
        in: machine.database.name)
      let other = Machine(machine.database, folder: try TemporaryFolder())
      let answer = try other.session("--wait", "12").append(Self.id(2))
      #expect(contains(answer, isSabotaged ? "journalBusy" : "positions"), "\(answer ?? "")")
      proxy.cutAll()
    }

    /// The server waits for the rest of a batch. It gets three events of 40 kB, in two pieces.
    @Test(arguments: [30_000, 100_000])
    func `a client that stops while it sends a batch loses its lock`(_ sent: Int) throws {
      let machine = try Machine()
      try machine.create()
      let proxy = try WireProxy(before: machine.database.pair.primary.port)
      let stopped = try session(through: proxy, machine)
      #expect(contains(stopped.answer(to: #"{"read":{"items":[]}}"#), "head"))
      proxy.stall(afterByte: sent)
      let text = String(repeating: "x", count: 40_000)
      let events = (1...3).map { number in
        #"{"type":"A","tags":[],"data":{"text":"\#(text)"},"id":"\#(Self.id(number))"}"#
      }
      stopped.send(#"{"append":[\#(events.joined(separator: ","))]}"#)
      for _ in 0..<5000 where !proxy.hasStalled { usleep(1000) }
      #expect(proxy.hasStalled)
      let other = Machine(machine.database, folder: try TemporaryFolder())
      let answer = try other.session("--wait", "12").append(Self.id(4))
      #expect(contains(answer, "positions"), "\(answer ?? "")")
      #expect(stopped.hasLine(within: 25_000))
      let isRecorded = contains(stopped.line(), "positions")
      #expect(try Clients.ids(in: machine.database).count == (isRecorded ? 4 : 1))
    }

    @Test func `sabotage of the commit acknowledges an event that the standby lacks`() throws {
      let pair = try ServerPair()
      let machine = Machine(try TestDatabase(pair))
      let proxy = try WireProxy(
        before: pair.primary.port,
        changing: [
          (
            "pg_catalog.set_config('synchronous_commit', $1, true)",
            "$1, pg_catalog.set_config('synchronous_commit', 'local', true)"
          )
        ])
      let session = try session(through: proxy, machine, "--create")
      #expect(contains(session.append(Self.id(1)), "positions"))
      try pair.standby.stop()
      // The append is acknowledged although only the primary has the event.
      #expect(contains(session.append(Self.id(2)), "positions"))
    }

    @Test func `sabotage of the barrier shows an event that the standby lacks`() throws {
      let pair = try ServerPair()
      let machine = Machine(try TestDatabase(pair))
      let session = try machine.session("--create")
      #expect(contains(session.append(Self.id(1)), "positions"))
      try pair.standby.stop()
      session.send(RunningTool.append(Self.id(2)))
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
