import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `An offer for points` {
  private let given = Given<MallGifts>(
    .signedIn("eva"), .published("nike"), .offered("socks"), .moved(100, .registration, "eva"))
  private let socks: JSONObject = ["offer": "socks"]
  private let purchase = MallEvent.moved(
    -40, .purchase, "eva", title: "Носки в подарок", object: "nike", objectName: "Nike")

  @Test func `is bought, started and confirmed`() {
    given.when("mall.buyOffer", by: "eva", socks).then(.bought("socks", by: "eva"), purchase)
      .answering()
      .thereafter.when("mall.startRedemption", by: "eva", socks)
      .then(.redeeming("socks", by: "eva"))
      .thereafter.when("mall.confirmRedemption", by: "eva", socks)
      .then(.redeemed("socks", by: "eva"))
      .thereafter.when("mall.buyOffer", by: "eva", socks)
      .then(.bought("socks", by: "eva"), purchase)
  }

  @Test func `requires a signed-in user`() {
    for name in ["mall.buyOffer", "mall.startRedemption", "mall.confirmRedemption"] {
      given.and(.signedOut("eva")).when(name, by: "eva", ["offer": "hat"])
        .thenRefused(.notSignedIn)
    }
  }

  @Test func `can't be bought again before it is redeemed`() {
    let owned = given.and(.bought("socks", by: "eva"))
    owned.when("mall.buyOffer", by: "eva", socks).thenRefused(.alreadyOwned)
    owned.and(.redeeming("socks", by: "eva")).when("mall.buyOffer", by: "eva", socks)
      .thenRefused(.alreadyOwned)
    owned.and(.withdrawn("socks", of: "nike")).when("mall.buyOffer", by: "eva", socks)
      .thenRefused(.alreadyOwned)
  }

  @Test func `can only be bought while it is published`() {
    given.when("mall.buyOffer", by: "eva", ["offer": "hat"]).thenRefused(.notFound(.offer))
    given.and(.withdrawn("socks", of: "nike")).when("mall.buyOffer", by: "eva", socks)
      .thenRefused(.offerWithdrawn)
  }

  @Test func `requires enough points`() {
    let poor = given.and(.moved(-61, .event, "eva", title: "Концерт"))
    poor.when("mall.buyOffer", by: "eva", socks).thenRefused(.short(1))
    given.and(.moved(-60, .event, "eva", title: "Концерт")).when("mall.buyOffer", by: "eva", socks)
      .then(.bought("socks", by: "eva"), purchase)
    Given<MallGifts>(.signedIn("ivan"), .published("nike"), .offered("socks"))
      .when("mall.buyOffer", by: "ivan", socks).thenRefused(.short(40))
    for passed in [MallEvent.surveyed("eva"), .noSurvey("eva")] {
      poor.and(.named("eva"), .noReferral("eva"), passed).when("mall.buyOffer", by: "eva", socks)
        .thenRefused(.insufficientPoints(missing: 1, surveyPays: false))
    }
    poor.and(.configured(.rewarding(referrer: 0, survey: 30)))
      .when("mall.buyOffer", by: "eva", socks)
      .thenRefused(
        .insufficientPoints(
          missing: 1, savingPays: true, invitingPays: false, surveyPays: true, after: .profile))
    poor.and(.configured(.rewarding(referrer: 50, survey: 0)))
      .when("mall.buyOffer", by: "eva", socks)
      .thenRefused(
        .insufficientPoints(missing: 1, savingPays: true, surveyPays: false, after: .profile))
    poor.and(.named("eva")).when("mall.buyOffer", by: "eva", socks)
      .thenRefused(.short(1, after: .referral))
    poor.and(.named("eva"), .noReferral("eva")).when("mall.buyOffer", by: "eva", socks)
      .thenRefused(.short(1, after: nil))
  }

  @Test func `records its current price and title`() {
    var content = OfferContent.socks
    content.price = 0
    given.and(.reoffered("socks", content)).when("mall.buyOffer", by: "eva", socks)
      .then(.bought("socks", by: "eva", for: 0))
    content.price = 90
    content.title = "Гольфы"
    content.object = "puma"
    var puma = MallObjectContent.nike
    puma.name = "Puma"
    let changed = given.and(
      .published("puma"), .edited("puma", puma), .reoffered("socks", content, movedFrom: "nike"))
    changed.when("mall.buyOffer", by: "eva", socks)
      .then(
        .bought("socks", by: "eva", for: 90),
        .moved(-90, .purchase, "eva", title: "Гольфы", object: "puma", objectName: "Puma"))
  }

  @Test func `is redeemed in two steps by its owner, even if it was withdrawn`() {
    let owned = given.and(
      .bought("socks", by: "eva"), .withdrawn("nike"), .withdrawn("socks", of: "nike"))
    given.when("mall.startRedemption", by: "eva", socks).thenRefused(.notOwned)
    given.when("mall.confirmRedemption", by: "eva", socks).thenRefused(.notOwned)
    owned.when("mall.confirmRedemption", by: "eva", socks).thenRefused(.redemptionNotStarted)
    owned.when("mall.startRedemption", by: "eva", ["offer": "hat"]).thenRefused(.notOwned)
    owned.when("mall.startRedemption", by: "eva", socks).then(.redeeming("socks", by: "eva"))
      .thereafter.when("mall.startRedemption", by: "eva", socks).thenRefused(.alreadyStarted)
      .thereafter.when("mall.confirmRedemption", by: "eva", socks)
      .then(.redeemed("socks", by: "eva"))
      .thereafter.when("mall.startRedemption", by: "eva", socks).thenRefused(.notOwned)
  }

  @Test func `records its title at the time of the confirmation`() {
    var content = OfferContent.socks
    content.title = "Гольфы"
    given.and(
      .bought("socks", by: "eva"), .redeeming("socks", by: "eva"), .reoffered("socks", content)
    )
    .when("mall.confirmRedemption", by: "eva", socks).then(.redeemed("socks", by: "eva", "Гольфы"))
  }
}

@Suite struct `An event of the mall` {
  private let given = Given<MallHappenings>(.scheduled("concert"))
  private let data: JSONObject = [
    "event": "concert", "title": "Концерт на крыше", "date": "2026-05-20", "price": .whole(25),
    "capacity": .whole(2), "image": "concert.png", "description": "Живая музыка",
    "onMain": .bool(true), "onHome": .bool(true),
  ]

  @Test func `is scheduled under a unique id`() {
    Given<MallHappenings>().when("mall.scheduleEvent", by: "admin", data)
      .then(.scheduled("concert")).answering(CommandValue("event", "concert"))
    given.when("mall.scheduleEvent", by: "admin", data)
      .thenRefused(.alreadyExists(field: "event", id: "concert"))
    for (field, value) in [("capacity", 0), ("price", -1)] {
      let wrong = JSONObject(
        data.members.map { $0.key == field ? .init(key: field, value: .whole(value)) : $0 })
      given.when("mall.scheduleEvent", by: "admin", wrong).thenInvalid(.invalidField(field))
    }
  }

  @Test func `changes only in the edited fields`() {
    var changed = HappeningContent.concert
    changed.capacity = 1
    changed.date = day("2026-05-21")
    given.when(
      "mall.editEvent", by: "admin",
      ["event": "concert", "capacity": .whole(1), "date": "2026-05-21"]
    )
    .then(.rescheduled("concert", changed))
    given.when("mall.editEvent", by: "admin", ["event": "concert"])
      .thenInvalid(
        .missingField("title, date, price, capacity, image, description, onMain, onHome"))
    given.when("mall.editEvent", by: "admin", ["event": "concert", "title": ""])
      .thenInvalid(.invalidField("title"))
    given.when("mall.editEvent", by: "admin", ["event": "fair", "title": "A"])
      .thenRefused(.notFound(.event))
    given.and(.cancelled("concert"))
      .when("mall.editEvent", by: "admin", ["event": "concert", "title": "A"])
      .thenRefused(.eventCancelled)
  }

  @Test func `refunds its visitors when cancelled`() {
    var changed = HappeningContent.concert
    changed.price = 99
    changed.title = "Джаз на крыше"
    let joined = given.and(
      .joined("concert", by: "eva"), .joined("concert", by: "ivan", for: 0),
      .rescheduled("concert", changed), .joined("concert", by: "oleg", for: 99))
    joined.when("mall.cancelEvent", by: "admin", ["event": "concert"])
      .then(
        .cancelled("concert", "Джаз на крыше"),
        .moved(25, .refund, "eva", title: "Джаз на крыше"),
        .moved(99, .refund, "oleg", title: "Джаз на крыше")
      )
      .thereafter.when("mall.cancelEvent", by: "admin", ["event": "concert"])
      .thenRefused(.eventCancelled)
    given.when("mall.cancelEvent", by: "admin", ["event": "fair"]).thenRefused(.notFound(.event))
  }

  @Test func `is over at the end of its day in Moscow`() {
    given.when(
      "mall.cancelEvent", by: "admin", ["event": "concert"], at: "2026-05-20T20:59:59.999Z"
    )
    .then(.cancelled("concert"))
    given.when("mall.cancelEvent", by: "admin", ["event": "concert"], at: "2026-05-20T21:00:00Z")
      .thenRefused(.eventOver)
  }
}

@Suite struct `Registering for an event` {
  private let given = Given<HappeningPlaces>(
    .signedIn("eva"), .moved(100, .registration, "eva"), .scheduled("concert"))
  private let concert: JSONObject = ["event": "concert"]

  @Test func `costs points and can't be repeated`() {
    given.when("mall.registerForEvent", by: "eva", concert)
      .then(
        .joined("concert", by: "eva"), .moved(-25, .event, "eva", title: "Концерт на крыше")
      )
      .answering()
      .thereafter.when("mall.registerForEvent", by: "eva", concert)
      .thenRefused(.alreadyRegistered)
  }

  @Test func `is free if there is no price`() {
    var free = HappeningContent.concert
    free.price = 0
    given.and(.rescheduled("concert", free)).when("mall.registerForEvent", by: "eva", concert)
      .then(.joined("concert", by: "eva", for: 0))
  }

  @Test func `requires a signed-in user and an upcoming event`() {
    given.when("mall.registerForEvent", by: "ivan", ["event": "fair"]).thenRefused(.notSignedIn)
    given.when("mall.registerForEvent", by: "eva", ["event": "fair"])
      .thenRefused(.notFound(.event))
    given.and(.cancelled("concert"))
      .when("mall.registerForEvent", by: "eva", concert, at: "2026-05-21T21:00:00Z")
      .thenRefused(.eventCancelled)
    given.when("mall.registerForEvent", by: "eva", concert, at: "2026-05-20T21:00:00Z")
      .thenRefused(.eventOver)
  }

  @Test func `requires a free place and enough points`() {
    let full = given.and(.joined("concert", by: "ivan"), .joined("concert", by: "oleg"))
    full.when("mall.registerForEvent", by: "eva", concert).thenRefused(.eventFull)
    full.and(.joined("concert", by: "eva")).when("mall.registerForEvent", by: "eva", concert)
      .thenRefused(.alreadyRegistered)
    var smaller = HappeningContent.concert
    smaller.capacity = 1
    full.and(.rescheduled("concert", smaller)).when("mall.registerForEvent", by: "eva", concert)
      .thenRefused(.eventFull)
    smaller.capacity = nil
    full.and(.rescheduled("concert", smaller)).when("mall.registerForEvent", by: "eva", concert)
      .then(
        .joined("concert", by: "eva"), .moved(-25, .event, "eva", title: "Концерт на крыше"))
    given.and(.moved(-80, .purchase, "eva")).when("mall.registerForEvent", by: "eva", concert)
      .thenRefused(.short(5))
    given.and(.moved(-80, .purchase, "eva"), .noSurvey("eva"))
      .when("mall.registerForEvent", by: "eva", concert)
      .thenRefused(.insufficientPoints(missing: 5, surveyPays: false))
    given.and(.moved(-80, .purchase, "eva"), .configured(.rewarding(referrer: 0, survey: 0)))
      .when("mall.registerForEvent", by: "eva", concert)
      .thenRefused(
        .insufficientPoints(
          missing: 5, savingPays: true, invitingPays: false, surveyPays: false, after: .profile))
  }
}

extension MallRefusal {
  /// Too few points, while the survey is open.
  fileprivate static func short(
    _ missing: Points, after step: StepBeforeSurvey? = .profile
  ) -> MallRefusal {
    .insufficientPoints(
      missing: missing, savingPays: step == .profile, surveyPays: true, after: step)
  }
}

extension PointsPlan {
  fileprivate static func rewarding(referrer: Points, survey: Points) -> PointsPlan {
    PointsPlan(
      registration: 100, referrer: referrer, referred: 50, survey: survey,
      referralTitle: "Приведи друга")
  }
}
