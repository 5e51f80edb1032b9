import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `The steps after registering` {
  private let given = Given<MallRegistration>(
    .registered("ivan", on: "d-2", "+79990000000", code: "XYZ789"), .registered("eva"),
    .signedIn("eva"))
  private let profile: JSONObject = ["name": " Ева Петрова ", "email": "eva@mail.ru"]
  private let survey: JSONObject = ["dateOfBirth": "1990-02-28", "haveKids": .bool(true)]
  private let plan = PointsPlan(
    registration: 7, referrer: 5, referred: 3, survey: 2, referralTitle: "Зови друзей")
  private let nothing = PointsPlan(
    registration: 0, referrer: 0, referred: 0, survey: 0, referralTitle: "Даром")

  private var named: Given<MallRegistration> { given.and(.named("eva")) }
  private var invited: Given<MallRegistration> { named.and(.noReferral("eva")) }

  @Test func `name and e-mail earn a hundred points`() {
    given.when("mall.saveProfile", by: "eva", profile)
      .then(.named("eva"), .moved(100, .registration, "eva"))
      .answering(
        CommandValue("points", .whole(100)), CommandValue("screen", "referral"))
  }

  @Test func `every step requires a signed-in user`() {
    let out = given.and(.signedOut("eva"))
    for (name, data) in [
      ("mall.saveProfile", profile), ("mall.enterReferralCode", ["code": "XYZ789"]),
      ("mall.skipReferral", [:]), ("mall.submitSurvey", survey), ("mall.skipSurvey", [:]),
    ] {
      out.when(name, by: "eva", data).thenRefused(.notSignedIn)
      out.when(name, by: "nobody", data).thenRefused(.notSignedIn)
    }
    out.when("mall.saveProfile", by: "eva", ["name": "Ева", "email": "eva"])
      .thenRefused(.notSignedIn)
  }

  @Test func `name and e-mail must be valid`() {
    given.when("mall.saveProfile", by: "eva", ["name": "Ева", "email": "eva"])
      .thenRefused(.profileInvalid([.name, .email]))
    // A name of two lines is none either.
    for name in ["Ева", "Ева\u{2028}Петрова"] {
      given.when("mall.saveProfile", by: "eva", ["name": .string(name), "email": "eva@mail.ru"])
        .thenRefused(.profileInvalid([.name]))
    }
    given.when("mall.saveProfile", by: "eva", ["name": "Ева Петрова", "email": "eva"])
      .thenRefused(.profileInvalid([.email]))
    given.when("mall.saveProfile", by: "eva", ["name": " ", "email": "eva@mail.ru"])
      .thenInvalid(.invalidField("name"))
    given.when("mall.saveProfile", by: "eva", ["name": "Ева Петрова"])
      .thenInvalid(.missingField("email"))
  }

  @Test func `name and e-mail are saved once`() {
    named.when("mall.saveProfile", by: "eva", profile).thenRefused(.profileExists)
    named.when("mall.saveProfile", by: "eva", ["name": "Ева", "email": "eva@mail.ru"])
      .thenRefused(.profileInvalid([.name]))
  }

  @Test(arguments: ["XYZ789", "xyz789", " xYz789 "])
  func `a referral code earns points for both users`(code: String) {
    named.when("mall.enterReferralCode", by: "eva", ["code": .string(code)])
      .then(
        .brought("eva", by: "ivan", "XYZ789"),
        .moved(50, .referral, "eva", title: "Приведи друга"),
        .moved(50, .referral, "ivan", title: "Приведи друга")
      )
      .answering(CommandValue("points", .whole(50)), CommandValue("screen", "survey"))
  }

  @Test func `the referral code is entered or skipped once, after name and e-mail`() {
    let code: JSONObject = ["code": "XYZ789"]
    given.when("mall.enterReferralCode", by: "eva", code).thenRefused(.referralBeforeProfile)
    given.when("mall.skipReferral", by: "eva").thenRefused(.referralBeforeProfile)
    for closed in [
      named.and(.brought("eva", by: "ivan", "XYZ789")), invited, invited.and(.noSurvey("eva")),
    ] {
      closed.when("mall.enterReferralCode", by: "eva", code).thenRefused(.referralClosed)
      closed.when("mall.skipReferral", by: "eva").thenRefused(.referralClosed)
    }
    named.when("mall.skipReferral", by: "eva").then(.noReferral("eva"))
      .answering(CommandValue("screen", "survey"))
  }

  @Test func `the referral code must belong to another user`() {
    named.when("mall.enterReferralCode", by: "eva", ["code": "XYZ788"])
      .thenRefused(.referralCodeNotFound)
    named.when("mall.enterReferralCode", by: "eva", ["code": "привет"])
      .thenRefused(.referralCodeNotFound)
    named.when("mall.enterReferralCode", by: "eva", ["code": "abc234"])
      .thenRefused(.ownReferralCode)
    named.when("mall.enterReferralCode", by: "eva", ["code": ""])
      .thenInvalid(.invalidField("code"))
    let erased = Given<MallRegistration>(
      .registered("ivan", code: "XYZ789").erased, .registered("eva"), .signedIn("eva"),
      .named("eva"))
    erased.when("mall.enterReferralCode", by: "eva", ["code": "XYZ789"])
      .thenRefused(.referralCodeNotFound)
  }

  @Test func `the referral code must belong to a user who came earlier`() {
    let late = named.and(
      .registered("oleg", on: "d-3", "+79991111111", code: "LMN456"), .signedIn("oleg", on: "d-3"),
      .named("oleg"))
    late.when("mall.enterReferralCode", by: "eva", ["code": "LMN456"])
      .thenRefused(.referralCodeNotFound)
    late.and(.noReferral("eva")).when("mall.enterReferralCode", by: "eva", ["code": "LMN456"])
      .thenRefused(.referralClosed)
    late.when("mall.enterReferralCode", by: "oleg", ["code": "ABC234"])
      .then(
        .brought("oleg", by: "eva", "ABC234"),
        .moved(50, .referral, "oleg", title: "Приведи друга"),
        .moved(50, .referral, "eva", title: "Приведи друга"))
  }

  @Test func `the survey earns thirty points`() {
    invited.when("mall.submitSurvey", by: "eva", survey)
      .then(.surveyed("eva"), .moved(30, .survey, "eva"))
      .answering(CommandValue("points", .whole(30)), CommandValue("screen", "home"))
    named.and(.brought("eva", by: "ivan", "XYZ789")).when("mall.skipSurvey", by: "eva")
      .then(.noSurvey("eva")).answering(CommandValue("screen", "home"))
  }

  @Test func `the survey is answered or skipped once, after the referral code`() {
    let early: [(Given<MallRegistration>, MallRefusal.StepBeforeSurvey)] = [
      (given, .profile), (named, .referral),
    ]
    for (early, step) in early {
      early.when("mall.submitSurvey", by: "eva", survey).thenRefused(.surveyNotYet(after: step))
      early.when("mall.skipSurvey", by: "eva").thenRefused(.surveyNotYet(after: step))
    }
    for closed in [invited.and(.surveyed("eva")), invited.and(.noSurvey("eva"))] {
      closed.when("mall.submitSurvey", by: "eva", survey).thenRefused(.surveyClosed)
      closed.when("mall.skipSurvey", by: "eva").thenRefused(.surveyClosed)
    }
  }

  @Test func `a birthday can't be after today in Moscow`() {
    let given = invited
    given.when(
      "mall.submitSurvey", by: "eva", ["dateOfBirth": "2026-05-09", "haveKids": .bool(false)],
      at: "2026-05-08T20:59:59.999Z"
    )
    .thenRefused(.futureDateOfBirth(today: "2026-05-08 (Europe/Moscow)"))
    given.when(
      "mall.submitSurvey", by: "eva", ["dateOfBirth": "2026-05-09", "haveKids": .bool(false)],
      at: "2026-05-08T21:00:00Z"
    )
    .then(
      .surveyed("eva", born: "2026-05-09", haveKids: false), .moved(30, .survey, "eva"))
    let future: JSONObject = ["dateOfBirth": "2099-01-01", "haveKids": .bool(false)]
    given.when("mall.submitSurvey", by: "nobody", future).thenRefused(.notSignedIn)
    given.and(.noSurvey("eva")).when("mall.submitSurvey", by: "eva", future)
      .thenRefused(.futureDateOfBirth(today: "2026-05-08 (Europe/Moscow)"))
    given.when(
      "mall.submitSurvey", by: "eva", ["dateOfBirth": "1990-02-30", "haveKids": .bool(true)]
    )
    .thenInvalid(.invalidField("dateOfBirth"))
    given.when("mall.submitSurvey", by: "eva", ["dateOfBirth": "1990-02-28", "haveKids": "yes"])
      .thenInvalid(.invalidField("haveKids"))
  }

  @Test func `the configured points are awarded`() {
    let configured = given.and(.configured(plan))
    configured.when("mall.saveProfile", by: "eva", profile)
      .then(.named("eva", points: 7), .moved(7, .registration, "eva"))
      .thereafter.when("mall.enterReferralCode", by: "eva", ["code": "XYZ789"])
      .then(
        .brought("eva", by: "ivan", "XYZ789", points: 3, referrerPoints: 5),
        .moved(3, .referral, "eva", title: "Зови друзей"),
        .moved(5, .referral, "ivan", title: "Зови друзей")
      )
      .thereafter.when("mall.submitSurvey", by: "eva", survey)
      .then(.surveyed("eva", points: 2), .moved(2, .survey, "eva"))
  }

  @Test func `a reward of zero causes no transaction`() {
    let configured = given.and(.configured(nothing))
    configured.when("mall.saveProfile", by: "eva", profile).then(.named("eva", points: 0))
      .answering(CommandValue("points", .whole(0)), CommandValue("screen", "referral"))
      .thereafter.when("mall.enterReferralCode", by: "eva", ["code": "XYZ789"])
      .then(.brought("eva", by: "ivan", "XYZ789", points: 0, referrerPoints: 0))
      .thereafter.when("mall.submitSurvey", by: "eva", survey)
      .then(.surveyed("eva", points: 0))
  }
}

@Suite struct `Editing a profile of the mall` {
  private let given = Given<MallProfiles>(.signedIn("eva"), .named("eva"))

  @Test func `changes name, e-mail or both`() {
    given.when("mall.editProfile", by: "eva", ["name": "Ева Иванова"])
      .then(.renamed("eva", "Ева Иванова"))
    given.when("mall.editProfile", by: "eva", ["email": "ivanova@mail.ru"])
      .then(.renamed("eva", nil, "ivanova@mail.ru"))
    given.when("mall.editProfile", by: "eva", ["name": "Ева Петрова", "email": "eva@mail.ru"])
      .then(.renamed("eva", "Ева Петрова", "eva@mail.ru"))
  }

  @Test func `requires a signed-in user with a profile, and valid values`() {
    Given<MallProfiles>(.named("eva")).when("mall.editProfile", by: "eva", ["name": "Ева"])
      .thenRefused(.notSignedIn)
    let without = Given<MallProfiles>(.signedIn("eva"))
    without.when("mall.editProfile", by: "eva", ["name": "Ева", "email": "x"])
      .thenRefused(.profileInvalid([.name, .email]))
    without.when("mall.editProfile", by: "eva", ["name": "Ева"])
      .thenRefused(.profileInvalid([.name]))
    without.when("mall.editProfile", by: "eva", ["email": "x"])
      .thenRefused(.profileInvalid([.email]))
    without.when("mall.editProfile", by: "eva", ["name": "Ева Петрова", "email": "x"])
      .thenRefused(.profileInvalid([.email]))
    without.when("mall.editProfile", by: "eva", ["name": "Ева Петрова"])
      .thenRefused(.notFound(.profile))
  }

  @Test func `requires a change and clears nothing`() {
    given.when("mall.editProfile", by: "eva").thenInvalid(.missingField("name, email"))
    given.when("mall.editProfile", by: "eva", ["name": ""]).thenInvalid(.invalidField("name"))
    given.when("mall.editProfile", by: "eva", ["email": " "]).thenInvalid(.invalidField("email"))
  }
}

@Suite struct `Rating the application` {
  private let given = Given<AppRatings>(
    .installed("d-1"), .installed("d-2"), .signedIn("eva", on: "d-1"))

  @Test func `asks for a review up to four stars and leads to the store at five`() {
    for stars in 1...4 {
      given.when("mall.rateApp", by: "eva", ["stars": .whole(stars)])
        .then(.rated(.user("eva"), AppStars(rawValue: stars)))
        .answering(CommandValue("screen", "review"))
    }
    given.when("mall.rateApp", by: "eva", ["stars": .whole(5)])
      .then(.rated(.user("eva"), 5)).answering(CommandValue("screen", "store"))
    for stars in [0, 6, -1] {
      given.when("mall.rateApp", by: "eva", ["stars": .whole(stars)])
        .thenInvalid(.invalidField("stars"))
    }
  }

  @Test func `requires a whole number in any spelling`() throws {
    for stars in ["4.0", "4e0", "40e-1"] {
      given.when("mall.rateApp", by: "eva", ["stars": .number(try #require(JSONNumber(stars)))])
        .then(.rated(.user("eva"), 4))
    }
    for stars in ["4.5", "0.4e0", "4e1"] {
      given.when("mall.rateApp", by: "eva", ["stars": .number(try #require(JSONNumber(stars)))])
        .thenInvalid(.invalidField("stars"))
    }
  }

  @Test func `works for a device on which nobody is signed in`() {
    given.when("mall.rateApp", by: "d-2", ["stars": .whole(3)]).then(.rated(.device("d-2"), 3))
    given.when("mall.rateApp", by: "d-1", ["stars": .whole(3)]).thenRefused(.userRates)
    given.and(.rated(.device("d-1"), 4)).when("mall.writeReview", by: "d-1", ["text": "Ура"])
      .thenRefused(.userRates)
    given.when("mall.rateApp", by: "d-3", ["stars": .whole(3)]).thenRefused(.notSignedIn)
    given.and(.signedOut("eva")).when("mall.rateApp", by: "d-1", ["stars": .whole(3)])
      .then(.rated(.device("d-1"), 3))
    given.and(.signedOut("eva")).when("mall.rateApp", by: "eva", ["stars": .whole(3)])
      .thenRefused(.notSignedIn)
  }

  @Test func `works once, followed by one review`() {
    let rated = given.and(.rated(.user("eva"), 5))
    rated.when("mall.rateApp", by: "eva", ["stars": .whole(3)]).thenRefused(.alreadyRated)
    given.when("mall.writeReview", by: "eva", ["text": "Ура"]).thenRefused(.notRated)
    rated.when("mall.writeReview", by: "eva", ["text": " Ура "])
      .then(.reviewed(.user("eva"), "Ура"))
      .thereafter.when("mall.writeReview", by: "eva", ["text": "Ура"])
      .thenRefused(.alreadyReviewed)
    rated.when("mall.writeReview", by: "eva", ["text": " "]).thenInvalid(.invalidField("text"))
    rated.when("mall.writeReview", by: "nobody", ["text": "Ура"]).thenRefused(.notSignedIn)
  }

  @Test func `belongs to the device, even if a user signs in later`() {
    let rated = given.and(.rated(.device("d-2"), 2), .rated(.user("eva"), 5))
    rated.when("mall.writeReview", by: "d-2", ["text": "Так себе"])
      .then(.reviewed(.device("d-2"), "Так себе"))
    rated.and(.signedIn("ivan", on: "d-2")).when("mall.rateApp", by: "ivan", ["stars": .whole(1)])
      .then(.rated(.user("ivan"), 1))
  }
}
