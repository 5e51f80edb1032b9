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

/// The progress of an order.
enum OrderProgress: Codable, Equatable, Sendable {
  case available
  case cancelled(at: Occurrence)
  case accepted(by: CourierID, at: Occurrence)
  case completed(by: CourierID, accepted: Occurrence, at: Occurrence)

  mutating func cancel(_ at: Occurrence) { self = .cancelled(at: at) }

  mutating func release() { self = .available }

  mutating func accept(by courier: CourierID, _ at: Occurrence) {
    self = .accepted(by: courier, at: at)
  }

  mutating func complete(_ at: Occurrence) {
    switch self {
    case .accepted(let courier, let accepted):
      self = .completed(by: courier, accepted: accepted, at: at)
    case .available, .cancelled, .completed: return
    }
  }

  /// Whether the order is neither completed nor cancelled.
  var isOpen: Bool {
    switch self {
    case .available, .accepted: true
    case .cancelled, .completed: false
    }
  }

  /// The courier who has accepted the order.
  var courier: CourierID? {
    switch self {
    case .available, .cancelled: nil
    case .accepted(let courier, _), .completed(let courier, _, _): courier
    }
  }

  var accepted: Occurrence? {
    switch self {
    case .available, .cancelled: nil
    case .accepted(_, let at), .completed(_, let at, _): at
    }
  }

  var completed: Occurrence? {
    switch self {
    case .available, .cancelled, .accepted: nil
    case .completed(_, _, let at): at
    }
  }

  /// The step of this kind, if the progress tells it: by the courier, who usually is the actor.
  func step(_ kind: OrderStep.Kind) -> OrderStep? {
    let at: Occurrence? =
      switch kind {
      case .accepted: accepted
      case .completed: completed
      case .placed, .cancelled, .released, .withdrawn, .reminded: nil
      }
    return at.map { OrderStep(kind, at: $0, by: courier?.rawValue) }
  }

  /// Whether the order was neither accepted nor cancelled as of the event at `position`, apart from
  /// former acceptances.
  func wasAvailable(at position: Position) -> Bool {
    switch self {
    case .available: true
    case .cancelled(let at), .accepted(_, let at), .completed(_, let at, _):
      at.position > position
    }
  }
}

/// An acceptance that did not end in a completion: support released or withdrew the order.
struct FormerAcceptance: Codable, Equatable, Sendable {
  let courier: CourierID
  let accepted: Position
  let ended: Position
}

/// The part of an order that its customer has entered. It never changes.
struct PlacedOrder: Codable, Equatable, Sendable {
  let position: Position
  let deliveryDate: CalendarDay
  let metro: MetroStation
  let color: OrderColor?
  /// Nil once erased.
  let personal: OrderPlaced.Personal?

  init(_ fact: OrderPlaced, at position: Position) {
    self.position = position
    deliveryDate = fact.deliveryDate
    metro = fact.metro
    color = fact.color
    personal = fact.personal
  }
}
