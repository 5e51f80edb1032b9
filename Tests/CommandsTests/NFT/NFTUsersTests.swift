import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Registering in the NFT application` {
  @Test func `takes a name and, if one likes, a picture, a text and a site`() {
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

  @Test func `passes over what is empty and may be left out`() {
    Given<NFTUsers>().when(
      "nft.registerUser", by: "anna",
      ["name": "Анна", "avatar": "", "description": " ", "website": ""]
    ).then(.registered("anna", name: "Анна"))
  }

  @Test func `is done once, also after the profile was erased`() {
    let given = Given<NFTUsers>(.registered("anna"))
    given.when("nft.registerUser", by: "anna", ["name": "Анна"]).thenRefused(.alreadyRegistered)
    Given<NFTUsers>(.registered("anna").erased)
      .when("nft.registerUser", by: "anna", ["name": "Анна"]).thenRefused(.alreadyRegistered)
    given.when("nft.registerUser", by: "boris", ["name": "Анна"])
      .then(.registered("boris", name: "Анна"))
  }

  @Test func `needs a name, and URLs where URLs are`() {
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

  @Test func `changes what is named`() {
    given.when("nft.editProfile", by: "anna", ["name": " Аня "])
      .then(.edited("anna", name: "Аня")).answering()
    given.when(
      "nft.editProfile", by: "anna",
      ["avatar": "https://a.example/2.jpg", "website": "https://b.example"]
    ).then(.edited("anna", avatar: "https://a.example/2.jpg", website: "https://b.example"))
  }

  @Test func `clears with an empty text, but not the name`() {
    given.when(
      "nft.editProfile", by: "anna", ["website": "", "description": " ", "avatar": ""]
    ).then(.edited("anna", cleared: [.avatar, .description, .website]))
    given.when("nft.editProfile", by: "anna", ["website": "", "description": "Новое"])
      .then(.edited("anna", description: "Новое", cleared: [.website]))
    given.when("nft.editProfile", by: "anna", ["name": ""]).thenInvalid(.invalidField("name"))
  }

  @Test func `is recorded also when nothing changes`() {
    let edit = given.when("nft.editProfile", by: "anna", ["name": "Аня"])
    edit.thereafter.when("nft.editProfile", by: "anna", ["name": "Аня"])
      .then(.edited("anna", name: "Аня"))
  }

  @Test func `needs something to edit`() {
    let all = "name, avatar, description, website"
    given.when("nft.editProfile", by: "anna").thenInvalid(.missingField(all))
    given.when("nft.editProfile", by: "anna", ["name": .null]).thenInvalid(.missingField(all))
    given.when("nft.editProfile", by: "anna", ["avatar": "1.jpg"])
      .thenInvalid(.invalidField("avatar"))
  }

  @Test func `is for those who are registered`() {
    given.when("nft.editProfile", by: "boris", ["name": "Борис"])
      .thenRefused(.unknownUser("boris"))
  }
}

@Suite struct `Choosing a sort` {
  let given = Given<NFTUsers>(.registered("anna"))

  @Test func `takes the orders of each screen and no others`() {
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

  @Test func `names a screen that can be sorted`() {
    given.when("nft.chooseSort", by: "anna", ["screen": "favourites", "by": "name"])
      .thenInvalid(.invalidField("screen"))
    given.when("nft.chooseSort", by: "anna", ["screen": "cart"])
      .thenInvalid(.missingField("by"))
  }

  @Test func `is for those who are registered`() {
    given.when("nft.chooseSort", by: "boris", ["screen": "cart", "by": "name"])
      .thenRefused(.unknownUser("boris"))
  }
}
