import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `Gifts for points` {
  static let story = MallStory(.published("nike"), .offered("socks"), .registered("eva"))

  static func fields(
    _ offer: String = "socks", title: String = "Носки в подарок", objectName: String = "Nike"
  ) -> String {
    """
    "offer":"\(offer)","image":"socks.png","price":40,"object":"nike",\
    "objectName":"\(objectName)","title":"\(title)","disclaimer":"Количество ограничено"
    """
  }

  @Test func `are listed the newest first`() {
    let story = Self.story.then(
      .offered("cap"), .offered("gone"), .withdrawn("gone", of: "nike"),
      .reoffered("socks", .socks.with { $0.title = "Гольфы" }),
      .edited("nike", .nike.with { $0.name = "Найк" }))
    let answer = """
      {"offers":[{\(Self.fields("cap", objectName: "Найк"))},\
      {\(Self.fields(title: "Гольфы", objectName: "Найк"))}]}
      """
    #expect(story.show(GiftCatalogue.self) == answer)
    #expect(story.show(GiftCatalogue.self, ["user": "eva"]) == answer)
    #expect(
      story.show(GiftCatalogue.self, ["user": "ivan"]) == "notFound: Пользователя ivan нет")
    #expect(MallStory().show(GiftCatalogue.self) == #"{"offers":[]}"#)
  }

  @Test func `can be bought, used and received on their own page`() {
    let texts = """
      "description":"Пара спортивных носков","terms":"Одна пара на покупателя","confirmation":null
      """
    let buy = "{\(Self.fields()),\(texts),\"button\":\"buy\",\"buttonText\":\"Приобрести\"}"
    #expect(Self.story.show(OfferPage.self, ["offer": "socks"]) == buy)
    #expect(Self.story.show(OfferPage.self, ["offer": "socks", "user": "eva"]) == buy)

    let bought = Self.story.then(.bought("socks", by: "eva"))
    #expect(bought.show(OfferPage.self, ["offer": "socks"]) == buy)
    #expect(
      bought.show(OfferPage.self, ["offer": "socks", "user": "eva"])
        == "{\(Self.fields()),\(texts),\"button\":\"use\",\"buttonText\":\"Воспользоваться\"}")

    let started = bought.then(.redeeming("socks", by: "eva"))
    #expect(
      started.show(OfferPage.self, ["offer": "socks", "user": "eva"], in: .en) == """
        {\(Self.fields()),"description":null,"terms":null,\
        "confirmation":"Покажите экран продавцу",\
        "button":"received","buttonText":"Offer received"}
        """)
    #expect(started.show(OfferPage.self, ["offer": "socks"]) == buy)

    let used = started.then(.redeemed("socks", by: "eva"))
    #expect(used.show(OfferPage.self, ["offer": "socks", "user": "eva"]) == buy)
    let again = used.then(.bought("socks", by: "eva"))
    #expect(
      again.show(OfferPage.self, ["offer": "socks", "user": "eva"])
        == bought.show(OfferPage.self, ["offer": "socks", "user": "eva"]))
  }

  @Test func `that are withdrawn are visible only to their owners`() {
    let story = Self.story.then(
      .registered("ivan"), .bought("socks", by: "eva"), .withdrawn("socks", of: "nike"),
      .withdrawn("nike"))
    let page = { (user: JSONValue) in story.show(OfferPage.self, ["offer": "socks", "user": user]) }
    #expect(page("eva").contains(#""button":"use""#))
    #expect(page("ivan") == "notFound: Предложения socks нет")
    #expect(story.show(OfferPage.self, ["offer": "socks"]) == "notFound: Предложения socks нет")
    #expect(
      story.show(OfferPage.self, ["offer": "hat"], in: .en) == "notFound: There is no offer hat")
    #expect(page("petr") == "notFound: Пользователя petr нет")
    #expect(
      story.show(MyGifts.self, ["user": "eva"])
        == "{\"offers\":[{\(Self.fields()),\"started\":false}],\"empty\":false}")
    let used = story.then(.redeeming("socks", by: "eva"), .redeemed("socks", by: "eva"))
    #expect(
      used.show(OfferPage.self, ["offer": "socks", "user": "eva"])
        == "notFound: Предложения socks нет")
  }

  @Test func `belong to the user until they are used, newest first`() {
    let story = Self.story.then(
      .offered("cap"), .offered("bag"), .registered("ivan"), .bought("socks", by: "eva"),
      .bought("cap", by: "eva"), .bought("bag", by: "ivan"), .redeeming("cap", by: "eva"))
    #expect(
      story.show(MyGifts.self, ["user": "eva"]) == """
        {"offers":[{\(Self.fields("cap")),"started":true},\
        {\(Self.fields()),"started":false}],"empty":false}
        """)
    let later = story.then(.redeemed("cap", by: "eva"))
    #expect(
      later.show(MyGifts.self, ["user": "eva"])
        == "{\"offers\":[{\(Self.fields()),\"started\":false}],\"empty\":false}")
    #expect(
      later.then(.bought("cap", by: "eva")).show(MyGifts.self, ["user": "eva"]) == """
        {"offers":[{\(Self.fields("cap")),"started":false},\
        {\(Self.fields()),"started":false}],"empty":false}
        """)
    #expect(
      Self.story.show(MyGifts.self, ["user": "eva"]) == #"{"offers":[],"empty":true}"#)
    #expect(
      story.show(MyGifts.self, ["user": "petr"], in: .en) == "notFound: There is no user petr")
    #expect(story.show(MyGifts.self) == "missingField: user")
  }

  @Test func `of a user depend on their purchases and on the bought offers`() {
    let story = Self.story.then(.offered("cap"), .bought("socks", by: "eva"))
    let eva = MallUserID("eva")
    let base = Query.of(
      [
        "mall.userRegistered", "mall.offerBought", "mall.redemptionStarted",
        "mall.redemptionConfirmed",
      ], Tag("user", "eva"))
    let socks = Query.of(
      ["mall.offerPublished", "mall.offerEdited", "mall.offerWithdrawn"], Tag("offer", "socks"))
    let nike = Query.of(["mall.objectPublished", "mall.objectEdited"], Tag("object", "nike"))
    #expect(MyGifts(MallOffers()).facts(for: eva) == base)
    #expect(story.facts(MyGifts.self, eva) == base | socks | nike)
  }

  @Test func `that were used are listed under the title of that time`() {
    let story = Self.story.then(
      .bought("socks", by: "eva"), .redeeming("socks", by: "eva"), .redeemed("socks", by: "eva"),
      .reoffered("socks", .socks.with { $0.title = "Гольфы" })
    ).then(
      at: "2026-05-09T09:00:00Z", .bought("socks", by: "eva"), .redeeming("socks", by: "eva"),
      .redeemed("socks", by: "eva", "Гольфы"))
    #expect(
      story.erased.show(OfferUsage.self, ["now": "2026-05-10T00:00:00Z"]) == """
        {"used":[{"user":"eva","offer":"socks","title":"Гольфы","at":"2026-05-09T09:00:00.000Z"},\
        {"user":"eva","offer":"socks","title":"Носки в подарок",\
        "at":"2026-05-08T09:00:00.000Z"}]}
        """)
  }
}
