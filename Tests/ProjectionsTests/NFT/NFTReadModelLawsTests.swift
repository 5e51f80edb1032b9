import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// What holds for every read model, on stories told by chance.
@Suite struct `Every NFT read model` {
  static let all: [any Projection<NFTEvent>.Type] = [
    NFTCatalogue.self, NFTCollectionPage.self, NFTItem.self, NFTCart.self, NFTCurrencies.self,
    NFTOrders.self, NFTProfile.self, MyNFTs.self, FavouriteNFTs.self, NFTRating.self,
    NFTUser.self, UserNFTs.self,
  ]

  typealias Question = (model: any Projection<NFTEvent>.Type, parameters: JSONObject)

  static let parameters: [Question] = {
    var questions: [Question] = [
      (NFTCatalogue.self, [:]), (NFTCatalogue.self, ["user": "anna"]),
      (NFTCollectionPage.self, ["collection": "c-1"]),
      (NFTCollectionPage.self, ["collection": "c-1", "user": "vera"]),
      (NFTCollectionPage.self, ["collection": "c-2", "user": "anna"]),
      (NFTItem.self, ["nft": "n-1"]), (NFTItem.self, ["nft": "n-3", "user": "anna"]),
      (NFTCurrencies.self, [:]), (NFTRating.self, [:]), (NFTRating.self, ["user": "boris"]),
      (UserNFTs.self, ["user": "boris", "viewer": "anna"]),
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

  /// What users may do by chance, and then everything else that can be recorded.
  static let stories = (1...3 as ClosedRange<UInt64>).map { seed in
    var walk = NFTWalk(seed: seed)
    while walk.events.count < 90 { walk.step() }
    let minted = walk.events.prefix(70).compactMap { event -> NFTID? in
      if case .minted(let fact) = event { fact.nft } else { nil }
    }
    return NFTStory().then(by: "anna", Array(walk.events.prefix(70)))
      .then(
        .collected("c-1", Array(minted.prefix(5))), .extended("c-1", Array(minted.dropFirst(5))),
        .collected("c-2", minted.reversed()), .agreement("https://a.example"),
        .sorted(.cart(by: .price), by: "anna"), .sorted(.catalogue(by: .name), by: "anna"),
        .sorted(.rating(by: .name), by: "boris"), .sorted(.myNFTs(by: .name), by: "vera"),
        .edited("anna", name: "Аня", website: "https://a.example", cleared: [.avatar])
      ).then(by: "boris", Array(walk.events.dropFirst(70)))
  }

  @Test(arguments: all)
  func `names every type of fact it folds`(_ model: any Projection<NFTEvent>.Type) {
    checkFactTypes(model)
  }

  private func checkFactTypes<P: Projection<NFTEvent>>(_ model: P.Type) {
    for story in Self.stories {
      #expect(story.fold(P.self, .of(P.State.factTypes)) == story.fold(P.self))
      for (other, members) in Self.parameters where other == model {
        guard let parameters = try? story.read(P.self, members) else { continue }
        let facts = story.narrowFold(P.self, parameters).facts(for: parameters)
        #expect(facts.items.allSatisfy { !$0.types.isEmpty })
        #expect(facts.items.flatMap(\.types).allSatisfy(P.State.factTypes.contains))
      }
    }
  }

  // `show` compares the answer with those of narrower folds and of snapshots.
  @Test func `answers from the facts it names as from everything, at many positions`() {
    for story in Self.stories {
      for count in stride(from: 0, through: story.events.count, by: 11) {
        for (model, parameters) in Self.parameters {
          #expect(!show(model, parameters, story.cut(to: count)).isEmpty)
          #expect(!show(model, parameters, story.cut(to: count).erased).isEmpty)
        }
      }
    }
  }

  private func show<P: Projection<NFTEvent>>(
    _ model: P.Type, _ parameters: JSONObject, _ story: NFTStory
  ) -> String { story.show(P.self, parameters) }

  @Test(arguments: all)
  func `goes on from a snapshot as if there were none`(_ model: any Projection<NFTEvent>.Type) {
    for story in Self.stories.prefix(2) { story.checkSnapshots(model, every: 5) }
  }

  @Test(arguments: all)
  func `names all answers that an event changes, if it has parameters to name`(
    _ model: any Projection<NFTEvent>.Type
  ) { checkKeys(model) }

  private func checkKeys<P: Projection<NFTEvent>>(_ model: P.Type) {
    let isKeyed = P.shape.fields.contains { $0.isRequired }
    for (other, members) in Self.parameters where other == model && members.members.count == 1 {
      for story in Self.stories {
        var state = P.State()
        for event in story.events {
          let before = story.answer(P(state), members)
          state.apply(event)
          let keys = story.keys(P.self, touchedBy: event)
          if !isKeyed { #expect(keys.isEmpty) }
          if !isKeyed { continue }
          #expect(
            before == story.answer(P(state), members) || keys.contains(members),
            "\(members) at \(event.position)")
        }
      }
    }
  }

  @Test func `agrees with the others about carts, orders and owners`() {
    for story in Self.stories {
      var owned = 0
      for user in ["anna", "boris", "vera"] as [JSONValue] {
        let key: JSONObject = ["user": user]
        let cart = story.show(NFTCart.self, key)
        if cart.hasPrefix("notFound") { continue }
        let prices = cart.values(of: "price").map { Ether(stringLiteral: $0) }
        #expect(cart.values(of: "total") == [prices.total.description])
        #expect(cart.contains(#""count":\#(prices.count),"#))
        for nft in cart.values(of: "nft") {
          #expect(story.show(NFTItem.self, ["nft": .string(nft)]).contains(#""owner":null"#))
        }
        let mine = story.show(MyNFTs.self, key).values(of: "nft")
        #expect(mine.sorted() == story.show(UserNFTs.self, key).values(of: "nft").sorted())
        #expect(story.show(NFTProfile.self, key).contains(#""owned":\#(mine.count),"#))
        #expect(story.show(NFTUser.self, key).contains(#""count":\#(mine.count)}"#))
        owned += mine.count
      }
      #expect(owned > 0)
    }
  }
}

/// More NFTs than a query names one by one.
@Suite struct `A read model of very many NFTs` {
  @Test func `answers from the facts it names as from everything`() {
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
      sold.show(NFTCart.self, ["user": "boris"]) == #"{"items":[],"count":0,"total":"0"}"#)
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
