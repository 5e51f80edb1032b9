import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// Whatever has happened, the facts of a command's boundary are enough to decide it: each step of
/// a random walk says so for every decider (`Given` checks it).
@Suite struct `Whatever happens in the habit tracker` {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `decisions need only their boundaries, and nothing outlives its deletion`(seed: UInt64) {
    var walk = HabitsWalk(seed: seed)
    for _ in 0..<250 { walk.step() }
    #expect(walk.events.count > 60, "a walk that goes nowhere proves nothing")
    var trackers: Set<EventStore.Tag> = [], categories: Set<EventStore.Tag> = [],
      done: Set<String> = []
    for event in walk.events {
      switch event {
      case .habitCreated(let fact):
        #expect(trackers.insert(fact.owned.tag).inserted)
        #expect(categories.contains(OwnedCategory(fact.category, of: fact.user).tag))
      case .irregularEventCreated(let fact):
        #expect(trackers.insert(fact.owned.tag).inserted)
        #expect(categories.contains(OwnedCategory(fact.category, of: fact.user).tag))
      case .trackerEdited(let fact):
        #expect(trackers.contains(fact.owned.tag))
        guard let category = fact.category else { continue }
        #expect(categories.contains(OwnedCategory(category, of: fact.user).tag))
      case .trackerDeleted(let fact): #expect(trackers.remove(fact.owned.tag) != nil)
      case .categoryAdded(let fact): #expect(categories.insert(fact.owned.tag).inserted)
      case .categoryRenamed(let fact): #expect(categories.contains(fact.owned.tag))
      case .categoryDeleted(let fact): #expect(categories.remove(fact.owned.tag) != nil)
      case .trackerPinned(let fact): #expect(trackers.contains(fact.owned.tag))
      case .trackerUnpinned(let fact): #expect(trackers.contains(fact.owned.tag))
      case .trackerMarkedDone(let fact):
        #expect(trackers.contains(fact.owned.tag))
        #expect(done.insert("\(fact.owned.tag) \(fact.date)").inserted)
      case .trackerUnmarkedDone(let fact):
        #expect(done.remove("\(fact.owned.tag) \(fact.date)") != nil)
      case .onboardingFinished, .filterChosen: break
      }
    }
  }
}

/// Commands from two users with the same few ids, so that they often meet.
private struct HabitsWalk {
  private(set) var events: [HabitsEvent] = []
  private var random: SeededRandom
  private static let start = "2026-05-04T09:00:00Z"
  private var hour = 0
  private var times: [String] = []
  /// Ids are never used again, so new ones come up as the walk goes on.
  private var born = 0
  private var shelves = 1

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func step() {
    hour += Int.random(in: 0...8, using: &random)
    let now = instant(Self.start).advanced(byMilliseconds: Int64(hour) * 3_600_000)
    let user = pick(["anna", "boris"])
    let tracker: JSONValue = .string("t\(max(1, born - pick([0, 0, 1, 2, 3])))")
    let category: JSONValue = .string("c\(shelves - pick([0, 0, 0, 1]))")
    let title: JSONValue = .string("Дом \(shelves - pick([0, 0, 1]))")
    let date = JSONValue.string(
      day("2026-05-04").advanced(by: hour / 24 - pick([-1, 0, 0, 1, 2])).description)
    switch pick(Array(0...12)) {
    case 0, 1:
      carryOut(
        TrackerCategories.self, "habits.addCategory", by: user,
        ["category": category, "title": title], at: now)
    case 2:
      carryOut(
        TrackerCategories.self, "habits.renameCategory", by: user,
        ["category": category, "title": title], at: now)
    case 3 where pick([true, false, false, false]):
      shelves += 1
      carryOut(
        TrackerCategories.self, "habits.deleteCategory", by: user, ["category": category], at: now)
    case 3, 4, 5:
      born += 1
      create(user, category, at: now)
    case 6: edit(user, tracker, category, at: now)
    case 7:
      carryOut(Trackers.self, "habits.deleteTracker", by: user, ["tracker": tracker], at: now)
    case 8:
      carryOut(
        PinnedTrackers.self, pick(["habits.pinTracker", "habits.unpinTracker"]), by: user,
        ["tracker": tracker], at: now)
    case 9: carryOut(HabitsOnboarding.self, "habits.finishOnboarding", by: user, [:], at: now)
    default:
      carryOut(
        TrackerCompletions.self, pick(["habits.markDone", "habits.markDone", "habits.unmarkDone"]),
        by: user, ["tracker": tracker, "date": date], at: now)
    }
  }

  private mutating func create(_ user: String, _ category: JSONValue, at now: Timestamp) {
    var data: JSONObject = [
      "tracker": .string("t\(born)"), "title": "Бег", "category": category, "emoji": "🏃",
      "color": "#000000",
    ]
    let isHabit = pick([true, true, false])
    if isHabit { data["schedule"] = pick([["mon", "wed"], ["tue", "sat", "sun"], ["fri"]]) }
    carryOut(
      Trackers.self, isHabit ? "habits.createHabit" : "habits.createIrregularEvent", by: user,
      data, at: now)
  }

  private mutating func edit(
    _ user: String, _ tracker: JSONValue, _ category: JSONValue, at now: Timestamp
  ) {
    let changes: [JSONObject] = [
      ["title": "Ходьба"], ["category": category], ["schedule": ["thu", "fri"]],
      ["schedule": ["mon"], "category": category],
    ]
    var data = pick(changes)
    data["tracker"] = tracker
    carryOut(Trackers.self, "habits.editTracker", by: user, data, at: now)
  }

  private mutating func carryOut<D: Decider<HabitsEvent>>(
    _ decider: D.Type, _ name: String, by actor: String, _ data: JSONObject, at time: Timestamp
  ) {
    var given = Given<D>(at: Self.start)
    for (event, time) in zip(events, times) { given = given.and(at: time, event) }
    guard case .events(let new) = given.when(name, by: actor, data, at: time.rfc3339).decision
    else { return }
    events += new
    times += new.map { _ in time.rfc3339 }
  }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: choices.indices, using: &random)]
  }
}
