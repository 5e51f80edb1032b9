import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `News of the mall` {
  static let story = MallStory(.published(news: "opening"))
    .then(
      at: "2026-05-08T21:00:00Z", .published(news: "sale", .sale), .published(news: "gone"),
      .withdrawn(news: "gone"))

  static let opening = """
    {"news":"opening","kind":"news","title":"Открылся новый магазин","image":"opening.png",\
    "publishedOn":"2026-05-08","validUntil":null,"description":"Ждём вас на втором этаже"}
    """
  static let sale = """
    {"news":"sale","kind":"promotion","title":"Скидки выходного дня","image":"sale.png",\
    "publishedOn":"2026-05-09","validUntil":"2026-05-31","description":"Только до конца месяца"}
    """

  @Test func `is listed the newest first`() {
    #expect(Self.story.show(NewsFeed.self) == "{\"news\":[\(Self.sale),\(Self.opening)]}")
    #expect(MallStory().show(NewsFeed.self, in: .en) == #"{"news":[]}"#)
  }

  @Test func `leaves the list after the last day of a promotion, local time, but not its page`() {
    let news = { (now: String) in Self.story.show(NewsFeed.self, ["now": .string(now)]) }
    #expect(news("2026-05-31T20:59:59.999Z") == "{\"news\":[\(Self.sale),\(Self.opening)]}")
    #expect(news("2026-05-31T21:00:00Z") == "{\"news\":[\(Self.opening)]}")
    #expect(
      Self.story.show(NewsFeed.self, at: "2026-06-01T00:00:00Z") == "{\"news\":[\(Self.opening)]}")
    #expect(
      Self.story.show(NewsPage.self, ["news": "sale"], at: "2027-01-01T00:00:00Z") == Self.sale)
  }

  @Test func `keeps its position and day when it is edited`() {
    let story = Self.story.then(
      at: "2026-05-10T09:00:00Z",
      .edited(news: "opening", .opening.with { $0.title = "Открылись два магазина" }))
    let edited = Self.opening.replacing("Открылся новый магазин", with: "Открылись два магазина")
    #expect(story.show(NewsFeed.self) == "{\"news\":[\(Self.sale),\(edited)]}")
    #expect(story.show(NewsPage.self, ["news": "opening"]) == edited)
  }

  @Test func `is not found after its withdrawal`() {
    #expect(
      Self.story.show(NewsPage.self, ["news": "gone"]) == "notFound: Новости gone нет")
    #expect(
      Self.story.show(NewsPage.self, ["news": "none"], in: .en)
        == "notFound: There is no news item none")
    #expect(
      Self.story.show(NewsPage.self, ["news": "sale", "now": "2026-05-31T00:00:00Z"])
        == "unknownField: now")
  }
}

@Suite struct `Events of the mall` {
  static let story = MallStory(
    .registered("eva"), .registered("ivan"), .scheduled("concert"),
    .scheduled("late", .concert.with { ($0.date, $0.capacity) = (day("2026-06-01"), nil) }),
    .scheduled("early", .concert.with { $0.date = day("2026-05-09") }), .scheduled("second"),
    .scheduled("gone"), .cancelled("gone"), .joined("concert", by: "eva"),
    .joined("concert", by: "ivan"), .joined("second", by: "ivan"))

  static func fields(
    _ event: String, date: String = "2026-05-20", registered: Bool = false,
    placesLeft: String = "2"
  ) -> String {
    """
    "event":"\(event)","title":"Концерт на крыше","image":"concert.png","date":"\(date)",\
    "price":25,"registered":\(registered),"placesLeft":\(placesLeft)
    """
  }

  @Test func `are listed by date, then in the order of scheduling`() {
    #expect(
      Self.story.show(Happenings.self) == """
        {"events":[{\(Self.fields("early", date: "2026-05-09"))},\
        {\(Self.fields("concert", placesLeft: "0"))},\
        {\(Self.fields("second", placesLeft: "1"))},\
        {\(Self.fields("late", date: "2026-06-01", placesLeft: "null"))}]}
        """)
  }

  @Test func `have a sticker for registered visitors, and leave the list when they are over`() {
    let list = { (now: String) in
      Self.story.show(Happenings.self, ["user": "eva", "now": .string(now)])
    }
    let rest = """
      {\(Self.fields("concert", registered: true, placesLeft: "0"))},\
      {\(Self.fields("second", placesLeft: "1"))},\
      {\(Self.fields("late", date: "2026-06-01", placesLeft: "null"))}]}
      """
    #expect(
      list("2026-05-09T20:59:59.999Z")
        == "{\"events\":[{\(Self.fields("early", date: "2026-05-09"))},\(rest)")
    #expect(list("2026-05-09T21:00:00Z") == "{\"events\":[\(rest)")
    #expect(
      Self.story.show(Happenings.self, ["user": "petr"]) == "notFound: Пользователя petr нет")
  }

  @Test func `have no places left when their capacity falls below the number of registrations`() {
    let story = Self.story.then(.rescheduled("concert", .concert.with { $0.capacity = 1 }))
    #expect(
      story.show(HappeningPage.self, ["event": "concert"]) == """
        {\(Self.fields("concert", placesLeft: "0")),\
        "description":"Живая музыка","cancelled":false}
        """)
  }

  @Test func `have a place again when a visitor leaves`() {
    let left = Self.story.then(.left("concert", by: "eva"), .left("second", by: "ivan"))
    let list = left.show(Happenings.self, ["user": "eva"])
    #expect(list.contains(Self.fields("concert", placesLeft: "1")))
    #expect(list.contains(Self.fields("second")))
    let again = left.then(.joined("concert", by: "eva"))
    #expect(
      again.show(Happenings.self, ["user": "eva"])
        .contains(Self.fields("concert", registered: true, placesLeft: "0")))
    #expect(
      again.show(Happenings.self, ["user": "ivan"])
        .contains(Self.fields("concert", registered: true, placesLeft: "0")))
  }

  @Test func `keep their page when they are over or cancelled`() {
    let story = Self.story.then(at: "2026-05-15T09:00:00Z", .cancelled("concert"))
    #expect(
      story.show(HappeningPage.self, ["event": "concert", "user": "eva"]) == """
        {\(Self.fields("concert", registered: true, placesLeft: "0")),\
        "description":"Живая музыка","cancelled":true}
        """)
    #expect(!story.show(Happenings.self).contains("concert\""))
    #expect(
      story.show(HappeningPage.self, ["event": "early", "now": "2027-01-01T00:00:00Z"]) == """
        {\(Self.fields("early", date: "2026-05-09")),\
        "description":"Живая музыка","cancelled":false}
        """)
    #expect(
      story.show(HappeningPage.self, ["event": "none"]) == "notFound: Мероприятия none нет")
    #expect(
      story.show(HappeningPage.self, ["event": "early", "user": "petr"], in: .en)
        == "notFound: There is no user petr")
    #expect(
      story.show(HappeningPage.self, ["event": "early", "now": "today"]) == "invalidField: now")
  }
}

@Suite struct `The mall's home screen` {
  @Test func `omits every empty block`() {
    #expect(MallStory().show(MallHome.self) == #"{"titles":{}}"#)
    let story = MallStory(
      .published("nike", .nike.with { $0.onHome = true }), .offered("socks"),
      .published(news: "sale", .sale), .registered("eva"))
    #expect(
      story.show(MallHome.self)
        == "{\"offers\":[{\(`Gifts for points`.fields())}],"
        + #""titles":{"offers":"Новые предложения"}}"#)
  }

  @Test func `has the titles of its blocks in both languages`() {
    let russian = """
      "titles":{"offers":"Новые предложения","useful":"Полезная информация",\
      "events":"Мероприятия"}}
      """
    #expect(Self.story.show(MallHome.self).hasSuffix(russian))
    let english = """
      "titles":{"offers":"New offers","useful":"Useful information","events":"Events"}}
      """
    #expect(Self.story.show(MallHome.self, in: .en).hasSuffix(english))
  }

  static let story = MallStory(
    .published("nike"),
    .published(
      "atm",
      .nike.with { content in
        (content.category, content.name, content.onHome) = (.services, "Банкомат", true)
      }),
    .published(
      "wc",
      .nike.with { content in
        (content.category, content.name, content.onHome) = (.services, "Туалет", true)
      }),
    .published("shop", .nike.with { $0.onHome = true }), .registered("eva"),
    .published(news: "opening"), .scheduled("concert"),
    .published(news: "promo", .sale.with { $0.onMain = true }),
    .scheduled("fair", .concert.with { ($0.date, $0.onMain) = (day("2026-05-10"), false) }),
    .scheduled("quiet", .concert.with { $0.onHome = false }), .offered("socks"), .offered("cap"),
    .offered("hidden", .socks.with { $0.onHome = false }), .joined("concert", by: "eva"))

  @Test func `shows the content selected for it`() {
    #expect(
      Self.story.show(MallHome.self, ["user": "eva"]) == """
        {"main":[\
        {"kind":"event","event":"quiet","title":"Концерт на крыше","image":"concert.png"},\
        {"kind":"promotion","news":"promo","title":"Скидки выходного дня","image":"sale.png"},\
        {"kind":"event","event":"concert","title":"Концерт на крыше","image":"concert.png"},\
        {"kind":"news","news":"opening","title":"Открылся новый магазин","image":"opening.png"}],\
        "offers":[{\(`Gifts for points`.fields("cap"))},{\(`Gifts for points`.fields())}],\
        "useful":[{"object":"atm","name":"Банкомат","logo":"nike.png"},\
        {"object":"wc","name":"Туалет","logo":"nike.png"}],\
        "events":[{\(`Events of the mall`.fields("fair", date: "2026-05-10"))},\
        {\(`Events of the mall`.fields("concert", registered: true, placesLeft: "1"))}],\
        "titles":{"offers":"Новые предложения","useful":"Полезная информация",\
        "events":"Мероприятия"}}
        """)
  }

  @Test func `omits withdrawn, cancelled and past content`() {
    let story = Self.story.then(
      at: "2026-06-01T09:00:00Z", .withdrawn("atm"), .withdrawn(news: "opening"),
      .withdrawn("socks", of: "nike"), .withdrawn("cap", of: "nike"),
      .edited("wc", .nike.with { $0.onHome = true }))
    #expect(story.show(MallHome.self) == #"{"titles":{}}"#)
    let cancelled = Self.story.then(.cancelled("concert"), .cancelled("quiet"))
    #expect(!cancelled.show(MallHome.self).contains("\"concert\""))
    #expect(
      Self.story.show(MallHome.self, ["user": "petr"]) == "notFound: Пользователя petr нет")
  }
}
