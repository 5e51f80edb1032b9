import EventChecking
import EventEngine
import Foundation
import Synchronization
import Testing

/// Six processes append to a journal while an administrator moves it, exchanges it, restores over
/// it, removes files that look stale, and kills readers and writers. Between two such acts the
/// processes send a random number of requests, drawn with `TORTURE_SEED`; `make torture` runs more
/// rounds.
@Suite(.serialized) struct AbuseTests {
  private static let rounds = Effort.current.pick(usual: 6, exhaustive: 200)

  init() {
    // A killed session closes the pipe of its requests.
    signal(SIGPIPE, SIG_IGN)
  }

  @Test func `no acknowledged append is lost, whatever happens to the folder`() throws {
    var random = SeededRandom(seed: Effort.seed)
    var tally = Tally()
    for round in 0..<Self.rounds {
      let abuse = Abuse.allCases[round % Abuse.allCases.count]
      try play(abuse, &random, &tally)
    }
    #expect(tally.acknowledged > 0)
    print(
      "abuse: \(Self.rounds) rounds, \(tally.acknowledged) appends acknowledged, 0 lost; "
        + "\(tally.refusals.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
  }

  private struct Tally {
    var acknowledged = 0
    var refusals: [String: Int] = [:]
  }

  /// An act of the administrator. A round repeats one kind.
  private enum Abuse: CaseIterable {
    case removesLocks, movesAway, restoresInPlace, exchanges, restoresOver, kills
  }

  private func play(
    _ abuse: Abuse, _ random: inout SeededRandom, _ tally: inout Tally
  ) throws {
    let folder = try Folder()
    let settings = JournalSettings(passwordIterations: 1, segmentBytes: 4000)
    try JournalDirectory(folder.journal).create(settings, at: SystemClock.now())
    try Tool.run("session", in: folder, input: Self.append("first", 0) + "\n")
    let backup = try Tool.run("backup", folder.path("backup"), "--with-keys", in: folder)
    try #require(backup.status == 0, "\(backup.diagnostics)")
    if abuse == .exchanges {
      try JournalDirectory(folder.path("other")).create(settings, at: SystemClock.now())
    }
    let turns = Turns()
    let writers = (0..<6).map { AbusedWriter("w\($0)", folder, turns) }
    let threads = writers.map { writer in Thread { writer.run() } }
    for thread in threads { thread.start() }
    for step in 0..<6 {
      turns.wait(for: 10 + random.below(40))
      try act(abuse, step, folder, writers, turns, &random)
    }
    for writer in writers { writer.end() }
    for writer in writers { writer.wait() }
    try check(folder, writers, abuse)
    tally.acknowledged += writers.reduce(0) { $0 + $1.acknowledged.count }
    for writer in writers { tally.refusals.merge(writer.refusals, uniquingKeysWith: +) }
  }

  private func act(
    _ abuse: Abuse, _ step: Int, _ folder: Folder, _ writers: [AbusedWriter], _ turns: Turns,
    _ random: inout SeededRandom
  ) throws {
    let files = FileManager.default
    let (journal, aside) = (folder.journal, folder.path("aside\(step)"))
    switch abuse {
    case .removesLocks:
      // Everything that looks like a lock or a derived file.
      let names = try files.contentsOfDirectory(atPath: journal)
      for name in names where name.hasSuffix(".lock") || ["index", "journal.synced"].contains(name)
      {
        try? files.removeItem(atPath: "\(journal)/\(name)")
      }
    case .movesAway:
      try files.moveItem(atPath: journal, toPath: aside)
      turns.wait(for: random.below(3))
      try files.moveItem(atPath: aside, toPath: journal)
    case .restoresInPlace:
      try files.moveItem(atPath: journal, toPath: aside)
      _ = try Tool.run("restore", folder.path("backup"), "--journal", journal, in: folder)
    case .exchanges:
      try files.moveItem(atPath: journal, toPath: aside)
      try files.moveItem(atPath: folder.path("other"), toPath: journal)
      try files.moveItem(atPath: aside, toPath: folder.path("other"))
    case .restoresOver:
      let refused = try Tool.run("restore", folder.path("backup"), "--journal", journal, in: folder)
      #expect(refused.status == 73, "\(refused.diagnostics)")
    case .kills:
      writers[step % writers.count].kill()
      let reader = Tool.process(["tail"], in: folder)
      reader.standardOutput = FileHandle.nullDevice
      reader.standardError = FileHandle.nullDevice
      try reader.run()
      turns.wait(for: random.below(20))
      reader.signal(SIGKILL)
      reader.waitUntilExit()
    }
  }

  /// Each acknowledged append is in one of the journals, at its position, and no position of a
  /// journal was acknowledged twice.
  private func check(_ folder: Folder, _ writers: [AbusedWriter], _ abuse: Abuse) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    var journals: [[String]] = []
    for name in names.sorted() where name != "backup" {
      guard FileManager.default.fileExists(atPath: folder.path("\(name)/journal.json")) else {
        continue
      }
      let verified = try Tool.run("verify", "--journal", folder.path(name), in: folder)
      #expect(verified.status == 0, "\(abuse) \(name): \(verified.output)\(verified.diagnostics)")
      let tail = try Tool.run("tail", "--json", "--journal", folder.path(name), in: folder)
      journals.append(
        try tail.lines.map { line in
          let tags = try json(line)["tags"] as? [String]
          return try #require(tags?.first)
        })
    }
    for writer in writers {
      for (label, position) in writer.acknowledged {
        let places = journals.filter { $0.count >= position && $0[position - 1] == label }
        #expect(!places.isEmpty, "\(abuse): \(label), acknowledged at \(position), is lost")
      }
    }
    for journal in journals {
      #expect(Set(journal).count == journal.count, "\(abuse): an append was recorded twice")
    }
  }

  fileprivate static func append(_ writer: String, _ number: Int) -> String {
    #"{"append":[{"type":"Noted","tags":["\#(writer)-\#(number)"],"data":{"n":\#(number)}}]}"#
  }
}

/// Counts the turns of the processes, so that a test can wait for a number of them.
private final class Turns: Sendable {
  private let condition = NSCondition()
  private let count = Mutex(0)

  func add() {
    count.withLock { $0 += 1 }
    condition.withLock { condition.broadcast() }
  }

  /// Waits until this many more turns were taken.
  func wait(for more: Int) {
    let end = count.withLock { $0 } + more
    condition.withLock { while count.withLock({ $0 }) < end { condition.wait() } }
  }
}

/// Appends by one process after another, one request at a time, until it is stopped.
private final class AbusedWriter: Sendable {
  private struct State {
    var process: Process?
    var isEnding = false
    var acknowledged: [(label: String, position: Int)] = []
    var refusals: [String: Int] = [:]
  }

  private let name: String
  private let folder: Folder
  private let turns: Turns
  private let state = Mutex(State())
  private let done = DispatchSemaphore(value: 0)

  init(_ name: String, _ folder: Folder, _ turns: Turns) {
    self.name = name
    self.folder = folder
    self.turns = turns
  }

  var acknowledged: [(label: String, position: Int)] { state.withLock { $0.acknowledged } }
  var refusals: [String: Int] { state.withLock { $0.refusals } }

  func end() { state.withLock { $0.isEnding = true } }

  func wait() { done.wait() }

  func kill() { state.withLock { $0.process }?.signal(SIGKILL) }

  func run() {
    var number = 1
    while !state.withLock({ $0.isEnding }) {
      do { try session(&number) } catch { Issue.record("\(name): \(error)") }
      turns.add()
    }
    done.signal()
  }

  /// Appends by one process, until it loses its journal or is killed.
  private func session(_ number: inout Int) throws {
    let session = try RunningTool(["session"], in: folder)
    state.withLock { $0.process = session.process }
    defer { session.end() }
    while !state.withLock({ $0.isEnding }) {
      let answer = session.answer(to: AbuseTests.append(name, number))
      number += 1
      guard let answer else { return }
      let result = try json(answer)
      if let position = (result["positions"] as? [Int])?.first {
        state.withLock { $0.acknowledged.append(("\(name)-\(number - 1)", position)) }
      } else {
        let code = (result["error"] as? [String: Any])?["code"] as? String ?? "none"
        state.withLock { $0.refusals[code, default: 0] += 1 }
        return
      }
      turns.add()
    }
  }
}
