import Domain
import EventChecking
import EventEngine

/// A user has at most one trial. The pages of the catalogue partition it. Counts equal the number
/// of recorded events.
public struct ModsLaws: DomainLaws {
  private var mods: [(path: ModPath, category: ModCategory)] = []
  private var former: Set<ModPath> = []
  private var users: [ModsUserID] = []
  private var trials: Set<ModsUserID> = []
  private var ends: [ModsUserID: Timestamp] = [:]
  private var expired: Set<ModsUserID> = []
  private var downloads: [ModsUserID: Int] = [:]
  private var counts: [String: Int] = [:]
  private var hasSecret = false

  public init() {}

  public mutating func apply(_ event: Recorded<ModsEvent>) -> [String] {
    counts[event.type.rawValue, default: 0] += 1
    if let user = event.event.user, !users.contains(user) { users.append(user) }
    switch event.event {
    case .modPublished(let fact):
      guard !former.contains(fact.path), !mods.contains(where: { $0.path == fact.path }) else {
        return ["a mod's path was used twice"]
      }
      mods.append((fact.path, fact.category))
    case .modEdited(let fact):
      guard let index = mods.firstIndex(where: { $0.path == fact.path }) else {
        return ["a mod that is gone was edited"]
      }
      if let category = fact.category { mods[index].category = category }
    case .modWithdrawn(let fact):
      mods.removeAll { $0.path == fact.path }
      former.insert(fact.path)
    case .trialStarted(let fact):
      if !trials.insert(fact.user).inserted { return ["\(fact.user) has had a second trial"] }
      return begin(fact.user, fact.until, event)
    case .subscriptionPurchased(let fact): return begin(fact.user, fact.until, event)
    case .subscriptionRenewed(let fact):
      defer {
        ends[fact.user] = fact.until
        expired.remove(fact.user)
      }
      let isLonger = fact.until > ends[fact.user] ?? .latest && fact.since <= event.time
      return isLonger ? [] : ["a renewal made no subscription longer"]
    case .subscriptionExpired(let fact):
      if fact.until != ends[fact.user] { return ["a subscription expired that had another end"] }
      if !expired.insert(fact.user).inserted { return ["a subscription expired twice"] }
      return event.time >= fact.until ? [] : ["a subscription expired before its end"]
    case .modDownloaded(let fact):
      downloads[fact.user, default: 0] += 1
      return event.time < (ends[fact.user] ?? .earliest)
        ? [] : ["something was downloaded without a live subscription"]
    case .requestSecretRotated: hasSecret = true
    case .modTranslated, .paywallConfigured, .legalDocumentSet, .launched, .paywallShown,
      .paywallDismissed, .subscriptionCancelled, .modOpened, .contentLocaleChosen:
      break
    }
    return []
  }

  private mutating func begin(
    _ user: ModsUserID, _ until: Timestamp, _ event: Recorded<ModsEvent>
  ) -> [String] {
    defer {
      ends[user] = until
      expired.remove(user)
    }
    return (ends[user] ?? .earliest) <= event.time ? [] : ["\(user) subscribed twice at a time"]
  }

  public func questions() -> [Question] {
    [
      Question("mods.catalogue", ["category": "ships"]),
      Question("mods.catalogue", ["category": "tanks"]),
      Question("mods.analytics"),
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

  public func look(at answers: Answers) -> [String] {
    var violations: [String] = []
    for category in [ModCategory.ships, .tanks] {
      let expected = mods.filter { $0.category == category }.map(\.path.rawValue)
      if pages(of: category, expected.count, answers).sorted() != expected.sorted() {
        violations.append("the catalogue's pages do not partition the catalogue")
      }
    }
    for user in users {
      let name: JSONObject = ["user": .string(user.rawValue)]
      let state = answers.of("mods.subscription", name)?.text("state") ?? ""
      let isLive = answers.now.time < (ends[user] ?? .earliest)
      if ["trial", "active", "cancelled"].contains(state) != isLive {
        violations.append("mods.subscription of \(user) is \(state), live is \(isLive)")
      }
      if answers.of("mods.downloads", name)?.whole("count") != downloads[user, default: 0] {
        violations.append("mods.downloads counts other downloads than there were")
      }
    }
    guard case .object(let total)? = answers.of("mods.analytics")?["total"] else {
      return violations
    }
    for (field, type) in [
      ("launches", "launched"), ("opens", "modOpened"), ("paywalls", "paywallShown"),
      ("trials", "trialStarted"), ("purchases", "subscriptionPurchased"),
      ("renewals", "subscriptionRenewed"), ("downloads", "modDownloaded"),
    ] where total.whole(field) != counts["mods.\(type)", default: 0] {
      violations.append("mods.analytics counts other \(field) than there were")
    }
    return violations
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
