import Domain
import EventEngine
import Projections
import TestSupport
import Testing

private let story = NFTStory(
  .registered("anna"), .registered("boris"), .minted("n-1", rating: 2, price: "3"),
  .minted("n-2", rating: 5, price: "1"), .minted("n-3", rating: 2, price: "2", owner: "anna"),
  .minted("n-4", rating: 2, price: "2"), .liked("n-2", by: "anna"), .liked("n-1", by: "anna"),
  .liked("n-3", by: "boris"), .added("n-4", by: "boris"), .added("n-2", by: "boris"),
  .added("n-1", by: "boris"), .added("n-1", by: "anna"))

/// The story after Boris has bought n-4 and n-2.
private let sold = story.then(
  .started("o-1", ["n-4", "n-2"], by: "boris"), .confirmed("o-1", ["n-4", "n-2"], by: "boris"))

@Suite struct `A user's own NFTs` {
  func own(_ card: String) -> String { card.dropLast() + #","author":"Вера"}"# }

  @Test func `are cards with their authors, the best first`() {
    let cards = [
      own(nftCard("n-2", rating: 5, price: "1", forSale: false)),
      own(nftCard("n-4", rating: 2, price: "2", forSale: false)),
    ]
    for locale in Language.allCases {
      #expect(
        sold.show(MyNFTs.self, ["user": "boris"], in: locale)
          == #"{"nfts":[\#(cards.joined(separator: ","))],"empty":false,"sort":"rating"}"#)
    }
    #expect(
      sold.then(.liked("n-3", by: "anna")).show(MyNFTs.self, ["user": "anna"])
        == """
        {"nfts":[\(own(nftCard("n-3", rating: 2, price: "2", liked: true, forSale: false)))],\
        "empty":false,"sort":"rating"}
        """)
    #expect(
      story.show(MyNFTs.self, ["user": "boris"]) == #"{"nfts":[],"empty":true,"sort":"rating"}"#)
  }

  @Test func `are sorted by the query, else by the user's choice, else by rating`() {
    let more = sold.then(.confirmed("o-2", ["n-1"], by: "boris"))
    func order(_ story: NFTStory, _ sort: String? = nil) -> [String] {
      var parameters: JSONObject = ["user": "boris"]
      if let sort { parameters["sort"] = .string(sort) }
      return story.show(MyNFTs.self, parameters).values(of: "nft")
    }
    #expect(order(more) == ["n-2", "n-1", "n-4"])
    #expect(order(more, "price") == ["n-2", "n-4", "n-1"])
    #expect(order(more, "name") == ["n-1", "n-2", "n-4"])
    let chosen = more.then(
      .sorted(.myNFTs(by: .price), by: "boris"), .sorted(.cart(by: .name), by: "boris"))
    #expect(order(chosen) == ["n-2", "n-4", "n-1"])
    #expect(order(chosen, "rating") == ["n-2", "n-1", "n-4"])
    #expect(chosen.show(MyNFTs.self, ["user": "boris"]).values(of: "sort") == ["price"])
    #expect(sold.show(MyNFTs.self, ["user": "anna", "sort": "count"]) == "invalidField: sort")
  }

  @Test func `disappear when another user buys them, and are last when bought back`() {
    func owned(_ story: NFTStory, _ user: JSONValue) -> [[String]] {
      [
        story.show(UserNFTs.self, ["user": user]).values(of: "nft"),
        story.show(MyNFTs.self, ["user": user, "sort": "name"]).values(of: "nft"),
      ]
    }
    let resold = sold.then(.started("o-2", ["n-4"], by: "anna"))
      .then(.confirmed("o-2", ["n-4"], by: "anna"))
    #expect(owned(resold, "boris") == [["n-2"], ["n-2"]])
    #expect(owned(resold, "anna") == [["n-3", "n-4"], ["n-3", "n-4"]])
    let back = resold.then(.started("o-3", ["n-4"], by: "boris"))
      .then(.confirmed("o-3", ["n-4"], by: "boris"))
    #expect(owned(back, "boris") == [["n-2", "n-4"], ["n-2", "n-4"]])
    #expect(owned(back, "anna") == [["n-3"], ["n-3"]])
  }

  @Test func `require an existing user`() {
    #expect(story.show(MyNFTs.self, ["user": "gleb"]) == "notFound: Пользователя gleb нет")
    #expect(story.show(MyNFTs.self) == "missingField: user")
  }
}

@Suite struct `Favourite NFTs` {
  @Test func `are in the order in which they were liked`() {
    let cards = [
      nftCard("n-2", rating: 5, price: "1", liked: true),
      nftCard("n-1", rating: 2, price: "3", liked: true, inCart: true),
    ]
    for locale in Language.allCases {
      #expect(
        story.show(FavouriteNFTs.self, ["user": "anna"], in: locale)
          == #"{"nfts":[\#(cards.joined(separator: ","))],"empty":false}"#)
    }
    let again = story.then(.unliked("n-2", by: "anna"), .liked("n-2", by: "anna"))
    #expect(
      again.show(FavouriteNFTs.self, ["user": "anna"]).values(of: "nft") == ["n-1", "n-2"])
    #expect(
      story.then(.unliked("n-3", by: "boris")).show(FavouriteNFTs.self, ["user": "boris"])
        == #"{"nfts":[],"empty":true}"#)
  }

  @Test func `stay favourites when others buy them, but leave the cart`() {
    let lost = story.then(.confirmed("o-1", ["n-1"], by: "boris"))
    #expect(
      lost.show(FavouriteNFTs.self, ["user": "anna"]) == """
        {"nfts":[\(nftCard("n-2", rating: 5, price: "1", liked: true)),\
        \(nftCard("n-1", rating: 2, price: "3", liked: true))],"empty":false}
        """)
  }

  @Test func `require an existing user`() {
    #expect(story.show(FavouriteNFTs.self, ["user": "gleb"]) == "notFound: Пользователя gleb нет")
    #expect(story.show(FavouriteNFTs.self) == "missingField: user")
  }
}

@Suite struct `The NFTs on a user's page` {
  @Test func `are in the order of acquisition, with the viewer's likes`() {
    let more = sold.then(.minted("n-5", rating: 4, owner: "boris"))
    func page(liked: Bool) -> String {
      """
      {"nfts":[\(nftCard("n-4", rating: 2, price: "2")),\
      \(nftCard("n-2", rating: 5, price: "1", liked: liked)),\(nftCard("n-5", rating: 4))]}
      """
    }
    for locale in Language.allCases {
      #expect(more.show(UserNFTs.self, ["user": "boris"], in: locale) == page(liked: false))
    }
    #expect(more.show(UserNFTs.self, ["user": "boris", "viewer": "anna"]) == page(liked: true))
    #expect(
      more.show(UserNFTs.self, ["user": "boris", "viewer": "boris"])
        == page(liked: false).replacing(#""forSale":true"#, with: #""forSale":false"#))
    #expect(story.show(UserNFTs.self, ["user": "boris"]) == #"{"nfts":[]}"#)
  }

  @Test func `can be put into the viewer's cart`() {
    let wanted = sold.then(.added("n-2", by: "anna"))
    let answer = wanted.show(UserNFTs.self, ["user": "boris", "viewer": "anna"])
    #expect(
      answer == """
        {"nfts":[\(nftCard("n-4", rating: 2, price: "2")),\
        \(nftCard("n-2", rating: 5, price: "1", liked: true, inCart: true))]}
        """)
    let reserved = wanted.then(.started("o-2", ["n-2"], by: "anna"))
    #expect(
      reserved.show(UserNFTs.self, ["user": "boris"]).contains(
        nftCard("n-2", rating: 5, price: "1", forSale: false)))
  }

  @Test func `require an existing user and an existing viewer`() {
    #expect(story.show(UserNFTs.self, ["user": "gleb"]) == "notFound: Пользователя gleb нет")
    #expect(
      story.show(UserNFTs.self, ["user": "anna", "viewer": "gleb"], in: .en)
        == "notFound: There is no user gleb")
    #expect(story.show(UserNFTs.self) == "missingField: user")
  }
}
