import EventEngine

/// The days of the week on which a habit is planned; at least one.
public struct WeekSchedule: Hashable, Sendable {
  /// One bit per day; Monday is the lowest.
  private let bits: UInt8

  /// A schedule of `days`, which may repeat. Returns nil if `days` is empty.
  public init?(_ days: some Sequence<Weekday>) {
    bits = days.reduce(0) { $0 | Self.bit(of: $1) }
    if bits == 0 { return nil }
  }

  private static func bit(of day: Weekday) -> UInt8 { 1 << (day.number - 1) }

  /// The days, Monday first, without duplicates.
  public var days: [Weekday] { Weekday.allCases.filter(contains) }

  public var isEveryDay: Bool { days.count == Weekday.allCases.count }

  public func contains(_ day: Weekday) -> Bool { bits & Self.bit(of: day) != 0 }
}

/// Encoded as the list of its days.
extension WeekSchedule: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let schedule = WeekSchedule(try container.decode([Weekday].self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a schedule without a day")
    }
    self = schedule
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(days)
  }
}

extension WeekSchedule {
  /// The text for people: «Каждый день» or «Пн, Ср».
  public var text: Bilingual {
    if isEveryDay { return Bilingual(ru: "Каждый день", en: "Every day") }
    let names = days.map(\.shortName)
    return Bilingual(
      ru: names.map { $0[.ru] }.joined(separator: ", "),
      en: names.map { $0[.en] }.joined(separator: ", "))
  }
}

extension Weekday {
  fileprivate var shortName: Bilingual {
    switch self {
    case .mon: Bilingual(ru: "Пн", en: "Mon")
    case .tue: Bilingual(ru: "Вт", en: "Tue")
    case .wed: Bilingual(ru: "Ср", en: "Wed")
    case .thu: Bilingual(ru: "Чт", en: "Thu")
    case .fri: Bilingual(ru: "Пт", en: "Fri")
    case .sat: Bilingual(ru: "Сб", en: "Sat")
    case .sun: Bilingual(ru: "Вс", en: "Sun")
    }
  }
}
