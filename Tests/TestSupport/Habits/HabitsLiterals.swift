import Domain
import EventEngine

extension TrackerID: ExpressibleByStringLiteral {}
extension TrackerCategoryID: ExpressibleByStringLiteral {}
extension TrackerCategoryTitle: ExpressibleByStringLiteral {}
extension TrackerTitle: ExpressibleByStringLiteral {}
extension TrackerEmoji: ExpressibleByStringLiteral {}
extension TrackerColor: ExpressibleByStringLiteral {}

extension WeekSchedule: ExpressibleByArrayLiteral {
  /// Traps if the list is empty.
  public init(arrayLiteral days: Weekday...) {
    guard let schedule = WeekSchedule(days) else { preconditionFailure("a schedule has a day") }
    self = schedule
  }

  package static let daily: WeekSchedule = [.mon, .tue, .wed, .thu, .fri, .sat, .sun]
}
