import Domain
import EventEngine

/// The available orders, and those that a courier has accepted.
public struct Orders: Projection {
  public enum Tab: String, CaseIterable, Encodable, Sendable {
    case all, mine
  }

  public struct Parameters: Equatable, Sendable {
    public var tab = Tab.all
    /// Required for `mine`; must exist for either tab.
    public var courier: CourierID?
    /// Empty: all stations.
    public var metro: [MetroStation] = []
    public var now: Timestamp?
  }

  /// The text in place of an empty list.
  public enum Placeholder: String, Encodable, Sendable {
    case noOrders

    init?(for orders: [some Any]) {
      guard orders.isEmpty else { return nil }
      self = .noOrders
    }

    func text(in locale: Language) -> String {
      switch self {
      case .noOrders: CourierReadModelTexts.noOrders[locale]
      }
    }
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let orders: [OrderCard]
    public let placeholder: Placeholder?
    public let placeholderText: String?
  }

  public let state: CourierState

  public init(_ state: CourierState) { self.state = state }
}

extension Orders {
  public static let shape = QueryShape<Parameters>(
    "courier.orders",
    Bilingual(
      ru: "Заказы, доступные всем курьерам, или принятые одним из них",
      en: "The orders that any courier may accept, or those that one courier has accepted"),
    shows: ["orders", "placeholder", "placeholderText"],
    fields: [
      tabField.optional,
      CourierQueryFields.courier.required(if: tabField, is: Tab.mine.rawValue),
      metroField.optional, Field.now.optional,
    ]
  ) { form throws(FormError) in
    Parameters(
      tab: try form.optional(tabField) ?? .all,
      courier: try form.optional(CourierQueryFields.courier),
      metro: try form.optional(metroField) ?? [],
      now: try form.optional(Field.now))
  }

  private static let tabField = Field<Tab>.word("tab")

  /// Stations separated by commas. Empty items are ignored.
  private static let metroField = Field<[MetroStation]>(
    "metro", .text,
    takes: Bilingual(ru: "станции через запятую", en: "stations, separated by commas")
  ) { json in
    guard case .string(let text) = json else { return .invalid }
    let stations = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    return stations.isEmpty ? .empty : .value(stations.map(MetroStation.init(rawValue:)))
  }
}

extension Orders {
  public typealias Summary = AvailableOrders

  public static func isAnsweredBySummary(_ parameters: Parameters) -> Bool {
    switch parameters.tab {
    case .all: true
    case .mine: false
    }
  }

  public func facts(for parameters: Parameters) -> Query {
    switch (parameters.tab, parameters.courier) {
    case (.mine, let courier?):
      .of([OrderPlaced.type])
        | .of(
          [
            CourierRegistered.type, OrderAccepted.type, OrderCompleted.type, OrderReleased.type,
            OrderWithdrawn.type,
          ], courier.tag)
    case (.all, let courier?):
      .of(AvailableOrders.orderTypes) | .of([CourierRegistered.type], courier.tag)
    case (_, nil): .of(AvailableOrders.orderTypes)
    }
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    if let courier = query.courier, state.couriers.find(courier) == nil {
      throw .notFound(CourierReadModelTexts.unknown(courier))
    }
    let filter = StationFilter(query.metro)
    let shown =
      switch (query.tab, query.courier) {
      case (.mine, let courier?): state.orders.mine(courier, through: filter)
      case (.all, _), (.mine, nil):
        state.orders.available(through: filter)
      }
    return Answer(shown, query, context)
  }
}

extension Orders.Answer {
  init(_ shown: [OrderRecord], _ parameters: Orders.Parameters, _ context: QueryContext) {
    let now = context.moment(parameters.now)
    orders = shown.map { OrderCard($0, at: now, in: context.locale) }
    placeholder = Orders.Placeholder(for: shown)
    placeholderText = placeholder?.text(in: context.locale)
  }
}
