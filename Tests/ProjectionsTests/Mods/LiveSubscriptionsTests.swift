import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// Compares the analytics, which count by intervals, with a count of the users at the last instant
/// of each day.
@Suite struct `The number of live subscriptions` {
  @Test(arguments: 1...20)
  func `equals the number of users who have one`(seed: Int) {
    let story = Self.story(seed: seed)
    let answer = story.show(ModsAnalytics.self, ["to": "2026-06-20"])
    let shown = answer.matches(of: /"date":"([-0-9]+)".*?"live":(\d+)/).map { "\($0.1) \($0.2)" }
    var day = day("2026-05-08")
    var counted: [String] = []
    while day <= TestSupport.day("2026-06-20") {
      let last = story.zone.startOfDay(day.advanced(by: 1)).advanced(byMilliseconds: -1)
      counted.append("\(day) \(Self.live(in: story, at: last))")
      day = day.advanced(by: 1)
    }
    #expect(shown == counted)
  }

  private static func live(in story: ModsStory, at time: Timestamp) -> Int {
    var users: [ModsUserID: Subscription] = [:]
    for event in story.events where event.time <= time {
      guard let user = event.event.user else { continue }
      users[user, default: Subscription()].apply(event.event, at: event.time)
    }
    return users.values.count { $0.isLive(at: time) }
  }

  /// Five users subscribe, renew, cancel and expire during some weeks, at odd hours.
  private static func story(seed: Int) -> ModsStory {
    var story = ModsStory(.launched("u0"))
    var users: [ModsUserID: Subscription] = [:]
    var time = instant("2026-05-08T09:00:00Z")
    var state = seed
    func next(_ limit: Int) -> Int {
      state = (state &* 1_103_515_245 &+ 12345) & 0x7fff_ffff
      return (state >> 8) % limit
    }
    for _ in 0..<120 {
      time = time.advanced(byMilliseconds: Int64(next(14)) * 3_599_999)
      let user = ModsUserID(rawValue: "u\(next(5))")
      let days = Int64(1 + next(6)) * 86_400_000
      var subscription = users[user] ?? Subscription()
      let until = max(time, subscription.until ?? time).advanced(byMilliseconds: days).rfc3339
      let end = time.advanced(byMilliseconds: days).rfc3339
      let fact: ModsEvent? =
        switch (subscription.state(at: time), next(4)) {
        case (.none, 0...1): .trial(user, until: end)
        case (.none, _), (.expired, 1): .purchased(user, until: end)
        case (.expired, 0):
          subscription.unrecordedExpiry(at: time).map { .expired(user, until: $0.rfc3339) }
        case (.expired, _): .renewed(user, since: time.rfc3339, until: end)
        case (.trial, 0), (.active, 0): .subscriptionCancelled(user)
        case (.trial, _), (.active, _):
          .renewed(user, since: (subscription.since ?? time).rfc3339, until: until)
        case (.cancelled, _): nil
        }
      guard let fact else { continue }
      story = story.then(at: time.rfc3339, fact)
      subscription.apply(fact, at: time)
      users[user] = subscription
    }
    return story
  }
}
