import Commands
import Domain
import EventEngine
import TestSupport
import Testing

private let end = "2026-05-11T09:00:00Z"
private let mods = Given<ModDownloads>(.published("raptor"), .published("rex"), .withdrawn("rex"))
private let subscribed = mods.and(.trial("anna", until: end))

@Suite struct `Opening a mod's screen` {
  @Test func `requires no subscription`() {
    mods.when("mods.openMod", by: "anna", ["path": "raptor"]).then(.opened("raptor", by: "anna"))
      .answering()
  }

  @Test func `requires a published mod`() {
    mods.when("mods.openMod", by: "anna", ["path": "rex"]).thenRefused(.notFound)
    mods.when("mods.openMod", by: "anna", ["path": "trex"]).thenRefused(.notFound)
    mods.when("mods.openMod", by: "anna").thenInvalid(.missingField("path"))
    mods.when("mods.openMod", by: "anna", ["path": "a/b"]).thenInvalid(.invalidField("path"))
  }
}

@Suite struct `Downloading a mod` {
  @Test func `returns its archive`() {
    subscribed.when("mods.download", by: "anna", ["path": "raptor"])
      .then(.downloaded("raptor", by: "anna"))
      .answering(CommandValue("archive", "https://a.b/z.zip"))
  }

  @Test func `returns the current archive`() {
    subscribed.and(.edited("raptor", archive: "https://a.b/new.zip"), .edited("raptor", title: "Б"))
      .when(.download("raptor", by: "anna"))
      .then(.downloaded("raptor", by: "anna", archive: "https://a.b/new.zip"))
      .answering(CommandValue("archive", "https://a.b/new.zip"))
  }

  @Test func `works after a cancellation until the end`() {
    let cancelled = subscribed.and(.subscriptionCancelled("anna"))
    cancelled.when(.download("raptor", by: "anna"), at: "2026-05-11T08:59:59.999Z")
      .then(.downloaded("raptor", by: "anna"))
    cancelled.when(.download("raptor", by: "anna"), at: end)
      .then(.paywall("anna", insteadOf: "raptor"))
  }

  @Test func `shows the subscription screen if there is no subscription`() {
    mods.when("mods.download", by: "anna", ["path": "raptor"])
      .then(.paywall("anna", insteadOf: "raptor"))
      .answeringRefusal(
        .subscriptionRequired, CommandValue("screen", "paywall"),
        CommandValue("variation", "standard"), CommandValue("pages", .number(JSONNumber(1))),
        CommandValue("closeDelay", .number(JSONNumber(0))))
    mods.and(.configured(closeDelay: 9)).when("mods.download", by: "anna", ["path": "raptor"])
      .then(.paywall("anna", .extended, closeDelay: 9, insteadOf: "raptor"))
      .answeringRefusal(
        .subscriptionRequired, CommandValue("screen", "paywall"),
        CommandValue("variation", "extended"), CommandValue("pages", .number(JSONNumber(3))),
        CommandValue("closeDelay", .number(JSONNumber(9))))
  }

  @Test func `requires a published mod, which is checked first`() {
    for given in [mods, subscribed] {
      given.when("mods.download", by: "anna", ["path": "rex"]).thenRefused(.notFound)
      given.when("mods.download", by: "anna", ["path": "trex"]).thenRefused(.notFound)
    }
  }
}

@Suite struct `Choosing a language and setting documents` {
  @Test func `a language is accepted in any case`() {
    let given = Given<ContentLocales>()
    given.when("mods.setLocale", by: "anna", ["locale": "zh-hant-tw"])
      .then(.localeChosen("anna", "zh-Hant-TW")).answering()
    for locale in ["english", " "] {
      given.when("mods.setLocale", by: "anna", ["locale": .string(locale)])
        .thenInvalid(.invalidField("locale"))
    }
    given.when("mods.setLocale", by: "anna").thenInvalid(.missingField("locale"))
  }

  @Test func `a document is set in the original or in another language`() {
    let given = Given<LegalDocuments>()
    given.when("mods.setDocument", by: "admin", ["document": "privacy", "text": " Ничего.\n "])
      .then(.documentSet(.privacy, "Ничего.")).answering()
    given.when(
      "mods.setDocument", by: "admin", ["document": "terms", "text": "Pay.", "locale": "EN"]
    ).then(.documentSet(.terms, "Pay.", "en"))
    given.when(
      "mods.setDocument", by: "admin", ["document": "terms", "text": "Pay.", "locale": " "]
    ).then(.documentSet(.terms, "Pay."))
  }

  @Test func `a document requires a name and a text`() {
    let given = Given<LegalDocuments>()
    given.when("mods.setDocument", by: "admin", ["text": "a"]).thenInvalid(
      .missingField("document"))
    given.when("mods.setDocument", by: "admin", ["document": "terms"])
      .thenInvalid(.missingField("text"))
    given.when("mods.setDocument", by: "admin", ["document": "licence", "text": "a"])
      .thenInvalid(.invalidField("document"))
    given.when("mods.setDocument", by: "admin", ["document": "terms", "text": " "])
      .thenInvalid(.invalidField("text"))
    given.when(
      "mods.setDocument", by: "admin", ["document": "terms", "text": "a", "locale": "e"]
    ).thenInvalid(.invalidField("locale"))
  }
}
