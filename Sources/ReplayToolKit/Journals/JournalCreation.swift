import EventEngine

/// The settings of a new journal, as options of the subcommands that create a missing journal. See
/// docs/decisions/0035.
package struct JournalCreation {
  package static let options = [
    OptionSpec(
      "--time-zone", "NAME",
      ru: "часовой пояс нового журнала, например Asia/Tokyo (по умолчанию Europe/Moscow)",
      en: "time zone of a new journal, such as Asia/Tokyo (default Europe/Moscow)"
    ),
    OptionSpec(
      "--password-iterations", "N",
      ru: "число раундов PBKDF2 на пароль в новом журнале (по умолчанию 600000)",
      en: "PBKDF2 rounds per password in a new journal (default 600000)",
      feature: .passwords),
    OptionSpec(
      "--segment-size", "BYTES",
      ru: "размер, при котором новый журнал закрывает сегмент (по умолчанию 16777216)",
      en: "size at which a new journal closes a segment (default 16777216)"),
  ]

  /// The allowed sizes. The engine allows shorter segments, but they make a journal slow.
  package static let segmentBytes = 1024...Limits.segmentBytes.upperBound

  private let timeZone: TimeZoneTable?
  private let passwordIterations: Int?
  private let segmentBytes: Int?

  package init(_ arguments: Arguments) throws(UsageError) {
    passwordIterations = try arguments.integer(
      "--password-iterations", in: Limits.passwordIterations)
    segmentBytes = try arguments.integer("--segment-size", in: Self.segmentBytes)
    timeZone = try arguments.value("--time-zone").map { (name) throws(UsageError) in
      try Self.zone(named: name, for: "--time-zone")
    }
  }

  var zoneOfNewJournal: TimeZoneTable { settings.timeZone }

  /// Returns the operating system's time zone of this name.
  ///
  /// - Parameter option: the option that names the zone, for errors.
  static func zone(
    named name: String, for option: String
  ) throws(UsageError) -> TimeZoneTable {
    do throws(TimeZoneError) {
      if let zone = try SystemTimeZones.zone(named: name) { return zone }
    } catch {
      throw UsageError(untranslated: "\(option): \(error)")
    }
    throw UsageError(
      ru: "\(option): неизвестный часовой пояс «\(name)»; нужно название из базы IANA, "
        + "например Europe/Moscow",
      en: "\(option): unknown time zone \"\(name)\"; give a name of the IANA database, such as "
        + "Europe/Moscow")
  }

  /// Refuses all of these options, which have no meaning together with `option`.
  func refuse(nextTo option: String) throws(UsageError) {
    let given = [
      ("--time-zone", timeZone != nil), ("--password-iterations", passwordIterations != nil),
      ("--segment-size", segmentBytes != nil),
    ].first { $0.1 }
    guard let given else { return }
    throw UsageError(
      ru: "\(given.0) не сочетается с \(option): у журнала уже есть свои настройки",
      en: "\(given.0) cannot be combined with \(option): a journal keeps its own settings")
  }

  /// Returns whether the journal exists. An existing journal must have the given settings, which
  /// are fixed when it is created.
  ///
  /// - Throws: `.cannotCreate` if the folder holds something other than a journal.
  package func hasJournal(in directory: JournalDirectory, wait: Int) throws -> Bool {
    if try checkSettings(ofExisting: directory) { return true }
    if try directory.isVacant() { return false }
    do throws(JournalError) { _ = try JournalReader.open(directory, wait: wait) } catch {
      guard case .missing = error else { throw error }
      throw JournalError.cannotCreate(path: directory.path, .exists)
    }
    return true
  }

  /// - Returns: the folders that this call has made; nil if it did not create the journal.
  @discardableResult
  package func createIfMissing(_ directory: JournalDirectory, wait: Int) throws -> NewFolders? {
    if try hasJournal(in: directory, wait: wait) { return nil }
    let folders = NewFolders(for: directory)
    let isNew = try folders.removed { () throws(JournalError) in
      try directory.create(settings, at: SystemClock.now(), wait: wait)
    }
    _ = try checkSettings(ofExisting: directory)
    return isNew ? folders : nil
  }

  /// Returns whether the journal exists, and throws if it has other settings.
  package func checkSettings(ofExisting directory: JournalDirectory) throws -> Bool {
    let manifest: Manifest
    do throws(JournalError) { manifest = try directory.manifest() } catch {
      guard case .missing = error else { throw error }
      return false
    }
    try check(manifest, of: directory)
    return true
  }

  /// Creates a journal in memory with the same settings. It refuses the same commands as a new
  /// journal on disk, so that a refused command leaves no folder.
  package func trial() throws(JournalError) -> JournalWriter {
    let directory = JournalDirectory("trial", files: MemoryFileSystem())
    var settings = settings
    // The trial journal is discarded, so its password hashes may be cheap.
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
        ru: "журнал в \(directory.path) создан с \(option) \(found), и этого не изменить; "
          + "уберите опцию или создайте другой журнал: --journal DIR",
        en: "the journal in \(directory.path) was created with \(option) \(found), which cannot be "
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

/// Reports each truncation of an unfinished append, and each loss, once.
struct RepairNotes {
  private var reported = 0

  mutating func print(_ repaired: [TornTail], _ terminal: inout Terminal) {
    let loss = Bilingual(
      ru: "в конце журнала не хватает подтверждённых событий",
      en: "acknowledged events are missing at the end of the journal")
    for tail in repaired.dropFirst(reported) {
      if tail.bytes == 0 {
        terminal.note(loss)
        continue
      }
      let what =
        tail.wasStored
        ? loss : Bilingual(ru: "оно не было подтверждено", en: "it was never acknowledged")
      terminal.note(
        ru: "отрезано незаконченное добавление, байт: \(tail.bytes.russian); \(what.ru)",
        en: "truncated \(tail.bytes.counted("byte")) of an unfinished append; \(what.en)")
    }
    reported = repaired.count
  }
}
