import Domain
import EventEngine

/// The stations with available orders.
public struct MetroStations: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let stations: [MetroStation]
  }

  public let state: CourierState

  public init(_ state: CourierState) { self.state = state }
}

extension MetroStations {
  public static let shape = QueryShape<NoParameters>(
    "courier.metro",
    Bilingual(
      ru: "Станции метро, на которые есть заказы", en: "Metro stations that have orders"),
    shows: ["stations"], plainLists: ["stations"])

  public func facts(for parameters: NoParameters) -> Query {
    .of(AvailableOrders.orderTypes)
  }

  public func answer(to parameters: NoParameters, _ context: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    Answer(of: state.orders.availableStations)
  }

  public typealias Summary = AvailableStations

  public static func isAnsweredBySummary(_ parameters: NoParameters) -> Bool { true }
}

extension MetroStations.Answer {
  /// - Parameter available: the stations of the orders, in the order of placing. Each is shown as
  ///   its first customer wrote it.
  init(of available: [MetroStation]) {
    stations = available.withoutRepeats()
      .map { (station: $0, name: SortedName($0.rawValue)) }
      .sorted { $0.name < $1.name }
      .map(\.station)
  }
}

/// The summary of ``MetroStations``, which needs the available orders alone.
public struct AvailableStations: Projection {
  public let state: AvailableOrders

  public init(_ state: AvailableOrders) { self.state = state }

  public static var shape: QueryShape<NoParameters> { MetroStations.shape }

  public func facts(for parameters: NoParameters) -> Query { .of(AvailableOrders.orderTypes) }

  public func answer(
    to parameters: NoParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> MetroStations.Answer {
    MetroStations.Answer(of: state.stations)
  }
}
