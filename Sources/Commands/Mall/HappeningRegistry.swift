import Domain
import EventEngine

/// The mall's events and their visitors.
struct HappeningRegistry: Equatable {
  struct Registration: Equatable {
    let user: MallUserID
    /// The price at the time of registering.
    let price: Points
    /// The number of earlier registrations for the event, including those that were withdrawn.
    let number: Int
  }

  struct Happening: Equatable {
    var content: HappeningContent
    var isCancelled = false
    private(set) var places: [MallUserID: Registration] = [:]
    private var registrations = 0

    fileprivate init(content: HappeningContent) { self.content = content }

    var isFull: Bool { content.capacity.map { places.count >= $0.rawValue } ?? false }

    /// The places in the order of registering.
    var placesInOrder: [Registration] { places.values.sorted { $0.number < $1.number } }

    fileprivate mutating func take(_ fact: HappeningJoined) {
      places[fact.user] = Registration(user: fact.user, price: fact.price, number: registrations)
      registrations += 1
    }

    fileprivate mutating func free(_ user: MallUserID) { places[user] = nil }
  }

  private var happenings: [HappeningID: Happening] = [:]

  static let lifeTypes = [
    HappeningScheduled.type, HappeningEdited.type, HappeningCancelled.type,
  ]
  static let factTypes = lifeTypes + [HappeningJoined.type, HappeningLeft.type]

  /// The query for the content and the cancellation of an event.
  static func life(of event: HappeningID) -> Query { .of(lifeTypes, event.tag) }

  /// The query for the content, the cancellation and the visitors of an event.
  static func facts(about event: HappeningID) -> Query { .of(factTypes, event.tag) }

  mutating func apply(_ fact: HappeningFact) {
    switch fact {
    case .scheduled(let fact): happenings[fact.event] = Happening(content: fact.content)
    case .edited(let fact): happenings[fact.event]?.content = fact.content
    case .cancelled(let fact): happenings[fact.event]?.isCancelled = true
    case .joined(let fact): happenings[fact.event]?.take(fact)
    case .left(let fact): happenings[fact.event]?.free(fact.user)
    }
  }

  func isKnown(_ event: HappeningID) -> Bool { happenings[event] != nil }

  /// Returns the event; refuses if it is unknown or cancelled.
  func requireScheduled(_ event: HappeningID) throws(MallRefusal) -> Happening {
    guard let happening = happenings[event] else { throw .notFound(.event) }
    guard !happening.isCancelled else { throw .eventCancelled }
    return happening
  }

  /// Returns the event; refuses if it is unknown, cancelled or over.
  func upcoming(_ event: HappeningID, at now: Moment) throws(MallRefusal) -> Happening {
    let happening = try requireScheduled(event)
    guard !happening.content.isOver(on: now.day) else { throw .eventOver }
    return happening
  }
}
