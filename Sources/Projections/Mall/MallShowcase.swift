import Domain
import EventEngine

/// All public content of the mall, with the users and their registrations for events.
public struct MallShowcase: StoredState {
  struct Object: Codable, Equatable, Sendable {
    let name: MallObjectName
    let logo: MallImage
    /// True for a service that the home screen shows.
    let isUseful: Bool

    init(_ content: MallObjectContent) {
      name = content.name
      logo = content.logo
      isUseful = content.onHome && content.category == .services
    }
  }

  private(set) var objects = PublishedContent<MallObjectID, Object>()
  private(set) var offers = OfferRegistry()
  private(set) var news = NewsRegistry()
  private(set) var happenings = HappeningRegistry()
  private(set) var users = UserRegistry()

  public init() {}
}

extension MallShowcase {
  public static let name = "mall.showcase"

  public static let factTypes = contentTypes + UserRegistry.factTypes

  /// The types of the facts about all content.
  static let contentTypes =
    MallObjects.factTypes + OfferRegistry.factTypes + NewsRegistry.factTypes
    + HappeningRegistry.factTypes

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .object(let fact): objects.apply(fact, event, keeping: Object.init)
    case .offer(let fact): offers.apply(fact, event)
    case .news(let fact): news.apply(fact, event)
    case .happening(let fact): happenings.apply(fact, event)
    case .account(let fact): users.apply(fact)
    case .device, .code, .profile, .review, .programme, .gift, .transaction: return
    }
  }

  /// The cards of the matching offers on sale, newest first.
  func offerCards(where isIncluded: (OfferRegistry.Offer) -> Bool = { _ in true }) -> [OfferCard] {
    offers.cards(where: isIncluded) { objects[$0]?.content.name }
  }
}
