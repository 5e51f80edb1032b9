import Domain
import EventEngine

/// The events of the mall with the registered visitors.
struct HappeningRegistry: Codable, Equatable, Sendable {
  struct Happening: Codable, Equatable, Sendable {
    var content: HappeningContent
    /// The number of registered visitors.
    var registered = 0

    /// Nil: unlimited.
    var placesLeft: Int? { content.capacity.map { max(0, $0.rawValue - registered) } }
  }

  typealias Item = PublishedContent<HappeningID, Happening>.Item

  private struct Registration: Identified {
    let id: PairedID
  }

  private var happenings = PublishedContent<HappeningID, Happening>()
  private var places = Table<Registration>()

  static let factTypes = [
    HappeningScheduled.type, HappeningEdited.type, HappeningCancelled.type, HappeningJoined.type,
    HappeningLeft.type,
  ]

  mutating func apply(_ fact: HappeningFact, _ event: Recorded<MallEvent>) {
    switch fact {
    case .scheduled(let fact):
      happenings.publish(fact.event, Happening(content: fact.content), event)
    case .edited(let fact): happenings.change(fact.event) { $0.content = fact.content }
    case .cancelled(let fact): happenings.withdraw(fact.event)
    case .joined(let fact):
      happenings.change(fact.event) { $0.registered += 1 }
      places.append(Registration(id: PairedID(fact.event, fact.user)))
    case .left(let fact):
      happenings.change(fact.event) { $0.registered -= 1 }
      _ = places.remove(PairedID(fact.event, fact.user))
    }
  }

  subscript(event: HappeningID) -> Item? { happenings[event] }

  /// The events that are neither cancelled nor over, by date and then in the order of scheduling.
  func upcoming(
    on day: CalendarDay, where isIncluded: (HappeningContent) -> Bool = { _ in true }
  ) -> [Item] {
    happenings.standing { !$0.content.isOver(on: day) && isIncluded($0.content) }
      .sorted { left, right in
        (left.content.content.date, left.position) < (right.content.content.date, right.position)
      }
  }

  func card(of item: Item, for user: MallUserID?) -> HappeningCard {
    let content = item.content.content
    return HappeningCard(
      event: item.id, title: content.title, image: content.image, date: content.date,
      price: content.price,
      registered: user.map { places.find(PairedID(item.id, $0)) != nil } ?? false,
      placesLeft: item.content.placesLeft)
  }
}

/// The ids of two things: `concert/anna`. No id contains a slash.
struct PairedID: TextValue {
  let rawValue: String
}

extension PairedID {
  init(_ first: some Identifier, _ second: some Identifier) { rawValue = "\(first)/\(second)" }
}

/// An event of the mall in a list.
public struct HappeningCard: Encodable, Equatable, Sendable {
  public let event: HappeningID
  public let title: MallTitle
  public let image: MallImage
  public let date: CalendarDay
  public let price: Points
  /// True if the viewer is registered: the card has a sticker.
  public let registered: Bool
  /// Nil: unlimited.
  public let placesLeft: Int?
}

extension HappeningRegistry.Happening: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    try members.write("content", content)
    members.write("registered", registered)
  }
}
