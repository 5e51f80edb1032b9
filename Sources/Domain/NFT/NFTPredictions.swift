import EventStore

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
