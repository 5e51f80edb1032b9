import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The first screen of the mall's application` {
  private let story = MallStory(.installed("d-1"), .registered("eva"))

  private func screen(_ story: MallStory, on device: String = "d-1") -> String {
    story.show(MallStart.self, ["device": .string(device)])
  }

  @Test func `is the onboarding until it is finished`() {
    let onboarding = #"{"screen":"onboarding"}"#
    #expect(screen(story) == onboarding)
    #expect(screen(story.then(.signedIn("eva"), .named("eva"))) == onboarding)
    #expect(screen(story.then(.onboarded("d-1"))) == #"{"screen":"home"}"#)
    #expect(screen(story, on: "d-2") == "notFound: Устройства d-2 нет")
    #expect(story.show(MallStart.self) == "missingField: device")
  }

  @Test func `is the open step of the signed-in user`() {
    var story = story.then(.onboarded("d-1"), .signedIn("eva"))
    for (event, next) in [
      (nil, "profile"), (.named("eva"), "referral"), (.noReferral("eva"), "survey"),
      (.noSurvey("eva"), "home"),
    ] as [(MallEvent?, String)] {
      if let event { story = story.then(event) }
      #expect(screen(story) == "{\"screen\":\"\(next)\"}")
    }
    #expect(screen(story.then(.registered("ivan"), .signedOut("eva"))) == #"{"screen":"home"}"#)
    #expect(
      screen(story.then(.registered("ivan"), .signedOut("eva"), .signedIn("ivan")))
        == #"{"screen":"profile"}"#)
  }

  @Test func `is the same after an erasure`() {
    let story = story.then(.onboarded("d-1"), .signedIn("eva"), .named("eva"))
    #expect(screen(story.erased) == #"{"screen":"referral"}"#)
    let surveyed = story.then(.brought("eva", by: "ivan", "XYZ789"), .surveyed("eva"))
    #expect(screen(surveyed.erased) == #"{"screen":"home"}"#)
  }
}

@Suite struct `The admin's list of the mall's devices` {
  private let story = MallStory(
    .installed("d-2"), .registered("eva"), .signedIn("eva", on: "d-2"),
    .notifications(true, on: "d-2", ["скидки", .mallEvents]), .pushToken("f00d", on: "d-2")
  )
  .then(at: "2026-05-09T09:00:00Z", .installed("d-1"))

  private let second = """
    {"device":"d-1","os":"iOS","osVersion":"15.4","model":"iPhone 13",\
    "installedAt":"2026-05-09T09:00:00.000Z","pushToken":false,"user":null,"enabled":false,\
    "topics":[]}]}
    """

  @Test func `has them in the order of installation`() {
    #expect(
      story.show(MallDeviceList.self) == """
        {"devices":[{"device":"d-2","os":"iOS","osVersion":"15.4","model":"iPhone 13",\
        "installedAt":"2026-05-08T09:00:00.000Z","pushToken":true,"user":"eva","enabled":true,\
        "topics":["скидки","mallEvents"]},\(second)
        """)
    #expect(MallStory().show(MallDeviceList.self) == #"{"devices":[]}"#)
  }

  @Test func `has no push token after its erasure`() {
    let erased = story.erasing(MallDeviceID("d-2").tag).show(MallDeviceList.self)
    #expect(erased.contains(#""device":"d-2""#) && !erased.contains(#""pushToken":true"#))
    #expect(!story.show(MallDeviceList.self).contains("f00d"))
  }
}

@Suite struct `The loyalty programme` {
  @Test func `has defaults until it is configured`() {
    #expect(
      MallStory().show(LoyaltyProgramme.self, in: .en) == """
        {"registration":100,"referrer":50,"referred":50,"survey":30,\
        "referralTitle":"Приведи друга"}
        """)
    let plan = PointsPlan(
      registration: 1, referrer: 2, referred: 3, survey: 0, referralTitle: "Друзья")
    #expect(
      MallStory(.configured(.initial), .configured(plan)).show(LoyaltyProgramme.self)
        == #"{"registration":1,"referrer":2,"referred":3,"survey":0,"referralTitle":"Друзья"}"#)
  }
}
