import Commands
import Domain
import EventEngine
import TestSupport
import Testing

private let start = "2026-05-08T09:00:00Z"
private let end = "2026-05-11T09:00:00Z"
private let main = CommandValue("screen", "main")

private let newUser = Given<Subscriptions>()
private let trial = Given<Subscriptions>(.trial("anna", until: end))
private let active = Given<Subscriptions>(.purchased("anna", until: end))
private let cancelled = active.and(.subscriptionCancelled("anna"))
private let live = [trial, active, cancelled]

@Suite struct `Starting a trial` {
  @Test func `lasts three days unless configured otherwise`() {
    newUser.when("mods.startTrial", by: "anna").then(.trial("anna", until: end)).answering(main)
    newUser.and(.configured(trialDays: 7)).when("mods.startTrial", by: "anna")
      .then(.trial("anna", until: "2026-05-15T09:00:00Z"))
  }

  @Test func `uses the configuration at its start`() {
    trial.and(.configured(trialDays: 7)).when(.cancel("anna"), at: "2026-05-11T08:59:59.999Z")
      .then(.subscriptionCancelled("anna"))
    trial.and(.configured(trialDays: 7)).when(.cancel("anna"), at: end)
      .thenRefused(.nothingToCancel)
  }

  @Test func `is refused with a live subscription, which is checked first`() {
    for given in live { given.when(.startTrial("anna")).thenRefused(.alreadySubscribed) }
  }

  @Test func `works once per user`() {
    trial.when(.startTrial("anna"), at: end).thenRefused(.trialAlreadyUsed)
    trial.and(at: end, .expired("anna", until: end), .purchased("anna", until: end))
      .when(.startTrial("anna"), at: "2027-01-01T00:00:00Z").thenRefused(.trialAlreadyUsed)
    trial.when(.startTrial("boris"), at: end).then(.trial("boris", until: "2026-05-14T09:00:00Z"))
  }

  @Test func `works after a purchase has ended, and records that end first`() {
    active.when(.startTrial("anna"), at: end)
      .then(.expired("anna", until: end), .trial("anna", until: "2026-05-14T09:00:00Z"))
      .answering(main)
    active.and(at: end, .expired("anna", until: end)).when(.startTrial("anna"))
      .then(.trial("anna", until: "2026-05-14T09:00:00Z"))
  }

  @Test func `ends with the calendar if it is too long`() {
    newUser.and(.configured(trialDays: .max)).when(.startTrial("anna"))
      .then(.trial("anna", until: "9999-12-31T23:59:59.999Z"))
  }
}

@Suite struct `Taking out a subscription` {
  @Test func `lasts thirty days unless configured otherwise`() {
    newUser.when("mods.purchase", by: "anna").then(
      .purchased("anna", until: "2026-06-07T09:00:00Z")
    )
    .answering(main)
    newUser.and(.configured(periodDays: 365)).when("mods.purchase", by: "anna")
      .then(.purchased("anna", until: "2027-05-08T09:00:00Z"))
  }

  @Test func `is refused while one is live`() {
    for given in live {
      given.when(.purchase("anna"), at: "2026-05-11T08:59:59.999Z")
        .thenRefused(.alreadySubscribed)
    }
  }

  @Test func `records the end of the last one first, once`() {
    for given in live {
      given.when(.purchase("anna"), at: end)
        .then(.expired("anna", until: end), .purchased("anna", until: "2026-06-10T09:00:00Z"))
        .answering(main)
      given.and(at: end, .expired("anna", until: end)).when(.purchase("anna"))
        .then(.purchased("anna", until: "2026-06-10T09:00:00Z"))
    }
  }
}

@Suite struct `Renewing a subscription` {
  @Test func `extends it by a period and keeps its start`() {
    for given in [trial, active] {
      given.when("mods.renew", by: "anna", at: "2026-05-10T09:00:00Z")
        .then(.renewed("anna", since: start, until: "2026-06-10T09:00:00Z")).answering()
        .thereafter.when(.renew("anna"))
        .then(.renewed("anna", since: start, until: "2026-07-10T09:00:00Z"))
    }
  }

  @Test func `starts a new one after its end, and records that end first`() {
    for given in live {
      given.when(.renew("anna"), at: "2026-05-12T09:00:00Z")
        .then(
          .expired("anna", until: end),
          .renewed("anna", since: "2026-05-12T09:00:00Z", until: "2026-06-11T09:00:00Z")
        )
        .answering()
      given.and(at: "2026-05-12T09:00:00Z", .expired("anna", until: end)).when(.renew("anna"))
        .then(.renewed("anna", since: "2026-05-12T09:00:00Z", until: "2026-06-11T09:00:00Z"))
    }
  }

  @Test func `uses the currently configured period`() {
    trial.and(.configured(periodDays: 7)).when(.renew("anna"))
      .then(.renewed("anna", since: start, until: "2026-05-18T09:00:00Z"))
  }

  @Test func `turns a trial into a paid subscription`() {
    trial.when(.renew("anna")).thereafter.when(.startTrial("anna"), at: "2026-07-01T00:00:00Z")
      .thenRefused(.trialAlreadyUsed)
  }

  @Test func `requires a subscription that is not cancelled`() {
    newUser.when("mods.renew", by: "anna").thenRefused(.notSubscribed)
    cancelled.when("mods.renew", by: "anna").thenRefused(.alreadyCancelled)
    trial.when(.renew("boris")).thenRefused(.notSubscribed)
  }
}

@Suite struct `Cancelling a subscription` {
  @Test func `prevents a later renewal`() {
    for given in [trial, active] {
      given.when("mods.cancelSubscription", by: "anna").then(.subscriptionCancelled("anna"))
        .answering()
    }
  }

  @Test func `works once`() {
    cancelled.when("mods.cancelSubscription", by: "anna").thenRefused(.alreadyCancelled)
  }

  @Test func `requires a live subscription`() {
    newUser.when("mods.cancelSubscription", by: "anna").thenRefused(.nothingToCancel)
    for given in live { given.when(.cancel("anna"), at: end).thenRefused(.nothingToCancel) }
    active.and(at: end, .expired("anna", until: end)).when(.cancel("anna"))
      .thenRefused(.nothingToCancel)
  }

  @Test func `works again after a renewal`() {
    cancelled.when(.renew("anna"), at: end).thereafter.when(.cancel("anna"))
      .then(.subscriptionCancelled("anna"))
  }
}

@Suite struct `Resuming a subscription` {
  private func states(_ given: Given<Subscriptions>) -> [Subscription.State] {
    var subscription = Subscription()
    return given.history.map { event in
      subscription.apply(event.event, at: event.time)
      return subscription.state(at: event.time)
    }
  }

  @Test func `takes the cancellation back until the very end`() {
    for time in [start, "2026-05-11T08:59:59.999Z"] {
      cancelled.when("mods.resumeSubscription", by: "anna", at: time)
        .then(.subscriptionResumed("anna")).answering(main)
    }
    cancelled.when("mods.resumeSubscription", by: "anna", at: end).thenRefused(.nothingToResume)
  }

  @Test func `restores the state before the cancellation, as often as wanted`() {
    for (given, state) in [(trial, Subscription.State.trial), (active, .active)] {
      let resumed = given.and(.subscriptionCancelled("anna"), .subscriptionResumed("anna"))
      #expect(states(resumed) == [state, .cancelled, state])
      resumed.when(.resume("anna")).thenRefused(.notCancelled)
      resumed.when(.cancel("anna")).thereafter.when(.resume("anna"))
        .then(.subscriptionResumed("anna"))
    }
  }

  @Test func `keeps the end, and lets the subscription be renewed`() {
    let resumed = trial.and(.subscriptionCancelled("anna"), .subscriptionResumed("anna"))
    resumed.when(.renew("anna")).then(.renewed("anna", since: start, until: "2026-06-10T09:00:00Z"))
    resumed.when(.startTrial("anna"), at: end).thenRefused(.trialAlreadyUsed)
    resumed.when(.resume("anna"), at: end).thenRefused(.nothingToResume)
  }

  @Test func `requires a live subscription that is cancelled`() {
    newUser.when("mods.resumeSubscription", by: "anna").thenRefused(.notSubscribed)
    for given in [trial, active] {
      given.when("mods.resumeSubscription", by: "anna").thenRefused(.notCancelled)
    }
    cancelled.and(at: end, .expired("anna", until: end)).when(.resume("anna"))
      .thenRefused(.nothingToResume)
  }
}

@Suite struct `The end of a subscription` {
  private let given = Given<SubscriptionExpiries>(
    .trial("anna", until: end), .purchased("boris", until: "2026-06-07T09:00:00Z"),
    .trial("vera", until: end))

  private func expiry(
    _ user: ModsUserID, until: String = end, because position: Int
  ) -> DueItem<ModsEvent> {
    DueItem([.expired(user, until: until)], because: Position(position))
  }

  @Test func `is recorded from that instant on, earliest first`() {
    given.thenDue(at: "2026-05-11T08:59:59.999Z")
    given.thenDue(at: end, expiry("anna", because: 1), expiry("vera", because: 3))
    given.thenDue(
      at: "2026-06-07T09:00:00Z", expiry("anna", because: 1), expiry("vera", because: 3),
      expiry("boris", until: "2026-06-07T09:00:00Z", because: 2))
  }

  @Test func `is recorded once`() {
    given.thenDue(at: end, expiry("anna", because: 1), expiry("vera", because: 3))
      .thenDue(at: end).thenDue(at: "2026-05-12T00:00:00Z")
  }

  @Test func `changes with a renewal, not with a cancellation or a resumption`() {
    given.and(.renewed("anna", since: start, until: "2026-06-10T09:00:00Z"))
      .and(.subscriptionCancelled("vera"), .subscriptionResumed("vera"))
      .thenDue(at: end, expiry("vera", because: 3))
      .thenDue(
        at: "2026-06-10T09:00:00Z", expiry("boris", until: "2026-06-07T09:00:00Z", because: 2),
        expiry("anna", until: "2026-06-10T09:00:00Z", because: 4))
  }

  @Test func `recorded by a purchase is not recorded again`() {
    given.and(at: end, .expired("anna", until: end))
      .and(.purchased("anna", until: "2026-06-10T09:00:00Z"))
      .thenDue(at: end, expiry("vera", because: 3))
  }

  @Test func `is removed from the state once it is recorded`() {
    let over = Given<SubscriptionExpiries>(
      .trial("anna", until: end), .expired("anna", until: end))
    #expect(SubscriptionExpiries(folding: over.history) == SubscriptionExpiries())
  }
}
