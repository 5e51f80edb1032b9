import Domain
import EventEngine

/// All orders in the order of placing, with their progress and their histories.
///
/// Changing and constant parts are stored separately, so that an event that changes an order
/// touches one cache line of it.
struct OrderRegistry: Codable, Equatable, Sendable {
  private struct Row: Identified, FastEncodable, FastDecodable {
    let id: OrderID
    var progress = OrderProgress.available
    /// The steps after the placing that can't be derived from ``progress``; nil for most orders.
    var steps: [OrderStep]?

    init(id: OrderID) { self.id = id }

    init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
      id = try members.text("id")
      progress = try members.object("progress")
      steps = try members.optionalObjects("steps")
    }

    func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
      members.write("id", id)
      try members.write("progress", progress)
      try members.write("steps", steps)
    }

    /// Advances the progress by a step, and keeps every step that can no longer be derived from it.
    mutating func take(_ step: OrderStep, _ advance: (inout OrderProgress) -> Void) {
      let before = progress
      let kept = steps?.count ?? 0
      advance(&progress)
      keep(before.step(.accepted), after: kept)
      keep(before.step(.completed), after: kept)
      keep(step, after: kept)
    }

    /// Keeps a step, unless it can be derived or is kept already. Steps that were kept after it are
    /// not older, so the search ends at the first older one.
    ///
    /// - Parameter count: the number of steps that were kept before the present event.
    private mutating func keep(_ step: OrderStep?, after count: Int) {
      guard let step, progress.step(step.kind) != step,
        steps?.prefix(count).last(where: { $0.at.position <= step.at.position })?.at != step.at
      else { return }
      if steps?.append(step) == nil { steps = [step] }
    }

    /// All steps after the placing, oldest first. A kept step takes precedence over one that is
    /// derived from the progress for the same event.
    var history: [OrderStep] {
      let kept = steps ?? []
      let derived = [OrderStep.Kind.accepted, .completed].compactMap(progress.step)
      return (kept + derived.filter { step in !kept.contains { $0.at == step.at } })
        .sorted { $0.at.position < $1.at.position }
    }

    /// The acceptances that did not end in a completion: support released or withdrew the order.
    private var ended: [(courier: TextNumber, accepted: Position, ended: Position)] {
      var acceptance: OrderStep?
      return history.compactMap { step in
        switch step.kind {
        case .accepted: acceptance = step
        case .cancelled: acceptance = nil
        case .released, .withdrawn:
          defer { acceptance = nil }
          return acceptance.map { ($0.courier, $0.at.position, step.at.position) }
        case .placed, .completed, .reminded: break
        }
        return nil
      }
    }

    /// Returns whether the list of available orders that `courier` loaded at `position` shows the
    /// order: it was available then, and this courier has not accepted it since.
    func isShown(to courier: TextNumber, sinceLoadedAt position: Position) -> Bool {
      progress.wasAvailable(at: position) && progress.courier != courier
        && (steps == nil
          || !ended.contains { past in
            past.accepted <= position ? position < past.ended : past.courier == courier
          })
    }
  }

  /// The constant part of an order. The actor is the one of the event that placed it.
  struct Placing: Codable, Equatable, Sendable {
    let position: Position
    let time: Timestamp
    let personal: OrderPlaced.Personal?
    let deliveryDate: CalendarDay
    let metro: TextNumber
    let color: TextNumber
    let actor: TextNumber
  }

  private var rows = Table<Row>()
  /// The constant parts, one for each row.
  private var placings = SegmentedArray<Placing>()
  /// The stations, the colours, the couriers and the actors.
  private var texts = NumberedTexts()

  mutating func place(_ fact: OrderPlaced, _ event: Recorded<CourierEvent>) {
    rows.append(Row(id: fact.order))
    placings.append(
      Placing(
        position: event.position, time: event.time, personal: fact.personal,
        deliveryDate: fact.deliveryDate, metro: texts.enter(fact.metro.rawValue),
        color: texts.enter(fact.color?.rawValue), actor: texts.enter(event.actor)))
  }

  mutating func cancel(_ fact: OrderCancelled, _ event: Recorded<CourierEvent>) {
    note(.cancelled, event, fact.order) { $0.cancel(event.occurrence) }
  }

  mutating func accept(_ fact: OrderAccepted, _ event: Recorded<CourierEvent>) {
    let courier = texts.enter(fact.courier.rawValue)
    note(.accepted, event, fact.order, by: courier) { $0.accept(by: courier, event.occurrence) }
  }

  mutating func complete(_ fact: OrderCompleted, _ event: Recorded<CourierEvent>) {
    note(.completed, event, fact.order) { $0.complete(event.occurrence) }
  }

  mutating func release(_ fact: OrderReleased, _ event: Recorded<CourierEvent>) {
    note(.released, event, fact.order) { $0.release() }
  }

  mutating func withdraw(_ fact: OrderWithdrawn, _ event: Recorded<CourierEvent>) {
    note(.withdrawn, event, fact.order) { $0.cancel(event.occurrence) }
  }

  mutating func remind(_ fact: DeliveryReminderSent, _ event: Recorded<CourierEvent>) {
    note(.reminded, event, fact.order) { _ in }
  }

  private mutating func note(
    _ kind: OrderStep.Kind, _ event: Recorded<CourierEvent>, _ order: OrderID,
    by courier: TextNumber = .absent, _ advance: (inout OrderProgress) -> Void
  ) {
    guard let row = rows.find(order) else { return }
    let actor = texts.enter(event.actor)
    rows[row].take(
      OrderStep(kind, at: event.occurrence, by: actor, courier: courier), advance)
  }
}

/// One step in the history of an order.
struct OrderStep: Codable, Equatable, Sendable {
  enum Kind: String, Codable {
    case placed, cancelled, accepted, completed, released, withdrawn, reminded
  }

  let at: Occurrence
  let actor: TextNumber
  /// The courier who accepted the order; absent for other kinds.
  let courier: TextNumber
  let kind: Kind

  init(
    _ kind: Kind, at: Occurrence, by actor: TextNumber, courier: TextNumber = .absent
  ) {
    self.kind = kind
    self.at = at
    self.actor = actor
    self.courier = courier
  }
}

extension OrderRegistry {
  func find(_ order: OrderID) -> OrderRecord? { rows.find(order).map(known) }

  /// The history with the actors, oldest step first; empty for an unknown order.
  func history(of order: OrderID) -> [(step: OrderStep, actor: String?)] {
    guard let row = rows.find(order) else { return [] }
    let placing = placings[row]
    let placed = OrderStep(
      .placed, at: Occurrence(position: placing.position, time: placing.time), by: placing.actor)
    return ([placed] + rows[row].history).map { ($0, texts[$0.actor]) }
  }

  /// The stations with available orders, in the order of placing.
  var availableStations: [MetroStation] { numbers { $0 == .available }.map(station(of:)) }

  /// The available orders, sorted by delivery date and then by placing; overdue ones are on top.
  func available(through filter: StationFilter) -> [OrderRecord] {
    sortedByUrgency(numbers { $0 == .available }.filter { filter.admits(station(of: $0)) })
      .map(known)
  }

  private func sortedByUrgency(_ orders: [Int]) -> [Int] {
    orders.sorted { left, right in
      (placings[left].deliveryDate, left) < (placings[right].deliveryDate, right)
    }
  }

  /// The orders on the list that `courier` loaded at `position` through `filter`, sorted as in
  /// ``available(through:)``: those available then, without those that this courier has accepted
  /// since. Actions of others since then are not visible.
  func list(
    of courier: CourierID, loadedAt position: Position, through filter: StationFilter
  ) -> [OrderRecord] {
    let courier = texts.find(courier.rawValue)
    return sortedByUrgency(
      placings.indices.filter { order in
        // Most orders are completed; for these the constant part is not read.
        rows[order].isShown(to: courier, sinceLoadedAt: position)
          && placings[order].position <= position && filter.admits(station(of: order))
      }
    )
    .map { known($0, as: .available) }
  }

  /// The orders accepted by a courier: open orders by urgency, then the completed ones, the latest
  /// completion first.
  func mine(_ courier: CourierID, through filter: StationFilter) -> [OrderRecord] {
    let courier = texts.find(courier.rawValue)
    let own = numbers { $0.courier == courier }.filter { filter.admits(station(of: $0)) }
    let open = sortedByUrgency(own.filter { rows[$0].progress.isOpen })
    let completed = own.filter { rows[$0].progress.completed != nil }
      .sorted { left, right in completion(of: left) > completion(of: right) }
    return (open + completed).map { known($0) }
  }

  /// The position of the completion. Its time would not be enough: several orders may be completed
  /// in the same millisecond.
  private func completion(of order: Int) -> Position {
    rows[order].progress.completed?.position ?? .start
  }

  private func numbers(where isIncluded: (OrderProgress) -> Bool) -> [Int] {
    placings.indices.filter { isIncluded(rows[$0].progress) }
  }

  private func station(of order: Int) -> MetroStation {
    MetroStation(rawValue: texts[placings[order].metro] ?? "")
  }

  private func known(_ order: Int) -> OrderRecord { known(order, as: rows[order].progress) }

  private func known(_ order: Int, as progress: OrderProgress) -> OrderRecord {
    let placing = placings[order]
    return OrderRecord(
      id: rows[order].id,
      placed: PlacedOrder(
        position: placing.position, deliveryDate: placing.deliveryDate, metro: station(of: order),
        color: texts[placing.color].map(OrderColor.init(rawValue:)), personal: placing.personal),
      progress: progress,
      courier: progress.courier.flatMap { texts[$0] }.map(CourierID.init(rawValue:)))
  }
}

/// The data that a card shows.
struct OrderRecord {
  let id: OrderID
  let placed: PlacedOrder
  var progress: OrderProgress
  var courier: CourierID?
}

/// The stations to show; empty: all stations.
struct StationFilter {
  private let stations: Set<MetroStation>

  init(_ stations: [MetroStation]) { self.stations = Set(stations) }

  func admits(_ station: MetroStation) -> Bool { stations.isEmpty || stations.contains(station) }
}
