import Domain
import EventEngine

/// The days on which one tracker was completed, ascending, without duplicates.
///
/// An array: users nearly always mark today, which is appended in O(1). Inserting an earlier day
/// moves four bytes for each later one.
struct CompletedDays: Codable, Equatable, Sendable {
  private(set) var days: [CalendarDay] = []

  var count: Int { days.count }

  mutating func insert(_ day: CalendarDay) {
    let index = index(of: day)
    if index == days.count || days[index] != day { days.insert(day, at: index) }
  }

  mutating func remove(_ day: CalendarDay) {
    let index = index(of: day)
    if index < days.count, days[index] == day { days.remove(at: index) }
  }

  /// O(log days).
  func contains(_ day: CalendarDay) -> Bool {
    let index = index(of: day)
    return index < days.count && days[index] == day
  }

  private func index(of day: CalendarDay) -> Int { days.place(of: day) { $0 } }

  /// Encoded as an array.
  init(from decoder: any Decoder) throws { days = try [CalendarDay](from: decoder) }

  init() {}

  func encode(to encoder: any Encoder) throws { try days.encode(to: encoder) }
}
