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
  /// For a read model that shows NFTs: the facts that lead an audit from an event that changes an
  /// NFT's card to the answers that show the NFT. They are earlier facts of `types` about the NFT.
  static func others(
    touchedBy event: Recorded<NFTEvent>, through types: [EventType]
  ) -> Query? {
    guard NFTCard.nftFacts.contains(event.type) else { return nil }
    let nfts = event.event.payload.tags.filter { $0.key == NFTQueryFields.nft.name }
    return Query(nfts.map { .init(types: types, tags: [$0]) })
  }
}
