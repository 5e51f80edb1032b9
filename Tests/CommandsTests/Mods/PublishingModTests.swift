import Commands
import Domain
import EventEngine
import TestSupport
import Testing

private let form: JSONObject = [
  "path": "raptor", "category": "animals", "title": " Раптор ", "image": "https://a.b/i.jpg",
  "description": "Бежит.\nКусается.", "archive": "http://пример.рф/раптор.zip",
]

private let raptor = Given<ModPublication>(.published("raptor", in: .animals))

@Suite struct `Publishing a mod` {
  private let empty = Given<ModPublication>()

  @Test func `adds it to the catalogue and returns its path`() {
    empty.when("mods.publishMod", by: "admin", form)
      .then(
        .published(
          "raptor", in: .animals, title: "Раптор", description: "Бежит.\nКусается.",
          archive: "http://пример.рф/раптор.zip")
      )
      .answering(CommandValue("path", "raptor"))
  }

  @Test func `refuses a path that was ever used`() {
    raptor.when("mods.publishMod", by: "admin", form).thenRefused(.alreadyExists)
    raptor.and(.withdrawn("raptor")).when("mods.publishMod", by: "admin", form)
      .thenRefused(.alreadyExists)
    Given<ModPublication>(.published("Raptor")).when("mods.publishMod", by: "admin", form)
      .then(
        .published(
          "raptor", in: .animals, title: "Раптор", description: "Бежит.\nКусается.",
          archive: "http://пример.рф/раптор.zip"))
  }

  @Test(arguments: ["path", "category", "title", "image", "description", "archive"])
  func `requires every field`(field: String) {
    var missing = form
    missing[field] = .null
    empty.when("mods.publishMod", by: "admin", missing).thenInvalid(.missingField(field))
    var blank = form
    blank[field] = ""
    empty.when("mods.publishMod", by: "admin", blank).thenInvalid(.invalidField(field))
  }

  @Test(arguments: [
    ("category", "Animals"), ("category", "birds"), ("path", "a b"), ("image", "ftp://a.b/i"),
    ("image", "https:///i"), ("archive", "a.b/z.zip"), ("archive", "https://a.b/z .zip"),
    ("title", " \n"),
  ])
  func `validates every field`(field: String, value: String) {
    var wrong = form
    wrong[field] = .string(value)
    empty.when("mods.publishMod", by: "admin", wrong).thenInvalid(.invalidField(field))
  }
}

@Suite struct `Editing a mod` {
  @Test func `changes only the given fields`() {
    raptor.when("mods.editMod", by: "admin", ["path": "raptor", "title": "Ящер"])
      .then(.edited("raptor", title: "Ящер")).answering()
    raptor.when(
      "mods.editMod", by: "admin",
      [
        "path": "raptor", "category": "skins", "image": "https://a.b/j.jpg", "description": "Спит.",
        "archive": "https://a.b/y.zip",
      ]
    )
    .then(
      .edited(
        "raptor", to: .skins, image: "https://a.b/j.jpg", description: "Спит.",
        archive: "https://a.b/y.zip"))
  }

  @Test func `to the same value is accepted`() {
    raptor.when("mods.editMod", by: "admin", ["path": "raptor", "category": "animals"])
      .then(.edited("raptor", to: .animals))
  }

  @Test func `requires a field and clears nothing`() {
    raptor.when("mods.editMod", by: "admin", ["path": "raptor"])
      .thenInvalid(.missingField("category, title, image, description, archive"))
    for field in ["title", "image", "description", "archive"] {
      raptor.when("mods.editMod", by: "admin", ["path": "raptor", field: ""])
        .thenInvalid(.invalidField(field))
    }
  }

  @Test func `requires a published mod`() {
    raptor.when("mods.editMod", by: "admin", ["path": "rex", "title": "Рекс"])
      .thenRefused(.notFound)
    raptor.and(.withdrawn("raptor"))
      .when("mods.editMod", by: "admin", ["path": "raptor", "title": "Рекс"])
      .thenRefused(.notFound)
  }
}

@Suite struct `Withdrawing and translating a mod` {
  @Test func `a mod can be withdrawn once`() {
    raptor.when("mods.withdrawMod", by: "admin", ["path": "raptor"]).then(.withdrawn("raptor"))
      .answering()
      .thereafter.when(.withdraw("raptor")).thenRefused(.notFound)
    raptor.when(.withdraw("rex")).thenRefused(.notFound)
  }

  @Test func `a translation can be set any number of times`() {
    let english: JSONObject = [
      "path": "raptor", "locale": "EN-gb", "title": "Raptor", "description": "It runs.",
    ]
    raptor.when("mods.translateMod", by: "admin", english)
      .then(.translated("raptor", "en-GB", "Raptor", description: "It runs.")).answering()
      .thereafter.when("mods.translateMod", by: "admin", english)
      .then(.translated("raptor", "en-GB", "Raptor", description: "It runs."))
    raptor.and(.withdrawn("raptor")).when("mods.translateMod", by: "admin", english)
      .thenRefused(.notFound)
    Given<ModPublication>().when("mods.translateMod", by: "admin", english)
      .thenRefused(.notFound)
  }

  @Test func `a translation requires a language, a title and a description`() {
    let english: JSONObject = [
      "path": "raptor", "locale": "en", "title": "Raptor", "description": "It runs.",
    ]
    for field in ["path", "locale", "title", "description"] {
      var form = english
      form[field] = .null
      raptor.when("mods.translateMod", by: "admin", form).thenInvalid(.missingField(field))
      form[field] = ""
      raptor.when("mods.translateMod", by: "admin", form).thenInvalid(.invalidField(field))
    }
  }
}
