import EventEngine

/// New journals in memory. Those of the same time zone have the same identity and key, so that
/// their events can be compared.
struct TrialJournals: Sendable {
  private static let folder = "journal"

  private let zones: [(zone: TimeZoneTable, files: MemoryFileSystem)]

  /// Creates one journal for each of the time zones of Moscow, Berlin and St John's. Their segments
  /// are small, so that histories span several of them.
  init() throws {
    zones = try [TimeZoneTable.moscow, Self.berlin, Self.stJohns].map { zone in
      let files = MemoryFileSystem()
      let directory = JournalDirectory(Self.folder, files: files)
      try directory.create(Self.settings(zone), at: Timestamp(rawValue: 0))
      return (zone, files)
    }
  }

  static let segmentBytes = 6000

  static func settings(_ zone: TimeZoneTable) -> JournalSettings {
    JournalSettings(timeZone: zone, passwordIterations: 1, segmentBytes: segmentBytes)
  }

  /// A zone whose clocks change twice a year.
  private static let berlin = zone("Europe/Berlin", 3600, "CET-1CEST,M3.5.0,M10.5.0/3")

  /// A zone whose clocks change at midnight, so that a day comes twice.
  private static let stJohns = zone(
    "America/St_Johns", -12_600, "NST3:30NDT,M3.2.0/0:01,M11.1.0/0:01")

  private static func zone(_ name: String, _ offset: Int32, _ rule: String) -> TimeZoneTable {
    do throws(TimeZoneError) {
      return try TimeZoneTable(name: name, initialOffset: offset, transitions: [], rule: rule)
    } catch { preconditionFailure("invalid time zone: \(error)") }
  }

  var count: Int { zones.count }

  func zone(_ number: Int) -> TimeZoneTable { zones[number].zone }

  /// An empty journal in one of the zones.
  func make(_ number: Int) -> TrialJournal {
    let files = zones[number].files.copy()
    return TrialJournal(directory: JournalDirectory(Self.folder, files: files), files: files)
  }
}

/// A journal with its files.
struct TrialJournal {
  let directory: JournalDirectory
  let files: MemoryFileSystem
}

/// An engine on a trial's journal. Its random numbers depend on the commands alone.
struct TrialEngine: ~Copyable {
  private var engine: CommandHandler<JournalWriter>

  /// - Parameter isWarm: whether states are cached between commands, and folded from events of all
  ///   types. Otherwise each command folds only the facts it depends on, and a tick resumes from the
  ///   snapshot of the last one.
  init(_ journal: JournalDirectory, _ domains: [CheckedDomain], isWarm: Bool) throws {
    var commands = domains.map(\.commands)
    for index in commands.indices { commands[index].foldsAllTypes = isWarm }
    engine = CommandHandler(
      try JournalWriter.open(journal), commands,
      cachesStatesAfter: isWarm ? 0 : .max / 2, tickSnapshotInterval: 0, allowsFuture: true,
      random: .repeatable, clock: { .earliest })
  }

  mutating func execute(_ commands: [JSONObject]) -> [CommandResult] {
    engine.execute(commands.map { CommandInput(.object($0)) })
  }

  /// Erases personal data through this engine, which then discards its cached states.
  mutating func erase(_ subject: Tag) throws(JournalError) {
    _ = try engine.erase(Erasure(of: [subject], actor: "admin"))
  }

  mutating func execute(_ command: JSONObject) -> CommandResult { execute([command])[0] }
}

extension StoredEvent {
  /// The parts of an event that are equal in two journals after the same commands: everything
  /// except the random numbers of each record and the ids of the commands.
  var comparable: StoredEvent {
    var event = self
    event.id = EventID(high: 0, low: 0)
    event.cause?.id = nil
    event.erasable?.fingerprint = nil
    event.erasable?.salt = nil
    if let erasable = event.erasable, erasable.subjects.isEmpty && erasable.personal == nil {
      event.erasable = nil
    }
    return event
  }
}

extension JournalDirectory {
  /// All events, reduced to their comparable parts.
  func comparableEvents() throws -> [StoredEvent] {
    var reader = try JournalReader.open(self)
    return try reader.read().events.map(\.comparable)
  }
}
