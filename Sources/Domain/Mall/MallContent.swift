import EventEngine

/// The content of an object: a shop, a café or a service.
public struct MallObjectContent: Codable, Hashable, Sendable {
  public var category: MallCategory
  public var subcategory: Subcategory?
  public var name: MallObjectName
  /// Alternative spellings for the search.
  public var aliases: [MallObjectName]
  public var floor: Floor
  public var site: WebAddress?
  public var logo: MallImage
  public var description: MallText
  public var onHome: Bool

  public init(
    category: MallCategory, subcategory: Subcategory?, name: MallObjectName,
    aliases: [MallObjectName], floor: Floor, site: WebAddress?, logo: MallImage,
    description: MallText, onHome: Bool
  ) {
    self.category = category
    self.subcategory = subcategory
    self.name = name
    self.aliases = aliases
    self.floor = floor
    self.site = site
    self.logo = logo
    self.description = description
    self.onHome = onHome
  }
}

/// The content of an offer, which users buy with points.
public struct OfferContent: Codable, Hashable, Sendable {
  /// The object where the offer is redeemed.
  public var object: MallObjectID
  public var title: MallTitle
  public var price: Points
  public var image: MallImage
  public var disclaimer: MallText
  public var description: MallText
  public var terms: MallText
  /// The text that replaces description and terms once redemption has started.
  public var confirmation: MallText
  public var onHome: Bool

  public init(
    object: MallObjectID, title: MallTitle, price: Points, image: MallImage, disclaimer: MallText,
    description: MallText, terms: MallText, confirmation: MallText, onHome: Bool
  ) {
    self.object = object
    self.title = title
    self.price = price
    self.image = image
    self.disclaimer = disclaimer
    self.description = description
    self.terms = terms
    self.confirmation = confirmation
    self.onHome = onHome
  }
}

/// The content of news or of a promotion.
public struct NewsContent: Codable, Hashable, Sendable {
  public var kind: NewsKind
  public var title: MallTitle
  public var image: MallImage
  public var description: MallText
  /// The last day of a promotion, which always has one; nil for news.
  public var validUntil: CalendarDay?
  public var onMain: Bool

  public init(
    kind: NewsKind, title: MallTitle, image: MallImage, description: MallText,
    validUntil: CalendarDay?, onMain: Bool
  ) {
    self.kind = kind
    self.title = title
    self.image = image
    self.description = description
    self.validUntil = validUntil
    self.onMain = onMain
  }
}

/// The content of an event that visitors register for.
public struct HappeningContent: Codable, Hashable, Sendable {
  public var title: MallTitle
  public var date: CalendarDay
  public var price: Points
  /// The number of places; nil if unlimited.
  public var capacity: Capacity?
  public var image: MallImage
  public var description: MallText
  public var onMain: Bool
  public var onHome: Bool

  public init(
    title: MallTitle, date: CalendarDay, price: Points, capacity: Capacity?, image: MallImage,
    description: MallText, onMain: Bool, onHome: Bool
  ) {
    self.title = title
    self.date = date
    self.price = price
    self.capacity = capacity
    self.image = image
    self.description = description
    self.onMain = onMain
    self.onHome = onHome
  }

  public func isOver(on day: CalendarDay) -> Bool { day > date }
}
