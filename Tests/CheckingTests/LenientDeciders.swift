import Commands
import Domain
import EventEngine

/// A bug in the rules: a command is accepted that must be refused.
protocol Leniency: DeciderBug {
  /// The event that is recorded instead of a refusal; nil where the command is refused.
  static func event(
    of command: Base.Command, insteadOf refusal: Base.Refusal
  ) -> Base.Event?
}

extension Leniency {
  static func decide(
    _ command: Base.Command, at now: Moment, _ base: Base
  ) throws(Base.Refusal) -> [Base.Event] {
    do throws(Base.Refusal) { return try base.decide(command, at: now) } catch {
      guard let event = event(of: command, insteadOf: error) else { throw error }
      return [event]
    }
  }
}

/// Eva counts as the customer of every order, so that she can cancel those of others.
enum CancelledByEva: DeciderBug {
  typealias Base = DeliveryOrders

  static func apply(_ event: Recorded<CourierEvent>, _ base: inout DeliveryOrders) {
    guard case .orderPlaced(let fact) = event.event else { return base.apply(event) }
    let placed = OrderPlaced(
      order: fact.order, customer: CustomerID(rawValue: "eva"), deliveryDate: fact.deliveryDate,
      metro: fact.metro, color: fact.color, personal: fact.personal)
    base.apply(event.changed(to: .orderPlaced(placed)))
  }
}

/// A deleted tracker is deleted again.
enum TrackerDeletedTwice: Leniency {
  typealias Base = Trackers

  static func event(
    of command: Trackers.Command, insteadOf refusal: HabitsRefusal
  ) -> HabitsEvent? {
    guard case .delete(let tracker) = command else { return nil }
    return .trackerDeleted(TrackerDeleted(tracker))
  }
}

/// A deleted category is deleted again.
enum CategoryDeletedTwice: Leniency {
  typealias Base = TrackerCategories

  static func event(
    of command: TrackerCategories.Command, insteadOf refusal: HabitsRefusal
  ) -> HabitsEvent? {
    guard case .delete(let category) = command else { return nil }
    return .categoryDeleted(TrackerCategoryDeleted(category))
  }
}

/// A withdrawn mod is withdrawn again, and an unknown one, too.
enum WithdrawnTwice: Leniency {
  typealias Base = ModPublication

  static func event(
    of command: ModPublication.Command, insteadOf refusal: ModsRefusal
  ) -> ModsEvent? {
    guard case .withdraw(let path) = command else { return nil }
    return .modWithdrawn(ModWithdrawn(path: path))
  }
}

/// A mod is translated that is not in the catalogue.
enum TranslatedAnyway: Leniency {
  typealias Base = ModPublication

  static func event(
    of command: ModPublication.Command, insteadOf refusal: ModsRefusal
  ) -> ModsEvent? {
    guard case .translate(let translation) = command else { return nil }
    return .modTranslated(translation)
  }
}

/// A mod is opened that is not in the catalogue.
enum OpenedAnyway: Leniency {
  typealias Base = ModDownloads

  static func event(
    of command: ModDownloads.Command, insteadOf refusal: ModsRefusal
  ) -> ModsEvent? {
    guard case .open(let path, let user) = command else { return nil }
    return .modOpened(ModOpened(user: user, path: path))
  }
}

/// A withdrawn mod can still be downloaded.
enum DownloadedForEver: DeciderBug {
  typealias Base = ModDownloads
  static let omitted = [ModWithdrawn.type]
}

/// An NFT is liked again.
enum LikedTwice: Leniency {
  typealias Base = NFTLikes

  static func event(of command: NFTLikes.Command, insteadOf refusal: NFTRefusal) -> NFTEvent? {
    guard refusal == .alreadyLiked, case .like(let nft, let user) = command else { return nil }
    return .liked(NFTLiked(user: user, nft: nft))
  }
}

/// An NFT is unliked that the user does not like.
enum UnlikedTwice: Leniency {
  typealias Base = NFTLikes

  static func event(of command: NFTLikes.Command, insteadOf refusal: NFTRefusal) -> NFTEvent? {
    guard refusal == .notLiked, case .unlike(let nft, let user) = command else { return nil }
    return .unliked(NFTUnliked(user: user, nft: nft))
  }
}

/// A currency is added again.
enum CurrencyAddedTwice: Leniency {
  typealias Base = NFTShop

  static func event(of command: NFTShop.Command, insteadOf refusal: NFTRefusal) -> NFTEvent? {
    guard case .addCurrency(let fact) = command else { return nil }
    return .currencyAdded(fact)
  }
}

/// A collection is created again.
enum CollectionCreatedTwice: Leniency {
  typealias Base = NFTMinting

  static func event(of command: NFTMinting.Command, insteadOf refusal: NFTRefusal) -> NFTEvent? {
    guard case .alreadyExists = refusal, case .createCollection(let fact) = command else {
      return nil
    }
    return .collectionCreated(fact)
  }
}

/// A user is registered again.
enum RegisteredTwice: Leniency {
  typealias Base = NFTUsers

  static func event(of command: NFTUsers.Command, insteadOf refusal: NFTRefusal) -> NFTEvent? {
    guard case .register(let fact) = command else { return nil }
    return .userRegistered(fact)
  }
}

/// An object is published again.
enum ObjectPublishedTwice: Leniency {
  typealias Base = MallObjects

  static func event(of command: MallObjects.Command, insteadOf refusal: MallRefusal) -> MallEvent? {
    guard case .publish(let object, let content) = command else { return nil }
    return .objectPublished(ObjectPublished(object: object, content: content))
  }
}

/// An object is withdrawn again.
enum ObjectWithdrawnTwice: Leniency {
  typealias Base = MallObjects

  static func event(of command: MallObjects.Command, insteadOf refusal: MallRefusal) -> MallEvent? {
    guard case .withdraw(let object) = command else { return nil }
    return .objectWithdrawn(ObjectWithdrawn(object: object))
  }
}

/// An offer is published again.
enum OfferPublishedTwice: Leniency {
  typealias Base = MallOffers

  static func event(of command: MallOffers.Command, insteadOf refusal: MallRefusal) -> MallEvent? {
    guard case .alreadyExists = refusal, case .publish(let offer, let content) = command else {
      return nil
    }
    return .offerPublished(OfferPublished(offer: offer, content: content))
  }
}

/// The redemption of an offer is started that the user does not own, or started again.
enum RedeemedAnyway: Leniency {
  typealias Base = MallGifts
  static let omitted = [RedemptionStarted.type]

  static func event(of command: MallGifts.Command, insteadOf refusal: MallRefusal) -> MallEvent? {
    guard case .notOwned = refusal, case .startRedemption(let offer, let user) = command else {
      return nil
    }
    return .redemptionStarted(RedemptionStarted(user: user, offer: offer))
  }
}
