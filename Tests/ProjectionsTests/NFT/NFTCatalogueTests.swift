import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The catalogue of collections` {
  let story = NFTStory(.registered("anna"), .minted("n-1"), .minted("n-2"))
    .then(
      .collected("c-1", ["n-1"], name: "Небо"), .collected("c-2", ["n-1", "n-2"], name: "ёлки"),
      .collected("c-3", [], name: "Жуки"), .collected("c-5", ["n-2"], name: "елки"),
      .collected("c-4", ["n-1"], name: "ЁЛКИ"))

  func entry(_ id: String, _ name: String, _ count: Int) -> String {
    #"{"collection":"\#(id)","name":"\#(name)","cover":"\#(id).jpg","count":\#(count)}"#
  }

  @Test func `shows the largest first, then by name and id`() {
    let all = [
      entry("c-2", "ёлки", 2), entry("c-4", "ЁЛКИ", 1), entry("c-5", "елки", 1),
      entry("c-1", "Небо", 1), entry("c-3", "Жуки", 0),
    ]
    for locale in Language.allCases {
      #expect(
        story.show(NFTCatalogue.self, in: locale)
          == #"{"collections":[\#(all.joined(separator: ","))]}"#)
    }
    #expect(NFTStory().show(NFTCatalogue.self) == #"{"collections":[]}"#)
  }

  @Test func `is sorted by the query, else by the user's choice, else by count`() {
    func order(_ story: NFTStory, _ parameters: JSONObject) -> [String] {
      story.show(NFTCatalogue.self, parameters).values(of: "collection")
    }
    let byName = ["c-2", "c-4", "c-5", "c-3", "c-1"]
    let byCount = ["c-2", "c-4", "c-5", "c-1", "c-3"]
    #expect(order(story, ["sort": "name"]) == byName)
    #expect(order(story, ["user": "anna"]) == byCount)
    let chosen = story.then(
      .sorted(.catalogue(by: .name), by: "anna"), .sorted(.rating(by: .rating), by: "anna"))
    #expect(order(chosen, ["user": "anna"]) == byName)
    #expect(order(chosen, [:]) == byCount)
    #expect(order(chosen, ["user": "anna", "sort": "count"]) == byCount)
  }

  @Test func `matches names by whole characters, case ignored`() {
    func found(_ search: String) -> [String] {
      story.show(NFTCatalogue.self, ["search": .string(search)]).values(of: "collection")
    }
    #expect(found("ёлк") == ["c-2", "c-4"])
    #expect(found("ЕЛКИ ") == ["c-5"])
    #expect(found("и") == ["c-2", "c-4", "c-5", "c-3"])
    #expect(found("й") == [])
    #expect(found(" ") == found(""))
    #expect(found("").count == 5)
  }

  @Test func `counts all parts of a large collection`() {
    let large = story.then(.extended("c-1", ["n-2", "n-3", "n-4"]))
    #expect(
      large.show(NFTCatalogue.self, ["search": "небо"])
        == #"{"collections":[\#(entry("c-1", "Небо", 4))]}"#)
  }

  @Test func `requires existing users and known sort orders`() {
    #expect(story.show(NFTCatalogue.self, ["user": "boris"]) == "notFound: Пользователя boris нет")
    #expect(story.show(NFTCatalogue.self, ["sort": "price"]) == "invalidField: sort")
    #expect(story.show(NFTCatalogue.self, ["user": "a b"]) == "invalidField: user")
    #expect(story.show(NFTCatalogue.self, ["collection": "c-1"]) == "unknownField: collection")
  }
}

@Suite struct `The page of a collection` {
  let story = NFTStory(.registered("anna"), .registered("boris"))
    .then(
      .minted("n-1", rating: 5, price: "0.10"), .minted("n-2"), .minted("n-3", owner: "boris"),
      .collected("c-1", ["n-3", "n-1"], name: "Коты"), .extended("c-1", ["n-2"]))

  func page(_ cards: String...) -> String {
    """
    {"cover":"c-1.jpg","name":"Коты","description":"О котах","author":"Вера",\
    "website":"https://vera.example","nfts":[\(cards.joined(separator: ","))]}
    """
  }

  @Test func `shows its NFTs in their order`() {
    for locale in Language.allCases {
      #expect(
        story.show(NFTCollectionPage.self, ["collection": "c-1"], in: locale)
          == page(nftCard("n-3"), nftCard("n-1", rating: 5, price: "0.1"), nftCard("n-2")))
    }
  }

  @Test func `shows the viewer's likes and cart`() {
    let liked = story.then(
      .liked("n-3", by: "anna"), .added("n-1", by: "anna"), .added("n-2", by: "anna"),
      .liked("n-2", by: "anna"), .unliked("n-2", by: "anna"), .removed("n-2", by: "anna"),
      .added("n-2", by: "boris"))
    #expect(
      liked.show(NFTCollectionPage.self, ["collection": "c-1", "user": "anna"])
        == page(
          nftCard("n-3", liked: true), nftCard("n-1", rating: 5, price: "0.1", inCart: true),
          nftCard("n-2")))
    #expect(
      liked.show(NFTCollectionPage.self, ["collection": "c-1"])
        == page(nftCard("n-3"), nftCard("n-1", rating: 5, price: "0.1"), nftCard("n-2")))
  }

  @Test func `removes a sold NFT from all carts`() {
    for buyer in ["anna", "boris"] as [NFTUserID] {
      let sold = story.then(
        .added("n-1", by: "anna"), .added("n-1", by: "boris"), .added("n-2", by: "anna"),
        .started("o-1", ["n-1"], by: buyer), .confirmed("o-1", ["n-1"], by: buyer))
      #expect(
        sold.show(NFTCollectionPage.self, ["collection": "c-1", "user": "anna"])
          == page(
            nftCard("n-3"), nftCard("n-1", rating: 5, price: "0.1"), nftCard("n-2", inCart: true)))
    }
  }

  @Test func `requires an existing collection and an existing viewer`() {
    #expect(
      story.show(NFTCollectionPage.self, ["collection": "c-2"]) == "notFound: Коллекции c-2 нет")
    #expect(
      story.show(NFTCollectionPage.self, ["collection": "c-2"], in: .en)
        == "notFound: There is no collection c-2")
    #expect(
      story.show(NFTCollectionPage.self, ["collection": "c-1", "user": "gleb"], in: .en)
        == "notFound: There is no user gleb")
    #expect(story.show(NFTCollectionPage.self) == "missingField: collection")
  }
}

@Suite struct `One NFT` {
  let story = NFTStory(.registered("anna"), .registered("boris"))
    .then(
      .minted("n-1"), .minted("n-2", owner: "boris"), .collected("c-2", ["n-1"]),
      .collected("c-1", ["n-2"]), .extended("c-1", ["n-1"]))

  @Test func `is a card with its author, owner and collections, oldest first`() {
    for locale in Language.allCases {
      #expect(
        story.show(NFTItem.self, ["nft": "n-1"], in: locale)
          == openCard("n-1") + #","author":"Вера","owner":null,"collections":["c-2","c-1"]}"#)
    }
    #expect(
      story.show(NFTItem.self, ["nft": "n-2"])
        == openCard("n-2") + #","author":"Вера","owner":"boris","collections":["c-1"]}"#)
  }

  @Test func `shows the viewer's like and cart, and the owner once it is sold`() {
    let wanted = story.then(.liked("n-1", by: "anna"), .added("n-1", by: "anna"))
    #expect(
      wanted.show(NFTItem.self, ["nft": "n-1", "user": "anna"])
        == openCard("n-1", liked: true, inCart: true)
        + #","author":"Вера","owner":null,"collections":["c-2","c-1"]}"#)
    #expect(
      wanted.show(NFTItem.self, ["nft": "n-1", "user": "boris"])
        == story.show(NFTItem.self, ["nft": "n-1"]))
    let sold = wanted.then(
      .added("n-1", by: "boris"), .started("o-1", ["n-1"], by: "boris"),
      .confirmed("o-1", ["n-1"], by: "boris"))
    #expect(
      sold.show(NFTItem.self, ["nft": "n-1", "user": "anna"])
        == openCard("n-1", liked: true)
        + #","author":"Вера","owner":"boris","collections":["c-2","c-1"]}"#)
  }

  @Test func `must exist, and so must its viewer`() {
    #expect(story.show(NFTItem.self, ["nft": "n-3"]) == "notFound: NFT n-3 нет")
    #expect(
      story.show(NFTItem.self, ["nft": "n-3"], in: .en) == "notFound: There is no NFT n-3")
    #expect(
      story.show(NFTItem.self, ["nft": "n-1", "user": "gleb"])
        == "notFound: Пользователя gleb нет")
    #expect(
      story.then(.collected("c-3", [])).show(NFTItem.self, ["nft": "n-1"]).hasSuffix(
        #""collections":["c-2","c-1"]}"#))
  }
}
