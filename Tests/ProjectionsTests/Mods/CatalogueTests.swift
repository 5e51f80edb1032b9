import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The catalogue of mods` {
  let story = ModsStory(
    .published("boat", title: "Лодка"), .published("raptor", in: .animals, title: "Раптор"),
    .published("ferry", title: "Паром", image: "https://a.b/f.jpg"),
    .published("yacht", title: "Яхта"))

  private func show(_ story: ModsStory, _ parameters: JSONObject = [:]) -> String {
    var asked = parameters
    if asked["category"] == nil { asked["category"] = "ships" }
    return story.show(Catalogue.self, asked)
  }

  /// The paths and titles in an answer.
  private func titles(_ story: ModsStory, _ parameters: JSONObject = [:]) -> [String] {
    show(story, parameters).matches(of: /"path":"([^"]*)","title":"([^"]*)"/)
      .map { "\($0.1) \($0.2)" }
  }

  @Test func `shows a category, newest first`() {
    #expect(
      show(story)
        == #"{"count":3,"items":[{"path":"yacht","title":"Яхта","image_url":"https://a.b/i.jpg"},{"path":"ferry","title":"Паром","image_url":"https://a.b/f.jpg"},{"path":"boat","title":"Лодка","image_url":"https://a.b/i.jpg"}]}"#
    )
    #expect(titles(story, ["category": "animals"]) == ["raptor Раптор"])
    #expect(show(story, ["category": "tanks"]) == #"{"count":0,"items":[]}"#)
  }

  @Test func `shows a page and the number of all mods`() {
    #expect(titles(story, ["limit": .int(2)]) == ["yacht Яхта", "ferry Паром"])
    #expect(titles(story, ["limit": .int(2), "offset": .int(2)]) == ["boat Лодка"])
    #expect(titles(story, ["offset": .int(1), "limit": .int(1)]) == ["ferry Паром"])
    #expect(show(story, ["offset": .int(3)]) == #"{"count":3,"items":[]}"#)
    #expect(show(story, ["offset": .int(.max)]) == #"{"count":3,"items":[]}"#)
  }

  @Test func `shows twenty mods by default`() {
    let many = (1...25).reduce(ModsStory()) { $0.then(.published(ModPath(rawValue: "m\($1)"))) }
    #expect(titles(many).count == 20)
    #expect(titles(many, ["limit": .int(100)]).count == 25)
    #expect(titles(many).first?.hasPrefix("m25 ") == true)
  }

  @Test func `keeps the order of an edited mod, also in another category`() {
    let edited = story.then(.edited("ferry", title: "Катер", image: "https://a.b/k.jpg"))
    #expect(titles(edited) == ["yacht Яхта", "ferry Катер", "boat Лодка"])
    #expect(show(edited).contains("https://a.b/k.jpg"))
    let moved = story.then(.edited("raptor", to: .ships))
    #expect(titles(moved) == ["yacht Яхта", "ferry Паром", "raptor Раптор", "boat Лодка"])
    #expect(titles(moved, ["category": "animals"]) == [])
    let back = moved.then(.edited("raptor", to: .ships), .edited("raptor", to: .animals))
    #expect(titles(back) == titles(story))
    #expect(titles(back, ["category": "animals"]) == ["raptor Раптор"])
  }

  @Test func `shows no withdrawn mod`() {
    let withdrawn = story.then(.withdrawn("ferry"))
    #expect(titles(withdrawn) == ["yacht Яхта", "boat Лодка"])
    #expect(show(withdrawn).contains(#""count":2"#))
  }

  @Test func `is translated into the language of the query or else of the user`() {
    let translated = story.then(
      .translated("boat", "en", "Boat"), .translated("boat", "en-GB", "Rowing boat"),
      .translated("ferry", "zh-Hant", "渡輪"), .localeChosen("anna", "en-GB"),
      .localeChosen("boris", "zh-Hant-TW"))
    #expect(titles(translated) == ["yacht Яхта", "ferry Паром", "boat Лодка"])
    #expect(
      titles(translated, ["locale": "EN-us"]) == ["yacht Яхта", "ferry Паром", "boat Boat"])
    #expect(
      titles(translated, ["user": "anna"]) == ["yacht Яхта", "ferry Паром", "boat Rowing boat"])
    #expect(
      titles(translated, ["user": "anna", "locale": "en"])
        == ["yacht Яхта", "ferry Паром", "boat Boat"])
    #expect(
      titles(translated, ["user": "anna", "locale": "fr"])
        == ["yacht Яхта", "ferry Паром", "boat Лодка"])
    #expect(
      titles(translated, ["user": "boris"]) == ["yacht Яхта", "ferry 渡輪", "boat Лодка"])
    #expect(titles(translated, ["user": "nobody"]) == titles(translated))
    let changed = translated.then(.localeChosen("boris", "en"), .edited("boat", title: "Шлюпка"))
    #expect(titles(changed, ["user": "boris"]) == ["yacht Яхта", "ferry Паром", "boat Boat"])
    #expect(titles(changed) == ["yacht Яхта", "ferry Паром", "boat Шлюпка"])
  }

  @Test func `has the eleven categories, in lower case`() {
    for name in ["Ships", "SHIPS", "birds", "", " ships", "ships/cars"] {
      #expect(
        show(story, ["category": .string(name)])
          == "notFound: Категории «\(name)» нет. Есть: ships, animals, skins, cars, furniture, guns, packs, aircraft, buildings, tanks, appliances"
      )
    }
    for category in ModCategory.allCases {
      #expect(show(story, ["category": .string(category.rawValue)]).hasPrefix(#"{"count":"#))
    }
  }

  @Test func `checks the form`() {
    #expect(story.show(Catalogue.self) == "missingField: category")
    #expect(show(story, ["category": .int(1)]) == "invalidField: category")
    for limit in [0, 101, -1] {
      #expect(show(story, ["limit": .int(limit)]) == "invalidField: limit")
    }
    #expect(show(story, ["limit": "20"]) == "invalidField: limit")
    #expect(show(story, ["offset": .int(-1)]) == "invalidField: offset")
    #expect(show(story, ["user": "a b"]) == "invalidField: user")
    #expect(show(story, ["locale": "english"]) == "invalidField: locale")
    #expect(show(story, ["path": "boat"]) == "unknownField: path")
  }
}

@Suite struct `A mod's screen` {
  let story = ModsStory(
    .published("raptor", in: .animals, title: "Раптор", description: "Бежит.\nКусается."),
    .translated("raptor", "en", "Raptor", description: "It runs."), .localeChosen("anna", "en-US"))

  private func show(_ story: ModsStory, _ parameters: JSONObject = [:]) -> String {
    var asked = parameters
    if asked["path"] == nil { asked["path"] = "raptor" }
    return story.show(ModDetails.self, asked)
  }

  @Test func `shows the mod`() {
    #expect(
      show(story)
        == #"{"title":"Раптор","image_url":"https://a.b/i.jpg","description":"Бежит.\nКусается.","zip_url":"https://a.b/z.zip"}"#
    )
  }

  @Test func `is translated as a whole`() {
    let english =
      #"{"title":"Raptor","image_url":"https://a.b/i.jpg","description":"It runs.","zip_url":"https://a.b/z.zip"}"#
    #expect(show(story, ["user": "anna"]) == english)
    #expect(show(story, ["locale": "en-GB"]) == english)
    #expect(show(story, ["user": "boris"]) == show(story))
    #expect(show(story, ["user": "anna", "locale": "ru"]) == show(story))
  }

  @Test func `shows an edit and keeps translations`() {
    let edited = story.then(
      .edited(
        "raptor", to: .skins, title: "Ящер", image: "https://a.b/j.jpg", description: "Спит.",
        archive: "https://a.b/y.zip"))
    #expect(
      show(edited)
        == #"{"title":"Ящер","image_url":"https://a.b/j.jpg","description":"Спит.","zip_url":"https://a.b/y.zip"}"#
    )
    #expect(
      show(edited, ["locale": "en"])
        == #"{"title":"Raptor","image_url":"https://a.b/j.jpg","description":"It runs.","zip_url":"https://a.b/y.zip"}"#
    )
  }

  @Test func `requires a mod that is not withdrawn`() {
    #expect(show(story, ["path": "rex"]) == "notFound: Мода rex нет")
    #expect(show(story.then(.withdrawn("raptor"))) == "notFound: Мода raptor нет")
    #expect(
      story.show(ModDetails.self, ["path": "rex"], in: .en) == "notFound: There is no mod rex")
    #expect(story.show(ModDetails.self) == "missingField: path")
    #expect(show(story, ["path": "a/b"]) == "invalidField: path")
  }
}

@Suite struct `The legal documents` {
  private let story = ModsStory(
    .documentSet(.privacy, "Ничего."), .documentSet(.privacy, "Nothing.", "en"),
    .documentSet(.terms, "条款", "zh"), .localeChosen("anna", "en-GB"),
    .localeChosen("boris", "zh-Hans-CN"))

  private func show(_ parameters: JSONObject) -> String {
    story.show(DocumentPage.self, parameters)
  }

  @Test func `are shown in the preferred language, else in the original`() {
    #expect(show(["document": "privacy"]) == #"{"text":"Ничего."}"#)
    #expect(show(["document": "privacy", "user": "anna"]) == #"{"text":"Nothing."}"#)
    #expect(show(["document": "privacy", "locale": "EN"]) == #"{"text":"Nothing."}"#)
    #expect(show(["document": "privacy", "user": "boris"]) == #"{"text":"Ничего."}"#)
    #expect(show(["document": "terms", "user": "boris"]) == #"{"text":"条款"}"#)
  }

  @Test func `are not found without either language`() {
    #expect(
      show(["document": "terms"]) == "notFound: Условия использования не заданы")
    #expect(
      show(["document": "terms", "user": "anna"])
        == "notFound: Условия использования на этом языке не заданы")
    #expect(
      ModsStory().show(DocumentPage.self, ["document": "privacy"], in: .en)
        == "notFound: The privacy policy is not set")
  }

  @Test func `can be replaced`() {
    let anew = story.then(.documentSet(.privacy, "Всё."))
    #expect(anew.show(DocumentPage.self, ["document": "privacy"]) == #"{"text":"Всё."}"#)
    #expect(
      anew.show(DocumentPage.self, ["document": "privacy", "locale": "en"])
        == #"{"text":"Nothing."}"#)
  }

  @Test func `are two`() {
    #expect(show([:]) == "missingField: document")
    #expect(show(["document": "licence"]) == "invalidField: document")
  }
}
