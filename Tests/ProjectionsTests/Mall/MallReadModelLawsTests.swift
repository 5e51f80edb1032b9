import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// Laws of every read model, on one long story. `CheckingTests` has the laws of folds and
/// snapshots.
@Suite struct `Every read model of the mall` {
  static let phone = MallPhone(rawValue: "+79161234567")
  static let story = MallStory(.installed("d-1"), .onboarded("d-1"), .installed("d-2"))
    .then(
      .sent("0412", .register, .of("eva", "c-1"), to: phone),
      .mistyped(.of("eva", "c-1"), of: phone, on: "d-2"),
      .sent("0413", .register, .of("eva", "c-2"), to: phone, replacing: .of("eva", "c-1")),
      .used(.of("eva", "c-2"), of: phone), .registered("eva"), .signedIn("eva", then: .profile),
      .named("eva"), .moved(100, .registration, "eva"), .registered("ivan", "+79990000000"),
      .signedOut("eva"), .signedIn("ivan"), .named("ivan", "Иван Петров", "ivan@mail.ru"),
      .brought("ivan", by: "eva", "ABC234"),
      .moved(50, .referral, "ivan", title: "Приведи друга"),
      .moved(50, .referral, "eva", title: "Приведи друга"), .surveyed("ivan"), .noReferral("eva"),
      .noSurvey("eva"), .notifications(true, on: "d-1", [.mallEvents]),
      .pushToken("f00d", on: "d-1")
    )
    .then(
      at: "2026-05-08T21:30:00Z", .published("nike"), .published("zara", .nike),
      .published("atm", .nike.with { ($0.category, $0.onHome) = (.services, true) }),
      .offered("socks"), .offered("cap", .socks.with { $0.object = "zara" }),
      .published(news: "opening"),
      .published(news: "sale", .sale), .scheduled("concert"), .scheduled("fair"),
      .link(.rules, to: "https://mall.ru"), .configured(.initial)
    )
    .then(
      at: "2026-05-09T09:00:00Z", .bought("socks", by: "eva"),
      .moved(-40, .purchase, "eva", title: "Носки", object: "nike", objectName: "Nike"),
      .bought("cap", by: "eva"), .bought("cap", by: "ivan"), .redeeming("socks", by: "eva"),
      .edited("nike", .nike.with { $0.name = "Найк" }),
      .reoffered("cap", .socks.with { $0.title = "Кепка" }, movedFrom: "zara"),
      .joined("concert", by: "eva"), .moved(-25, .event, "eva", title: "Концерт на крыше"),
      .joined("fair", by: "ivan"), .left("fair", by: "ivan"), .joined("fair", by: "ivan"),
      .joined("fair", by: "eva"), .scheduled("late"), .rated(.user("eva"), 4),
      .reviewed(.user("eva"), "Хорошо"),
      .rated(.device("d-2"), 5)
    )
    .then(
      at: "2026-05-10T09:00:00Z", .redeemed("socks", by: "eva"), .withdrawn("cap", of: "nike"),
      .reoffered("socks", .socks.with { $0.object = "zara" }, movedFrom: "nike"),
      .edited("zara", .nike.with { $0.name = "Zara" }), .redeeming("cap", by: "eva"),
      .bought("socks", by: "eva"), .left("fair", by: "eva"), .cancelled("fair"),
      .signedIn("eva", on: "d-2"), .notifications(true, on: "d-2", [.mallEvents]),
      .cancelled("concert"),
      .moved(25, .refund, "eva", title: "Концерт на крыше"), .withdrawn("atm"),
      .notifications(false, on: "d-1", []),
      .withdrawn(news: "opening"), .edited(news: "sale", .sale.with { $0.title = "Распродажа" }),
      .rescheduled("fair", .concert.with { $0.title = "Ярмарка" }), .renamed("eva", "Ева Иванова"),
      .signedOut("ivan"), .signedIn("eva"),
      .movedTo("+79161111111", from: phone, "eva"),
      .sent("0001", .signIn, .of("ivan", "c-3"), to: "+79990000000"),
      .lapsed(.of("ivan", "c-3")), .expired(.of("eva", "c-4")), .withdrawn("nike"))

  static let parameters: [(any Projection<MallEvent>.Type, JSONObject)] = [
    (MallHome.self, [:]), (MallHome.self, ["user": "eva"]), (MallHome.self, ["user": "petr"]),
    (MallCategories.self, [:]), (MallCatalogue.self, ["category": "shops"]),
    (MallCatalogue.self, ["category": "services", "search": "nike"]),
    (MallObjectPage.self, ["object": "nike"]), (MallObjectPage.self, ["object": "zara"]),
    (MallObjectPage.self, ["object": "atm"]), (GiftCatalogue.self, [:]),
    (GiftCatalogue.self, ["user": "eva"]), (OfferPage.self, ["offer": "socks"]),
    (OfferPage.self, ["offer": "cap"]), (OfferPage.self, ["offer": "socks", "user": "eva"]),
    (OfferPage.self, ["offer": "cap", "user": "eva"]),
    (OfferPage.self, ["offer": "cap", "user": "ivan"]),
    (OfferPage.self, ["offer": "cap", "user": "petr"]), (MyGifts.self, ["user": "eva"]),
    (MyGifts.self, ["user": "ivan"]), (MyGifts.self, ["user": "petr"]),
    (PointsBalance.self, ["user": "eva"]), (PointsBalance.self, ["user": "ivan"]),
    (TransactionHistory.self, ["user": "eva"]), (TransactionHistory.self, ["user": "ivan"]),
    (TransactionHistory.self, ["user": "eva", "from": "2026-05-09"]),
    (ReferralPage.self, ["user": "eva"]), (ReferralPage.self, ["user": "ivan"]),
    (NewsFeed.self, [:]), (NewsPage.self, ["news": "opening"]), (NewsPage.self, ["news": "sale"]),
    (Happenings.self, [:]), (Happenings.self, ["user": "eva"]),
    (HappeningPage.self, ["event": "concert"]), (HappeningPage.self, ["event": "fair"]),
    (HappeningPage.self, ["event": "concert", "user": "eva"]),
    (HappeningPage.self, ["event": "concert", "user": "ivan"]),
    (MallProfile.self, ["user": "eva"]), (MallProfile.self, ["user": "ivan"]),
    (MallSettings.self, ["device": "d-1"]), (MallSettings.self, ["device": "d-2"]),
    (MallSettings.self, ["device": "d-3"]), (MallStart.self, ["device": "d-1"]),
    (MallStart.self, ["device": "d-2"]), (MallNotifications.self, ["device": "d-1"]),
    (MallNotifications.self, ["device": "d-2"]), (MallDeviceList.self, [:]),
    (LoyaltyProgramme.self, [:]), (AboutApp.self, ["user": "eva"]),
    (AboutApp.self, ["device": "d-2"]), (SentCodes.self, [:]), (OfferUsage.self, [:]),
    (MallUsers.self, [:]), (AppReviews.self, [:]), (PointsLedger.self, [:]),
  ]

  @Test func `is tested on a story with every type of event`() {
    #expect(Self.story.hasAllTypes(of: MallEvent.samples))
  }

  /// An audit follows an answer with the facts that the latest answer depends on.
  @Test func `answers past queries from the facts of its current answer`() throws {
    for (model, parameters) in Self.parameters { try checkPast(model, parameters) }
  }

  private func checkPast<P: Projection<MallEvent>>(
    _ model: P.Type, _ members: JSONObject
  ) throws {
    let parameters = try P.parameters(members)
    let facts = Self.story.facts(P.self, parameters)
    let context = QueryContext(at: Moment(instant("2026-05-08T09:00:00Z"), in: Self.story.zone))
    var narrow = P.State()
    var complete = P.State()
    for event in Self.story.events {
      complete.apply(event)
      guard facts.matches(event.type, event.event.payload.tags) else { continue }
      narrow.apply(event)
      #expect(
        Self.story.text(P(narrow), parameters, context)
          == Self.story.text(P(complete), parameters, context),
        "\(P.shape.name) \(members) at \(event.position)")
    }
  }

  @Test func `is named by the events that change its answers, and by no others`() throws {
    try Self.story.checkAudits(.mall, of: Self.parameters)
  }
}
