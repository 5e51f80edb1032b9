import Domain
import EventEngine

/// An offer as lists show it.
public struct OfferCard: Equatable, Sendable {
  public let offer: MallOfferID
  public let image: MallImage
  public let price: Points
  public let object: MallObjectID
  public let objectName: MallObjectName?
  public let title: MallTitle
  public let disclaimer: MallText
}

extension OfferCard: Encodable {
  /// Those behind `disclaimer` are not the card's own: they follow its fields where more is shown.
  enum CodingKeys: CodingKey {
    case offer, image, price, object, objectName, title, disclaimer
    case description, terms, confirmation, button, buttonText, started
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try encode(into: &container)
  }

  func encode(into container: inout KeyedEncodingContainer<CodingKeys>) throws {
    try container.encode(offer, forKey: .offer)
    try container.encode(image, forKey: .image)
    try container.encode(price, forKey: .price)
    try container.encode(object, forKey: .object)
    try container.encode(objectName, forKey: .objectName)
    try container.encode(title, forKey: .title)
    try container.encode(disclaimer, forKey: .disclaimer)
  }
}
