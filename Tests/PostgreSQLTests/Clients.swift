#if PostgreSQL
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// Clients that append and read at the same time, each with its own session and thread. All
  /// requests and answers are recorded.
  final class Clients: Sendable {
    private struct Record {
      var moment = 0
      var operations: [ClientHistory.Operation] = []
      var events = 1000
      var head = 0
    }

    private let sessions: [RunningTool]
    private let record = Mutex(Record())
    private let isStopped = Atomic<Bool>(false)
    private let running = DispatchGroup()

    /// Returns once every session is connected to a server.
    init(_ sessions: [RunningTool]) {
      self.sessions = sessions
      for session in sessions { #expect(contains(session.answer(to: #"{"session":1}"#), "head")) }
    }

    /// Lets every client append and read, until ``stop()``.
    func start() {
      for session in sessions {
        running.enter()
        Thread.detachNewThread { [self] in
          var turn = 0
          while !isStopped.load(ordering: .relaxed) {
            turn += 1
            if turn % 4 == 0 { read(with: session) } else { append(with: session) }
          }
          running.leave()
        }
      }
    }

    /// Stops the clients once each has its last answer.
    func stop() {
      isStopped.store(true, ordering: .relaxed)
      running.wait()
    }

    /// Waits until the condition holds, while the clients continue.
    func wait(until condition: () -> Bool) throws {
      let deadline = ContinuousClock.now + .seconds(90)
      while !condition() {
        try #require(ContinuousClock.now < deadline, "the clients do not continue")
        usleep(5000)
      }
    }

    var history: ClientHistory { record.withLock { ClientHistory($0.operations) } }

    var acknowledged: Int { history.acknowledged }

    /// Appends an event, and repeats the request until its outcome is known.
    private func append(with session: RunningTool) {
      let number = record.withLock { record in
        record.events += 1
        return record.events
      }
      let id = "0190a6b2-0000-7000-8000-\(String(format: "%012d", number))"
      for _ in 0..<20 {
        if case .appended = append(id, with: session) { return }
      }
    }

    @discardableResult
    func append(_ id: String, with session: RunningTool) -> ClientHistory.Answer {
      operate(id) {
        let answer = session.append(id)
        if let position = answer?.firstMatch(of: /"positions":\[(\d+)\]/)?.1 {
          return .appended(at: Int(position) ?? 0)
        }
        return contains(answer, "storageFailed") || contains(answer, "journalBusy")
          ? .failed : .unknown
      }
    }

    /// Reads from 20 positions before the latest known one.
    private func read(with session: RunningTool) {
      let after = record.withLock { max(0, $0.head - 20) }
      read(after: after, with: session)
    }

    func read(after: Int, with session: RunningTool) {
      operate(nil) {
        let answer = session.answer(to: #"{"read":{"items":[]},"after":\#(after)}"#) ?? ""
        guard let head = answer.firstMatch(of: /"head":(\d+)\}$/)?.1 else { return .unknown }
        return .read(after: after, Self.entries(answer), head: Int(head) ?? 0)
      }
    }

    @discardableResult
    private func operate(_ event: String?, _ body: () -> ClientHistory.Answer)
      -> ClientHistory.Answer
    {
      let invoked = nextMoment()
      let answer = body()
      let completed = nextMoment()
      record.withLock { record in
        record.operations.append(ClientHistory.Operation(event, invoked...completed, answer))
        switch answer {
        case .appended(let position): record.head = max(record.head, position)
        case .read(_, _, let head): record.head = max(record.head, head)
        case .failed, .unknown: break
        }
      }
      return answer
    }

    private func nextMoment() -> Int {
      record.withLock { record in
        record.moment += 1
        return record.moment
      }
    }

    private static func entries(_ text: String) -> [ClientHistory.Entry] {
      text.matches(of: /"position":(\d+),"id":"([^"]+)"/).map { match in
        ClientHistory.Entry(Int(match.1) ?? 0, String(match.2))
      }
    }

    /// Compares the answers of the clients with the journal that a new machine reads.
    ///
    /// - Parameter faults: the injected faults, for the printed line.
    func check(_ database: TestDatabase, after faults: String) throws {
      let history = history
      let end = try Self.ids(in: database)
      let violations = history.violations(endingWith: end)
      #expect(violations == [])
      let failed = history.count { $0 == .failed }
      let unknown = history.count { $0 == .unknown }
      let reads = history.count { if case .read = $0 { true } else { false } }
      let text =
        "postgresql: \(faults): \(history.acknowledged) appends acknowledged, \(reads) reads, "
        + "\(failed) failed, \(unknown) unknown; \(end.count) events, \(violations.count) violations"
      print(text)
    }

    /// Verifies the journal and returns the ids of all events, as read by a machine without a copy.
    static func ids(in database: TestDatabase) throws -> [String] {
      let reader = Machine(database, folder: try TemporaryFolder())
      let entries = entries(try reader.run("tail", "--json").output)
      #expect(entries.map(\.position) == entries.indices.map { $0 + 1 })
      #expect(try reader.run("verify").status == 0)
      return entries.map(\.id)
    }
  }

  /// Numbers of repetitions, each set by an environment variable.
  enum Count {
    static func of(_ variable: String, usually count: Int) -> Int {
      ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? count
    }
  }
#endif
