import EventEngine

// Fast decoding of the events that make up most of a shop's journal. Members are listed in the
// order of the coding keys.

extension NFTLiked: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(user: try members.text("user"), nft: try members.text("nft"))
  }
}

extension NFTAddedToCart: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(user: try members.text("user"), nft: try members.text("nft"))
  }
}

extension NFTMinted: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      nft: try members.text("nft"), name: try members.text("name"),
      image: try members.text("image"), rating: try members.number("rating"),
      price: try members.text("price", Ether.init(price:)), author: try members.text("author"),
      owner: try members.optionalText("owner"))
  }
}

extension NFTCollectionCreated: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      collection: try members.text("collection"), name: try members.text("name"),
      cover: try members.text("cover"), description: try members.text("description"),
      author: try members.text("author"), website: try members.text("website"),
      nfts: try members.texts("nfts"))
  }
}

extension NFTPaymentStarted: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      order: try members.text("order"), user: try members.text("user"),
      currency: try members.text("currency"), items: try members.objects("items"))
  }
}

extension NFTOrderItem: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      nft: try members.text("nft"), price: try members.text("price", Ether.init(price:)))
  }
}
