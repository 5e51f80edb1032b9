import Domain
import EventEngine

/// The parameters that the NFT read models share.
enum NFTQueryFields {
  static let user = Field<NFTUserID>.id("user")
  static let viewer = Field<NFTUserID>.id("viewer")
  static let nft = Field<NFTID>.id("nft")
  static let collection = Field<NFTCollectionID>.id("collection")
  static let search = Field<String>.search
}

/// The parameters of a list of a user's NFTs.
public struct NFTListParameters: Equatable, Sendable {
  public var user: NFTUserID
  public var sort: NFTListSort?
}

extension QueryShape<NFTListParameters> {
  private static var sort: Field<NFTListSort> { .word("sort") }

  init(ofList name: String, _ summary: Bilingual, shows: [String]) {
    self.init(
      name, summary, about: .tag("user"), shows: shows,
      fields: [NFTQueryFields.user.required, Self.sort.optional]
    ) { form throws(FormError) in
      NFTListParameters(
        user: try form.required(NFTQueryFields.user), sort: try form.optional(Self.sort))
    }
  }
}
