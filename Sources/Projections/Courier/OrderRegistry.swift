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
    /// Nil for most orders: none was released or withdrawn after its acceptance.
    var former: [FormerAcceptance]?
    /// The steps after the placing that ``progress`` does not tell; nil for most orders.
    var steps: [OrderStep]?

    init(id: OrderID) { self.id = id }

    /// The rows with former acceptances are read by `init(from:)`.
    init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
      id = try members.text("id")
      progress = try members.object("progress")
      steps = try members.optionalObjects("steps")
    }

    func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
      members.write("id", id)
      try members.write("progress", progress)
      try members.writeOther("former", former)
      try members.write("steps", steps)
    }

    /// Changes the row by an event, and keeps every step that the progress does not tell any more.
    mutating func take(_ step: OrderStep, _ advance: (inout Row) -> Void) {
      let before = progress
      advance(&self)
      keep(before.step(.accepted))
      keep(before.step(.completed))
      keep(step)
    }

    private mutating func keep(_ step: OrderStep?) {
      guard let step, progress.step(step.kind) != step,
        steps?.contains(where: { $0.at == step.at }) != true
      else { return }
      steps = (steps ?? []) + [step]
    }

    /// All steps after the placing, oldest first. A kept one takes precedence over what the progress
    /// tells of the same event.
    var history: [OrderStep] {
      let kept = steps ?? []
      let told = [OrderStep.Kind.accepted, .completed].compactMap(progress.step)
      return (kept + told.filter { step in !kept.contains { $0.at == step.at } })
        .sorted { $0.at.position < $1.at.position }
    }

    mutating func endAcceptance(_ event: Recorded<CourierEvent>) {
      guard let courier = progress.courier, let accepted = progress.accepted else { return }
      former =
        (former ?? []) + [
          FormerAcceptance(courier: courier, accepted: accepted.position, ended: event.position)
        ]
    }

    /// Whether the list of available orders that `courier` loaded at `position` still shows the
    /// order: it was available then, and this courier has not accepted it since.
    func isShown(to courier: CourierID, sinceLoadedAt position: Position) -> Bool {
      progress.wasAvailable(at: position) && progress.courier != courier
        && former?.contains { past in
          past.accepted <= position
            ? position < past.ended : past.courier == courier
        } != true
    }
  }

  private var rows = Table<Row>()
  /// The constant parts, one for each row.
  private var placed = SegmentedArray<PlacedOrder>()
  /// The beginnings of the histories, one for each row.
  private var placings = SegmentedArray<Placing>()

  private struct Placing: Codable, Equatable, Sendable, FastEncodable, FastDecodable {
    let time: Timestamp
    let actor: String?

    init(_ event: Recorded<CourierEvent>) { (time, actor) = (event.time, event.actor) }

    init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
      time = try members.instant("time")
      actor = try members.optionalString("actor")
    }

    func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
      try members.write("time", time)
      members.write("actor", actor)
    }
  }

  mutating func place(_ fact: OrderPlaced, _ event: Recorded<CourierEvent>) {
    rows.append(Row(id: fact.order))
    placed.append(PlacedOrder(fact, at: event.position))
    placings.append(Placing(event))
  }

  mutating func cancel(_ fact: OrderCancelled, _ event: Recorded<CourierEvent>) {
    note(.cancelled, event, fact.order) { $0.progress.cancel(event.occurrence) }
  }

  mutating func accept(_ fact: OrderAccepted, _ event: Recorded<CourierEvent>) {
    note(.accepted, event, fact.order) { $0.progress.accept(by: fact.courier, event.occurrence) }
  }

  mutating func complete(_ fact: OrderCompleted, _ event: Recorded<CourierEvent>) {
    note(.completed, event, fact.order) { $0.progress.complete(event.occurrence) }
  }

  mutating func release(_ fact: OrderReleased, _ event: Recorded<CourierEvent>) {
    note(.released, event, fact.order) { row in
      row.endAcceptance(event)
      row.progress.release()
    }
  }

  mutating func withdraw(_ fact: OrderWithdrawn, _ event: Recorded<CourierEvent>) {
    note(.withdrawn, event, fact.order) { row in
      row.endAcceptance(event)
      row.progress.cancel(event.occurrence)
    }
  }

  mutating func remind(_ fact: DeliveryReminderSent, _ event: Recorded<CourierEvent>) {
    note(.reminded, event, fact.order) { _ in }
  }

  private mutating func note(
    _ kind: OrderStep.Kind, _ event: Recorded<CourierEvent>, _ order: OrderID,
    _ advance: (inout Row) -> Void
  ) {
    guard let row = rows.find(order) else { return }
    rows[row].take(OrderStep(kind, at: event.occurrence, by: event.actor), advance)
  }
}

/// One step in the history of an order.
struct OrderStep: Codable, Equatable, Sendable {
  enum Kind: String, Codable {
    case placed, cancelled, accepted, completed, released, withdrawn, reminded
  }

  let at: Occurrence
  let actor: String?
  let kind: Kind

  init(_ kind: Kind, at: Occurrence, by actor: String?) {
    self.kind = kind
    self.at = at
    self.actor = actor
  }
}

extension OrderRegistry {
  func find(_ order: OrderID) -> OrderRecord? { rows.find(order).map(known) }

  /// The history, oldest step first; empty for an unknown order.
  func steps(of order: OrderID) -> [OrderStep] {
    guard let row = rows.find(order) else { return [] }
    let (position, placing) = (placed[row].position, placings[row])
    let placed = OrderStep(
      .placed, at: Occurrence(position: position, time: placing.time), by: placing.actor)
    return [placed] + rows[row].history
  }

  /// The stations with available orders, in the order of placing.
  var availableStations: [MetroStation] {
    placed.indices.filter { if case .available = rows[$0].progress { true } else { false } }
      .map { placed[$0].metro }
  }

  /// The orders for which `isShown` is true, sorted by delivery date and then by placing; overdue
  /// ones are on top.
  func byUrgency(where isShown: (OrderProgress, PlacedOrder) -> Bool) -> [OrderRecord] {
    sortedByUrgency(numbers(where: isShown)).map(known)
  }

  private func sortedByUrgency(_ orders: [Int]) -> [Int] {
    orders.sorted { left, right in
      (placed[left].deliveryDate, left) < (placed[right].deliveryDate, right)
    }
  }

  /// The orders on the list that `courier` loaded at `position` through `filter`, sorted as in
  /// `byUrgency`: those available then, without those that this courier has accepted since. Actions
  /// of others since then are not visible.
  func list(
    of courier: CourierID, loadedAt position: Position, through filter: StationFilter
  ) -> [OrderRecord] {
    sortedByUrgency(
      placed.indices.filter { order in
        // Most orders are done: the constant part is not looked at for them.
        rows[order].isShown(to: courier, sinceLoadedAt: position)
          && placed[order].position <= position && filter.admits(placed[order].metro)
      }
    )
    .map { OrderRecord(id: rows[$0].id, placed: placed[$0], progress: .available) }
  }

  /// The orders accepted by a courier: open orders by urgency, then the completed ones, the latest
  /// completion first.
  func mine(_ courier: CourierID, through filter: StationFilter) -> [OrderRecord] {
    let own = placed.indices.filter {
      rows[$0].progress.courier == courier && filter.admits(placed[$0].metro)
    }
    let open = sortedByUrgency(own.filter { rows[$0].progress.isOpen }).map(known)
    let completed = own.filter { rows[$0].progress.completed != nil }
      .sorted { left, right in completion(of: left) > completion(of: right) }
      .map(known)
    return open + completed
  }

  /// The position of the completion: several orders may be completed in the same millisecond.
  private func completion(of order: Int) -> Position {
    rows[order].progress.completed?.position ?? .start
  }

  private func numbers(where isMeant: (OrderProgress, PlacedOrder) -> Bool) -> [Int] {
    placed.indices.filter { isMeant(rows[$0].progress, placed[$0]) }
  }

  private func known(_ order: Int) -> OrderRecord {
    OrderRecord(id: rows[order].id, placed: placed[order], progress: rows[order].progress)
  }
}

/// The data that a card shows.
struct OrderRecord {
  let id: OrderID
  let placed: PlacedOrder
  var progress: OrderProgress
}

/// The stations to show; empty: all stations.
struct StationFilter {
  private let stations: Set<MetroStation>

  init(_ stations: [MetroStation]) { self.stations = Set(stations) }

  func admits(_ station: MetroStation) -> Bool { stations.isEmpty || stations.contains(station) }
}
