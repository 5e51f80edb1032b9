import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `People at the mall` {
  static let story = MallStory(
    .installed("d-1"), .installed("d-2"), .registered("eva"),
    .signedIn("eva", then: .profile), .named("eva"), .noReferral("eva"), .surveyed("eva"),
    .signedIn("eva", on: "d-2"), .registered("ivan", on: "d-3", "+79990000000"))

  @Test func `have a profile`() {
    #expect(
      Self.story.show(MallProfile.self, ["user": "eva"]) == """
        {"user":"eva","name":"Ева Петрова","email":"eva@mail.ru","phone":"+79161234567",\
        "dateOfBirth":"1990-02-28","haveKids":true,"devices":["d-1","d-2"]}
        """)
    #expect(
      Self.story.show(MallProfile.self, ["user": "ivan"]) == """
        {"user":"ivan","name":null,"email":null,"phone":"+79990000000",\
        "dateOfBirth":null,"haveKids":null,"devices":[]}
        """)
    #expect(
      Self.story.show(MallProfile.self, ["user": "petr"], in: .en)
        == "notFound: There is no user petr")
  }

  @Test func `change their profile in parts`() {
    let story = Self.story.then(
      .renamed("eva", "Ева Иванова"), .renamed("eva", nil, "ivanova@mail.ru"),
      .movedTo("+79161111111", from: "+79161234567", "eva"), .signedOut("eva"),
      .signedIn("eva"), .signedIn("eva", on: "d-2"))
    #expect(
      story.show(MallProfile.self, ["user": "eva"]) == """
        {"user":"eva","name":"Ева Иванова","email":"ivanova@mail.ru","phone":"+79161111111",\
        "dateOfBirth":"1990-02-28","haveKids":true,"devices":["d-2","d-1"]}
        """)
  }

  @Test func `keep their position in the lists when they are erased`() {
    let erased = Self.story.then(.renamed("eva", "Ева Иванова")).erasing(MallUserID("eva").tag)
    #expect(
      erased.show(MallProfile.self, ["user": "eva"]) == """
        {"user":"eva","name":"удалено","email":"удалено","phone":"удалено",\
        "dateOfBirth":null,"haveKids":null,"devices":["d-1","d-2"]}
        """)
    #expect(
      erased.show(MallUsers.self, in: .en) == """
        {"users":[{"user":"eva","name":"erased","email":"erased","phone":"erased",\
        "dateOfBirth":null,"haveKids":null,"survey":"submitted"},\
        {"user":"ivan","name":null,"email":null,"phone":"+79990000000","dateOfBirth":null,\
        "haveKids":null,"survey":"open"}]}
        """)
    let again = erased.then(.renamed("eva", "Ева Новая"))
    #expect(
      again.show(MallProfile.self, ["user": "eva"]) == """
        {"user":"eva","name":"Ева Новая","email":"удалено","phone":"удалено",\
        "dateOfBirth":null,"haveKids":null,"devices":["d-1","d-2"]}
        """)
  }

  @Test func `are listed in the order of registration`() {
    #expect(
      Self.story.then(.noSurvey("ivan")).show(MallUsers.self, ["now": "2026-05-08T09:00:00Z"])
        == """
        {"users":[{"user":"eva","name":"Ева Петрова","email":"eva@mail.ru",\
        "phone":"+79161234567","dateOfBirth":"1990-02-28","haveKids":true,"survey":"submitted"},\
        {"user":"ivan","name":null,"email":null,"phone":"+79990000000","dateOfBirth":null,\
        "haveKids":null,"survey":"skipped"}]}
        """)
    #expect(MallStory().show(MallUsers.self) == #"{"users":[]}"#)
  }
}

@Suite struct `The mall's settings` {
  let story = MallStory(
    .installed("d-1"), .registered("eva"), .registered("ivan", "+79990000000"), .named("eva"))

  @Test func `offer to sign in and to register without a user`() {
    let nobody = """
      {"notifications":{"enabled":false,"topics":[],"titles":{}},"signIn":true,"register":true}
      """
    #expect(story.show(MallSettings.self, ["device": "d-1"]) == nobody)
    #expect(
      story.then(.signedIn("eva"), .signedOut("eva")).show(MallSettings.self, ["device": "d-1"])
        == nobody)
    #expect(
      story.show(MallSettings.self, ["device": "d-2"]) == "notFound: Устройства d-2 нет")
    #expect(story.show(MallSettings.self) == "missingField: device")
  }

  @Test func `show the signed-in user`() {
    let signedIn = story.then(
      .notifications(true, on: "d-1", ["скидки", .mallEvents]), .signedIn("eva"))
    let eva = """
      {"user":"eva","name":"Ева Петрова","email":"eva@mail.ru","phone":"+79161234567",\
      "notifications":{"enabled":true,"topics":["скидки","mallEvents"],\
      "titles":{"mallEvents":"Мероприятия в ТРЦ"}}}
      """
    #expect(signedIn.show(MallSettings.self, ["device": "d-1"]) == eva)
    #expect(
      signedIn.then(.renamed("eva", "Ева Иванова")).show(MallSettings.self, ["device": "d-1"])
        == eva.replacing("Петрова", with: "Иванова"))
    #expect(
      signedIn.erased.show(MallSettings.self, ["device": "d-1"], in: .en) == """
        {"user":"eva","name":"erased","email":"erased","phone":"erased",\
        "notifications":{"enabled":true,"topics":["скидки","mallEvents"],\
        "titles":{"mallEvents":"Events at the mall"}}}
        """)
    #expect(
      signedIn.then(.signedOut("eva"), .signedIn("ivan"), .notifications(false, on: "d-1", []))
        .show(MallSettings.self, ["device": "d-1"]) == """
          {"user":"ivan","name":null,"email":null,"phone":"+79990000000",\
          "notifications":{"enabled":false,"topics":[],"titles":{}}}
          """)
  }
}

@Suite struct `The page about the mall's application` {
  let story = MallStory(
    .installed("d-1"), .registered("eva"), .link(.terms, to: "https://mall.ru/terms"),
    .link(.route, to: "https://ya.ru"), .link(.terms, to: "https://mall.ru/t"))

  @Test func `has a block for rating until the first rating`() {
    let open = """
      {"rating":true,"links":{"route":"https://ya.ru","terms":"https://mall.ru/t"}}
      """
    let rated = open.replacing("true", with: "false")
    #expect(story.show(AboutApp.self, ["user": "eva"]) == open)
    #expect(story.show(AboutApp.self, ["device": "d-1"]) == open)
    let byUser = story.then(.signedIn("eva"), .rated(.user("eva"), 3))
    #expect(byUser.show(AboutApp.self, ["user": "eva"]) == rated)
    #expect(byUser.show(AboutApp.self, ["device": "d-1"]) == open)
    let byDevice = story.then(.rated(.device("d-1"), 5))
    #expect(byDevice.show(AboutApp.self, ["user": "eva"]) == open)
    #expect(byDevice.show(AboutApp.self, ["device": "d-1"]) == rated)
    #expect(
      MallStory(.installed("d-1")).show(AboutApp.self, ["device": "d-1"])
        == #"{"rating":true,"links":{}}"#)
  }

  @Test func `requires a user or a device`() {
    #expect(story.show(AboutApp.self) == "missingField: user")
    #expect(story.show(AboutApp.self, ["user": "eva", "device": "d-1"]) == "invalidField: device")
    #expect(story.show(AboutApp.self, ["user": "d-1"]) == "notFound: Пользователя d-1 нет")
    #expect(
      story.show(AboutApp.self, ["device": "eva"], in: .en) == "notFound: There is no device eva")
  }
}

@Suite struct `Reviews of the mall's application` {
  let story = MallStory(
    .installed("d-1"), .installed("d-2"), .registered("eva"), .registered("ivan"),
    .rated(.device("d-2"), 5), .rated(.user("ivan"), 4), .reviewed(.user("ivan"), "Нет карты"),
    .rated(.device("d-1"), 1), .reviewed(.device("d-1"), "Всё плохо"), .rated(.user("eva"), 2))

  @Test func `are those of users by registration, then those of devices by installation`() {
    #expect(
      story.show(AppReviews.self) == """
        {"reviews":[{"user":"eva","stars":2,"text":null},\
        {"user":"ivan","stars":4,"text":"Нет карты"},\
        {"device":"d-1","stars":1,"text":"Всё плохо"},{"device":"d-2","stars":5,"text":null}]}
        """)
  }

  @Test func `keep their stars when they are erased`() {
    #expect(
      story.erased.show(AppReviews.self, ["now": "2026-05-08T09:00:00Z"], in: .en) == """
        {"reviews":[{"user":"eva","stars":2,"text":null},\
        {"user":"ivan","stars":4,"text":"erased"},\
        {"device":"d-1","stars":1,"text":"erased"},{"device":"d-2","stars":5,"text":null}]}
        """)
  }
}
