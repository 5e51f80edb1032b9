import EventEngine

/// What a journal is made with, as somebody wrote it: the options of the subcommands that make a
/// missing journal. See docs/decisions/0035.
package struct JournalCreation {
  package static let options = [
    OptionSpec(
      "--time-zone", "NAME",
      "time zone of a new journal, such as Asia/Tokyo (default Europe/Moscow)"
    ),
    OptionSpec(
      "--password-iterations", "N", "PBKDF2 rounds per password in a new journal (default 600000)"),
    OptionSpec(
      "--segment-size", "BYTES", "size at which a new journal closes a segment (default 16777216)"),
  ]

  /// Shorter segments than the engine takes make a journal slow.
  package static let segmentBytes = 1024...Limits.segmentBytes.upperBound

  private let timeZone: TimeZoneTable?
  private let passwordIterations: Int?
  private let segmentBytes: Int?

  package init(_ arguments: Arguments) throws(UsageError) {
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
      "--time-zone: unknown time zone \"\(name)\"; write it like Europe/Moscow")
  }

  /// Refuses all of these options, of which none means anything next to `option`.
  func refuse(nextTo option: String) throws(UsageError) {
    let given = [
      ("--time-zone", timeZone != nil), ("--password-iterations", passwordIterations != nil),
      ("--segment-size", segmentBytes != nil),
    ].first { $0.1 }
    guard let given else { return }
    throw UsageError(
      "\(given.0) cannot be combined with \(option): a journal keeps its own settings"
    )
  }

  /// Whether there is a journal. One that is there must have been made with what is asked for: all
  /// of it is fixed when a journal is made.
  ///
  /// - Throws: `.cannotCreate` where there is none, and something else in its place.
  package func finds(_ directory: JournalDirectory, wait: Int) throws -> Bool {
    if try agrees(with: directory) { return true }
    if try directory.isVacant() { return false }
    do throws(JournalError) { _ = try JournalReader.open(directory, wait: wait) } catch {
      guard case .missing = error else { throw error }
      throw JournalError.cannotCreate(path: directory.path, .exists)
    }
    return true
  }

  /// Makes the journal unless there is one.
  package func createIfMissing(_ directory: JournalDirectory, wait: Int) throws {
    if try finds(directory, wait: wait) { return }
    try directory.create(settings, at: SystemClock.now())
    _ = try agrees(with: directory)
  }

  /// Whether there is a journal, and it was made with what is asked for.
  package func agrees(with directory: JournalDirectory) throws -> Bool {
    let manifest: Manifest
    do throws(JournalError) { manifest = try directory.manifest() } catch {
      guard case .missing = error else { throw error }
      return false
    }
    try check(manifest, of: directory)
    return true
  }

  /// A journal in memory with the same settings, in which whatever is refused by a new journal is
  /// refused, so that no folder has to be made for it. Nothing that it holds is kept.
  package func trial() throws(JournalError) -> JournalWriter {
    let directory = JournalDirectory("trial", files: MemoryFileSystem())
    var settings = settings
    // No password is kept, so that none needs a costly hash.
    settings.passwordIterations = 1
    try directory.create(settings, at: SystemClock.now())
    return try JournalWriter.open(directory)
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
        "the journal in \(directory.path) was created with \(option) \(found), which cannot be "
          + "changed; leave the option out, or create another journal with --journal DIR")
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
        "\(toolName): truncated \(tail.bytes.counted("byte")) of an unfinished append, which was "
          + "never acknowledged")
    }
    told = repaired.count
  }
}
