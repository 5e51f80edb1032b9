import EventEngine

/// A transaction between the programme's account and a user's. It stands behind the fact that it
/// follows from, in the same append.
public struct PointsMoved: EventPayload {
  public static let type: EventType = "mall.pointsMoved"

  public let user: MallUserID
  public let kind: TransactionKind
  /// What the user gains, or loses when negative; never zero.
  public let points: Points
  /// Of what it was about, as it then was; nil for registration and survey.
  public let title: MallTitle?
  /// Where a purchase is redeemed, and its name as it then was.
  public let object: MallObjectID?
  public let objectName: MallObjectName?

  public init(
    user: MallUserID, kind: TransactionKind, points: Points, title: MallTitle?,
    object: MallObjectID?, objectName: MallObjectName?
  ) {
    self.user = user
    self.kind = kind
    self.points = points
    self.title = title
    self.object = object
    self.objectName = objectName
  }

  public var tags: [Tag] { [user.tag] }
}

public struct OfferBought: EventPayload {
  public static let type: EventType = "mall.offerBought"

  public let user: MallUserID
  public let offer: MallOfferID
  public let price: Points

  public init(user: MallUserID, offer: MallOfferID, price: Points) {
    self.user = user
    self.offer = offer
    self.price = price
  }

  public var tags: [Tag] { [user.tag, offer.tag] }
}

public struct RedemptionStarted: EventPayload {
  public static let type: EventType = "mall.redemptionStarted"

  public let user: MallUserID
  public let offer: MallOfferID

  public init(user: MallUserID, offer: MallOfferID) {
    self.user = user
    self.offer = offer
  }

  public var tags: [Tag] { [user.tag, offer.tag] }
}

/// The user got what they had bought.
public struct RedemptionConfirmed: EventPayload {
  public static let type: EventType = "mall.redemptionConfirmed"

  public let user: MallUserID
  public let offer: MallOfferID
  /// Of the offer, as it then was.
  public let title: MallTitle

  public init(user: MallUserID, offer: MallOfferID, title: MallTitle) {
    self.user = user
    self.offer = offer
    self.title = title
  }

  public var tags: [Tag] { [user.tag, offer.tag] }
}

/// A user has a place at an event.
public struct HappeningJoined: EventPayload {
  public static let type: EventType = "mall.registeredForEvent"

  public let user: MallUserID
  public let event: HappeningID
  public let price: Points

  public init(user: MallUserID, event: HappeningID, price: Points) {
    self.user = user
    self.event = event
    self.price = price
  }

  public var tags: [Tag] { [user.tag, event.tag] }
}
