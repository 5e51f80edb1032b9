import Commands
import Domain
import EventEngine
import TestSupport
import Testing

private let paywall = [
  CommandValue("screen", "paywall"), CommandValue("variation", "standard"),
  CommandValue("pages", .number(JSONNumber(1))), CommandValue("closeDelay", .number(JSONNumber(0))),
]
private let main = CommandValue("screen", "main")

/// Anna's trial ends on the 11th. Boris is a new user.
private let given = Given<Paywalls>(.trial("anna", until: "2026-05-11T09:00:00Z"))

@Suite struct `Launching the application` {
  @Test func `shows the subscription screen`() {
    given.when("mods.launch", by: "boris").then(.launched("boris"), .paywall("boris"))
      .answering(paywall[0], paywall[1], paywall[2], paywall[3])
  }

  @Test func `shows the main screen during a live subscription`() {
    given.when("mods.launch", by: "anna").then(.launched("anna")).answering(main)
    given.and(.subscriptionCancelled("anna"))
      .when(.launch("anna"), at: "2026-05-11T08:59:59.999Z").then(.launched("anna"))
  }

  @Test func `shows the subscription screen after its end, recorded or not`() {
    given.when(.launch("anna"), at: "2026-05-11T09:00:00Z")
      .then(.launched("anna"), .paywall("anna"))
    given.and(at: "2026-05-12T09:00:00Z", .expired("anna", until: "2026-05-11T09:00:00Z"))
      .when(.launch("anna")).then(.launched("anna"), .paywall("anna"))
  }

  @Test func `shows three pages and a delayed button if configured`() {
    given.and(.configured(closeDelay: 7)).when("mods.launch", by: "boris")
      .then(.launched("boris"), .paywall("boris", .extended, closeDelay: 7))
      .answering(
        CommandValue("screen", "paywall"), CommandValue("variation", "extended"),
        CommandValue("pages", .number(JSONNumber(3))),
        CommandValue("closeDelay", .number(JSONNumber(7))))
  }

  @Test func `shows a standard screen that can be closed immediately, whatever the delay`() {
    given.and(.configured(.standard, closeDelay: 7)).when("mods.launch", by: "boris")
      .then(.launched("boris"), .paywall("boris"))
  }
}

@Suite struct `Opening the subscription screen` {
  @Test func `works from the menu`() {
    given.when("mods.openPaywall", by: "boris").then(.paywall("boris"))
      .answering(paywall[0], paywall[1], paywall[2], paywall[3])
  }

  @Test func `is refused with a live subscription`() {
    given.when("mods.openPaywall", by: "anna").thenRefused(.alreadySubscribed)
    given.and(.subscriptionCancelled("anna")).when(.open("anna")).thenRefused(.alreadySubscribed)
    given.when(.open("anna"), at: "2026-05-11T09:00:00Z").then(.paywall("anna"))
  }
}

@Suite struct `Closing the subscription screen` {
  private let shown = given.and(.launched("boris"), .paywall("boris", .extended, closeDelay: 5))

  @Test func `leads to the main screen`() {
    given.and(.launched("boris"), .paywall("boris")).when("mods.dismissPaywall", by: "boris")
      .then(.dismissed("boris")).answering(main)
  }

  @Test func `requires an open screen`() {
    given.when("mods.dismissPaywall", by: "boris").thenRefused(.paywallNotShown)
    shown.when(.dismiss("anna")).thenRefused(.paywallNotShown)
    shown.and(at: "2026-05-08T09:00:05Z", .dismissed("boris")).when(.dismiss("boris"))
      .thenRefused(.paywallNotShown)
  }

  @Test func `is refused before the delay is over`() {
    shown.when(.dismiss("boris"), at: "2026-05-08T09:00:04.999Z")
      .thenRefused(.closeNotYetAllowed(seconds: 1))
    shown.when(.dismiss("boris"), at: "2026-05-08T09:00:05Z").then(.dismissed("boris"))
  }

  @Test func `uses the configuration at the time of showing`() {
    shown.and(.configured(.standard, closeDelay: 0)).when(.dismiss("boris"))
      .thenRefused(.closeNotYetAllowed(seconds: 5))
    given.and(.paywall("boris"), .configured(closeDelay: 60)).when(.dismiss("boris"))
      .then(.dismissed("boris"))
  }

  @Test func `restarts the delay when the screen is shown again`() {
    shown.and(at: "2026-05-08T09:00:04Z", .paywall("boris", .extended, closeDelay: 5))
      .when(.dismiss("boris"), at: "2026-05-08T09:00:08Z")
      .thenRefused(.closeNotYetAllowed(seconds: 1))
    shown.and(at: "2026-05-08T09:00:04Z", .paywall("boris", insteadOf: "raptor"))
      .when(.dismiss("boris")).then(.dismissed("boris"))
  }

  @Test(
    arguments: [
      .trial("boris", until: "2026-05-11T09:00:00Z"),
      .purchased("boris", until: "2026-05-11T09:00:00Z"),
      .renewed("boris", since: "2026-05-08T09:00:00Z", until: "2026-05-11T09:00:00Z"),
      .launched("boris"),
    ] as [ModsEvent])
  func `is refused after subscribing and after a launch that shows no screen`(fact: ModsEvent) {
    shown.and(fact).when(.dismiss("boris"), at: "2026-05-08T10:00:00Z")
      .thenRefused(.paywallNotShown)
  }
}

@Suite struct `Configuring the subscription screen` {
  private let form: JSONObject = [
    "variation": "extended", "closeDelay": .number(JSONNumber(5)),
    "trialDays": .number(JSONNumber(7)), "periodDays": .number(JSONNumber(30)),
  ]
  private let none = Given<PaywallConfiguration>()

  @Test func `is always accepted, even without changes`() {
    none.when("mods.configurePaywall", by: "admin", form).then(.configured(trialDays: 7))
      .answering()
      .thereafter.when("mods.configurePaywall", by: "admin", form).then(.configured(trialDays: 7))
  }

  @Test func `requires all fields`() {
    for field in ["variation", "closeDelay", "trialDays", "periodDays"] {
      var missing = form
      missing[field] = .null
      none.when("mods.configurePaywall", by: "admin", missing).thenInvalid(.missingField(field))
      var wrong = form
      wrong[field] = "1"
      none.when("mods.configurePaywall", by: "admin", wrong).thenInvalid(.invalidField(field))
    }
  }

  @Test(arguments: [("closeDelay", -1), ("trialDays", 0), ("periodDays", 0), ("trialDays", -3)])
  func `refuses a negative delay and a period of less than a day`(field: String, value: Int) {
    var wrong = form
    wrong[field] = .number(JSONNumber(value))
    none.when("mods.configurePaywall", by: "admin", wrong).thenInvalid(.invalidField(field))
  }
}
