import Domain
import EventStore

/// All orders in the order of placing, and how they change.
///
/// What changes lies apart from what does not: an event that changes an order touches one cache
/// line of it.
struct KnownOrders: Codable, Equatable, Sendable {
  private struct Row: Identified {
    let id: OrderID
    var progress = OrderProgress.available

    var isSettled: Bool { !progress.isOpen }
  }

  private var rows = Table<Row>()
  /// One for each row.
  private var placed = Chunks<PlacedOrder>()

  mutating func place(_ fact: OrderPlaced, at position: Position) {
    rows.append(Row(id: fact.order))
    placed.append(PlacedOrder(fact, at: position))
  }

  mutating func cancel(_ fact: OrderCancelled, _ at: Occurrence) {
    rows.settle(fact.order) { $0.progress.cancel(at) }
  }

  mutating func accept(_ fact: OrderAccepted, _ at: Occurrence) {
    guard let row = rows.find(fact.order) else { return }
    rows[row].progress.accept(by: fact.courier, at)
  }

  mutating func complete(_ fact: OrderCompleted, _ at: Occurrence) {
    rows.settle(fact.order) { $0.progress.complete(at) }
  }
}

extension KnownOrders {
  /// The orders that `isShown` lets through, as cards: by delivery date, so overdue ones on top,
  /// then in the order of placing.
  func byUrgency(where isShown: (OrderProgress, PlacedOrder) -> Bool) -> [KnownOrder] {
    numbers(where: isShown)
      .sorted { left, right in
        (placed[left].deliveryDate, left) < (placed[right].deliveryDate, right)
      }
      .map(known)
  }

  /// What a courier has accepted: open orders by urgency, below them the completed ones, the last
  /// completed first.
  func mine(_ courier: CourierID, through filter: StationFilter) -> [KnownOrder] {
    let isMine = { (progress: OrderProgress, placed: PlacedOrder) in
      progress.courier == courier && filter.admits(placed.metro)
    }
    let open = byUrgency { $0.isOpen && isMine($0, $1) }
    let completed = numbers { $0.completed != nil && isMine($0, $1) }
      .sorted { left, right in completion(of: left) > completion(of: right) }
      .map(known)
    return open + completed
  }

  /// By position, since several orders may be completed in the same millisecond.
  private func completion(of order: Int) -> Position {
    rows[order].progress.completed?.position ?? .start
  }

  private func numbers(where isMeant: (OrderProgress, PlacedOrder) -> Bool) -> [Int] {
    placed.indices.filter { isMeant(rows[$0].progress, placed[$0]) }
  }

  private func known(_ order: Int) -> KnownOrder {
    KnownOrder(id: rows[order].id, placed: placed[order], progress: rows[order].progress)
  }
}

/// Everything that a card shows of an order.
struct KnownOrder {
  let id: OrderID
  let placed: PlacedOrder
  var progress: OrderProgress
}

/// Which stations somebody wants to see; with none named, all of them.
struct StationFilter {
  private let stations: Set<MetroStation>

  init(_ stations: [MetroStation]) { self.stations = Set(stations) }

  func admits(_ station: MetroStation) -> Bool { stations.isEmpty || stations.contains(station) }
}
