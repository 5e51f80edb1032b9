import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `A user's points` {
  /// Two days of Moscow time. The second begins at 21:00 UTC of the first.
  static let story = MallStory(
    .published("nike"), .offered("socks"), .scheduled("concert"), .registered("eva"),
    .moved(100, .registration, "eva"), .moved(50, .referral, "eva", title: "Приведи друга"),
    .moved(30, .survey, "eva"),
    .moved(-40, .purchase, "eva", title: "Носки в подарок", object: "nike", objectName: "Nike")
  )
  .then(
    at: "2026-05-08T20:59:59.999Z", .reoffered("socks", .socks.with { $0.title = "Гольфы" }),
    .edited("nike", .nike.with { $0.name = "Найк" }),
    .moved(-25, .event, "eva", title: "Концерт на крыше")
  )
  .then(
    at: "2026-05-08T21:00:00Z", .rescheduled("concert", .concert.with { $0.title = "Джаз" }),
    .registered("ivan"), .moved(5, .registration, "ivan"),
    .moved(25, .refund, "eva", title: "Джаз"),
    .moved(-40, .purchase, "eva", title: "Гольфы", object: "nike", objectName: "Найк"))

  static let second = """
    {"date":"2026-05-09","transactions":[\
    {"kind":"purchase","title":"Гольфы","object":"nike","objectName":"Найк","points":-40,\
    "balance":100,"position":16},\
    {"kind":"refund","title":"Джаз","object":null,"objectName":null,"points":25,\
    "balance":140,"position":15}]}
    """

  static func first(registration: String = "Регистрация", survey: String = "Опрос") -> String {
    """
    {"date":"2026-05-08","transactions":[\
    {"kind":"event","title":"Концерт на крыше","object":null,"objectName":null,"points":-25,\
    "balance":115,"position":11},\
    {"kind":"purchase","title":"Носки в подарок","object":"nike","objectName":"Nike",\
    "points":-40,"balance":140,"position":8},\
    {"kind":"survey","title":"\(survey)","object":null,"objectName":null,"points":30,\
    "balance":180,"position":7},\
    {"kind":"referral","title":"Приведи друга","object":null,"objectName":null,"points":50,\
    "balance":150,"position":6},\
    {"kind":"registration","title":"\(registration)","object":null,"objectName":null,\
    "points":100,"balance":100,"position":5}]}
    """
  }

  @Test func `equal the sum of all transactions of a user`() {
    #expect(Self.story.show(PointsBalance.self, ["user": "eva"]) == #"{"points":100}"#)
    #expect(Self.story.show(PointsBalance.self, ["user": "ivan"]) == #"{"points":5}"#)
    #expect(
      MallStory(.registered("eva")).show(PointsBalance.self, ["user": "eva"]) == #"{"points":0}"#)
    #expect(
      Self.story.show(PointsBalance.self, ["user": "petr"]) == "notFound: Пользователя petr нет")
  }

  @Test func `are listed under the titles at that time, newest day first`() {
    #expect(
      Self.story.erased.show(TransactionHistory.self, ["user": "eva"])
        == "{\"days\":[\(Self.second),\(Self.first())]}")
    #expect(
      Self.story.show(TransactionHistory.self, ["user": "eva"], in: .en) == """
        {"days":[\(Self.second),\(Self.first(registration: "Registration", survey: "Survey"))]}
        """)
    #expect(
      MallStory(.registered("eva")).show(TransactionHistory.self, ["user": "eva"])
        == #"{"days":[]}"#)
  }

  @Test func `are shown for a range of days`() {
    let show = { (days: JSONObject) in
      var parameters: JSONObject = ["user": "eva"]
      for day in days.members { parameters[day.key] = day.value }
      return Self.story.show(TransactionHistory.self, parameters)
    }
    #expect(show(["from": "2026-05-09"]) == "{\"days\":[\(Self.second)]}")
    #expect(show(["to": "2026-05-08"]) == "{\"days\":[\(Self.first())]}")
    #expect(
      show(["from": "2026-05-08", "to": "2026-05-09"])
        == "{\"days\":[\(Self.second),\(Self.first())]}")
    #expect(show(["from": "2026-05-09", "to": "2026-05-08"]) == #"{"days":[]}"#)
    #expect(show(["from": "2026-05-32"]) == "invalidField: from")
    #expect(show(["now": "2026-05-08T00:00:00Z"]) == "unknownField: now")
    #expect(
      Self.story.show(TransactionHistory.self, ["user": "petr"])
        == "notFound: Пользователя petr нет")
  }

  @Test func `are in accounts whose sum is always zero`() {
    #expect(
      Self.story.then(.registered("petr")).erased.show(PointsLedger.self) == """
        {"accounts":[{"account":"programme","points":-105},{"account":"eva","points":100},\
        {"account":"ivan","points":5},{"account":"petr","points":0}],"sum":0}
        """)
    #expect(
      MallStory().show(PointsLedger.self, ["now": "2026-05-08T00:00:00Z"])
        == #"{"accounts":[{"account":"programme","points":0}],"sum":0}"#)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `sum to zero after any event`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let users: [MallUserID] = ["eva", "ivan", "petr", "anna"]
    var story = MallStory().then(users.map { MallEvent.registered($0) })
    var balances: [MallUserID: Int] = [:]
    for _ in 0..<60 {
      let user = users[Int.random(in: 0..<users.count, using: &random)]
      let points = Int.random(in: -balances[user, default: 0]...100, using: &random)
      let kind = TransactionKind.allCases.randomElement(using: &random) ?? .survey
      if points == 0 { continue }
      balances[user, default: 0] += points
      story = story.then(.moved(Points(rawValue: points), kind, user, title: "Название"))
    }
    let ledger = story.show(PointsLedger.self)
    #expect(ledger.hasSuffix(#""sum":0}"#))
    for user in users {
      let points = balances[user, default: 0]
      #expect(ledger.contains("{\"account\":\"\(user)\",\"points\":\(points)}"))
      let parameters: JSONObject = ["user": .string(user.rawValue)]
      #expect(story.show(PointsBalance.self, parameters) == "{\"points\":\(points)}")
      let latest = story.show(TransactionHistory.self, parameters)
      #expect(
        latest.firstMatch(of: /"balance":(\d+)/).map { $0.1 == "\(points)" } ?? (points == 0))
    }
  }

  @Test func `are earned by inviting friends`() {
    let story = MallStory(
      .registered("eva", code: "EVA234"), .registered("ivan"), .registered("petr"),
      .brought("ivan", by: "eva", "EVA234"),
      .brought("petr", by: "eva", "EVA234", points: 1, referrerPoints: 7))
    #expect(
      story.show(ReferralPage.self, ["user": "eva"])
        == #"{"code":"EVA234","invited":2,"points":57}"#)
    #expect(
      story.show(ReferralPage.self, ["user": "ivan"])
        == #"{"code":"ABC234","invited":0,"points":0}"#)
    #expect(
      story.erased.show(ReferralPage.self, ["user": "eva"])
        == #"{"code":"удалено","invited":2,"points":57}"#)
    #expect(
      story.erasing(MallUserID("ivan").tag).show(ReferralPage.self, ["user": "eva"])
        == #"{"code":"EVA234","invited":2,"points":57}"#)
    #expect(
      story.show(ReferralPage.self, ["user": "anna"]) == "notFound: Пользователя anna нет")
  }
}
