import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Registering in the NFT application` {
  @Test func `accepts a name and optional picture, text and site`() {
    Given<NFTUsers>().when("nft.registerUser", by: "anna", ["name": "Анна"])
      .then(.registered("anna", name: "Анна")).answering()
    Given<NFTUsers>().when(
      "nft.registerUser", by: "anna",
      [
        "name": " Анна ", "avatar": "https://a.example/1.jpg", "description": "\tКоты\n",
        "website": "http://анна.рф",
      ]
    ).then(
      .registered(
        "anna", name: "Анна", avatar: "https://a.example/1.jpg", description: "Коты",
        website: "http://анна.рф"))
  }

  @Test func `ignores empty optional fields`() {
    Given<NFTUsers>().when(
      "nft.registerUser", by: "anna",
      ["name": "Анна", "avatar": "", "description": " ", "website": ""]
    ).then(.registered("anna", name: "Анна"))
  }

  @Test func `works once, even after the profile was erased`() {
    let given = Given<NFTUsers>(.registered("anna"))
    given.when("nft.registerUser", by: "anna", ["name": "Анна"]).thenRefused(.alreadyRegistered)
    Given<NFTUsers>(.registered("anna").erased)
      .when("nft.registerUser", by: "anna", ["name": "Анна"]).thenRefused(.alreadyRegistered)
    given.when("nft.registerUser", by: "boris", ["name": "Анна"])
      .then(.registered("boris", name: "Анна"))
  }

  @Test func `requires a name and valid URLs`() {
    let given = Given<NFTUsers>()
    given.when("nft.registerUser", by: "anna").thenInvalid(.missingField("name"))
    given.when("nft.registerUser", by: "anna", ["name": "  "]).thenInvalid(.invalidField("name"))
    for field in ["avatar", "website"] {
      given.when(
        "nft.registerUser", by: "anna",
        JSONObject([
          .init(key: "name", value: "Анна"), .init(key: field, value: "ftp://a.example"),
        ])
      ).thenInvalid(.invalidField(field))
    }
  }
}

@Suite struct `Editing a profile` {
  let given = Given<NFTUsers>(.registered("anna"))

  @Test func `changes only the given fields`() {
    given.when("nft.editProfile", by: "anna", ["name": " Аня "])
      .then(.edited("anna", name: "Аня")).answering()
    given.when(
      "nft.editProfile", by: "anna",
      ["avatar": "https://a.example/2.jpg", "website": "https://b.example"]
    ).then(.edited("anna", avatar: "https://a.example/2.jpg", website: "https://b.example"))
  }

  @Test func `clears a field with an empty text, except the name`() {
    given.when(
      "nft.editProfile", by: "anna", ["website": "", "description": " ", "avatar": ""]
    ).then(.edited("anna", cleared: [.avatar, .description, .website]))
    given.when("nft.editProfile", by: "anna", ["website": "", "description": "Новое"])
      .then(.edited("anna", description: "Новое", cleared: [.website]))
    given.when("nft.editProfile", by: "anna", ["name": ""]).thenInvalid(.invalidField("name"))
  }

  @Test func `is recorded even if nothing changes`() {
    let edit = given.when("nft.editProfile", by: "anna", ["name": "Аня"])
    edit.thereafter.when("nft.editProfile", by: "anna", ["name": "Аня"])
      .then(.edited("anna", name: "Аня"))
  }

  @Test func `requires at least one field`() {
    let all = "name, avatar, description, website"
    given.when("nft.editProfile", by: "anna").thenInvalid(.missingField(all))
    given.when("nft.editProfile", by: "anna", ["name": .null]).thenInvalid(.missingField(all))
    given.when("nft.editProfile", by: "anna", ["avatar": "1.jpg"])
      .thenInvalid(.invalidField("avatar"))
  }

  @Test func `requires a registered user`() {
    given.when("nft.editProfile", by: "boris", ["name": "Борис"])
      .thenRefused(.unknownUser("boris"))
  }
}

@Suite struct `Choosing a sort` {
  let given = Given<NFTUsers>(.registered("anna"))

  @Test func `accepts exactly the orders of each screen`() {
    let screens: [(String, [String], (String) -> SortChoice?)] = [
      (
        "catalogue", ["name", "count"],
        { CatalogueSort(rawValue: $0).map { .catalogue(by: $0) } }
      ),
      ("cart", ["price", "rating", "name"], { NFTListSort(rawValue: $0).map { .cart(by: $0) } }),
      (
        "myNFTs", ["price", "rating", "name"],
        { NFTListSort(rawValue: $0).map { .myNFTs(by: $0) } }
      ),
      ("rating", ["name", "rating"], { RatingSort(rawValue: $0).map { .rating(by: $0) } }),
    ]
    for (screen, orders, choice) in screens {
      for by in ["name", "count", "price", "rating", "Name", ""] {
        let outcome = given.when(
          "nft.chooseSort", by: "anna", ["screen": .string(screen), "by": .string(by)])
        if orders.contains(by), let choice = choice(by) {
          outcome.then(.sorted(choice, by: "anna")).answering()
        } else {
          outcome.thenInvalid(.invalidField("by"))
        }
      }
    }
  }

  @Test func `requires a sortable screen`() {
    given.when("nft.chooseSort", by: "anna", ["screen": "favourites", "by": "name"])
      .thenInvalid(.invalidField("screen"))
    given.when("nft.chooseSort", by: "anna", ["screen": "cart"])
      .thenInvalid(.missingField("by"))
  }

  @Test func `requires a registered user`() {
    given.when("nft.chooseSort", by: "boris", ["screen": "cart", "by": "name"])
      .thenRefused(.unknownUser("boris"))
  }
}
