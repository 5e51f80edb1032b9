import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `A subscription` {
  private let start = "2026-05-08T09:00:00Z"
  private let end = "2026-05-11T09:00:00Z"

  private func after(_ facts: (String, ModsEvent)...) -> Subscription {
    facts.reduce(into: Subscription()) { $0.apply($1.1, at: instant($1.0)) }
  }

  @Test func `doesn't exist at first`() {
    let none = Subscription()
    #expect(none.state(at: instant(start)) == .none)
    #expect(none.since == nil && none.until == nil && !none.isTrialUsed)
    #expect(none.unrecordedExpiry(at: .latest) == nil)
  }

  @Test func `is live up to but excluding its end`() {
    let trial = after((start, .trial("anna", until: end)))
    #expect(trial.state(at: instant("2026-05-11T08:59:59.999Z")) == .trial)
    #expect(trial.isLive(at: instant("2026-05-11T08:59:59.999Z")))
    #expect(trial.unrecordedExpiry(at: instant("2026-05-11T08:59:59.999Z")) == nil)
    #expect(trial.state(at: instant(end)) == .expired)
    #expect(!trial.isLive(at: instant(end)))
    #expect(trial.unrecordedExpiry(at: instant(end)) == instant(end))
  }

  @Test func `keeps its bounds after its end`() {
    let over = after((start, .trial("anna", until: end)), (end, .expired("anna", until: end)))
    #expect(over.state(at: instant(end)) == .expired)
    #expect(over.since == instant(start) && over.until == instant(end) && over.isTrialUsed)
    #expect(over.unrecordedExpiry(at: .latest) == nil)
  }

  @Test func `stays live after a cancellation`() {
    let cancelled = after(
      (start, .purchased("anna", until: end)), (start, .subscriptionCancelled("anna")))
    #expect(cancelled.state(at: instant(start)) == .cancelled)
    #expect(cancelled.isLive(at: instant(start)) && !cancelled.isTrialUsed)
    #expect(cancelled.state(at: instant(end)) == .expired)
  }

  @Test func `counts days of 24 hours, up to the end of the calendar`() {
    #expect(WholeDays(rawValue: 3).after(instant(start)) == instant(end))
    #expect(WholeDays(rawValue: .max).after(instant(start)) == .latest)
    #expect(WholeSeconds(rawValue: .max).after(instant(start)) == .latest)
  }
}
