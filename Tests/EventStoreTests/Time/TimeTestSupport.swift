import EventStore
import Foundation

/// The time zone database of this machine, if it has one.
enum SystemZones {
  static let directory = "/usr/share/zoneinfo"

  static let exist = FileManager.default.fileExists(atPath: "\(directory)/Europe/Moscow")

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)")))
  }

  static func table(_ name: String) throws -> TimeZoneTable {
    try TimeZoneTable(name: name, tzif: bytes(name))
  }
}

extension Timestamp {
  /// An instant in a test.
  init(_ text: String) throws { self = try Timestamp.parse(rfc3339: text) }

  /// An instant anywhere in the given years of UTC.
  static func random(
    years: ClosedRange<Int>, using random: inout SeededRandom
  ) throws -> Timestamp {
    let first = try Timestamp(String(format: "%04d-01-01T00:00:00Z", years.lowerBound))
    let last = try Timestamp(String(format: "%04d-12-31T23:59:59.999Z", years.upperBound))
    return Timestamp(rawValue: .random(in: first.rawValue...last.rawValue, using: &random))
  }

  var date: Date { Date(timeIntervalSince1970: Double(rawValue) / 1000) }
}

extension CalendarDay {
  /// A day in a test. An invalid text gives an arbitrary day.
  init(known text: String) { self = CalendarDay(text) ?? CalendarDay(rawValue: .min) }
}
