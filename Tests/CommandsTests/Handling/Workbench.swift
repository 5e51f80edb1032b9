import Commands
import Domain
import EventEngine
import Foundation
import Synchronization

/// A journal in its own folder with an engine, driven by lines of JSON as from a pipe.
struct Workbench: ~Copyable {
  let folder: String
  let clock: TestClock
  private let cachesStatesAfter: Int
  private let domains: [DomainCommands]
  private var engine: CommandHandler<JournalWriter>

  static let domains: [DomainCommands] = [.courier]

  /// - Parameter cachesStatesAfter: 0 caches states between commands; with `.max` every command
  /// folds its own boundary.
  init(
    _ domains: [DomainCommands] = Self.domains, cachesStatesAfter: Int = 4,
    at time: String = "2026-05-08T06:00:00.000Z"
  ) throws {
    self.domains = domains
    folder = NSTemporaryDirectory() + "engine-\(UUID().uuidString)"
    clock = TestClock(Timestamp(rfc3339: time)!)
    self.cachesStatesAfter = cachesStatesAfter
    try JournalDirectory(folder).create(
      JournalSettings(passwordIterations: 1, segmentBytes: 4096), at: clock.now)
    engine = try Self.open(folder, domains, clock, cachesStatesAfter)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static func open(
    _ folder: String, _ domains: [DomainCommands], _ clock: TestClock, _ cachesStatesAfter: Int
  ) throws -> CommandHandler<JournalWriter> {
    CommandHandler(
      try JournalWriter.open(JournalDirectory(folder)), domains,
      cachesStatesAfter: cachesStatesAfter, clock: { clock.now })
  }

  /// Reopens the journal, as after a crash or in another process: no state is cached.
  mutating func restart() throws {
    engine = try Self.open(folder, domains, clock, cachesStatesAfter)
  }

  /// Sends the lines together and returns their results.
  mutating func send(_ lines: String...) -> [String] { send(lines) }

  mutating func send(_ lines: [String]) -> [String] {
    let inputs = lines.enumerated().map {
      CommandInput(line: $0.element.utf8, number: $0.offset + 1)
    }
    return engine.execute(inputs).map { result in
      var json = JSONWriter()
      result.write(to: &json)
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }

  /// Erases the given subjects.
  mutating func erase(_ subjects: String...) throws {
    _ = try engine.erase(Erasure(of: subjects.map(Tag.init(rawValue:)), actor: "admin"))
  }

  /// The recorded events as `position type`.
  func events() throws -> [String] {
    var reader = try JournalReader.open(JournalDirectory(folder))
    var events: [String] = []
    try reader.forEach { view in
      events.append("\(view.position) \(view.type)")
      return true
    }
    return events
  }

  /// Every byte of the journal's segments.
  func journalText() throws -> String {
    let segments = try FileManager.default.contentsOfDirectory(atPath: folder + "/segments")
    return try segments.sorted()
      .map { try String(contentsOfFile: folder + "/segments/" + $0, encoding: .utf8) }.joined()
  }
}

/// A clock whose time changes only when it is set.
final class TestClock: Sendable {
  private let time: Mutex<Timestamp>

  init(_ time: Timestamp) { self.time = Mutex(time) }

  var now: Timestamp {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }
}
