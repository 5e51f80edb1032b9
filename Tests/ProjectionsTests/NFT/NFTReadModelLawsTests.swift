import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// Laws of every read model, on one long story. `CheckingTests` has the laws of folds and
/// snapshots.
@Suite struct `Every NFT read model` {
  static let story = NFTStory(.registered("anna"), .registered("boris"), .registered("vera"))
    .then(.currency("BTC"), .minted("n-1"), .minted("n-2"), .minted("n-3", owner: "boris"))
    .then(.minted("n-4"), .collected("c-1", ["n-1", "n-2"]), .extended("c-1", ["n-3"]))
    .then(.collected("c-2", ["n-4", "n-1"]), .agreement("https://a.example"))
    .then(.liked("n-1", by: "anna"), .liked("n-3", by: "boris"), .added("n-1", by: "anna"))
    .then(.added("n-2", by: "anna"), .added("n-1", by: "boris"), .added("n-4", by: "vera"))
    .then(.removed("n-4", by: "vera"), .unliked("n-3", by: "boris"), .added("n-4", by: "vera"))
    .then(
      .sorted(.cart(by: .price), by: "anna"), .sorted(.catalogue(by: .name), by: "anna"),
      .sorted(.rating(by: .name), by: "boris"), .sorted(.myNFTs(by: .name), by: "vera"),
      .edited("anna", name: "Аня", website: "https://a.example", cleared: [.avatar])
    )
    .then(.started("o-1", ["n-1", "n-2"], by: "anna"), .started("o-2", ["n-4"], by: "vera"))
    .then(.failed("o-1", by: "anna"), .retried("o-1", by: "anna"), .failed("o-2", by: "vera"))
    .then(.cancelled("o-2", ["n-4"], by: "vera"), .confirmed("o-1", ["n-1", "n-2"], by: "anna"))
    .then(.liked("n-2", by: "vera"), .added("n-2", by: "vera"), .added("n-3", by: "vera"))
    .then(.nftEdited("n-2", name: "Кот"), .nftEdited("n-3", price: "2"))
    .then(.started("o-3", ["n-4", "n-2", "n-3"], by: "vera"))
    .then(.expired("o-3", ["n-4", "n-2", "n-3"], by: "vera"))
    .then(.collectionEdited("c-1", ["n-2", "n-4"]), .collectionEdited("c-2", name: "Коты"))
    .then(.started("o-4", ["n-4", "n-2"], by: "vera"), .currencyEdited("BTC", name: "Биткоин"))
    .then(.confirmed("o-4", ["n-4", "n-2"], by: "vera"), .collectionEdited("c-2", ["n-3"]))

  typealias Question = (model: any Projection<NFTEvent>.Type, parameters: JSONObject)

  static let parameters: [Question] = {
    var questions: [Question] = [
      (NFTCollectionPage.self, ["collection": "c-1"]), (NFTItem.self, ["nft": "n-1"]),
      (NFTCollectionPage.self, ["collection": "c-2"]), (NFTItem.self, ["nft": "n-3"]),
      (NFTItem.self, ["nft": "n-1", "user": "anna"]), (NFTCatalogue.self, [:]),
      (NFTCatalogue.self, ["user": "anna"]), (NFTCurrencies.self, [:]), (NFTRating.self, [:]),
    ]
    let aboutUsers: [any Projection<NFTEvent>.Type] = [
      NFTCart.self, NFTOrders.self, NFTProfile.self, MyNFTs.self, FavouriteNFTs.self,
      NFTUser.self, UserNFTs.self,
    ]
    for user in ["anna", "boris", "vera", "gleb"] as [JSONValue] {
      questions += aboutUsers.map { ($0, ["user": user]) }
    }
    return questions
  }()

  @Test func `is tested on a story with every type of event`() {
    #expect(Self.story.hasAllTypes(of: NFTEvent.samples))
  }

  @Test func `is named by the events that change its answers, and by no others`() throws {
    try Self.story.checkAudits(.nft, of: Self.parameters)
  }
}

/// More NFTs than a query names individually.
@Suite struct `A read model of very many NFTs` {
  @Test func `gives the same answer from its facts as from all events`() {
    let nfts = (1...70).map { NFTID(rawValue: "m-\($0)") }
    let parts = NFTParts.split(nfts)
    let story = NFTStory(.registered("anna"), .registered("boris"), .minted("n-1", owner: "boris"))
      .then(nfts.map { .minted($0) })
      .then(.collected("c-1", parts[0]), .extended("c-1", parts[1]))
      .then(nfts.flatMap { [.added($0, by: "anna"), .added($0, by: "boris")] })
      .then(nfts.map { .liked($0, by: "boris") })
    let sold = story.then(parts.map { .confirmed("o-1", $0, by: "anna") })
    #expect(story.show(NFTCart.self, ["user": "boris"]).values(of: "nft").count == 70)
    #expect(
      sold.show(NFTCart.self, ["user": "boris"])
        == #"{"items":[],"count":0,"total":"0","sort":"name"}"#)
    #expect(sold.show(MyNFTs.self, ["user": "anna"]).values(of: "nft").count == 70)
    #expect(
      sold.show(FavouriteNFTs.self, ["user": "boris"]).values(of: "nft") == nfts.map(\.rawValue))
    #expect(
      sold.show(UserNFTs.self, ["user": "anna", "viewer": "boris"]).values(of: "nft").count == 70)
    #expect(
      story.show(NFTCollectionPage.self, ["collection": "c-1", "user": "boris"])
        .values(of: "nft") == nfts.map(\.rawValue))
  }
}
