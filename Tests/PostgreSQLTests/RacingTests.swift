#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  /// Processes that want the same thing, and one that watches them.
  @Suite struct RacingTests {
    @Test func `sixteen processes take forty seats, each once, and no reader sees a hole`() throws {
      let machine = try Machine()
      #expect(try machine.run("session", "--create").status == 0)
      let watcher = try machine.session()
      #expect(watcher.answer(to: #"{"session":1}"#) != nil)
      watcher.send(#"{"follow":{"items":[]},"after":0}"#)
      // Half of the processes share the copy of a machine, the others have one of their own.
      let racers = try (0..<16).map { number in
        let folder = number % 2 == 0 ? machine.folder : try TemporaryFolder()
        return (try Machine(machine.database, folder: folder).session(), folder)
      }
      for (racer, _) in racers {
        for seat in 1...40 {
          racer.send(
            #"{"append":[{"type":"Taken","tags":["seat:\#(seat)"],"data":{}},{"type":"Paid","tags":["paid:\#(seat)"],"data":{}}],"condition":{"failIfEventsMatch":{"items":[{"types":["Taken"],"tags":["seat:\#(seat)"]}]}}}"#
          )
        }
      }
      var taken = 0
      for (racer, _) in racers {
        for _ in 1...40 {
          let answer = try #require(racer.line())
          if answer.contains("positions") {
            taken += 1
          } else {
            #expect(answer.contains("appendConditionFailed"), "\(answer)")
          }
        }
        #expect(racer.end() == 0)
      }
      #expect(taken == 40)
      for position in 1...80 {
        let line = try #require(watcher.line())
        #expect(line.contains("\"position\":\(position),"), "\(line)")
      }
      #expect(try machine.run("verify").status == 0)
      let counted = "select count(*), max(position) from replay.record"
      #expect(try machine.database.sql(counted) == "80|80")
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

    @Test func `a long reader does not make appends slower`() throws {
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
