import Domain
import EventEngine

/// The activity of users and the number of subscribers, day by day.
public struct ModsAnalytics: Projection, StoredState {
  public struct Parameters: Equatable, Sendable {
    public var from: CalendarDay?
    public var to: CalendarDay?
    public var now: Timestamp?
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let days: [Day]
    public let total: Figures
  }

  private var firstDay: CalendarDay?
  private var counts = DailyCounts()
  private var terms = SubscriptionTerms()

  public init() {}

  public static let shape = QueryShape<Parameters>(
    "mods.analytics",
    Bilingual(
      ru: "Активность пользователей по дням (не больше \(mostDays) дней)",
      en: "User activity by day (at most \(mostDays) days)"), shows: ["days", "total"],
    fields: [from.optional, to.optional, Field.now.optional]
  ) { form throws(FormError) in
    Parameters(
      from: try form.optional(from), to: try form.optional(to),
      now: try form.optional(Field.now))
  }

  private static let from = Field.day("from")
  private static let to = Field.day("to")

  /// The longest period in days, some 270 years: a mistyped year is refused instead of producing a
  /// million days.
  static let mostDays = 100_000

  /// All types: the first day is that of the first event of any type.
  public static let factTypes = ModsEvent.catalog.shapes.map(\.type)

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    if firstDay == nil { firstDay = event.day }
    let trialDay = terms.apply(event)
    counts.apply(event, payingForTrialOf: trialDay)
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let last = query.to ?? context.moment(query.now).day
    guard let first = query.from ?? firstDay, first <= last else {
      return Answer(days: [], total: Figures(Counts(), live: 0))
    }
    guard first.distance(to: last) < Self.mostDays else {
      let given =
        query.from != nil
        ? Self.from.name : query.to != nil ? Self.to.name : Field.now.name
      throw .form(
        .invalidField(given, takes: ModsReadModelTexts.analyticsDays(atMost: Self.mostDays)))
    }
    let live = terms.live(from: first, to: last, in: context.moment.zone)
    var total = Counts()
    let days = zip(counts.days(from: first, to: last), live).enumerated().map { number, day in
      total.add(day.0)
      return Day(
        Heading(date: first.advanced(by: number)), Figures(day.0, live: day.1))
    }
    return Answer(days: days, total: Figures(total, live: live.last ?? 0))
  }
}

extension ModsAnalytics {
  /// The figures of one day or of several.
  public struct Figures: Equatable, Sendable {
    let counts: Counts
    /// The number of live subscriptions at the end of the last day.
    let live: Int

    init(_ counts: Counts, live: Int) {
      self.counts = counts
      self.live = live
    }
  }

  public typealias Day = Joined<Heading, Figures>

  public struct Heading: Encodable, Equatable, Sendable {
    let date: CalendarDay
  }
}

extension ModsAnalytics.Figures: Encodable {
  private enum CodingKeys: CodingKey {
    case launches, opens, paywalls, dismissed, trials, purchases, conversion, renewals
    case cancellations, expiries, live, downloads
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(counts.launches, forKey: .launches)
    try container.encode(counts.opens, forKey: .opens)
    try container.encode(counts.paywalls, forKey: .paywalls)
    try container.encode(counts.dismissed, forKey: .dismissed)
    try container.encode(counts.trials, forKey: .trials)
    try container.encode(counts.purchases, forKey: .purchases)
    try container.encode(counts.conversion, forKey: .conversion)
    try container.encode(counts.renewals, forKey: .renewals)
    try container.encode(counts.cancellations, forKey: .cancellations)
    try container.encode(counts.expiries, forKey: .expiries)
    try container.encode(live, forKey: .live)
    try container.encode(counts.downloads, forKey: .downloads)
  }
}
