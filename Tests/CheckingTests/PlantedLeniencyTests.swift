import Checking
import Commands
import Domain
import EventEngine
import Projections
import Testing

@testable import EventChecking

/// Rules that accept what the specification forbids, one for each law that they break.
@Suite struct `A rule that accepts too much` {
  @Test(
    arguments: [
      CheckedDomain.courier([
        CourierAccounts.self, CourierSession.self, Planted<CancelledByEva>.self,
      ])
    ] + habits + mods + nft + mall)
  func `is detected`(in domain: CheckedDomain) throws {
    try expectDetected("domain invariant", in: domain, length: 20, turns: 8)
  }

  private static let habits = [
    [TrackerCategories.self, Planted<TrackerDeletedTwice>.self],
    [Planted<CategoryDeletedTwice>.self, Trackers.self],
  ].map(CheckedDomain.habits)

  private static let mods = [
    [Planted<WithdrawnTwice>.self], [Planted<TranslatedAnyway>.self],
    [ModPublication.self, Planted<OpenedAnyway>.self],
    [
      ModPublication.self, Subscriptions.self, SubscriptionExpiries.self,
      Planted<DownloadedForEver>.self,
    ],
  ].map(CheckedDomain.mods)

  private static let nft = [
    [NFTUsers.self, NFTMinting.self, Planted<LikedTwice>.self],
    [NFTUsers.self, NFTMinting.self, Planted<UnlikedTwice>.self],
    [Planted<CurrencyAddedTwice>.self],
    [NFTUsers.self, Planted<CollectionCreatedTwice>.self],
    [Planted<RegisteredTwice>.self],
  ].map(CheckedDomain.nft)

  private static let mall = [
    [Planted<ObjectPublishedTwice>.self], [Planted<ObjectWithdrawnTwice>.self],
    [MallObjects.self, Planted<OfferPublishedTwice>.self],
    [
      MallDevices.self, VerificationCodes.self, CodeExpiry.self, MallObjects.self, MallOffers.self,
      Planted<RedeemedAnyway>.self,
    ],
  ].map(CheckedDomain.mall)
}
