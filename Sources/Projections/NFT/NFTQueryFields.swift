import Domain
import EventEngine

/// The parameters that the NFT read models share.
enum NFTQueryFields {
  static let user = Field<NFTUserID>.id("user")
  static let viewer = Field<NFTUserID>.id("viewer")
  static let nft = Field<NFTID>.id("nft")
  static let collection = Field<NFTCollectionID>.id("collection")
  static let search = Field<String>.search

  static func sort<Sort>() -> Field<Sort>
  where Sort: CaseIterable & RawRepresentable<String> & Sendable {
    .word("sort")
  }
}
