import Domain
import EventStore

/// Which NFTs are a user's own?
public struct MyNFTs: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var user: NFTUserID
    public var sort: NFTListSort?

    public init(user: NFTUserID, sort: NFTListSort? = nil) {
      self.user = user
      self.sort = sort
    }
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let nfts: [Card]
    public let empty: Bool
  }

  /// A card with the author.
  public struct Card: Equatable, Sendable {
    public let card: NFTCard
    public let author: NFTAuthor
  }

  private var nfts = Table<KnownNFT>()
  private var users = Table<NFTCollector>()

  public init() {}
}

extension MyNFTs.Card: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NFTCard.CodingKeys.self)
    try card.encode(into: &container)
    try container.encode(author, forKey: .author)
  }
}

extension MyNFTs {
  public static let shape = QueryShape<Parameters>(
    "nft.myNFTs", Bilingual(ru: "NFT пользователя", en: "A user's own NFTs"),
    fields: [NFTQueryFields.user.required, sortField.optional]
  ) { form throws(FormError) in
    Parameters(
      user: try form.required(NFTQueryFields.user), sort: try form.optional(sortField))
  }

  private static let sortField: Field<NFTListSort> = NFTQueryFields.sort()

  public static let factTypes = [
    NFTUserRegistered.type, NFTSortChosen.type, NFTMinted.type, NFTLiked.type, NFTUnliked.type,
    NFTPaymentConfirmed.type,
  ]

  /// The user's and, once these are known, the minting of what was bought.
  public func facts(for parameters: Parameters) -> Query {
    let own = Query.of(Self.factTypes, parameters.user.tag)
    guard let row = users.find(parameters.user) else { return own }
    return own.adding([NFTMinted.type], about: users[row].owned)
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .minted(let fact):
      nfts.append(KnownNFT(fact))
      if let owner = fact.owner { users.receive([fact.nft], owner) }
    case .paymentConfirmed(let fact): users.receive(fact.nfts, fact.user)
    case .userRegistered(let fact): users.register(fact)
    case .sortChosen(let fact):
      guard case .myNFTs(let sort) = fact.choice else { return }
      users.change(fact.user) { $0.sort = sort }
    case .liked(let fact): users.like(fact, at: event.position)
    case .unliked(let fact): users.unlike(fact)
    case .profileEdited, .collectionCreated, .collectionExtended, .currencyAdded, .agreementSet,
      .addedToCart, .removedFromCart, .paymentStarted, .paymentFailed, .paymentRetried,
      .paymentCancelled:
      return
    }
  }

  public static func keys(touchedBy event: Recorded<NFTEvent>) -> [JSONObject] {
    keysByUser(touchedBy: event)
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    let user = try users.require(parameters.user)
    let cards = nfts.all(user.owned).sorted(by: parameters.sort ?? user.sort ?? .standardOfMine)
      .map { Card(card: NFTCard($0, for: user), author: $0.author) }
    return Answer(nfts: cards, empty: cards.isEmpty)
  }
}
