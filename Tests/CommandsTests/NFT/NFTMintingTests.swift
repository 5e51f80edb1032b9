import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Minting an NFT` {
  let given = Given<NFTMinting>(.registered("anna"), .minted("n-1"))

  func data(_ changes: JSONObject = [:]) -> JSONObject {
    var data: JSONObject = [
      "nft": "n-2", "name": "Кот", "image": "https://e.x/n-2.png", "rating": number("3"),
      "price": "1.50",
      "author": "Вера",
    ]
    for member in changes.members { data[member.key] = member.value }
    return data
  }

  @Test func `records an NFT that is for sale or has an owner`() {
    given.when("nft.mint", by: "admin", data())
      .then(.minted("n-2", name: "Кот")).answering(CommandValue("nft", "n-2"))
    given.when("nft.mint", by: "admin", data(["owner": "anna"]))
      .then(.minted("n-2", name: "Кот", owner: "anna"))
  }

  @Test func `generates a missing id`() {
    given.when("nft.mint", by: "admin", data(["nft": .null]))
      .answering(CommandValue("nft", "fresh-id"))
  }

  @Test func `trims its texts`() {
    given.when("nft.mint", by: "admin", data(["name": " Кот\n", "author": " Вера "]))
      .then(.minted("n-2", name: "Кот"))
  }

  @Test func `requires a new id and a registered owner`() {
    given.when("nft.mint", by: "admin", data(["nft": "n-1"]))
      .thenRefused(.alreadyExists(field: "nft", id: "n-1"))
    given.when("nft.mint", by: "admin", data(["owner": "boris"]))
      .thenRefused(.unknownUser("boris"))
    given.when("nft.mint", by: "admin", data(["nft": "n-1", "owner": "boris"]))
      .thenRefused(.unknownUser("boris"))
  }

  @Test func `requires zero to five stars`() {
    for rating in ["0", "5"] {
      given.when("nft.mint", by: "admin", data(["rating": number(rating)]))
        .then(
          .minted(
            "n-2", name: "Кот", rating: StarRating(rawValue: rating == "0" ? 0 : 5)))
    }
    for rating in [number("-1"), number("6"), number("4.5"), "5", .null] {
      let outcome = given.when("nft.mint", by: "admin", data(["rating": rating]))
      outcome.thenInvalid(rating == .null ? .missingField("rating") : .invalidField("rating"))
    }
  }

  @Test func `requires an exact price as a text`() {
    given.when("nft.mint", by: "admin", data(["price": "0"]))
      .then(.minted("n-2", name: "Кот", price: "0"))
    for price in [number("1.5"), number("1"), "1.", "-1", "1e3", "", "01", "1.0000000000000000000"]
    {
      given.when("nft.mint", by: "admin", data(["price": price]))
        .thenInvalid(.invalidField("price"))
    }
  }

  @Test func `requires the address of a picture`() {
    for image in ["n-2.png", "ftp://e.x/1.png", "https://", "https://e.x/a b.png", ""] {
      given.when("nft.mint", by: "admin", data(["image": .string(image)]))
        .thenInvalid(.invalidField("image"))
    }
  }

  @Test func `requires all texts and valid ids`() {
    for field in ["name", "image", "author"] {
      given.when("nft.mint", by: "admin", data([field: .null])).thenInvalid(.missingField(field))
      given.when("nft.mint", by: "admin", data([field: " "])).thenInvalid(.invalidField(field))
    }
    for field in ["nft", "owner"] {
      given.when("nft.mint", by: "admin", data([field: "n 1"])).thenInvalid(.invalidField(field))
    }
  }
}

@Suite struct `Creating a collection` {
  let given = Given<NFTMinting>(.minted("n-1"), .minted("n-2"), .collected("c-1", ["n-1"]))

  func data(_ changes: JSONObject = [:]) -> JSONObject {
    var data: JSONObject = [
      "collection": "c-2", "name": "Коты", "cover": "https://e.x/c-2.jpg", "description": "О котах",
      "author": "Вера", "website": "https://vera.example", "nfts": ["n-2", "n-1"],
    ]
    for member in changes.members { data[member.key] = member.value }
    return data
  }

  @Test func `keeps the order of its NFTs, which may be in other collections`() {
    given.when("nft.createCollection", by: "admin", data())
      .then(.collected("c-2", ["n-2", "n-1"], name: "Коты"))
      .answering(CommandValue("collection", "c-2"))
    given.when("nft.createCollection", by: "admin", data(["nfts": []]))
      .then(.collected("c-2", [], name: "Коты"))
    given.when("nft.createCollection", by: "admin", data(["collection": .null]))
      .answering(CommandValue("collection", "fresh-id"))
  }

  @Test func `continues in further events if one is too small for its NFTs`() {
    let nfts = (1...130).map { NFTID(rawValue: "m-\($0)") }
    given.and(nfts.map { .minted($0) })
      .when(
        "nft.createCollection", by: "admin",
        data(["nfts": .array(nfts.map { .string($0.rawValue) })])
      )
      .then(
        .collected("c-2", Array(nfts[..<60]), name: "Коты"),
        .extended("c-2", Array(nfts[60..<120])), .extended("c-2", Array(nfts[120...]))
      )
      .answering(CommandValue("collection", "c-2"))
  }

  @Test func `requires existing NFTs, then a new id`() {
    given.when("nft.createCollection", by: "admin", data(["nfts": ["n-1", "n-3"]]))
      .thenRefused(.unknownNFT("n-3"))
    given.when("nft.createCollection", by: "admin", data(["collection": "c-1", "nfts": ["n-3"]]))
      .thenRefused(.unknownNFT("n-3"))
    given.when("nft.createCollection", by: "admin", data(["collection": "c-1"]))
      .thenRefused(.alreadyExists(field: "collection", id: "c-1"))
  }

  @Test func `refuses duplicate NFTs, and requires all other fields`() {
    for nfts: JSONValue in [["n-1", "n-1"], "n-1", ["n 1"], [number("1")]] {
      given.when("nft.createCollection", by: "admin", data(["nfts": nfts]))
        .thenInvalid(.invalidField("nfts"))
    }
    for field in ["name", "cover", "description", "author", "website", "nfts"] {
      given.when("nft.createCollection", by: "admin", data([field: .null]))
        .thenInvalid(.missingField(field))
    }
    for field in ["website", "cover"] {
      for url in ["", "vera.example"] as [JSONValue] {
        given.when("nft.createCollection", by: "admin", data([field: url]))
          .thenInvalid(.invalidField(field))
      }
    }
  }
}

@Suite struct `Editing an NFT` {
  let given = Given<NFTMinting>(.minted("n-1"), .minted("n-2", owner: "anna"))

  @Test func `changes only the given fields, also of a sold NFT`() {
    given.when("nft.editNFT", by: "admin", ["nft": "n-1", "price": "2.50"])
      .then(.nftEdited("n-1", price: "2.5")).answering()
    given.when(
      "nft.editNFT", by: "admin",
      [
        "nft": "n-2", "name": " Кот ", "image": "https://e.x/2.png", "rating": number("0"),
        "price": "0", "author": "Глеб",
      ]
    ).then(
      .nftEdited(
        "n-2", name: "Кот", image: "https://e.x/2.png", rating: 0, price: "0", author: "Глеб"))
  }

  @Test func `is recorded even if nothing changes`() {
    given.when("nft.editNFT", by: "admin", ["nft": "n-1", "name": "n-1"]).thereafter
      .when("nft.editNFT", by: "admin", ["nft": "n-1", "name": "n-1"])
      .then(.nftEdited("n-1", name: "n-1"))
  }

  @Test func `requires an existing NFT and a field, and clears none`() {
    given.when("nft.editNFT", by: "admin", ["nft": "n-3", "name": "Кот"])
      .thenRefused(.unknownNFT("n-3"))
    given.when("nft.editNFT", by: "admin", ["nft": "n-1"])
      .thenInvalid(.missingField("name, image, rating, price, author"))
    for field in ["name", "image", "rating", "price", "author"] {
      let data = JSONObject([.init(key: "nft", value: "n-1"), .init(key: field, value: "")])
      given.when("nft.editNFT", by: "admin", data).thenInvalid(.invalidField(field))
    }
    given.when("nft.editNFT", by: "admin", ["nft": "n-1", "rating": number("6")])
      .thenInvalid(.invalidField("rating"))
  }
}

@Suite struct `Editing a collection` {
  let given = Given<NFTMinting>(
    .minted("n-1"), .minted("n-2"), .collected("c-1", ["n-1"]))

  @Test func `changes only the given fields`() {
    given.when("nft.editCollection", by: "admin", ["collection": "c-1", "name": "Коты"])
      .then(.collectionEdited("c-1", name: "Коты")).answering()
    given.when(
      "nft.editCollection", by: "admin",
      [
        "collection": "c-1", "cover": "https://e.x/2.jpg", "description": "И коты",
        "author": "Глеб", "website": "https://gleb.example", "nfts": ["n-2", "n-1"],
      ]
    ).then(
      .collectionEdited(
        "c-1", ["n-2", "n-1"], cover: "https://e.x/2.jpg", description: "И коты", author: "Глеб",
        website: "https://gleb.example"))
    given.when("nft.editCollection", by: "admin", ["collection": "c-1", "nfts": []])
      .then(.collectionEdited("c-1", []))
  }

  @Test func `continues in further events if one is too small for its NFTs`() {
    let nfts = (1...70).map { NFTID(rawValue: "m-\($0)") }
    given.and(nfts.map { .minted($0) })
      .when(
        "nft.editCollection", by: "admin",
        ["collection": "c-1", "nfts": .array(nfts.map { .string($0.rawValue) })]
      )
      .then(
        .collectionEdited("c-1", Array(nfts[..<60])), .extended("c-1", Array(nfts[60...])))
  }

  @Test func `requires an existing collection, then existing NFTs`() {
    given.when("nft.editCollection", by: "admin", ["collection": "c-2", "nfts": ["n-3"]])
      .thenRefused(.unknownCollection("c-2"))
    given.when("nft.editCollection", by: "admin", ["collection": "c-1", "nfts": ["n-1", "n-3"]])
      .thenRefused(.unknownNFT("n-3"))
  }

  @Test func `requires a field, and clears none`() {
    given.when("nft.editCollection", by: "admin", ["collection": "c-1"])
      .thenInvalid(.missingField("name, cover, description, author, website, nfts"))
    for field in ["name", "cover", "description", "author", "website", "nfts"] {
      let data = JSONObject([.init(key: "collection", value: "c-1"), .init(key: field, value: "")])
      given.when("nft.editCollection", by: "admin", data).thenInvalid(.invalidField(field))
    }
    given.when("nft.editCollection", by: "admin", ["collection": "c-1", "nfts": ["n-1", "n-1"]])
      .thenInvalid(.invalidField("nfts"))
  }
}

@Suite struct `Preparing the shop` {
  let given = Given<NFTShop>(.currency("BTC"))

  @Test func `adds each currency once`() {
    let data: JSONObject = ["currency": "ETH", "name": "Ethereum", "image": "https://e.x/ETH.png"]
    given.when("nft.addCurrency", by: "admin", data).then(.currency("ETH", name: "Ethereum"))
      .answering(CommandValue("currency", "ETH"))
    given.when(
      "nft.addCurrency", by: "admin",
      ["currency": "BTC", "name": "Биткоин", "image": "https://e.x/b.png"]
    ).thenRefused(.currencyExists)
    given.when(
      "nft.addCurrency", by: "admin",
      ["currency": "btc", "name": "Биткоин", "image": "https://e.x/btc.png"]
    ).then(.currency("btc", name: "Биткоин"))
  }

  @Test func `requires a currency's id, name and image`() {
    let whole: JSONObject = ["currency": "ETH", "name": "Ethereum", "image": "https://e.x/ETH.png"]
    for field in whole.keys {
      var data = whole
      data[field] = .null
      given.when("nft.addCurrency", by: "admin", data).thenInvalid(.missingField(field))
    }
  }

  @Test func `requires the address of a currency's picture`() {
    given.when(
      "nft.addCurrency", by: "admin", ["currency": "ETH", "name": "Ethereum", "image": "ETH.png"]
    ).thenInvalid(.invalidField("image"))
  }

  @Test func `edits a currency in parts`() {
    given.when("nft.editCurrency", by: "admin", ["currency": "BTC", "name": " Биткоин "])
      .then(.currencyEdited("BTC", name: "Биткоин")).answering()
    given.when(
      "nft.editCurrency", by: "admin", ["currency": "BTC", "image": "https://e.x/2.png"]
    ).then(.currencyEdited("BTC", image: "https://e.x/2.png"))
    given.when("nft.editCurrency", by: "admin", ["currency": "ETH", "name": "Эфир"])
      .thenRefused(.unknownCurrency("ETH"))
    given.when("nft.editCurrency", by: "admin", ["currency": "BTC"])
      .thenInvalid(.missingField("name, image"))
    for field in ["name", "image"] {
      given.when(
        "nft.editCurrency", by: "admin",
        JSONObject([
          .init(key: "currency", value: "BTC"), .init(key: field, value: ""),
        ])
      )
      .thenInvalid(.invalidField(field))
    }
  }

  @Test func `sets the agreement any number of times`() {
    let set = given.when("nft.setAgreement", by: "admin", ["url": "https://a.example"])
      .then(.agreement("https://a.example")).answering()
    set.thereafter.when("nft.setAgreement", by: "admin", ["url": "https://a.example"])
      .then(.agreement("https://a.example"))
    for url in ["", "a.example"] as [JSONValue] {
      given.when("nft.setAgreement", by: "admin", ["url": url]).thenInvalid(.invalidField("url"))
    }
  }
}
