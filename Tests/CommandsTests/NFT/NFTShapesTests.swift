import Commands
import Domain
import EventEngine
import Testing

@Suite struct `The shapes of the NFT commands` {
  private static let everyDecider: [any Decider<NFTEvent>.Type] = [
    NFTUsers.self, NFTMinting.self, NFTShop.self, NFTLikes.self, NFTCarts.self, NFTPayments.self,
  ]

  private func refusals<D: Decider>(_ decider: D.Type) -> [String] {
    D.shapes.flatMap(\.refusals)
  }

  /// `name (actor): fields — refusals`, an optional field with `?`.
  private func lines<D: Decider>(_ decider: D.Type) -> [String] {
    D.shapes.map { shape in
      let fields = shape.fields.map { "\($0.name)\($0.isRequired ? "" : "?"): \($0.kind.rawValue)" }
      return "\(shape.name) (\(shape.actor.rawValue)): \(fields.joined(separator: ", "))"
        + " — \(shape.refusals.joined(separator: ", "))"
    }
  }

  @Test func `are those of the interface`() {
    let found = Self.everyDecider.flatMap { lines($0) }
    #expect(
      found == [
        "nft.registerUser (person): name: text, avatar?: text, description?: text,"
          + " website?: text — invalidField, alreadyExists",
        "nft.editProfile (person): name?: text, avatar?: text, description?: text,"
          + " website?: text — invalidField, notFound",
        "nft.chooseSort (person): screen: word, by: text — invalidField, notFound",
        "nft.mint (admin): nft?: id, name: text, image: text, rating: integer, price: text,"
          + " author: text, owner?: id — notFound, alreadyExists",
        "nft.createCollection (admin): collection?: id, name: text, cover: text,"
          + " description: text, author: text, website: text, nfts: list"
          + " — notFound, alreadyExists",
        "nft.addCurrency (admin): currency: id, name: text, image: text — alreadyExists",
        "nft.setAgreement (admin): url: text — ",
        "nft.like (person): nft: id — notFound, alreadyLiked",
        "nft.unlike (person): nft: id — notFound, notLiked",
        "nft.addToCart (person): nft: id — notFound, alreadyInCart, notForSale",
        "nft.removeFromCart (person): nft: id — notFound, notInCart",
        "nft.pay (person): currency: id, order?: id"
          + " — notFound, cartEmpty, notForSale, paymentInProgress, alreadyExists",
        "nft.confirmPayment (gateway): order: id — notFound, paymentNotPending",
        "nft.failPayment (gateway): order: id, reason: text — notFound, paymentNotPending",
        "nft.retryPayment (person): order: id — notFound, paymentNotFailed",
        "nft.cancelPayment (person): order: id — notFound, paymentNotFailed",
      ])
  }

  @Test func `refuse with every code there is`() {
    let codes = Self.everyDecider.flatMap { refusals($0) }
    #expect(Set(codes) == Set(NFTRefusal.Code.allCases.map(\.rawValue) + ["invalidField"]))
  }
}
