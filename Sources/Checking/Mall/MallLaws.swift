import Domain
import EventChecking
import EventEngine

/// The accounts of points add up to zero, and no user's balance is negative. A phone and a referral
/// code belong to one account, and only users who registered later can enter the code. No
/// registration exceeds a capacity; a user who leaves an event frees the place and gets back the
/// price. A code can be used once; it expires once, not before its time, and not later than with the
/// next tick that records something. Only the devices concerned are notified.
public struct MallLaws: DomainLaws {
  private var users: [MallUserID] = []
  /// The places of the users in the order of their registration.
  private var places: [MallUserID: Int] = [:]
  private var devices: [MallDeviceID] = []
  private var balances: [MallUserID: Int] = [:]
  private var bonuses: [MallUserID: Set<TransactionKind>] = [:]
  private var phones: [MallPhoneKey: MallUserID] = [:]
  private var referralCodes: Set<ReferralCode> = []
  private var usersOnDevices: [MallDeviceID: MallUserID] = [:]
  private var ended: Set<MallCodeID> = []
  private var tries: [MallCodeID: Int] = [:]
  private var triesOfPhones: [MallPhoneKey: [Timestamp]] = [:]
  private var sent: [MallCodeID: Timestamp] = [:]
  /// The times at which the codes expire that nothing has ended yet.
  private var expiries = DueWork<MallCodeID> {
    "a tick has not recorded that code \($0) expired"
  }
  private var capacities: [HappeningID: Int] = [:]
  /// The users registered for each event, with the prices that they paid.
  private var guests: [HappeningID: [MallUserID: Int]] = [:]
  private var goods = MallGoods()
  private var audience = MallAudience()
  /// Points that a fact has given or taken and that no transaction has moved yet.
  private var owed = 0

  public init() {}

  public mutating func check(_ event: Recorded<MallEvent>) -> [String] {
    expiries.violations(before: event) + apply(event)
  }

  public mutating func check(afterTickAt now: Moment) -> [String] {
    expiries.violations(at: now.time)
  }

  private mutating func apply(_ event: Recorded<MallEvent>) -> [String] {
    audience.apply(event, visitors: guests)
    if let points = points(of: event.event) {
      if owed != 0 { return ["points were given that no transaction moved"] }
      owed = points
    }
    switch event.event {
    case .referralCodeEntered(let fact):
      return hasRegistered(fact.referrer, before: fact.user)
        ? [] : ["\(fact.user) has entered a code of somebody who came later, or their own"]
    case .pointsMoved(let fact): return move(fact)
    case .codeSent, .wrongCodeEntered, .codeUsed, .codeLapsed, .codeExpired:
      return violationsOfCode(event)
    case .userRegistered, .phoneChanged, .userSignedIn, .userSignedOut:
      return violationsOfAccount(event.event)
    case .happeningScheduled(let fact): capacities[fact.event] = fact.content.capacity?.rawValue
    case .happeningEdited(let fact): capacities[fact.event] = fact.content.capacity?.rawValue
    case .happeningJoined(let fact):
      let former = guests[fact.event, default: [:]].updateValue(
        fact.price.rawValue, forKey: fact.user)
      guard former == nil else { return ["registered twice"] }
      return guests[fact.event, default: [:]].count <= capacities[fact.event] ?? .max
        ? [] : ["an event has more guests than places"]
    case .happeningLeft(let fact):
      let price = guests[fact.event]?.removeValue(forKey: fact.user)
      return price == fact.refund.rawValue ? [] : ["a refund is not what was paid"]
    case .appInstalled(let fact): devices.append(fact.device)
    default: return goods.check(event.event)
    }
    return []
  }

  /// The points that transactions must move right after this event; nil for an event of a type that
  /// moves none.
  private func points(of event: MallEvent) -> Int? {
    switch event {
    case .profileSaved(let fact): fact.points.rawValue
    case .referralCodeEntered(let fact): (fact.points + fact.referrerPoints).rawValue
    case .surveySubmitted(let fact): fact.points.rawValue
    case .offerBought(let fact): -fact.price.rawValue
    case .happeningJoined(let fact): -fact.price.rawValue
    case .happeningLeft(let fact): fact.refund.rawValue
    case .happeningCancelled(let fact): guests[fact.event, default: [:]].values.reduce(0, +)
    default: nil
    }
  }

  private func hasRegistered(_ user: MallUserID, before other: MallUserID) -> Bool {
    guard let place = places[user], let next = places[other] else { return false }
    return place < next
  }

  private mutating func move(_ fact: PointsMoved) -> [String] {
    owed -= fact.points.rawValue
    balances[fact.user, default: 0] += fact.points.rawValue
    if fact.points == .zero { return ["a transaction moves nothing"] }
    if balances[fact.user, default: 0] < 0 { return ["\(fact.user) owes points"] }
    guard fact.kind == .registration || fact.kind == .survey else { return [] }
    let isFirst = bonuses[fact.user, default: []].insert(fact.kind).inserted
    return isFirst ? [] : ["\(fact.user) got the \(fact.kind.rawValue) points twice"]
  }

  private mutating func violationsOfCode(_ event: Recorded<MallEvent>) -> [String] {
    switch event.event {
    case .codeSent(let fact):
      sent[fact.code.id] = event.time
      expiries[fact.code.id] = event.time.advanced(byMilliseconds: SentCode.lifetime)
      if let replaced = fact.replaces { _ = end(replaced) }
      return isGuessed(fact, at: event.time)
        ? ["a code was accepted after ten wrong ones within a day"] : []
    case .wrongCodeEntered(let fact):
      tries[fact.code.id, default: 0] += 1
      if let personal = fact.personal {
        triesOfPhones[personal.phoneKey, default: []].append(event.time)
      }
      if tries[fact.code.id, default: 0] > SentCode.wrongTries {
        return ["a wrong try counted beyond the limit"]
      }
      if tries[fact.code.id] == SentCode.wrongTries { expiries[fact.code.id] = nil }
      return isOld(fact.code, event.time) || ended.contains(fact.code.id)
        ? ["a wrong try counted for an ended code"] : []
    case .codeUsed(let fact):
      if isOld(fact.code, event.time) || tries[fact.code.id, default: 0] >= SentCode.wrongTries {
        return ["a code was accepted that was too old or had been tried too often"]
      }
      return end(fact.code) ? [] : ["a code was accepted twice"]
    case .codeLapsed(let fact): return end(fact.code) ? [] : ["lapsed twice"]
    case .codeExpired(let fact):
      let isDue = expiries[fact.code.id].map { $0 <= event.time } ?? false
      guard end(fact.code) else { return ["code \(fact.code.id) expired after its end"] }
      return isDue ? [] : ["code \(fact.code.id) expired too early, or after all of its tries"]
    default: break
    }
    return []
  }

  /// - Returns: whether nothing else has ended the code.
  private mutating func end(_ code: SentCode) -> Bool {
    expiries[code.id] = nil
    return ended.insert(code.id).inserted
  }

  /// Returns whether a code was sent to a phone that was blocked because of wrong tries.
  private func isGuessed(_ fact: CodeSent, at time: Timestamp) -> Bool {
    let tries = fact.personal.flatMap { triesOfPhones[$0.phoneKey] } ?? []
    return tries.count { time.milliseconds(since: $0) < 86_400_000 } >= 10
  }

  private func isOld(_ code: SentCode, _ time: Timestamp) -> Bool {
    time.milliseconds(since: sent[code.id] ?? .earliest) >= SentCode.lifetime
  }

  private mutating func violationsOfAccount(_ event: MallEvent) -> [String] {
    switch event {
    case .userRegistered(let fact):
      places[fact.user] = users.count
      users.append(fact.user)
      guard let personal = fact.personal else { return [] }
      let isFree = phones.updateValue(fact.user, forKey: personal.phoneKey) == nil
      let isNew = referralCodes.insert(personal.referralCode).inserted
      return isFree && isNew ? [] : ["two accounts have the same phone or referral code"]
    case .phoneChanged(let fact):
      guard let personal = fact.personal else { return [] }
      if let former = personal.formerPhoneKey { phones[former] = nil }
      let isFree = phones.updateValue(fact.user, forKey: personal.phoneKey) == nil
      return isFree ? [] : ["two accounts have the same phone"]
    case .userSignedIn(let fact):
      let other = usersOnDevices.updateValue(fact.user, forKey: fact.device)
      return other == nil || other == fact.user ? [] : ["a device has two users"]
    case .userSignedOut(let fact):
      return usersOnDevices.removeValue(forKey: fact.device) == fact.user
        ? [] : ["\(fact.user) was signed out of a device that had another user"]
    default: return []
    }
  }

  public func questions() -> [Question] {
    [
      "home", "categories", "gifts", "news", "events", "codes", "usage", "users", "reviews",
      "ledger", "devices", "programme",
    ]
    .map { Question("mall.\($0)") }
      + [
        Question("mall.catalogue", ["category": "shops"]),
        Question("mall.catalogue", ["category": "shops", "search": "ni"]),
      ]
      + users.flatMap { user -> [Question] in
        let name: JSONObject = ["user": .string(user.rawValue)]
        return [
          "home", "gifts", "myGifts", "balance", "transactions", "referral", "profile", "events",
          "about",
        ]
        .map { Question("mall.\($0)", name) }
      }
      + devices.flatMap { device -> [Question] in
        let name: JSONObject = ["device": .string(device.rawValue)]
        return ["settings", "start", "notifications", "about"].map { Question("mall.\($0)", name) }
      }
  }

  public func check(_ answers: Answers) -> [String] {
    var violations: [String] = []
    let ledger = answers.of("mall.ledger")
    let accounts = ledger?.list("accounts") ?? []
    if ledger?.whole("sum") != 0 || accounts.reduce(0, { $0 + ($1.whole("points") ?? 0) }) != 0 {
      violations.append("the ledger's sum is not zero")
    }
    for user in users {
      let name: JSONObject = ["user": .string(user.rawValue)]
      let balance = balances[user, default: 0]
      if answers.of("mall.balance", name)?.whole("points") != balance {
        violations.append("mall.balance does not agree with the transactions")
      }
      guard let transactions = answers.of("mall.transactions", name) else {
        return ["mall.transactions does not know \(user)"]
      }
      let moved = transactions.list("days").flatMap { $0.list("transactions") }
      // Not always the first one: a day comes twice where clocks go back across midnight.
      let last = moved.max { ($0.whole("position") ?? 0) < ($1.whole("position") ?? 0) }
      if moved.reduce(0, { $0 + ($1.whole("points") ?? 0) }) != balance
        || last?.whole("balance") ?? balance != balance
      {
        violations.append("mall.transactions does not add up")
      }
      let owned = answers.of("mall.myGifts", name)?.list("offers").compactMap { $0.text("offer") }
      if owned?.sorted() != goods.gifts[user, default: [:]].keys.map(\.rawValue).sorted() {
        violations.append("mall.myGifts does not show exactly the offers that are owned")
      }
    }
    violations += audience.check(devices, answers)
    violations += places(in: answers)
    for category in MallCategory.allCases {
      let parameters: JSONObject = ["category": .string(category.rawValue)]
      let shown = answers.of("mall.catalogue", parameters)?.list("objects").count ?? -1
      if shown != goods.objects.values.count(where: { $0 == category }) {
        violations.append("mall.catalogue does not show exactly the published objects")
      }
    }
    return violations
  }

  /// Checks that the places left at each event are its capacity less the registered users.
  private func places(in answers: Answers) -> [String] {
    guard let events = answers.of("mall.events") else { return ["mall.events has no answer"] }
    return events.list("events").compactMap { event in
      guard let id = event.text("event").map(HappeningID.init(rawValue:)) else { return nil }
      let free = capacities[id].map { max(0, $0 - guests[id, default: [:]].count) }
      return event.whole("placesLeft") == free
        ? nil : "mall.events counts the places that are left wrong"
    }
  }
}
