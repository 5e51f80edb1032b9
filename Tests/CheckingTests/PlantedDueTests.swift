import Checking
import Commands
import Domain
import EventEngine
import Projections
import Testing

@testable import EventChecking

/// Bugs in what happens by time alone; those of the mall and the courier are in their own suites.
@Suite struct `A bug in due items` {
  private func mods(_ deciders: any Decider<ModsEvent>.Type...) -> CheckedDomain {
    .mods([ModPublication.self, PaywallConfiguration.self] + deciders)
  }

  private static let shop: [any Decider<NFTEvent>.Type] = [
    NFTUsers.self, NFTMinting.self, NFTShop.self, NFTCarts.self, NFTPayments.self,
  ]

  @Test func `that records them again is detected`() throws {
    try expectDetected(
      "a tick leaves nothing due", in: mods(Subscriptions.self, PlantedDue<ExpiringForEver>.self),
      length: 30)
  }

  @Test func `that leaves those of one person unrecorded is detected`() throws {
    try expectDetected(
      "domain invariant", in: mods(Subscriptions.self, PlantedDue<ForgottenSubscriber>.self),
      seed: 4, length: 30)
    try expectDetected(
      "domain invariant", in: .nft(Self.shop + [PlantedDue<ForgottenBuyer>.self]), seed: 2,
      length: 60, turns: 12)
  }

  @Test func `that leaves the end of a subscription before the next one unrecorded is detected`()
    throws
  {
    try expectDetected(
      "domain invariant", in: mods(Planted<UnrecordedEnd>.self, SubscriptionExpiries.self))
  }

  /// The work is left out, so that no tick records anything in the domain.
  @Test func `that leaves all of them unrecorded is detected`() throws {
    try expectDetected(
      "domain invariant",
      in: .courier(
        [CourierAccounts.self, CourierSession.self, DeliveryOrders.self], reminders: []), length: 30
    )
    try expectDetected("domain invariant", in: mods(Subscriptions.self), length: 30)
    try expectDetected("domain invariant", in: .nft(Self.shop), length: 30, turns: 8)
    try expectDetected(
      "domain invariant", in: .mall([MallDevices.self, VerificationCodes.self]), length: 30)
  }
}
