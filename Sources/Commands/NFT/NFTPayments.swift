import Domain
import EventEngine

/// The life cycle of orders: a payment is started, then confirmed, failed, retried, cancelled or
/// expired. An NFT is reserved until its order is confirmed, cancelled or recorded as expired.
public struct NFTPayments: Decider {
  public enum Command: Equatable, Sendable {
    case pay(NFTOrderID, in: CurrencyID, by: NFTUserID)
    case confirm(NFTOrderID)
    case fail(NFTOrderID, PaymentFailure)
    case retry(NFTOrderID, by: NFTUserID)
    case cancel(NFTOrderID, by: NFTUserID)
  }

  var orders: [NFTOrderID: NFTOrder] = [:]
  /// The pending or failed order of a user; at most one.
  var unfinished: [NFTUserID: NFTOrderID] = [:]
  /// The pending or failed order that reserves an NFT.
  var reservations: [NFTID: NFTOrderID] = [:]
  var carts = NFTCartContents()
  var nfts = NFTOwnership()
  var currencies = NFTShop()
  var users = NFTUsers()

  public init() {}

  private static let life = [
    NFTPaymentStarted.type, NFTPaymentConfirmed.type, NFTPaymentFailed.type,
    NFTPaymentRetried.type, NFTPaymentCancelled.type, NFTPaymentExpired.type,
  ]
  private static let sale =
    NFTOwnership.factTypes + [
      NFTPaymentStarted.type, NFTPaymentCancelled.type, NFTPaymentExpired.type,
    ]
  private static let cart = [
    NFTAddedToCart.type, NFTRemovedFromCart.type, NFTPaymentStarted.type,
    NFTPaymentConfirmed.type, NFTPaymentFailed.type, NFTPaymentRetried.type,
    NFTPaymentCancelled.type, NFTPaymentExpired.type,
  ]
  /// The facts that determine the NFTs of an order and when it becomes overdue.
  private static let term = [NFTPaymentStarted.type, NFTPaymentRetried.type]
  public static let factTypes =
    life + [NFTMinted.type, NFTEdited.type, NFTAddedToCart.type, NFTRemovedFromCart.type]
    + NFTShop.factTypes + NFTUsers.factTypes

  /// The boundary of a payment is the user's cart and, once its contents are known, the events
  /// about its NFTs, and then those about the orders that reserve them.
  public func boundary(of command: Command) -> Query {
    switch command {
    case .pay(let order, let currency, let user):
      let known =
        Query.of(Self.cart, user.tag) | NFTUsers.facts(about: user)
        | NFTShop.facts(about: currency) | .of([NFTPaymentStarted.type], order.tag)
      let cart = carts.addedNFTs(of: user)
      return known.with(Self.sale, about: cart.map(\.tag))
        .with(Self.term, about: reserving(cart).map(\.tag))
    case .confirm(let order), .fail(let order, _): return .of(Self.life, order.tag)
    case .retry(let order, let user), .cancel(let order, let user):
      return .of(Self.life, order.tag) | NFTUsers.facts(about: user)
    }
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .paymentStarted(let fact): start(fact, event)
    case .paymentConfirmed(let fact):
      finish(fact.order, .paid, fact.nfts)
      nfts.sell(fact, at: event.position)
      carts.remove(fact.nfts, from: fact.user)
    case .paymentFailed(let fact): orders[fact.order]?.fail()
    case .paymentRetried(let fact): orders[fact.order]?.retry(at: event.position, event.time)
    case .paymentCancelled(let fact): finish(fact.order, .cancelled, fact.nfts)
    case .paymentExpired(let fact): finish(fact.order, .expired, fact.nfts)
    case .addedToCart(let fact): carts.add(fact.nft, to: fact.user, at: event.position)
    case .removedFromCart(let fact): carts.remove([fact.nft], from: fact.user)
    case .minted(let fact): nfts.add(fact)
    case .nftEdited(let fact): nfts.edit(fact)
    case .currencyAdded: currencies.apply(event)
    case .userRegistered: users.apply(event)
    case .profileEdited, .sortChosen, .collectionCreated, .collectionEdited, .collectionExtended,
      .currencyEdited, .agreementSet, .liked, .unliked:
      break
    }
  }

  private mutating func start(_ fact: NFTPaymentStarted, _ event: Recorded<NFTEvent>) {
    orders.begin(fact, at: event.position, event.time)
    unfinished[fact.user] = fact.order
    for item in fact.items { reservations[item.nft] = fact.order }
  }

  private mutating func finish(
    _ order: NFTOrderID, _ status: NFTOrderStatus, _ nfts: [NFTID]
  ) {
    for nft in nfts { reservations[nft] = nil }
    guard let user = orders[order]?.user else { return }
    orders[order]?.close(status)
    if unfinished[user] == order { unfinished[user] = nil }
  }

  /// The orders that reserve some of these NFTs, without repetitions.
  func reserving(_ nfts: [NFTID]) -> [NFTOrderID] {
    nfts.compactMap { reservations[$0] }.withoutRepeats()
  }
}
