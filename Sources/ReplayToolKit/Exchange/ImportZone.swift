import EventEngine

/// The time zone of times without an offset: one of the machine's zones, or the journal's.
enum ImportZone {
  case journal
  case named(TimeZoneTable)

  static let option = OptionSpec(
    "--zone", "NAME",
    ru: "часовой пояс для времени без смещения; journal — пояс самого журнала",
    en: "time zone of times without an offset; journal for the journal's own")

  /// Returns nil if the option is not given.
  init?(_ arguments: Arguments) throws(UsageError) {
    guard let name = arguments.value(Self.option.name) else { return nil }
    self =
      name == "journal"
      ? .journal : .named(try JournalCreation.zone(named: name, for: Self.option.name))
  }

  /// Returns the zone. If the import will create the journal, `journal` is the zone of the new one.
  func table(_ common: CommonOptions, _ creation: JournalCreation) throws -> TimeZoneTable {
    switch self {
    case .named(let zone): return zone
    case .journal:
      do throws(JournalError) { return try common.directory.manifest().timeZone } catch {
        guard case .missing = error else { throw error }
        return creation.zoneOfNewJournal
      }
    }
  }
}
