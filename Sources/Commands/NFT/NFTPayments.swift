import Domain
import EventEngine

/// The life cycle of orders: paid for, confirmed, failed, retried or cancelled. An NFT is reserved
/// until its order is confirmed or cancelled.
public struct NFTPayments: Decider {
  public enum Command: Equatable, Sendable {
    case pay(NFTOrderID, in: CurrencyID, by: NFTUserID)
    case confirm(NFTOrderID)
    case fail(NFTOrderID, PaymentFailure)
    case retry(NFTOrderID, by: NFTUserID)
    case cancel(NFTOrderID, by: NFTUserID)
  }

  struct Order: Equatable {
    let user: NFTUserID
    var status = Status.pending
    /// The NFTs in the order of the cart; empty once they are sold or released.
    var nfts: [NFTID] = []
  }

  enum Status: Equatable {
    case pending, failed, cancelled, paid
  }

  var orders: [NFTOrderID: Order] = [:]
  /// The pending or failed order of a user; at most one.
  var unfinished: [NFTUserID: NFTOrderID] = [:]
  /// The user who has reserved an NFT.
  var reservations: [NFTID: NFTUserID] = [:]
  var carts = NFTCartContents()
  var nfts = NFTOwnership()
  var currencies = NFTShop()
  var users = NFTUsers()

  public init() {}

  private static let life = [
    NFTPaymentStarted.type, NFTPaymentConfirmed.type, NFTPaymentFailed.type,
    NFTPaymentRetried.type, NFTPaymentCancelled.type,
  ]
  private static let sale = [
    NFTMinted.type, NFTPaymentStarted.type, NFTPaymentConfirmed.type, NFTPaymentCancelled.type,
  ]
  private static let cart = [
    NFTAddedToCart.type, NFTRemovedFromCart.type, NFTPaymentStarted.type,
    NFTPaymentConfirmed.type, NFTPaymentCancelled.type,
  ]
  public static let factTypes =
    life + [NFTMinted.type, NFTAddedToCart.type, NFTRemovedFromCart.type] + NFTShop.factTypes
    + NFTUsers.factTypes

  /// The boundary of a payment is the user's cart and, once its contents are known, the events
  /// about its NFTs.
  public func boundary(of command: Command) -> Query {
    switch command {
    case .pay(let order, let currency, let user):
      let known =
        Query.of(Self.cart, user.tag) | NFTUsers.facts(about: user)
        | NFTShop.facts(about: currency) | .of([NFTPaymentStarted.type], order.tag)
      return known.with(Self.sale, about: carts.nfts(of: user))
    case .confirm(let order), .fail(let order, _): return .of(Self.life, order.tag)
    case .retry(let order, let user), .cancel(let order, let user):
      return .of(Self.life, order.tag) | NFTUsers.facts(about: user)
    }
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .paymentStarted(let fact): start(fact)
    case .paymentConfirmed(let fact):
      finish(fact.order, .paid, fact.nfts)
      nfts.sell(fact.nfts, to: fact.user)
      carts.remove(fact.nfts, from: fact.user)
    case .paymentFailed(let fact): orders[fact.order]?.status = .failed
    case .paymentRetried(let fact): orders[fact.order]?.status = .pending
    case .paymentCancelled(let fact): finish(fact.order, .cancelled, fact.nfts)
    case .addedToCart(let fact): carts.add(fact.nft, to: fact.user, at: event.position)
    case .removedFromCart(let fact): carts.remove([fact.nft], from: fact.user)
    case .minted(let fact): nfts.add(fact)
    case .currencyAdded: currencies.apply(event)
    case .userRegistered: users.apply(event)
    case .profileEdited, .sortChosen, .collectionCreated, .collectionExtended, .agreementSet,
      .liked, .unliked:
      break
    }
  }

  private mutating func start(_ fact: NFTPaymentStarted) {
    let nfts = fact.items.map(\.nft)
    orders[fact.order, default: Order(user: fact.user)].nfts += nfts
    unfinished[fact.user] = fact.order
    for nft in nfts { reservations[nft] = fact.user }
  }

  private mutating func finish(_ order: NFTOrderID, _ status: Status, _ nfts: [NFTID]) {
    for nft in nfts { reservations[nft] = nil }
    guard let user = orders[order]?.user else { return }
    orders[order]?.status = status
    orders[order]?.nfts = []
    if unfinished[user] == order { unfinished[user] = nil }
  }
}
