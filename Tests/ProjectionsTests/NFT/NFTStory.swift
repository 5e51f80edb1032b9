import Domain
import EventEngine
import TestSupport

typealias NFTStory = Story<NFTEvent>

/// The card of an NFT from the test events, without the closing brace.
func openCard(
  _ nft: String, rating: Int = 3, price: String = "1.5", liked: Bool = false, inCart: Bool = false,
  forSale: Bool = true
) -> String {
  """
  {"nft":"\(nft)","name":"\(nft)","image":"https://e.x/\(nft).png","rating":\(rating),"price":"\(price)",\
  "liked":\(liked),"inCart":\(inCart),"forSale":\(forSale)
  """
}

func nftCard(
  _ nft: String, rating: Int = 3, price: String = "1.5", liked: Bool = false, inCart: Bool = false,
  forSale: Bool = true
) -> String {
  openCard(
    nft, rating: rating, price: price, liked: liked, inCart: inCart, forSale: forSale) + "}"
}

extension String {
  /// The values of a member, in their order in the JSON text.
  func values(of member: String) -> [String] {
    matches(of: #/"(\w+)":"([^"]*)"/#).filter { $0.1 == member }.map { String($0.2) }
  }
}
