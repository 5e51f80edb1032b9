import EventEngine

// The facts that make up most of a shop's journal, read without containers. The members stand in
// the order of the coding keys.

extension NFTLiked: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(user: try members.text("user"), nft: try members.text("nft"))
  }
}

extension NFTAddedToCart: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(user: try members.text("user"), nft: try members.text("nft"))
  }
}

extension NFTMinted: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(
      nft: try members.text("nft"), name: try members.text("name"),
      image: try members.text("image"), rating: try members.number("rating"),
      price: try members.text("price", Ether.init(price:)), author: try members.text("author"),
      owner: try members.optionalText("owner"))
  }
}

extension NFTCollectionCreated: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(
      collection: try members.text("collection"), name: try members.text("name"),
      cover: try members.text("cover"), description: try members.text("description"),
      author: try members.text("author"), website: try members.text("website"),
      nfts: try members.texts("nfts"))
  }
}

extension NFTPaymentStarted: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(
      order: try members.text("order"), user: try members.text("user"),
      currency: try members.text("currency"), items: try members.objects("items"))
  }
}

extension NFTOrderItem: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(
      nft: try members.text("nft"), price: try members.text("price", Ether.init(price:)))
  }
}
