import Domain
import EventEngine

/// The parameters that the NFT read models share.
enum NFTQueryFields {
  static let user = Field<NFTUserID>.id("user")
  static let viewer = Field<NFTUserID>.id("viewer")
  static let nft = Field<NFTID>.id("nft")
  static let collection = Field<NFTCollectionID>.id("collection")
  static let search = Field<String>.text("search")

  static func sort<Sort>() -> Field<Sort>
  where Sort: CaseIterable & RawRepresentable<String> & Sendable {
    .word("sort")
  }

  /// The parameters of an answer about one user.
  static func key(_ user: NFTUserID) -> JSONObject { [Self.user.name: .string(user.rawValue)] }

  static func key(_ nft: NFTID) -> JSONObject { [Self.nft.name: .string(nft.rawValue)] }

  static func key(_ collection: NFTCollectionID) -> JSONObject {
    [Self.collection.name: .string(collection.rawValue)]
  }
}

extension Projection<NFTEvent> {
  /// For a read model about one user that depends on facts of these types: the answer about the
  /// user whom `event` is about.
  static func keysByUser(
    touchedBy event: Recorded<NFTEvent>, of types: [EventType]
  ) -> [JSONObject] {
    guard types.contains(event.type), let user = event.event.user else { return [] }
    return [NFTQueryFields.key(user)]
  }

  /// For a read model about one user that depends on the cart: what is sold leaves every cart.
  static func othersWithCart(touchedBy event: Recorded<NFTEvent>) -> Query? {
    guard case .paymentConfirmed(let fact) = event.event else { return nil }
    return Query(fact.nfts.map { .init(types: [NFTAddedToCart.type], tags: [$0.tag]) })
  }
}

extension NFTEvent {
  /// The user it is about.
  fileprivate var user: NFTUserID? {
    switch self {
    case .userRegistered(let fact): fact.user
    case .profileEdited(let fact): fact.user
    case .sortChosen(let fact): fact.user
    case .minted(let fact): fact.owner
    case .liked(let fact): fact.user
    case .unliked(let fact): fact.user
    case .addedToCart(let fact): fact.user
    case .removedFromCart(let fact): fact.user
    case .paymentStarted(let fact): fact.user
    case .paymentConfirmed(let fact): fact.user
    case .paymentFailed(let fact): fact.user
    case .paymentRetried(let fact): fact.user
    case .paymentCancelled(let fact): fact.user
    case .collectionCreated, .collectionExtended, .currencyAdded, .agreementSet: nil
    }
  }
}

extension Query {
  /// For more NFTs than this, comparing every record with each of them costs more than folding
  /// all facts of the types.
  private static var nftsToName: Int { 64 }

  /// Also the facts of these types about each of the NFTs.
  func adding(_ types: [EventType], about nfts: [NFTID]) -> Query {
    if nfts.count > Self.nftsToName { return self | .of(types) }
    return nfts.reduce(into: self) { query, nft in
      query.items.append(Item(types: types, tags: [nft.tag]))
    }
  }
}
