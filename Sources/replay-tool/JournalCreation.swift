import EventStore

/// What a journal is made with, as somebody wrote it: the options of the subcommands that make a
/// missing journal.
struct JournalCreation {
  static let options = [
    OptionSpec(
      "--time-zone", "NAME", "calendar of a new journal, such as Asia/Tokyo (default Europe/Moscow)"
    ),
    OptionSpec(
      "--password-iterations", "N", "cost of a password hash in a new journal (default 600000)"),
    OptionSpec(
      "--segment-size", "BYTES", "when a new journal's segments are closed (default 16777216)"),
  ]

  /// Shorter segments than the engine takes make a journal slow.
  static let segmentBytes = 1024...Limits.segmentBytes.upperBound

  private let timeZone: TimeZoneTable?
  private let passwordIterations: Int?
  private let segmentBytes: Int?

  init(_ arguments: Arguments) throws(UsageError) {
    passwordIterations = try arguments.integer(
      "--password-iterations", in: Limits.passwordIterations)
    segmentBytes = try arguments.integer("--segment-size", in: Self.segmentBytes)
    timeZone = try arguments.value("--time-zone").map(Self.zone)
  }

  private static func zone(named name: String) throws(UsageError) -> TimeZoneTable {
    do throws(TimeZoneError) {
      if let zone = try SystemTimeZones.zone(named: name) { return zone }
    } catch {
      throw UsageError("--time-zone: \(error)")
    }
    throw UsageError(
      "--time-zone: this machine knows no \"\(name)\"; write it as in Europe/Moscow")
  }

  /// Makes the journal unless there is one. All of this is fixed when a journal is made, so asking
  /// for something else of one that exists is an error.
  func createIfMissing(_ directory: JournalDirectory) throws {
    let manifest: Manifest
    do throws(JournalError) { manifest = try directory.manifest() } catch {
      guard case .missing = error else { throw error }
      try directory.create(settings, at: SystemClock.now())
      return try check(directory.manifest(), of: directory)
    }
    try check(manifest, of: directory)
  }

  private var settings: JournalSettings {
    var settings = JournalSettings()
    if let timeZone { settings.timeZone = timeZone }
    if let passwordIterations { settings.passwordIterations = passwordIterations }
    if let segmentBytes { settings.segmentBytes = segmentBytes }
    return settings
  }

  private func check(_ manifest: Manifest, of directory: JournalDirectory) throws(UsageError) {
    func refuse(_ option: String, _ found: String) -> UsageError {
      UsageError(
        "the journal in \(directory.path) was made with \(option) \(found), which stays as it is; "
          + "leave the option out, or make another journal with --journal DIR")
    }
    if let timeZone, timeZone.name != manifest.timeZone.name {
      throw refuse("--time-zone", manifest.timeZone.name)
    }
    if let passwordIterations, passwordIterations != manifest.passwordIterations {
      throw refuse("--password-iterations", "\(manifest.passwordIterations)")
    }
    if let segmentBytes, segmentBytes != manifest.segmentBytes {
      throw refuse("--segment-size", "\(manifest.segmentBytes)")
    }
  }
}

/// Tells once how much of an unfinished append was cut off.
struct RepairNotes {
  private var told = 0

  mutating func tell(_ repaired: [TornTail], _ terminal: inout Terminal) {
    for tail in repaired.dropFirst(told) {
      terminal.note(
        "replay-tool: cut \(tail.bytes.counted("byte")) of an unfinished append off the journal; "
          + "it had never been acknowledged")
    }
    told = repaired.count
  }
}
