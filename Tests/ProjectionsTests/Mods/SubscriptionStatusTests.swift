import Domain
import EventEngine
import Projections
import TestSupport
import Testing

private let end = "2026-05-11T09:00:00Z"

@Suite struct `A user's subscription` {
  private let launched = ModsStory(.launched("anna"))

  private func show(_ story: ModsStory, at now: String = "2026-05-08T09:00:00Z") -> String {
    story.show(SubscriptionStatus.self, ["user": "anna", "now": .string(now)])
  }

  @Test func `has the state none at first`() {
    #expect(
      show(launched) == #"{"state":"none","since":null,"until":null,"trialUsed":false}"#)
  }

  @Test func `is a trial until its end, ticked or not`() {
    let trial = launched.then(.trial("anna", until: end))
    let bounds = #""since":"2026-05-08T09:00:00.000Z","until":"2026-05-11T09:00:00.000Z""#
    let live = #"{"state":"trial",\#(bounds),"trialUsed":true}"#
    let over = #"{"state":"expired",\#(bounds),"trialUsed":true}"#
    #expect(show(trial) == live)
    #expect(show(trial, at: "2026-05-11T08:59:59.999Z") == live)
    #expect(show(trial, at: end) == over)
    let ticked = trial.then(at: end, .expired("anna", until: end))
    #expect(show(ticked, at: end) == over)
    #expect(show(ticked, at: "2026-05-11T08:59:59.999Z") == live)
    #expect(
      trial.show(SubscriptionStatus.self, ["user": "anna"], at: "2026-05-12T00:00:00Z") == over)
  }

  @Test func `is active after a purchase, and cancelled until its end after a cancellation`() {
    let active = launched.then(.purchased("anna", until: end))
    let bounds = #""since":"2026-05-08T09:00:00.000Z","until":"2026-05-11T09:00:00.000Z""#
    #expect(show(active) == #"{"state":"active",\#(bounds),"trialUsed":false}"#)
    let cancelled = active.then(.subscriptionCancelled("anna"))
    #expect(show(cancelled) == #"{"state":"cancelled",\#(bounds),"trialUsed":false}"#)
    #expect(show(cancelled, at: end) == #"{"state":"expired",\#(bounds),"trialUsed":false}"#)
  }

  @Test func `has its former state after a cancellation is taken back`() {
    for (start, used) in [
      (ModsEvent.trial("anna", until: end), true),
      (.purchased("anna", until: end), false),
    ] {
      let before = launched.then(start)
      let cancelled = before.then(at: "2026-05-09T09:00:00Z", .subscriptionCancelled("anna"))
      let resumed = cancelled.then(at: "2026-05-10T09:00:00Z", .subscriptionResumed("anna"))
      #expect(show(resumed) == show(before))
      #expect(show(resumed).hasSuffix(#""trialUsed":\#(used)}"#))
      #expect(show(resumed, at: end) == show(before, at: end))
      #expect(show(resumed.then(.subscriptionCancelled("anna"))) == show(cancelled))
    }
  }

  @Test func `continues with a renewal`() {
    let renewed = launched.then(.trial("anna", until: end))
      .then(
        at: "2026-05-09T09:00:00Z",
        .renewed("anna", since: "2026-05-08T09:00:00Z", until: "2026-06-10T09:00:00Z"))
    #expect(
      show(renewed, at: "2026-06-01T00:00:00Z")
        == #"{"state":"active","since":"2026-05-08T09:00:00.000Z","until":"2026-06-10T09:00:00.000Z","trialUsed":true}"#
    )
  }

  @Test(
    arguments: [
      .launched("anna"), .paywall("anna", insteadOf: "raptor"), .opened("raptor", by: "anna"),
      .localeChosen("anna", "en"), .downloaded("raptor", by: "anna"),
    ] as [ModsEvent])
  func `exists from the first recorded action on`(fact: ModsEvent) {
    #expect(show(ModsStory(fact)).hasPrefix(#"{"state":"none""#))
  }

  @Test func `requires a known user`() {
    #expect(show(ModsStory(.launched("boris"))) == "notFound: Пользователя anna нет")
    #expect(
      ModsStory().show(SubscriptionStatus.self, ["user": "anna"], in: .en)
        == "notFound: There is no user anna")
    #expect(launched.show(SubscriptionStatus.self) == "missingField: user")
    #expect(
      launched.show(SubscriptionStatus.self, ["user": "anna", "now": "noon"])
        == "invalidField: now")
  }
}

@Suite struct `The settings of the paywall` {
  @Test func `are the defaults until they are configured`() {
    let initial =
      #"{"variation":"standard","closeDelay":0,"trialDays":3,"periodDays":30}"#
    for locale in Language.allCases {
      #expect(ModsStory().show(PaywallSettings.self, in: locale) == initial)
    }
    let configured = ModsStory(.configured(.extended, closeDelay: 7, trialDays: 1, periodDays: 365))
    #expect(
      configured.show(PaywallSettings.self)
        == #"{"variation":"extended","closeDelay":7,"trialDays":1,"periodDays":365}"#)
    // The standard screen closes immediately; its configured delay is shown all the same.
    #expect(
      configured.then(.configured(.standard, closeDelay: 9)).show(PaywallSettings.self)
        == #"{"variation":"standard","closeDelay":9,"trialDays":3,"periodDays":30}"#)
  }

  @Test func `accept no parameters`() {
    #expect(ModsStory().show(PaywallSettings.self, ["user": "anna"]) == "unknownField: user")
  }
}

@Suite struct `The menu` {
  private let categories =
    #""categories":["Ships","Animals","Skins","Cars","Furniture","Guns","Packs","Aircraft","Buildings","Tanks","Appliances"]"#
  private let story = ModsStory(.launched("anna"), .purchased("boris", until: end))

  private func show(_ user: String, at now: String = "2026-05-08T09:00:00Z") -> String {
    story.show(ModsMenu.self, ["user": .string(user), "now": .string(now)])
  }

  @Test func `offers a subscription to a user without one`() {
    #expect(show("anna") == #"{\#(categories),"subscribe":"offer"}"#)
    #expect(show("boris") == #"{\#(categories),"subscribe":"alreadySubscribed"}"#)
    #expect(show("boris", at: end) == #"{\#(categories),"subscribe":"offer"}"#)
  }

  @Test func `requires a known user`() {
    #expect(show("vera") == "notFound: Пользователя vera нет")
    #expect(story.show(ModsMenu.self) == "missingField: user")
  }
}

@Suite struct `Downloads` {
  private let story = ModsStory(
    .published("raptor"), .published("rex"), .published("boat"), .launched("boris")
  )
  .then(at: "2026-05-08T10:00:00Z", .downloaded("raptor", by: "anna"))
  .then(at: "2026-05-08T11:00:00Z", .downloaded("rex", by: "vera"))
  .then(at: "2026-05-08T12:00:00Z", .downloaded("rex", by: "anna"), .withdrawn("rex"))
  .then(at: "2026-05-08T13:00:00Z", .downloaded("raptor", by: "anna"))

  private func entry(_ user: String, _ path: String, _ hour: Int) -> String {
    #"{"user":"\#(user)","path":"\#(path)","at":"2026-05-08T\#(hour):00:00.000Z"}"#
  }

  private func answer(_ entries: String...) -> String {
    #"{"count":\#(entries.count),"downloads":[\#(entries.joined(separator: ","))]}"#
  }

  @Test func `are a user's, newest first`() {
    #expect(
      story.show(DownloadHistory.self, ["user": "anna"])
        == answer(
          entry("anna", "raptor", 13), entry("anna", "rex", 12), entry("anna", "raptor", 10)))
    #expect(story.show(DownloadHistory.self, ["user": "boris"]) == answer())
  }

  @Test func `are a mod's, newest first, and stay when it is withdrawn`() {
    #expect(
      story.show(DownloadHistory.self, ["path": "rex"])
        == answer(entry("anna", "rex", 12), entry("vera", "rex", 11)))
    #expect(story.show(DownloadHistory.self, ["path": "boat"]) == answer())
  }

  @Test func `are filtered by user and mod together`() {
    #expect(
      story.show(DownloadHistory.self, ["user": "anna", "path": "rex"])
        == answer(entry("anna", "rex", 12)))
    #expect(story.show(DownloadHistory.self, ["user": "vera", "path": "boat"]) == answer())
  }

  @Test func `require a known user or mod`() {
    #expect(
      story.show(DownloadHistory.self, ["user": "gleb"]) == "notFound: Пользователя gleb нет")
    #expect(story.show(DownloadHistory.self, ["path": "trex"]) == "notFound: Мода trex нет")
    #expect(
      story.show(DownloadHistory.self, ["user": "anna", "path": "trex"])
        == "notFound: Мода trex нет")
    #expect(story.show(DownloadHistory.self) == "missingField: user, path")
  }
}
