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
}

extension Projection<NFTEvent> {
  /// For a read model about one user that depends on the cart: a sold NFT leaves every cart.
  static func othersWithCart(touchedBy event: Recorded<NFTEvent>) -> Query? {
    guard case .paymentConfirmed(let fact) = event.event else { return nil }
    return Query(fact.nfts.map { .init(types: [NFTAddedToCart.type], tags: [$0.tag]) })
  }
}

extension Query {
  /// The greatest number of NFTs in a query. With more, comparing every record with each of them
  /// costs more than folding all facts of the types.
  private static var nftsToName: Int { 64 }

  /// The union with the facts of these types about each of the NFTs.
  func adding(_ types: [EventType], about nfts: [NFTID]) -> Query {
    if nfts.count > Self.nftsToName { return self | .of(types) }
    return nfts.reduce(into: self) { query, nft in
      query.items.append(Item(types: types, tags: [nft.tag]))
    }
  }
}
