import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// Whatever has happened, the facts of a command's boundary are enough to decide it: each step of
/// a random walk says so for every decider (`Given` checks it).
@Suite struct `Whatever happens in the application with mods` {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `nobody has two trials or two subscriptions at once`(seed: UInt64) {
    var walk = ModsWalk(seed: seed)
    for _ in 0..<250 { walk.step() }
    #expect(walk.history.count > 60, "a walk that goes nowhere proves nothing")
    var trials: Set<ModsUserID> = []
    var ends: [ModsUserID: Timestamp] = [:]
    for (time, event) in walk.history {
      switch event {
      case .trialStarted(let fact):
        #expect(trials.insert(fact.user).inserted)
        #expect(time >= ends[fact.user] ?? .earliest && fact.until > time)
        ends[fact.user] = fact.until
      case .subscriptionPurchased(let fact):
        #expect(time >= ends[fact.user] ?? .earliest)
        ends[fact.user] = fact.until
      case .subscriptionRenewed(let fact):
        #expect(fact.until > ends[fact.user] ?? .latest && fact.since <= time)
        ends[fact.user] = fact.until
      case .subscriptionExpired(let fact):
        #expect(fact.until == ends[fact.user] && fact.until <= time)
      case .modDownloaded(let fact): #expect(ends[fact.user].map { time < $0 } == true)
      default: break
      }
    }
  }
}

/// Commands from few users about few mods over some weeks, so that they often meet.
private struct ModsWalk {
  private(set) var history: [(time: Timestamp, event: ModsEvent)] = []
  private var random: SplitMix
  private var time = instant("2026-05-08T09:00:00Z")

  init(seed: UInt64) { random = SplitMix(state: seed) }

  mutating func step() {
    time = time.advanced(byMilliseconds: Int64.random(in: 0...12 * 3_600_000, using: &random))
    let user = pick(["anna", "boris", "vera"])
    let path: JSONValue = .string(pick(["raptor", "rex"]))
    switch Int.random(in: 0..<14, using: &random) {
    case 0:
      carryOut(
        ModPublication.self, "mods.publishMod", by: "admin",
        [
          "path": path, "category": "animals", "title": "Т", "image": "https://a.b/i",
          "description": "О", "archive": "https://a.b/z",
        ])
    case 1:
      carryOut(
        ModPublication.self, "mods.editMod", by: "admin",
        ["path": path, "archive": "https://a.b/y"])
    case 2:
      if Int.random(in: 0..<8, using: &random) == 0 {
        carryOut(ModPublication.self, "mods.withdrawMod", by: "admin", ["path": path])
      }
    case 3:
      carryOut(
        PaywallConfiguration.self, "mods.configurePaywall", by: "admin",
        [
          "variation": .string(pick(["standard", "extended"])),
          "closeDelay": number(0...30), "trialDays": number(1...5), "periodDays": number(1...9),
        ])
    case 4: carryOut(Paywalls.self, "mods.launch", by: user)
    case 5: carryOut(Paywalls.self, "mods.openPaywall", by: user)
    case 6: carryOut(Paywalls.self, "mods.dismissPaywall", by: user)
    case 7: carryOut(Subscriptions.self, "mods.startTrial", by: user)
    case 8: carryOut(Subscriptions.self, "mods.purchase", by: user)
    case 9: carryOut(Subscriptions.self, "mods.renew", by: user)
    case 10: carryOut(Subscriptions.self, "mods.cancelSubscription", by: user)
    case 11: carryOut(ModDownloads.self, "mods.openMod", by: user, ["path": path])
    case 12: carryOut(ModDownloads.self, "mods.download", by: user, ["path": path])
    default:
      let due = given(SubscriptionExpiries.self).history
      let expiries = SubscriptionExpiries(folding: due).due(at: Moment(time, in: .moscow))
      history += expiries.flatMap(\.events).map { (time, $0) }
    }
  }

  private mutating func carryOut<D: Decider<ModsEvent>>(
    _ decider: D.Type, _ name: String, by actor: String, _ data: JSONObject = [:]
  ) {
    let outcome = given(decider).when(name, by: actor, data, at: time.rfc3339)
    guard case .events(let new) = outcome.decision else { return }
    history += new.map { (time, $0) }
  }

  private func given<D: Decider<ModsEvent>>(_ decider: D.Type) -> Given<D> {
    history.reduce(Given<D>()) { $0.and(at: $1.time.rfc3339, $1.event) }
  }

  private mutating func pick(_ texts: [String]) -> String {
    texts[Int.random(in: texts.indices, using: &random)]
  }

  private mutating func number(_ range: ClosedRange<Int>) -> JSONValue {
    .number(JSONNumber(Int.random(in: range, using: &random)))
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same walk from the same seed, everywhere.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
