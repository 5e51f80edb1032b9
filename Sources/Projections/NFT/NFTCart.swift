import Domain
import EventStore

/// What is in a user's cart, and what does it cost?
public struct NFTCart: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var user: NFTUserID
    public var sort: NFTListSort?

    public init(user: NFTUserID, sort: NFTListSort? = nil) {
      self.user = user
      self.sort = sort
    }
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let items: [Item]
    public let count: Int
    public let total: Ether
  }

  public struct Item: Encodable, Equatable, Sendable {
    public let nft: NFTID
    public let image: Picture
    public let name: NFTName
    public let rating: StarRating
    public let price: Ether
  }

  private var nfts = Table<KnownNFT>()
  private var users = Table<NFTCollector>()

  public init() {}
}

extension NFTCart {
  public static let shape = QueryShape<Parameters>(
    "nft.cart", Bilingual(ru: "Корзина пользователя", en: "A user's cart"),
    fields: [NFTQueryFields.user.required, sortField.optional]
  ) { form throws(FormError) in
    Parameters(
      user: try form.required(NFTQueryFields.user), sort: try form.optional(sortField))
  }

  private static let sortField: Field<NFTListSort> = NFTQueryFields.sort()

  private static let nftFacts = [NFTMinted.type, NFTPaymentConfirmed.type]
  private static let userFacts = [
    NFTUserRegistered.type, NFTSortChosen.type, NFTAddedToCart.type, NFTRemovedFromCart.type,
    NFTPaymentConfirmed.type,
  ]
  public static let factTypes = [NFTMinted.type] + userFacts

  /// The user's and, once these are known, those about what was put into the cart.
  public func facts(for parameters: Parameters) -> Query {
    let own = Query.of(Self.userFacts, parameters.user.tag)
    guard let row = users.find(parameters.user) else { return own }
    return own.adding(Self.nftFacts, about: users[row].cart.nfts)
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .minted(let fact): nfts.append(KnownNFT(fact))
    case .paymentConfirmed(let fact):
      nfts.sell(fact)
      users.emptyCart(fact)
    case .userRegistered(let fact): users.register(fact)
    case .sortChosen(let fact):
      guard case .cart(let sort) = fact.choice else { return }
      users.change(fact.user) { $0.sort = sort }
    case .addedToCart(let fact): users.addToCart(fact, at: event.position)
    case .removedFromCart(let fact): users.removeFromCart(fact)
    case .profileEdited, .collectionCreated, .collectionExtended, .currencyAdded, .agreementSet,
      .liked, .unliked, .paymentStarted, .paymentFailed, .paymentRetried, .paymentCancelled:
      return
    }
  }

  public static func keys(touchedBy event: Recorded<NFTEvent>) -> [JSONObject] {
    keysByUser(touchedBy: event)
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    let user = try users.require(parameters.user)
    let items = nfts.all(user.cart.nfts).filter { $0.owner == nil }
      .sorted(by: parameters.sort ?? user.sort ?? .standardInCart)
      .map { nft in
        Item(
          nft: nft.id, image: nft.image, name: nft.name, rating: nft.rating, price: nft.price)
      }
    return Answer(items: items, count: items.count, total: items.map(\.price).total)
  }
}
