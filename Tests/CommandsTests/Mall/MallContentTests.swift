import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `The objects of the mall` {
  private let given = Given<MallObjects>(.published("nike"))
  private let data: JSONObject = [
    "object": "nike", "category": "shops", "subcategory": "Одежда и обувь", "name": "Nike",
    "aliases": ["найк"], "floor": .whole(2), "site": "https://nike.com", "logo": "nike.png",
    "description": "Спортивная одежда и обувь",
  ]

  @Test func `are published with or without an id`() {
    Given<MallObjects>().when("mall.publishObject", by: "admin", data)
      .then(.published("nike")).answering(CommandValue("object", "nike"))
    let bare: JSONObject = [
      "category": "food", "name": "Кафе", "floor": .whole(-1), "logo": "k.png",
      "description": "Кофе", "site": "", "subcategory": " ",
    ]
    Given<MallObjects>().when("mall.publishObject", by: "admin", bare)
      .then(
        .published(
          "fresh-id",
          MallObjectContent(
            category: .food, subcategory: nil, name: "Кафе", aliases: [], floor: -1, site: nil,
            logo: "k.png", description: "Кофе", onHome: false)))
  }

  @Test func `never share an id, not even with a withdrawn object`() {
    given.when("mall.publishObject", by: "admin", data)
      .thenRefused(.alreadyExists(field: "object", id: "nike"))
    given.and(.withdrawn("nike")).when("mall.publishObject", by: "admin", data)
      .thenRefused(.alreadyExists(field: "object", id: "nike"))
  }

  @Test func `change only in the edited fields`() {
    var changed = MallObjectContent.nike
    changed.floor = 3
    changed.onHome = true
    given.when(
      "mall.editObject", by: "admin", ["object": "nike", "floor": .whole(3), "onHome": .bool(true)]
    )
    .then(.edited("nike", changed))
    changed = .nike
    changed.site = nil
    changed.subcategory = nil
    changed.aliases = []
    given.when(
      "mall.editObject", by: "admin",
      ["object": "nike", "site": "", "subcategory": "", "aliases": .array([])]
    )
    .then(.edited("nike", changed))
    given.when("mall.editObject", by: "admin", ["object": "nike", "name": "Nike"])
      .then(.edited("nike", .nike))
  }

  @Test func `can't lose required fields, and an edit requires a field`() {
    for field in ["name", "logo", "description", "category"] {
      given.when(
        "mall.editObject", by: "admin",
        JSONObject([.init(key: "object", value: "nike"), .init(key: field, value: "")])
      )
      .thenInvalid(.invalidField(field))
    }
    given.when("mall.editObject", by: "admin", ["object": "nike"])
      .thenInvalid(
        .missingField(
          "category, subcategory, name, aliases, floor, site, logo, description, onHome"))
    given.when("mall.editObject", by: "admin", ["object": "nike", "site": "nike.com"])
      .thenInvalid(.invalidField("site"))
  }

  @Test func `are not found after withdrawal`() {
    let withdrawn = given.and(.withdrawn("nike"))
    for object in ["nike", "puma"] {
      withdrawn.when("mall.editObject", by: "admin", ["object": .string(object), "name": "N"])
        .thenRefused(.notFound(.object))
      withdrawn.when("mall.withdrawObject", by: "admin", ["object": .string(object)])
        .thenRefused(.notFound(.object))
    }
  }

  @Test func `are withdrawn together with their offers`() {
    var elsewhere = OfferContent.socks
    elsewhere.object = "puma"
    let offers = given.and(
      .published("puma"), .offered("socks"), .offered("cap"), .offered("bag"),
      .withdrawn("bag", of: "nike"), .reoffered("cap", elsewhere, movedFrom: "nike"))
    offers.when("mall.withdrawObject", by: "admin", ["object": "nike"])
      .then(.withdrawn("nike"), .withdrawn("socks", of: "nike"))
    offers.when("mall.withdrawObject", by: "admin", ["object": "puma"])
      .then(.withdrawn("puma"), .withdrawn("cap", of: "puma"))
  }
}

@Suite struct `The offers of the mall` {
  private let given = Given<MallOffers>(.published("nike"), .published("puma"), .offered("socks"))
  private let data: JSONObject = [
    "offer": "socks", "object": "nike", "title": "Носки в подарок", "price": .whole(40),
    "image": "socks.png", "disclaimer": "Количество ограничено",
    "description": "Пара спортивных носков", "terms": "Одна пара на покупателя",
    "confirmation": "Покажите экран продавцу", "onHome": .bool(true),
  ]

  private func with(_ name: String, _ value: JSONValue) -> JSONObject {
    JSONObject(data.members.map { $0.key == name ? .init(key: name, value: value) : $0 })
  }

  @Test func `are published for an existing object`() {
    let given = Given<MallOffers>(.published("nike"))
    given.when("mall.publishOffer", by: "admin", data)
      .then(.offered("socks")).answering(CommandValue("offer", "socks"))
    given.when("mall.publishOffer", by: "admin", with("object", "puma"))
      .thenRefused(.notFound(.object))
    given.and(.withdrawn("nike")).when("mall.publishOffer", by: "admin", data)
      .thenRefused(.notFound(.object))
  }

  @Test func `never share an id`() {
    given.when("mall.publishOffer", by: "admin", data)
      .thenRefused(.alreadyExists(field: "offer", id: "socks"))
    given.and(.withdrawn("socks", of: "nike")).when("mall.publishOffer", by: "admin", data)
      .thenRefused(.alreadyExists(field: "offer", id: "socks"))
  }

  @Test func `cost zero or more points`() {
    given.when("mall.publishOffer", by: "admin", with("price", .whole(-1)))
      .thenInvalid(.invalidField("price"))
    given.when("mall.publishOffer", by: "admin", with("price", "40"))
      .thenInvalid(.invalidField("price"))
  }

  @Test func `change only in the edited fields, including the object`() {
    var changed = OfferContent.socks
    changed.price = 0
    given.when("mall.editOffer", by: "admin", ["offer": "socks", "price": .whole(0)])
      .then(.reoffered("socks", changed))
    changed = .socks
    changed.object = "puma"
    given.when("mall.editOffer", by: "admin", ["offer": "socks", "object": "puma"])
      .then(.reoffered("socks", changed, movedFrom: "nike"))
    given.when("mall.editOffer", by: "admin", ["offer": "socks", "object": "nike"])
      .then(.reoffered("socks", .socks))
    given.when("mall.editOffer", by: "admin", ["offer": "socks", "object": "adidas"])
      .thenRefused(.notFound(.object))
    given.when("mall.editOffer", by: "admin", ["offer": "socks"])
      .thenInvalid(
        .missingField(
          "object, title, price, image, disclaimer, description, terms, confirmation, onHome"))
    given.when("mall.editOffer", by: "admin", ["offer": "socks", "terms": ""])
      .thenInvalid(.invalidField("terms"))
  }

  @Test func `are not found after withdrawal`() {
    let withdrawn = given.when("mall.withdrawOffer", by: "admin", ["offer": "socks"])
      .then(.withdrawn("socks", of: "nike")).thereafter
    for offer in ["socks", "hat"] {
      withdrawn.when("mall.editOffer", by: "admin", ["offer": .string(offer), "object": "adidas"])
        .thenRefused(.notFound(.offer))
      withdrawn.when("mall.withdrawOffer", by: "admin", ["offer": .string(offer)])
        .thenRefused(.notFound(.offer))
    }
  }
}

@Suite struct `News and promotions` {
  private let given = Given<MallNews>(.published(news: "opening"), .published(news: "sale", .sale))
  private let data: JSONObject = [
    "news": "sale", "kind": "promotion", "title": "Скидки выходного дня", "image": "sale.png",
    "description": "Только до конца месяца", "validUntil": "2026-05-31",
  ]

  @Test func `are published`() {
    Given<MallNews>().when("mall.publishNews", by: "admin", data)
      .then(.published(news: "sale", .sale)).answering(CommandValue("news", "sale"))
    given.when("mall.publishNews", by: "admin", data)
      .thenRefused(.alreadyExists(field: "news", id: "sale"))
  }

  @Test func `only promotions end on a day`() {
    let news = JSONObject(
      data.members.map { $0.key == "kind" ? .init(key: "kind", value: "news") : $0 })
    given.when("mall.publishNews", by: "admin", news).thenInvalid(.invalidField("validUntil"))
    given.when("mall.editNews", by: "admin", ["news": "opening", "validUntil": "2026-06-01"])
      .thenRefused(.validityOfNews)
    given.when(
      "mall.editNews", by: "admin", ["news": "nothing", "kind": "news", "validUntil": "2026-06-01"]
    )
    .thenInvalid(.invalidField("validUntil"))
    given.when("mall.editNews", by: "admin", ["news": "nothing", "validUntil": "2026-06-01"])
      .thenRefused(.notFound(.news))
  }

  @Test func `every promotion ends on a day`() {
    func promotion(_ changes: JSONObject) -> JSONObject {
      JSONObject(data.members.filter { $0.key != "validUntil" } + changes.members)
    }
    let given = Given<MallNews>(.published(news: "opening"))
    given.when("mall.publishNews", by: "admin", promotion([:]))
      .thenInvalid(.missingField("validUntil"))
    given.when("mall.publishNews", by: "admin", promotion(["validUntil": .null]))
      .thenInvalid(.missingField("validUntil"))
    given.when("mall.publishNews", by: "admin", promotion(["onMain": "yes"]))
      .thenInvalid(.missingField("validUntil"))
    given.when("mall.publishNews", by: "admin", promotion(["validUntil": ""]))
      .thenInvalid(.invalidField("validUntil"))
    given.when("mall.editNews", by: "admin", ["news": "opening", "kind": "promotion"])
      .thenRefused(.validityOfPromotion)
    given.when("mall.editNews", by: "admin", ["news": "nothing", "kind": "promotion"])
      .thenRefused(.notFound(.news))
    var changed = NewsContent.opening
    (changed.kind, changed.validUntil) = (.promotion, day("2026-06-30"))
    given.when(
      "mall.editNews", by: "admin",
      ["news": "opening", "kind": "promotion", "validUntil": "2026-06-30"]
    )
    .then(.edited(news: "opening", changed))
  }

  @Test func `a promotion that becomes news loses its end`() {
    var changed = NewsContent.sale
    changed.kind = .news
    changed.validUntil = nil
    let edited = given.when("mall.editNews", by: "admin", ["news": "sale", "kind": "news"])
      .then(.edited(news: "sale", changed))
    changed.kind = .promotion
    edited.thereafter.when("mall.editNews", by: "admin", ["news": "sale", "kind": "promotion"])
      .thenRefused(.validityOfPromotion)
    changed.validUntil = day("2026-06-30")
    edited.thereafter.when(
      "mall.editNews", by: "admin",
      ["news": "sale", "kind": "promotion", "validUntil": "2026-06-30"]
    )
    .then(.edited(news: "sale", changed))
  }

  @Test func `change only in the edited fields`() {
    var changed = NewsContent.sale
    changed.title = "Скидки"
    changed.onMain = true
    given.when(
      "mall.editNews", by: "admin", ["news": "sale", "title": "Скидки", "onMain": .bool(true)]
    )
    .then(.edited(news: "sale", changed))
    given.when("mall.editNews", by: "admin", ["news": "sale"])
      .thenInvalid(.missingField("kind, title, image, description, validUntil, onMain"))
    given.when("mall.editNews", by: "admin", ["news": "sale", "title": ""])
      .thenInvalid(.invalidField("title"))
  }

  @Test func `are not found after withdrawal`() {
    let withdrawn = given.when("mall.withdrawNews", by: "admin", ["news": "sale"])
      .then(.withdrawn(news: "sale")).thereafter
    for news in ["sale", "nothing"] {
      withdrawn.when("mall.editNews", by: "admin", ["news": .string(news), "title": "A"])
        .thenRefused(.notFound(.news))
      withdrawn.when("mall.withdrawNews", by: "admin", ["news": .string(news)])
        .thenRefused(.notFound(.news))
    }
    withdrawn.when("mall.publishNews", by: "admin", data)
      .thenRefused(.alreadyExists(field: "news", id: "sale"))
  }
}

@Suite struct `Links and points` {
  @Test func `are configured by the admin`() {
    Given<MallProgramme>().when(
      "mall.setLink", by: "admin", ["link": "route", "url": "https://yandex.ru/maps"]
    )
    .then(.link(.route, to: "https://yandex.ru/maps"))
    Given<MallProgramme>().when("mall.setLink", by: "admin", ["link": "route", "url": "yandex.ru"])
      .thenInvalid(.invalidField("url"))
    Given<MallProgramme>().when("mall.setLink", by: "admin", ["link": "x", "url": "https://a.ru"])
      .thenInvalid(.invalidField("link"))
  }

  @Test func `points are all required and not negative`() {
    let data: JSONObject = [
      "registration": .whole(1), "referrer": .whole(2), "referred": .whole(3),
      "survey": .whole(0), "referralTitle": "Друзья",
    ]
    Given<MallProgramme>().when("mall.configurePoints", by: "admin", data)
      .then(
        .configured(
          PointsPlan(
            registration: 1, referrer: 2, referred: 3, survey: 0, referralTitle: "Друзья")))
    for field in ["registration", "referrer", "referred", "survey", "referralTitle"] {
      let without = JSONObject(data.members.filter { $0.key != field })
      Given<MallProgramme>().when("mall.configurePoints", by: "admin", without)
        .thenInvalid(.missingField(field))
      let wrong = JSONObject(
        data.members.map { $0.key == field ? .init(key: field, value: .whole(-1)) : $0 })
      Given<MallProgramme>().when("mall.configurePoints", by: "admin", wrong)
        .thenInvalid(.invalidField(field))
    }
  }
}
