import EventEngine

/// A transaction between the programme's account and a user's. It follows the event that caused it,
/// in the same append.
public struct PointsMoved: EventPayload {
  public static let type: EventType = "mall.pointsMoved"

  public let user: MallUserID
  public let kind: TransactionKind
  /// The change of the user's balance; negative for a payment, never zero.
  public let points: Points
  /// The title of the offer, event or referral programme at that time; nil for registration and
  /// survey.
  public let title: MallTitle?
  /// The object where a purchase is redeemed, with its name at that time.
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

/// A redemption was confirmed: the user received the purchase.
public struct RedemptionConfirmed: EventPayload {
  public static let type: EventType = "mall.redemptionConfirmed"

  public let user: MallUserID
  public let offer: MallOfferID
  /// The title of the offer at that time.
  public let title: MallTitle

  public init(user: MallUserID, offer: MallOfferID, title: MallTitle) {
    self.user = user
    self.offer = offer
    self.title = title
  }

  public var tags: [Tag] { [user.tag, offer.tag] }
}

/// A user registered for an event and got a place.
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

/// A user took the registration for an event back; the place is free again.
public struct HappeningLeft: EventPayload {
  public static let type: EventType = "mall.eventLeft"

  public let user: MallUserID
  public let event: HappeningID
  /// The price that was paid. Unless it is zero, the next event of the append gives it back.
  public let refund: Points

  public init(user: MallUserID, event: HappeningID, refund: Points) {
    self.user = user
    self.event = event
    self.refund = refund
  }

  public var tags: [Tag] { [user.tag, event.tag] }
}
