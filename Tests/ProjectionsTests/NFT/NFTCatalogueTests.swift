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
    #"{"collection":"\#(id)","name":"\#(name)","cover":"https://e.x/\#(id).jpg","count":\#(count)}"#
  }

  @Test func `shows the largest first, then by name and id`() {
    let all = [
      entry("c-2", "ёлки", 2), entry("c-4", "ЁЛКИ", 1), entry("c-5", "елки", 1),
      entry("c-1", "Небо", 1), entry("c-3", "Жуки", 0),
    ]
    for locale in Language.allCases {
      #expect(
        story.show(NFTCatalogue.self, in: locale)
          == #"{"collections":[\#(all.joined(separator: ","))],"sort":"count"}"#)
    }
    #expect(NFTStory().show(NFTCatalogue.self) == #"{"collections":[],"sort":"count"}"#)
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
    func sort(_ parameters: JSONObject) -> [String] {
      chosen.show(NFTCatalogue.self, parameters).values(of: "sort")
    }
    #expect(sort(["user": "anna"]) == ["name"])
    #expect(sort(["user": "anna", "sort": "count"]) == ["count"])
    #expect(sort([:]) == ["count"])
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
        == #"{"collections":[\#(entry("c-1", "Небо", 4))],"sort":"count"}"#)
  }

  @Test func `shows edited collections, with unchanged values for members that the edit omits`() {
    let edited = story.then(
      .collectionEdited("c-3", name: "Небеса", cover: "https://e.x/2.jpg"),
      .collectionEdited("c-1", ["n-2", "n-1"]), .extended("c-1", ["n-3"]),
      .collectionEdited("c-2", []))
    #expect(
      edited.show(NFTCatalogue.self, ["search": "неб"]) == """
        {"collections":[\(entry("c-1", "Небо", 3)),{"collection":"c-3","name":"Небеса",\
        "cover":"https://e.x/2.jpg","count":0}],"sort":"count"}
        """)
    #expect(
      edited.show(NFTCatalogue.self, ["search": "ёлки"])
        == #"{"collections":[\#(entry("c-4", "ЁЛКИ", 1)),\#(entry("c-2", "ёлки", 0))],"sort":"count"}"#
    )
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
    {"cover":"https://e.x/c-1.jpg","name":"Коты","description":"О котах","author":"Вера",\
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
            nftCard("n-3"), nftCard("n-1", rating: 5, price: "0.1", forSale: buyer != "anna"),
            nftCard("n-2", inCart: true)))
    }
  }

  @Test func `shows the viewer which NFTs may be bought`() {
    func forSale(_ story: NFTStory, to viewer: String?) -> [Bool] {
      var parameters: JSONObject = ["collection": "c-1"]
      if let viewer { parameters["user"] = .string(viewer) }
      let answer = story.show(NFTCollectionPage.self, parameters)
      return answer.matches(of: #/"forSale":(true|false)/#).map { $0.1 == "true" }
    }
    // In the order n-3 (Boris's own), n-1, n-2.
    let reserved = story.then(.started("o-1", ["n-1"], by: "anna"))
    for story in [reserved, reserved.then(.failed("o-1", by: "anna"))] {
      #expect(forSale(story, to: nil) == [true, false, true])
      #expect(forSale(story, to: "anna") == [true, true, true])
      #expect(forSale(story, to: "boris") == [false, false, true])
    }
    let failed = reserved.then(.failed("o-1", by: "anna"))
    for free in [
      failed.then(.cancelled("o-1", ["n-1"], by: "anna")),
      failed.then(.expired("o-1", ["n-1"], by: "anna")),
    ] {
      #expect(forSale(free, to: nil) == [true, true, true])
      #expect(forSale(free, to: "boris") == [false, true, true])
    }
    let sold = reserved.then(.confirmed("o-1", ["n-1"], by: "anna"))
    #expect(forSale(sold, to: nil) == [true, true, true])
    #expect(forSale(sold, to: "anna") == [true, false, true])
    #expect(forSale(sold, to: "boris") == [false, true, true])
  }

  @Test func `shows edits of the collection and of its NFTs`() {
    let edited = story.then(
      .collectionEdited("c-1", ["n-2"], name: "Котики", author: "Глеб"),
      .extended("c-1", ["n-1"]), .nftEdited("n-2", rating: 1, price: "2"))
    #expect(
      edited.show(NFTCollectionPage.self, ["collection": "c-1"]) == """
        {"cover":"https://e.x/c-1.jpg","name":"Котики","description":"О котах","author":"Глеб",\
        "website":"https://vera.example","nfts":[\(nftCard("n-2", rating: 1, price: "2")),\
        \(nftCard("n-1", rating: 5, price: "0.1"))]}
        """)
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

  @Test func `is in the collections that contain it now, the oldest collection first`() {
    func collections(_ story: NFTStory) -> String {
      let answer = story.show(NFTItem.self, ["nft": "n-1"])
      return String(answer.firstMatch(of: #/"collections":(\[.*\])/#)?.1 ?? "")
    }
    #expect(collections(story.then(.collectionEdited("c-2", name: "Коты"))) == #"["c-2","c-1"]"#)
    let gone = story.then(.collectionEdited("c-2", ["n-2"]))
    #expect(collections(gone) == #"["c-1"]"#)
    #expect(collections(gone.then(.collectionEdited("c-1", []))) == "[]")
    #expect(collections(gone.then(.collectionEdited("c-2", ["n-1"]))) == #"["c-2","c-1"]"#)
  }

  @Test func `shows its latest texts and price`() {
    let edited = story.then(
      .nftEdited("n-2", name: "Кот", image: "https://e.x/2.png", author: "Глеб"),
      .nftEdited("n-2", rating: 0, price: "0"))
    #expect(
      edited.show(NFTItem.self, ["nft": "n-2"]) == """
        {"nft":"n-2","name":"Кот","image":"https://e.x/2.png","rating":0,"price":"0",\
        "liked":false,"inCart":false,"forSale":true,"author":"Глеб","owner":"boris",\
        "collections":["c-1"]}
        """)
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
