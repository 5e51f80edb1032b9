/// A day of the week; `allCases` and the order begin with Monday, as in ISO 8601.
public enum Weekday: String, Codable, CaseIterable, Hashable, Comparable, Sendable,
  CodingKeyRepresentable
{
  /// Monday to Sunday.
  case mon, tue, wed, thu, fri, sat, sun

  /// The place in the week: 1 for Monday to 7 for Sunday (ISO 8601).
  package var number: Int {
    switch self {
    case .mon: 1
    case .tue: 2
    case .wed: 3
    case .thu: 4
    case .fri: 5
    case .sat: 6
    case .sun: 7
    }
  }

  /// Whether the first day comes earlier in the week.
  public static func < (left: Weekday, right: Weekday) -> Bool { left.number < right.number }
}
