import EventEngine

public struct ObjectPublished: EventPayload {
  public static let type: EventType = "mall.objectPublished"

  public let object: MallObjectID
  public let content: MallObjectContent

  public init(object: MallObjectID, content: MallObjectContent) {
    self.object = object
    self.content = content
  }

  public var tags: [Tag] { [object.tag] }
}

/// An object was edited. Holds its complete new content.
public struct ObjectEdited: EventPayload {
  public static let type: EventType = "mall.objectEdited"

  public let object: MallObjectID
  public let content: MallObjectContent

  public init(object: MallObjectID, content: MallObjectContent) {
    self.object = object
    self.content = content
  }

  public var tags: [Tag] { [object.tag] }
}

/// An object was withdrawn. Its offers are withdrawn by events of their own.
public struct ObjectWithdrawn: EventPayload {
  public static let type: EventType = "mall.objectWithdrawn"

  public let object: MallObjectID

  public init(object: MallObjectID) { self.object = object }

  public var tags: [Tag] { [object.tag] }
}

public struct OfferPublished: EventPayload {
  public static let type: EventType = "mall.offerPublished"

  public let offer: MallOfferID
  public let content: OfferContent

  public init(offer: MallOfferID, content: OfferContent) {
    self.offer = offer
    self.content = content
  }

  public var tags: [Tag] { [offer.tag, content.object.tag] }
}

/// An offer was edited. Holds its complete new content.
public struct OfferEdited: EventPayload {
  public static let type: EventType = "mall.offerEdited"

  public let offer: MallOfferID
  public let content: OfferContent
  /// The previous object of the offer, if the edit changed it.
  public let formerObject: MallObjectID?

  public init(offer: MallOfferID, content: OfferContent, formerObject: MallObjectID?) {
    self.offer = offer
    self.content = content
    self.formerObject = formerObject
  }

  public var tags: [Tag] {
    [offer.tag, content.object.tag] + (formerObject.map { [$0.tag] } ?? [])
  }
}

public struct OfferWithdrawn: EventPayload {
  public static let type: EventType = "mall.offerWithdrawn"

  public let offer: MallOfferID
  public let object: MallObjectID

  public init(offer: MallOfferID, object: MallObjectID) {
    self.offer = offer
    self.object = object
  }

  public var tags: [Tag] { [offer.tag, object.tag] }
}
