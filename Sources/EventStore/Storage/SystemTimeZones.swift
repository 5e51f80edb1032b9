extension TimeZoneTable {
  /// The zone of this name in the machine's time zone database, such as `Europe/Berlin`; nil if it
  /// has none. UTC and Europe/Moscow are available on every machine.
  ///
  /// Reads a file of some kilobytes. A journal keeps the table with which it was created, so later
  /// changes of the database do not concern it.
  public init?(named name: String) {
    do throws(TimeZoneError) {
      guard let zone = try SystemTimeZones.zone(named: name) else { return nil }
      self = zone
    } catch { return nil }
  }
}

/// The time zones of the machine, in the folders in which systems store them.
package enum SystemTimeZones {
  private static let folders = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/var/db/timezone/zoneinfo", "/etc/zoneinfo",
  ]

  /// The zone of this name with its rules; nil if the machine has none of that name.
  ///
  /// UTC and the default zone, `Europe/Moscow`, are available on every machine.
  ///
  /// - Throws: if the name is invalid, or the zone's file is not a time zone.
  package static func zone(named name: String) throws(TimeZoneError) -> TimeZoneTable? {
    guard TimeZoneTable.isValidName(name) else { throw .invalidName(name) }
    if name == "UTC" { return .utc }
    for folder in folders {
      guard let bytes = contents(of: "\(folder)/\(name)") else { continue }
      return try TimeZoneTable(name: name, tzif: bytes)
    }
    return name == TimeZoneTable.moscow.name ? .moscow : nil
  }

  private static func contents(of path: String) -> [UInt8]? {
    do throws(SystemError) {
      let limit = TimeZoneTable.maximumTZifLength
      let bytes = try SmallFile.contents(of: path, limit: limit + 1)
      return bytes.count <= limit ? bytes : nil
    } catch { return nil }
  }
}
