#if PostgreSQL
  import EventEngine
  import Foundation
  import PostgreSQLJournal
  import TestSupport
  import Testing

  /// Writers that request the lock for the next batch together with the commit of this one.
  @Suite struct NextLockTests {
    /// One machine's writer.
    private static func writer(
      of database: TestDatabase, at port: Int? = nil, expectsMore: Bool = true
    ) throws -> JournalWriter {
      try self.writer(in: directory(of: database, at: port), expectsMore: expectsMore)
    }

    private static func directory(
      of database: TestDatabase, at port: Int? = nil
    ) throws -> JournalDirectory {
      let folder = try TemporaryFolder()
      let url = port.map { "postgresql://postgres@127.0.0.1:\($0)/\(database.name)" }
      let directory = try JournalDirectory.postgreSQL(
        url ?? database.url(), keyFile: database.machine.path("main.key"),
        cache: folder.path("cache"))
      try directory.create(JournalSettings(passwordIterations: 1), at: .now)
      return directory
    }

    private static func writer(
      in directory: JournalDirectory, expectsMore: Bool = true
    ) throws -> JournalWriter {
      var writer = try JournalWriter.open(directory, wait: 20_000)
      writer.expectsMore = expectsMore
      return writer
    }

    /// Takes a seat unless it is taken, and reads the batch if it was.
    private static func take(
      _ seat: Int, with writer: inout JournalWriter
    ) throws(JournalError) -> Bool {
      let tag = Tag("seat", String(seat))
      do throws(JournalError) {
        _ = try writer.inBatch { (writer) throws(JournalError) in
          try writer.append(
            [NewEvent(type: "Taken", tags: [tag])], at: .now,
            if: AppendCondition(noneMatch: Query([.init(types: ["Taken"], tags: [tag])])))
        }
      } catch .conditionFailed {
        return false
      }
      writer.finishAnswered()
      return true
    }

    private static func seats(in database: TestDatabase) throws -> [String] {
      let reader = Machine(database, folder: try TemporaryFolder())
      #expect(try reader.run("verify").status == 0)
      let lines = try reader.run("tail", "--json").lines
      #expect(
        lines.map { $0.firstMatch(of: /"position":(\d+)/)?.1 }
          == lines.indices.map { "\($0 + 1)" })
      return lines.compactMap { $0.firstMatch(of: /"seat:(\d+)"/).map { String($0.1) } }
    }

    @Test func `busy writers take turns, and each seat is taken once`() throws {
      let database = try TestDatabase()
      let won = Counter()
      Threads.run(4) { _ in
        var writer = try Self.writer(of: database)
        for seat in 0..<100 where try Self.take(seat, with: &writer) { won.increase() }
      }
      #expect(won.count == 100)
      #expect(try Self.seats(in: database) == (0..<100).map(String.init))
    }

    @Test func `a writer whose lock was requested early sees the events of others`() throws {
      let database = try TestDatabase()
      var first = try Self.writer(of: database)
      var second = try Self.writer(of: database)
      for seat in 0..<20 {
        #expect(try Self.take(seat, with: &first))
        first.expectsMore = false
        #expect(try !Self.take(seat, with: &second))
        #expect(try Self.take(1000 + seat, with: &second))
        second.expectsMore = false
        first.expectsMore = true
        second.expectsMore = true
        #expect(try !Self.take(1000 + seat, with: &first))
      }
      #expect(try Self.seats(in: database).count == 40)
    }

    @Test(arguments: [false, true])
    func `a lock that was requested early is released, unless that is sabotaged`(
      _ isSabotaged: Bool
    ) throws {
      let database = try TestDatabase()
      let proxy = try WireProxy(
        before: database.pair.primary.port,
        changing: isSabotaged ? [("rollback", "select 1")] : [])
      var writer = try Self.writer(of: database, at: proxy.port)
      var other = try Self.writer(of: database, expectsMore: false)
      #expect(try Self.take(0, with: &writer))
      writer.expectsMore = false
      let connections = proxy.connections
      #expect(try Self.take(1, with: &other))
      #expect(try Self.take(2, with: &writer))
      // The server ends the connection of a client that holds the lock and sends nothing for five
      // seconds.
      #expect((proxy.connections > connections) == isSabotaged)
      #expect(try Self.seats(in: database) == ["0", "1", "2"])
    }

    @Test func `a batch whose lock was lost before its decision fails`() throws {
      let database = try TestDatabase()
      var writer = try Self.writer(of: database)
      var other = try Self.writer(of: database, expectsMore: false)
      #expect(try Self.take(0, with: &writer))
      let holders =
        "from pg_stat_activity where state = 'idle in transaction' and datname = current_database()"
      try database.pair.primary.waitUntil("select count(*) = 1 \(holders)", in: database.name)
      try database.sql("select pg_terminate_backend(pid) \(holders)")
      #expect(try Self.take(1, with: &other))
      #expect(throws: JournalError.self) { _ = try writer.inBatch { $0.head } }
      #expect(try writer.inBatch { $0.head } == 2)
      #expect(try Self.take(2, with: &writer))
      writer.expectsMore = false
      #expect(try Self.seats(in: database) == ["0", "1", "2"])
    }

    @Test func `an idle engine does not block other writers`() async throws {
      let database = try TestDatabase()
      var other = try Self.writer(of: database, expectsMore: false)
      let engine = try await Engine.open(database.directory(), domains: [])
      for seat in 0..<10 {
        for _ in 0..<20 { try await engine.append([NewEvent(type: "Seen")]) }
        let start = ContinuousClock.now
        #expect(try Self.take(seat, with: &other))
        // After five seconds, the server takes the lock from an idle client.
        #expect(ContinuousClock.now - start < .milliseconds(4500))
      }
      #expect(try Self.seats(in: database) == (0..<10).map(String.init))
      await engine.close()
    }

    @Test func `a connection may be cut after each message`() throws {
      let database = try TestDatabase()
      let proxy = try WireProxy(before: database.pair.primary.port)
      var writer = try Self.writer(of: database, at: proxy.port)
      var (seat, cuts) = (0, 0)
      while cuts < 30 {
        cuts += 1
        proxy.cut(afterMessage: cuts)
        while !proxy.hasCut {
          // One retry is enough, since the connection is cut once.
          do throws(JournalError) { _ = try Self.take(seat, with: &writer) } catch {
            _ = try Self.take(seat, with: &writer)
          }
          seat += 1
        }
      }
      writer.expectsMore = false
      #expect(try Self.seats(in: database) == (0..<seat).map(String.init))
    }

    @Test func `connections are cut at any moment while writers are busy`() throws {
      let database = try TestDatabase()
      let proxy = try WireProxy(before: database.pair.primary.port)
      let (taken, isDone) = (Counter(), Counter())
      Threads.run(3) { thread in
        var writer = try Self.writer(of: database, at: proxy.port)
        var seat = thread * 10_000
        while isDone.count == 0 {
          do throws(JournalError) { _ = try Self.take(seat, with: &writer) } catch { continue }
          seat += 1
          taken.increase()
        }
      } meanwhile: {
        for _ in 0..<Self.cuts {
          // Cuts only after appends that could be lost.
          let before = taken.count
          while taken.count < before + 20 { usleep(1000) }
          usleep(.random(in: 0...20_000))
          proxy.cutAll()
        }
        isDone.increase()
      }
      let seats = try Self.seats(in: database)
      #expect(seats.count == taken.count && Set(seats).count == seats.count)
      print("postgresql: \(Self.cuts) cuts, 3 writers that hurry: \(taken.count) events, each once")
    }

    /// `PG_CUTS=200` for `make postgresql-faults`.
    private static let cuts = Count.of("PG_CUTS", usually: 20)

    @Test func `consecutive batches reach the copy together, and no reader misses them`() throws {
      // Reading waits for 20 ms only, less than a busy machine may need for the batches.
      for _ in 0..<20 {
        let database = try TestDatabase()
        var writer = try Self.writer(of: database)
        for seat in 0..<3 {
          _ = try writer.inBatch { (writer) throws(JournalError) in
            try writer.append([NewEvent(type: "Taken", tags: [Tag("seat", "\(seat)")])], at: .now)
          }
          writer.finishAnswered()
        }
        if writer.reader.head == .start { return try expectNothingMissed(by: &writer, database) }
      }
      Issue.record("Each of the batches was read immediately.")
    }

    private func expectNothingMissed(
      by writer: inout JournalWriter, _ database: TestDatabase
    ) throws {
      #expect(writer.recordedHead == 3 && writer.head == 3)
      // Neither a condition, a reader in the same process nor the next batch misses them.
      #expect(try !Self.take(1, with: &writer))
      #expect(writer.reader.head == 3)
      #expect(try Self.take(3, with: &writer))
      var reader = try JournalReader.open(writer.reader.directory)
      try reader.refresh(wait: 1000)
      #expect(reader.head == 4)
      #expect(try Self.take(4, with: &writer))
      // The writer reads the waiting batches when it expects no more.
      writer.expectsMore = false
      writer.finishBatch()
      #expect(writer.reader.head == 5)
      #expect(try Self.seats(in: database) == (0..<5).map(String.init))
    }

    @Test func `writers share a copy that is discarded again and again`() throws {
      let database = try TestDatabase()
      let directory = try Self.directory(of: database)
      let (open, taken, done) = (Counter(), Counter(), Counter())
      Threads.run(3) { thread in
        defer { done.increase() }
        var writer = try Self.writer(in: directory)
        open.increase()
        for seat in 0..<60 {
          let event = NewEvent(type: "Taken", tags: [Tag("seat", "\(thread * 1000 + seat)")])
          do throws(JournalError) {
            _ = try writer.inBatch { (writer) throws(JournalError) in
              try writer.append([event], at: .now)
            }
            taken.increase()
            writer.finishAnswered()
            if seat % 9 == 0 { try writer.forEach(after: .start) { _ in true } }
          } catch {
            // The copy was discarded during the read.
            if case .outcomeUnknown = error { throw error }
          }
        }
      } meanwhile: {
        while done.count < 3 {
          usleep(.random(in: 0...40_000))
          if open.count == 3 { directory.origin?.discardCopy() }
        }
      }
      // Read and verified with the root of every batch on the server.
      let seats = try Self.seats(in: database)
      #expect(taken.count > 60 && taken.count == seats.count && Set(seats).count == seats.count)
    }

    @Test func `a copy that is lost before it has the batch is rebuilt`() throws {
      let database = try TestDatabase()
      var writer = try Self.writer(of: database)
      for seat in 0..<3 { #expect(try Self.take(seat, with: &writer)) }
      _ = try writer.inBatch { (writer) throws(JournalError) in
        try writer.append([NewEvent(type: "Taken", tags: [Tag("seat", "3")])], at: .now)
      }
      writer.reader.directory.origin?.discardCopy()
      #expect(try !Self.take(3, with: &writer))
      #expect(try Self.take(4, with: &writer))
      writer.expectsMore = false
      writer.finishBatch()
      #expect(writer.reader.head == 5)
      #expect(try Self.seats(in: database) == (0..<5).map(String.init))
    }
  }

  extension Timestamp {
    fileprivate static var now: Timestamp { SystemClock.now() }
  }
#endif
