import Domain
import EventEngine

/// The shops, cafés and services in the mall's catalogue.
public struct MallObjects: StoredState {
  struct Entry: Codable, Equatable, Sendable {
    let category: MallCategory
    let subcategory: Subcategory?
    let name: MallObjectName
    let aliases: [MallObjectName]
    let logo: MallImage

    init(_ content: MallObjectContent) {
      category = content.category
      subcategory = content.subcategory
      name = content.name
      aliases = content.aliases
      logo = content.logo
    }
  }

  private var objects = PublishedContent<MallObjectID, Entry>()

  public init() {}

  /// The objects of a category that are not withdrawn, oldest first.
  func standing(in category: MallCategory) -> [PublishedContent<MallObjectID, Entry>.Item] {
    objects.standing { $0.category == category }
  }
}

extension MallObjects {
  public static let name = "mall.objects"

  public static let factTypes = MallEvent.objectTypes

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .object(let fact): objects.apply(fact, event, keeping: Entry.init)
    case .device, .code, .account, .profile, .review, .offer, .news, .happening, .programme, .gift,
      .transaction:
      return
    }
  }
}
