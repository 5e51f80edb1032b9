#if PostgreSQL
  import EventEngine
  import Foundation
  import PostgreSQLJournal
  import TestSupport
  import Testing

  /// Readers that follow, and consumers.
  @Suite struct FollowingTests {
    @Test func `a follower gets every event in order`() throws {
      let machine = try Machine()
      let writer = try machine.session("--create")
      #expect(contains(writer.append("0190a6b2-0000-7000-8000-000000000000"), "positions"))
      let follower = try machine.session()
      #expect(contains(follower.answer(to: #"{"session":1}"#), "\"head\":1"))
      follower.send(#"{"follow":{"items":[{"types":["B"]}]},"after":0}"#)
      for number in 1...30 {
        let id = "0190a6b2-0000-7000-8000-0000000000\(number + 10)"
        #expect(contains(writer.append(id, type: number % 3 == 0 ? "B" : "C"), "positions"))
      }
      for number in 1...10 {
        #expect(contains(follower.line(), "\"position\":\(number * 3 + 1),"))
      }
      // Other requests are answered in between.
      #expect(contains(follower.answer(to: #"{"stats":true}"#), "\"head\":31"))
    }

    @Test func `a consumer has its checkpoint in the database`() throws {
      let machine = try Machine()
      let writer = try machine.session("--create")
      for number in 10..<15 {
        #expect(
          contains(writer.append("0190a6b2-0000-7000-8000-0000000000\(number)"), "positions"))
      }
      let seen = machine.folder.path("seen")
      let run = try machine.run("tail", "--consumer", "mail", "--run", "cat >> \(seen)")
      #expect(run.status == 0, "\(run.diagnostics)")
      let elsewhere = Machine(machine.database, folder: try TemporaryFolder())
      #expect(
        try elsewhere.run("consumers", "--json").output == #"{"name":"mail","position":5,"lag":0}"#
          + "\n")
      #expect(try elsewhere.run("consumers", "reset", "mail", "--to", "3").status == 0)
      let failing = try machine.run("tail", "--consumer", "mail", "--run", "exit 9")
      #expect(failing.status == 1)
      #expect(try machine.run("consumers").output == "mail: at position 3, 2 events to go\n")
      let lines = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 5)
    }

    @Test func `a consumer continues after a lost connection`() throws {
      let database = try TestDatabase()
      try Machine(database).create()
      let proxy = try WireProxy(before: database.pair.primary.port)
      let directory = try JournalDirectory.postgreSQL(
        "postgresql://postgres@127.0.0.1:\(proxy.port)/\(database.name)",
        keyFile: database.machine.path("main.key"), cache: nil)
      let origin = try #require(directory.origin)
      try origin.move("mail", to: 1)
      proxy.cutAll()
      try origin.move("mail", to: 2)
      #expect(try origin.position(of: "mail") == 2)
    }

    @Test func `two processes move one consumer at the same time`() async throws {
      let database = try TestDatabase()
      try Machine(database).create()
      let url = "postgresql://postgres@127.0.0.1:\(database.pair.primary.port)/\(database.name)"
      let keyFile = database.machine.path("main.key")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            let directory = try JournalDirectory.postgreSQL(url, keyFile: keyFile, cache: nil)
            let origin = try #require(directory.origin)
            for position in 1...100 { try origin.move("mail", to: Position(position)) }
            #expect(try origin.position(of: "mail") != nil)
          }
        }
        try await group.waitForAll()
      }
    }

    @Test func `a database lists its journals`() throws {
      var machine = try Machine()
      #expect(try machine.run("journals").output == "")
      for name in ["b", "a"] {
        machine.journal = name
        try machine.create()
      }
      let listed = try machine.run("journals", "--json").lines
      #expect(listed.count == 2)
      #expect(listed[0].hasPrefix(#"{"name":"a","events":0,"durability":"replicated","#))
      #expect(try machine.run("journals", "--journal", machine.folder.path("x")).status == 64)
    }
  }
#endif
