import EventEngine
import TestSupport
import Testing

/// Concurrent callers: shared syncs, cancellation, disk failures and closing.
@Suite struct SharedSyncTests {
  @Test(arguments: EngineKind.allCases)
  func `callers that arrive during a write share a sync`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    log.bench.files.heal()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask { try await log.append(event("A")) }
        group.addTask {
          try await log.engine.issue(Seats.self, .take("\(number)", guest: "eva"), by: "eva")
        }
      }
      try await group.waitForAll()
    }
    let (writes, syncs) = (log.bench.count(.write), log.bench.count(.sync))
    if kind != .tinySegments { #expect(writes < 100 && syncs < 100, "\(writes), \(syncs)") }
    #expect(try await log.engine.head() == 200)
  }

  @Test(arguments: EngineKind.allCases)
  func `a condition covers earlier appends of its batch`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    let free = AppendCondition(noneMatch: query(["A"]))
    let winners = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<50 {
        group.addTask {
          do { return try await log.append(event("A"), event("B"), if: free) != nil } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $1 ? $0 + 1 : $0 }
    }
    #expect(winners == 1)
    #expect(try await log.read().positions == [1, 2])
  }

  @Test(arguments: EngineKind.allCases)
  func `the command of a caller cancelled while waiting is not executed`(
    _ kind: EngineKind
  ) async throws {
    let log = try await kind.make()
    var other = try JournalWriter.open(log.bench.directory)
    try other.begin()
    log.bench.files.heal()
    let first = Task { try await log.append(event("A")) }
    // The first batch waits for the lock, and later commands for that batch. A server has no files.
    let onFiles = EngineKind.onFiles.contains(kind)
    while onFiles, !log.bench.files.calls.contains(where: { $0.step == .lock }) {
      try await Task.sleep(for: .milliseconds(1))
    }
    let tasks = (0..<64).map { number in
      Task {
        try await log.engine.issue(Seats.self, .take("\(number)", guest: "eva"), by: "eva")
      }
    }
    try await Task.sleep(for: .milliseconds(10))
    for (number, task) in tasks.enumerated() where number % 2 == 0 { task.cancel() }
    other.abandon()
    _ = await first.result
    // Each caller's outcome is correct: a command that failed has left nothing.
    var carriedOut: Set<String> = []
    for (number, task) in tasks.enumerated() {
      do {
        _ = try await task.value
        carriedOut.insert("\(number)")
      } catch is CancellationError {
        #expect(number % 2 == 0, "\(number) was not cancelled")
      } catch JournalError.busy {
        // The machine was so slow that the other writer had the lock for too long.
      }
    }
    #expect(try await Set(log.engine.ask(TakenSeats.self).seats) == carriedOut)
    if onFiles { #expect(carriedOut.isSubset(of: (0..<64).filter { $0 % 2 == 1 }.map { "\($0)" })) }
  }

  @Test(arguments: EngineKind.allCases)
  func `the command of a cancelled caller is not executed`(_ kind: EngineKind) async throws {
    let engine = try await kind.make().engine
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      let json = await engine.issue(
        .object(["command": "seats.take", "data": .object(["seat": "1", "guest": "eva"])]))
      #expect(json.problem?.code == "cancelled")
      try await engine.append([event("A")])
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await engine.head() == .start)
  }

  @Test(arguments: EngineKind.onFiles)
  func `a storage failure fails its batch and not the next one`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    let segments = log.bench.directory.segmentsPath
    log.bench.files.fail {
      $0.step == .write && $0.path.hasPrefix(segments) ? .shortWrite(20, .noSpace) : nil
    }
    await #expect(throws: JournalError.self) { try await log.append(event("A")) }
    await #expect(throws: JournalError.self) {
      try await log.engine.issue(Seats.self, .take("1", guest: "eva"), by: "eva")
    }
    log.bench.files.heal()
    try await log.engine.issue(Seats.self, .take("1", guest: "eva"), by: "eva")
    try await log.append(event("A"))
    #expect(try await log.read() == Found(positions: [1, 2], head: 2))
  }

  @Test(arguments: EngineKind.allCases)
  func `many large appends all complete`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    let text = [UInt8](repeating: 0x78, count: 1 << 20)
    let large = NewEvent(type: "L", data: json(#"{"x":""#) + text + json(#""}"#))
    try await withThrowingTaskGroup { group in
      for _ in 0..<12 { group.addTask { try await log.append(large) } }
      try await group.waitForAll()
    }
    #expect(try await log.engine.head() == 12)
  }

  @Test(arguments: EngineKind.onFiles)
  func `damage is reported as an error`(_ kind: EngineKind) async throws {
    let bench = try EngineBench(kind)
    let engine = try await bench.open()
    try await engine.append([event("A")])
    try await engine.append([event("B")])
    await engine.close()
    try bench.flipFirstByte()
    await #expect { try await bench.open() } throws: { error in
      if case JournalError.damaged = error { true } else { false }
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: EngineKind.onFiles)
  func `an engine closes although callers go on sending`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    let closed = JournalError.closed(path: log.bench.directory.path)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          while true {
            do { try await log.append(event("A")) } catch {
              #expect(error as? JournalError == closed)
              return
            }
          }
        }
      }
      await log.engine.close()
    }
  }

  @Test(arguments: EngineKind.allCases)
  func `a call after closing fails`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    async let last = log.append(event("A"))
    #expect(try await last == 1...1)
    await log.engine.close()
    let closed = JournalError.closed(path: log.bench.directory.path)
    await #expect(throws: closed) { try await log.append(event("B")) }
    await #expect(throws: closed) {
      try await log.engine.issue(Seats.self, .take("1", guest: "eva"), by: "eva")
    }
    await #expect(throws: closed) { try await log.engine.ask(TakenSeats.self) }
    await #expect(throws: closed) { for try await _ in log.engine.follow() {} }
  }

  @Test(arguments: EngineKind.allCases)
  func `a call that no engine would answer fails after closing, too`(
    _ kind: EngineKind
  ) async throws {
    let log = try await kind.make()
    let engine = log.engine
    await engine.close()
    let closed = JournalError.closed(path: log.bench.directory.path)
    await #expect(throws: closed) { try await engine.append([]) }
    await #expect(throws: closed) { try await engine.append([NewEvent(type: "")]) }
    await #expect(throws: closed) { try await engine.ask("seats.none") }
    await #expect(throws: closed) { try await engine.ask("seats.taken", ["x": "1"]) }
    await #expect(throws: closed) { try await engine.why("seats.none") }
    await #expect(throws: closed) { try await engine.issue(Notes.self, .write("1")) }
    for json in ["", "{}", #"{"command":"none"}"#, #"{"command":"seats.take","data":{}}"#] {
      let result = await engine.issue(json: json.utf8)
      #expect(result.problem?.kind == .failure && result.problem?.cause == closed, "\(result)")
      await #expect(throws: closed) { try await engine.rehearse(json: json.utf8) }
    }
    let named = await engine.issue(
      json: #"{"command":"seats.take","id":"c-1","locale":"en","data":{}}"#.utf8)
    #expect(named.id == "c-1" && named.command == "seats.take")
    #expect(named.problem?.message == "Nothing was recorded: \(closed)")
  }

  @Test(arguments: EngineKind.allCases)
  func `a busy journal fails and recovers`(_ kind: EngineKind) async throws {
    let bench = try EngineBench(kind)
    let engine = try await bench.open(wait: 10)
    #expect(try await engine.append([event("A")]) == 1...1)
    #expect(try await isBusy(bench, kind) { try await engine.append([event("A")]) })
    #expect(
      try await isBusy(bench, kind) {
        try await engine.issue(Seats.self, .take("1", guest: "eva"), by: "eva")
      })
    let head = try await engine.head()
    #expect(try await engine.append([event("A")])?.lowerBound == Position(head.rawValue + 1))
  }

  /// Whether a call fails while another writer has locked the journal. A server takes the lock from
  /// a holder that is idle for five seconds, as this one may be on a busy machine: then the call is
  /// made again.
  private func isBusy(
    _ bench: EngineBench, _ kind: EngineKind, _ call: () async throws -> Any?
  ) async throws -> Bool {
    let attempts = EngineKind.onFiles.contains(kind) ? 1 : 20
    for _ in 1...attempts {
      var other = try JournalWriter.open(bench.directory)
      try other.begin()
      defer { other.abandon() }
      do { _ = try await call() } catch JournalError.busy(let path) {
        return path == bench.directory.path
      }
    }
    return false
  }

  @Test func `a journal is created only on request`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("journal")
    await #expect(throws: JournalError.missing(path: path)) {
      try await Engine.open(path, domains: [.seats])
    }
    let engine = try await Engine.open(
      path, domains: [.seats], creating: JournalSettings(passwordIterations: 1))
    try await engine.issue(Seats.self, .take("1", guest: "eva"), by: "eva")
    await engine.close()
    let again = try await Engine.open(path, domains: [.seats], creating: JournalSettings())
    #expect(try await again.ask(TakenSeats.self).seats == ["1"])
    await again.close()
  }

  @Test func `creating a journal waits no longer than the options say`() async throws {
    let files = FaultyFileSystem(MemoryFileSystem())
    files.fail { $0.step == .lock ? .noEffect : nil }
    let directory = JournalDirectory("journal", files: files)
    var options = Engine.Options()
    options.wait = 0
    await #expect(throws: JournalError.busy(path: directory.path)) {
      try await Engine.open(
        directory, domains: [.seats], creating: JournalSettings(), options: options)
    }
    #expect(files.calls.filter { $0.step == .lock }.count == 1)
  }

  @Test func `an engine in memory needs no folder`() async throws {
    let engine = try await Engine.inMemory(domains: [.seats])
    try await engine.issue(Seats.self, .take("1", guest: "eva"), by: "eva")
    #expect(try await engine.ask(TakenSeats.self).seats == ["1"])
    await engine.close()
  }
}

extension EngineBench {
  /// Changes the first letter of the first record.
  func flipFirstByte() throws {
    let file = try files.open(segment, for: .writing)
    try file.write([UInt8(ascii: "[")], at: 0)
  }
}
