import Domain
import EventEngine

/// An offer in a list.
public struct OfferCard: Encodable, Equatable, Sendable {
  public let offer: MallOfferID
  public let image: MallImage
  public let price: Points
  public let object: MallObjectID
  public let objectName: MallObjectName?
  public let title: MallTitle
  public let disclaimer: MallText
}
