import Domain
import EventChecking
import EventEngine

/// A user has at most one trial, and downloads only with a live subscription. A subscription
/// expires once, not before its end, and not later than with the next tick that records something or
/// with the user's next subscription. A resumed subscription has the state from before its
/// cancellation. Only a mod of the catalogue is opened, downloaded, changed or withdrawn, and each is
/// on exactly one page of its category. Counts equal the number of recorded events.
public struct ModsLaws: DomainLaws {
  private var mods: [ModPath: ModCategory] = [:]
  private var former: Set<ModPath> = []
  private var users: [ModsUserID] = []
  private var trials: Set<ModsUserID> = []
  /// The states of the subscriptions: `trial`, `active` or `cancelled`.
  private var states: [ModsUserID: String] = [:]
  /// The states before the cancellations.
  private var before: [ModsUserID: String] = [:]
  private var ends: [ModsUserID: Timestamp] = [:]
  /// The ends that are not recorded yet.
  private var expiries = DueWork<ModsUserID> {
    "a tick has not recorded the end of the subscription of \($0)"
  }
  /// The number of downloads of each user; zero for a user without any.
  private var downloads: [ModsUserID: Int] = [:]
  private var counts: [String: Int] = [:]
  /// The days from the earliest to the latest with an event. They need not be those of the first and
  /// the last event: clocks may go back across midnight.
  private var days: ClosedRange<CalendarDay>?

  public init() {}

  public mutating func check(_ event: Recorded<ModsEvent>) -> [String] {
    expiries.violations(before: event) + apply(event)
  }

  public mutating func check(afterTickAt now: Moment) -> [String] {
    expiries.violations(at: now.time)
  }

  private mutating func apply(_ event: Recorded<ModsEvent>) -> [String] {
    counts[event.type.rawValue, default: 0] += 1
    let known = days ?? event.day...event.day
    days = min(known.lowerBound, event.day)...max(known.upperBound, event.day)
    if let user = event.event.user, downloads[user] == nil {
      downloads[user] = 0
      users.append(user)
    }
    switch event.event {
    case .modPublished(let fact):
      guard !former.contains(fact.path),
        mods.updateValue(fact.category, forKey: fact.path) == nil
      else { return ["the path of mod \(fact.path) was used twice"] }
    case .modEdited(let fact):
      guard let category = mods[fact.path] else { return ["mod \(fact.path) is not there to edit"] }
      mods[fact.path] = fact.category ?? category
    case .modWithdrawn(let fact):
      former.insert(fact.path)
      return mods.removeValue(forKey: fact.path) != nil
        ? [] : ["mod \(fact.path) is not there to withdraw"]
    case .modTranslated(let fact):
      return mods[fact.path] != nil ? [] : ["mod \(fact.path) is not there to translate"]
    case .modOpened(let fact):
      return mods[fact.path] != nil
        ? [] : ["\(fact.user) opened mod \(fact.path), which is not there"]
    case .trialStarted(let fact):
      if !trials.insert(fact.user).inserted { return ["\(fact.user) has had a second trial"] }
      states[fact.user] = "trial"
      return begin(fact.user, fact.until, event)
    case .subscriptionPurchased(let fact):
      states[fact.user] = "active"
      return begin(fact.user, fact.until, event)
    case .subscriptionRenewed(let fact):
      states[fact.user] = "active"
      let former = ends.updateValue(fact.until, forKey: fact.user)
      let isUnrecorded = isExpiryUnrecorded(of: fact.user, at: event.time)
      expiries[fact.user] = fact.until
      if isUnrecorded { return ["\(fact.user) renewed a subscription whose end is not recorded"] }
      // A period that is too long ends with the last day of the calendar and cannot be extended.
      let isLonger = fact.until > former ?? .latest || fact.until == .latest
      return isLonger && fact.since <= event.time ? [] : ["a renewal did not extend a subscription"]
    case .subscriptionCancelled(let fact):
      if states[fact.user] == "cancelled" { return ["a subscription was cancelled twice"] }
      before[fact.user] = states.updateValue("cancelled", forKey: fact.user)
    case .subscriptionResumed(let fact):
      let isLive = event.time < (ends[fact.user] ?? .earliest)
      guard isLive, states[fact.user] == "cancelled", let state = before[fact.user] else {
        return ["a subscription was resumed that was not cancelled"]
      }
      states[fact.user] = state
    case .subscriptionExpired(let fact):
      if fact.until != ends[fact.user] {
        return ["a subscription expired at a time other than its end"]
      }
      guard expiries[fact.user] != nil else { return ["a subscription expired twice"] }
      expiries[fact.user] = nil
      return event.time >= fact.until ? [] : ["a subscription expired before its end"]
    case .modDownloaded(let fact):
      downloads[fact.user, default: 0] += 1
      guard mods[fact.path] != nil else {
        return ["\(fact.user) downloaded mod \(fact.path), which is not there"]
      }
      return event.time < (ends[fact.user] ?? .earliest)
        ? [] : ["a mod was downloaded without a valid subscription"]
    case .paywallConfigured, .legalDocumentSet, .launched, .paywallShown, .paywallDismissed,
      .contentLocaleChosen, .requestSecretRotated:
      break
    }
    return []
  }

  private mutating func begin(
    _ user: ModsUserID, _ until: Timestamp, _ event: Recorded<ModsEvent>
  ) -> [String] {
    let former = ends.updateValue(until, forKey: user)
    let isUnrecorded = isExpiryUnrecorded(of: user, at: event.time)
    expiries[user] = until
    if isUnrecorded { return ["the end of the former subscription of \(user) is not recorded"] }
    return (former ?? .earliest) <= event.time
      ? [] : ["\(user) had two subscriptions at the same time"]
  }

  private func isExpiryUnrecorded(of user: ModsUserID, at now: Timestamp) -> Bool {
    expiries[user].map { $0 <= now } ?? false
  }

  public func questions() -> [Question] {
    [
      Question("mods.catalogue", ["category": "ships"]),
      Question("mods.catalogue", ["category": "tanks"]),
      Question("mods.analytics", period),
      Question("mods.document", ["document": "terms", "locale": "zh-Hant-TW"]),
    ]
      + users.flatMap { user -> [Question] in
        let name: JSONObject = ["user": .string(user.rawValue)]
        return [
          Question("mods.subscription", name), Question("mods.menu", name),
          Question("mods.downloads", name),
        ]
      }
  }

  private var period: JSONObject {
    guard let days else { return [:] }
    return [
      "from": .string(days.lowerBound.description), "to": .string(days.upperBound.description),
    ]
  }

  public func check(_ answers: Answers) -> [String] {
    var violations: [String] = []
    for category in [ModCategory.ships, .tanks] {
      let expected = mods.filter { $0.value == category }.map(\.key.rawValue)
      if pages(of: category, expected.count, answers).sorted() != expected.sorted() {
        violations.append("the pages of the catalogue do not add up to the catalogue")
      }
    }
    for user in users {
      let name: JSONObject = ["user": .string(user.rawValue)]
      let shown = answers.of("mods.subscription", name)
      let expected = state(of: user, at: answers.now.time)
      if shown?.text("state") != expected || shown?.text("until") != ends[user]?.rfc3339 {
        violations.append("mods.subscription of \(user) is not \(expected) to its end")
      }
      if answers.of("mods.downloads", name)?.whole("count") != downloads[user, default: 0] {
        violations.append("mods.downloads counts the downloads wrong")
      }
    }
    // The figures of a longer period are refused.
    if let days, days.lowerBound.distance(to: days.upperBound) >= 100_000 { return violations }
    guard case .object(let total)? = answers.of("mods.analytics", period)?["total"] else {
      return violations + ["mods.analytics has no total"]
    }
    for (field, type) in [
      ("launches", "launched"), ("opens", "modOpened"), ("paywalls", "paywallShown"),
      ("trials", "trialStarted"), ("purchases", "subscriptionPurchased"),
      ("renewals", "subscriptionRenewed"), ("downloads", "modDownloaded"),
    ] where total.whole(field) != counts["mods.\(type)", default: 0] {
      violations.append("mods.analytics counts \(field) wrong")
    }
    return violations
  }

  private func state(of user: ModsUserID, at now: Timestamp) -> String {
    guard let end = ends[user] else { return "none" }
    return now < end ? states[user] ?? "none" : "expired"
  }

  /// The paths of a category's mods, in pages of two.
  private func pages(of category: ModCategory, _ count: Int, _ answers: Answers) -> [String] {
    (0...count / 2).flatMap { page in
      answers.of(
        "mods.catalogue",
        ["category": .string(category.rawValue), "limit": .whole(2), "offset": .whole(page * 2)])?
        .list("items") ?? []
    }.compactMap { $0.text("path") }
  }
}
