import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// What holds for every read model, on one long story.
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
      .offered("socks"), .offered("cap", .socks.with { $0.object = "zara" }), .told("opening"),
      .told("sale", .sale), .scheduled("concert"), .scheduled("fair"),
      .link(.rules, to: "https://mall.ru"), .configured(.initial)
    )
    .then(
      at: "2026-05-09T09:00:00Z", .bought("socks", by: "eva"),
      .moved(-40, .purchase, "eva", title: "Носки", object: "nike", objectName: "Nike"),
      .bought("cap", by: "eva"), .bought("cap", by: "ivan"), .redeeming("socks", by: "eva"),
      .edited("nike", .nike.with { $0.name = "Найк" }),
      .reoffered("cap", .socks.with { $0.title = "Кепка" }, movedFrom: "zara"),
      .joined("concert", by: "eva"), .moved(-25, .event, "eva", title: "Концерт на крыше"),
      .joined("fair", by: "ivan"), .rated(.user("eva"), 4), .reviewed(.user("eva"), "Хорошо"),
      .rated(.device("d-2"), 5)
    )
    .then(
      at: "2026-05-10T09:00:00Z", .redeemed("socks", by: "eva"), .withdrawn("cap", of: "nike"),
      .reoffered("socks", .socks.with { $0.object = "zara" }, movedFrom: "nike"),
      .edited("zara", .nike.with { $0.name = "Zara" }), .redeeming("cap", by: "eva"),
      .bought("socks", by: "eva"), .cancelled("concert"),
      .moved(25, .refund, "eva", title: "Концерт на крыше"), .withdrawn("atm"),
      .withdrawn(news: "opening"), .retold("sale", .sale.with { $0.title = "Распродажа" }),
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
    (MallSettings.self, ["device": "d-3"]), (AboutApp.self, ["user": "eva"]),
    (AboutApp.self, ["device": "d-2"]), (SentCodes.self, [:]), (OfferUsage.self, [:]),
    (MallUsers.self, [:]), (AppReviews.self, [:]), (PointsLedger.self, [:]),
  ]

  static let all: [any Projection<MallEvent>.Type] = [
    MallHome.self, MallCategories.self, MallCatalogue.self, MallObjectPage.self,
    GiftCatalogue.self, OfferPage.self, MyGifts.self, PointsBalance.self,
    TransactionHistory.self, ReferralPage.self, NewsFeed.self, NewsPage.self, Happenings.self,
    HappeningPage.self, MallProfile.self, MallSettings.self, AboutApp.self, SentCodes.self,
    OfferUsage.self, MallUsers.self, AppReviews.self, PointsLedger.self,
  ]

  @Test func `is asked about here, and has a name of its own`() {
    #expect(Self.all.count == 22)
    #expect(Set(Self.all.map { name(of: $0) }).count == 22)
    for model in Self.all {
      #expect(Self.parameters.contains { $0.0 == model }, "\(model)")
    }
  }

  private func name<P: Projection<MallEvent>>(of model: P.Type) -> String { P.shape.name }

  @Test func `is told about every fact there is`() {
    let told = Set(Self.story.events.map(\.type))
    #expect(told == Set(MallEvent.samples.map { type(of: $0.payload).type }))
  }

  @Test(arguments: all)
  func `names every type of fact it folds`(_ model: any Projection<MallEvent>.Type) {
    checkFactTypes(model)
  }

  private func checkFactTypes<P: Projection<MallEvent>>(_ model: P.Type) {
    #expect(Self.story.fold(P.self, .of(P.State.factTypes)) == Self.story.fold(P.self))
    #expect(Set(P.State.factTypes).count == P.State.factTypes.count)
    for (other, members) in Self.parameters where other == model {
      guard let parameters = try? Self.story.read(P.self, members) else { continue }
      let facts = Self.story.facts(P.self, parameters)
      #expect(facts.items.allSatisfy { !$0.types.isEmpty })
      #expect(facts.items.flatMap(\.types).allSatisfy(P.State.factTypes.contains))
    }
  }

  // `show` compares the answer with those of narrower folds and of snapshots.
  @Test func `answers from the facts it names as from everything, at every position`() {
    for count in Self.story.events.indices {
      for (model, parameters) in Self.parameters {
        #expect(!show(model, parameters, Self.story.cut(to: count + 1)).isEmpty)
        #expect(!show(model, parameters, Self.story.cut(to: count + 1).erased).isEmpty)
      }
    }
  }

  private func show<P: Projection<MallEvent>>(
    _ model: P.Type, _ parameters: JSONObject, _ story: MallStory
  ) -> String { story.show(P.self, parameters) }

  /// What an audit relies on: it follows an answer with the facts that it ends with.
  @Test func `tells its past from the facts that its present depends on`() {
    for (model, parameters) in Self.parameters { checkPast(model, parameters) }
  }

  private func checkPast<P: Projection<MallEvent>>(_ model: P.Type, _ members: JSONObject) {
    guard let parameters = try? Self.story.read(P.self, members) else { return }
    let facts = Self.story.facts(P.self, parameters)
    let asking = QueryContext(at: Moment(instant("2026-05-08T09:00:00Z"), in: Self.story.zone))
    var narrow = P.State()
    var complete = P.State()
    for event in Self.story.events {
      complete.apply(event)
      guard facts.matches(event.type, event.event.payload.tags) else { continue }
      narrow.apply(event)
      #expect(
        Self.story.text(P(narrow), parameters, asking)
          == Self.story.text(P(complete), parameters, asking),
        "\(P.shape.name) \(members) at \(event.position)")
    }
  }

  @Test(arguments: all)
  func `goes on from a snapshot as if there were none`(_ model: any Projection<MallEvent>.Type) {
    Self.story.checkSnapshots(model)
  }
}

/// What an event changes, as far as it can tell.
@Suite struct `The mall's answers that an event touches` {
  typealias Laws = `Every read model of the mall`

  /// What changes them is told for nobody in particular: they are lists.
  static let lists: Set<String> = [
    "mall.home", "mall.categories", "mall.catalogue", "mall.gifts", "mall.news", "mall.events",
    "mall.codes", "mall.usage", "mall.users", "mall.reviews", "mall.ledger",
  ]

  /// An event cannot tell whose answers these change.
  static let untold: [String: Set<EventType>] = [
    "mall.offer": ["mall.userRegistered"],
    "mall.event": ["mall.userRegistered"],
    "mall.about": ["mall.linkSet"],
  ]

  @Test func `are all named`() {
    for (model, members) in Laws.parameters { check(model, members) }
  }

  private func check<P: Projection<MallEvent>>(_ model: P.Type, _ members: JSONObject) {
    guard let parameters = try? Laws.story.read(P.self, members) else { return }
    let asking = QueryContext(at: Moment(instant("2026-05-08T09:00:00Z"), in: Laws.story.zone))
    var state = P.State()
    for event in Laws.story.events {
      let before = Laws.story.text(P(state), parameters, asking)
      state.apply(event)
      let keys = Laws.story.keys(P.self, touchedBy: event)
      if Self.lists.contains(P.shape.name) {
        #expect(keys.isEmpty)
        continue
      }
      if before == Laws.story.text(P(state), parameters, asking) { continue }
      if Self.untold[P.shape.name]?.contains(event.type) == true { continue }
      #expect(
        keys.contains { key in key.members.allSatisfy { members[$0.key] == $0.value } },
        "\(P.shape.name) \(members) at \(event.position)")
    }
  }
}
