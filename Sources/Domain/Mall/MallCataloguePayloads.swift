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

/// Holds all of the content as it is now.
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

/// Its offers are withdrawn with it, each by a fact of its own.
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

/// Holds all of the content as it is now.
public struct OfferEdited: EventPayload {
  public static let type: EventType = "mall.offerEdited"

  public let offer: MallOfferID
  public let content: OfferContent
  /// The object it was of, if that is another one now.
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
