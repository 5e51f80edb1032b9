import Domain
import EventEngine

/// The position and the time of an event.
struct Occurrence: Codable, Equatable, Sendable {
  let position: Position
  let time: Timestamp
}

extension Recorded {
  var occurrence: Occurrence { Occurrence(position: position, time: time) }
}

/// The status of an order, with the courier who accepted it and the times of its last steps.
enum OrderProgress: Codable, Equatable, Sendable {
  case available
  case cancelled(at: Occurrence)
  case accepted(at: Occurrence, by: TextNumber)
  case completed(at: Occurrence, accepted: Occurrence, by: TextNumber)

  mutating func cancel(_ at: Occurrence) { self = .cancelled(at: at) }

  mutating func release() { self = .available }

  mutating func accept(by courier: TextNumber, _ at: Occurrence) {
    self = .accepted(at: at, by: courier)
  }

  mutating func complete(_ at: Occurrence) {
    switch self {
    case .accepted(let accepted, let courier):
      self = .completed(at: at, accepted: accepted, by: courier)
    case .available, .cancelled, .completed: return
    }
  }

  /// True if the order is neither completed nor cancelled.
  var isOpen: Bool {
    switch self {
    case .available, .accepted: true
    case .cancelled, .completed: false
    }
  }

  /// The courier who has accepted the order.
  var courier: TextNumber? {
    switch self {
    case .available, .cancelled: nil
    case .accepted(_, let courier), .completed(_, _, let courier): courier
    }
  }

  var accepted: Occurrence? {
    switch self {
    case .available, .cancelled: nil
    case .accepted(let at, _), .completed(_, let at, _): at
    }
  }

  var completed: Occurrence? {
    switch self {
    case .available, .cancelled, .accepted: nil
    case .completed(let at, _, _): at
    }
  }

  /// The step of this kind, if it can be derived from the progress, on the assumption that the
  /// courier was its actor.
  func step(_ kind: OrderStep.Kind) -> OrderStep? {
    guard let courier else { return nil }
    return switch kind {
    case .accepted: accepted.map { OrderStep(kind, at: $0, by: courier, courier: courier) }
    case .completed: completed.map { OrderStep(kind, at: $0, by: courier) }
    case .placed, .cancelled, .released, .withdrawn, .reminded: nil
    }
  }

  /// Returns whether the order was neither accepted nor cancelled as of the event at `position`.
  /// Disregards acceptances that a release has ended.
  func wasAvailable(at position: Position) -> Bool {
    switch self {
    case .available: true
    case .cancelled(let at), .accepted(let at, _), .completed(_, let at, _):
      at.position > position
    }
  }
}

/// The part of an order that its customer has entered. It never changes.
struct PlacedOrder: Codable, Equatable, Sendable {
  let position: Position
  let deliveryDate: CalendarDay
  let metro: MetroStation
  let color: OrderColor?
  /// Nil once erased.
  let personal: OrderPlaced.Personal?
}

extension PlacedOrder {
  init(_ fact: OrderPlaced, at position: Position) {
    self.init(
      position: position, deliveryDate: fact.deliveryDate, metro: fact.metro, color: fact.color,
      personal: fact.personal)
  }
}
