import Domain
import EventStore

/// Where in the journal and when something happened.
struct Occurrence: Codable, Equatable, Sendable {
  let position: Position
  let time: Timestamp
}

/// What is known about one order: everything a card shows of it.
struct KnownOrder: Identified {
  // What changes stands beside the id, so that a change touches one or two cache lines.
  let id: OrderID
  private(set) var status = OrderCard.Status.available
  let deliveryDate: CalendarDay
  private(set) var courier: CourierID?
  let placed: Position
  /// When it stopped being available: it was accepted or cancelled.
  private(set) var taken: Occurrence?
  private(set) var completed: Occurrence?
  let metro: MetroStation
  let color: OrderColor?
  /// Nil once erased.
  let personal: OrderPlaced.Personal?

  init(_ fact: OrderPlaced, at position: Position) {
    id = fact.order
    deliveryDate = fact.deliveryDate
    placed = position
    metro = fact.metro
    color = fact.color
    personal = fact.personal
  }

  mutating func cancel(_ at: Occurrence) {
    status = .cancelled
    taken = at
  }

  mutating func accept(by courier: CourierID, _ at: Occurrence) {
    status = .accepted
    self.courier = courier
    taken = at
  }

  mutating func complete(_ at: Occurrence) {
    status = .completed
    completed = at
  }

  /// The order as everybody saw it before it was accepted or cancelled.
  var asPlaced: KnownOrder {
    var order = self
    order.status = .available
    order.courier = nil
    order.taken = nil
    order.completed = nil
    return order
  }

  /// Whether it was available just after the event at `position`.
  func wasAvailable(at position: Position) -> Bool {
    placed <= position && (taken.map { $0.position > position } ?? true)
  }

  /// Where in the journal it was completed: times alone could be equal.
  var completedPosition: Position { completed?.position ?? .start }

  /// Whether this courier has accepted it.
  func belongs(to courier: CourierID) -> Bool { self.courier == courier }
}

/// All orders in the order of placing, and how they change.
struct KnownOrders: Codable, Equatable, Sendable {
  private var table = Table<KnownOrder>()

  var all: ContiguousArray<KnownOrder> { table.rows }

  func index(of order: OrderID) -> Int? { table.index(of: order) }

  mutating func place(_ fact: OrderPlaced, at position: Position) {
    table.append(KnownOrder(fact, at: position))
  }

  /// Returns the order's number in `all`; so do the others.
  @discardableResult
  mutating func cancel(_ fact: OrderCancelled, _ at: Occurrence) -> Int? {
    guard let row = table.index(of: fact.order) else { return nil }
    table.rows[row].cancel(at)
    return row
  }

  @discardableResult
  mutating func accept(_ fact: OrderAccepted, _ at: Occurrence) -> Int? {
    guard let row = table.index(of: fact.order) else { return nil }
    table.rows[row].accept(by: fact.courier, at)
    return row
  }

  @discardableResult
  mutating func complete(_ fact: OrderCompleted, _ at: Occurrence) -> Int? {
    guard let row = table.index(of: fact.order) else { return nil }
    table.rows[row].complete(at)
    return row
  }

  /// By delivery date, so overdue ones on top, then in the order of placing.
  func byUrgency(where isShown: (KnownOrder) -> Bool) -> [KnownOrder] {
    numbers(where: isShown)
      .sorted { left, right in
        (all[left].deliveryDate, left) < (all[right].deliveryDate, right)
      }
      .map { all[$0] }
  }

  /// What a courier has accepted: open orders by urgency, below them the completed ones, the last
  /// completed first.
  func mine(_ courier: CourierID, through filter: StationFilter) -> [KnownOrder] {
    let isMine = { (order: KnownOrder) in
      order.belongs(to: courier) && filter.admits(order.metro)
    }
    let open = byUrgency { $0.status == .accepted && isMine($0) }
    let completed = numbers { $0.status == .completed && isMine($0) }
      .map { all[$0] }
      .sorted { left, right in left.completedPosition > right.completedPosition }
    return open + completed
  }

  private func numbers(where isMeant: (KnownOrder) -> Bool) -> [Int] {
    all.indices.filter { isMeant(all[$0]) }
  }
}

extension Recorded {
  var occurrence: Occurrence { Occurrence(position: position, time: time) }
}

/// Which stations somebody wants to see; with none named, all of them.
struct StationFilter {
  private let stations: Set<MetroStation>

  init(_ stations: [MetroStation]) { self.stations = Set(stations) }

  func admits(_ station: MetroStation) -> Bool { stations.isEmpty || stations.contains(station) }
}
