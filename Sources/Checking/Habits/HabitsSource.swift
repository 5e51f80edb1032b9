import Domain
import EventChecking
import EventEngine

/// Generates commands for two users, each with a few categories and trackers. Both users have the
/// same category and tracker ids.
public struct HabitsSource: CommandSource {
  private struct Tracker {
    let owned: OwnedTracker
    let category: OwnedCategory
    var done: [CalendarDay] = []

    func isOf(_ actor: String?) -> Bool { owned.user.rawValue == actor }
  }

  private var categories: [OwnedCategory] = []
  private var trackers: [Tracker] = []

  public init() {}

  public mutating func apply(_ event: Recorded<HabitsEvent>) {
    switch event.event {
    case .categoryAdded(let fact): categories.append(fact.owned)
    case .categoryDeleted(let fact):
      categories.removeAll { $0 == fact.owned }
      trackers.removeAll { $0.category == fact.owned }
    case .habitCreated(let fact): add(fact.owned, fact.category)
    case .irregularEventCreated(let fact): add(fact.owned, fact.category)
    case .trackerDeleted(let fact): trackers.removeAll { $0.owned == fact.owned }
    case .trackerMarkedDone(let fact): change(fact.owned) { $0.done.append(fact.date) }
    case .trackerUnmarkedDone(let fact):
      change(fact.owned) { tracker in tracker.done.removeAll { $0 == fact.date } }
    case .onboardingFinished, .categoryRenamed, .trackerEdited, .trackerPinned, .trackerUnpinned,
      .filterChosen:
      break
    }
  }

  private mutating func add(_ owned: OwnedTracker, _ category: TrackerCategoryID) {
    trackers.append(Tracker(owned: owned, category: OwnedCategory(category, of: owned.user)))
  }

  private mutating func change(_ owned: OwnedTracker, _ body: (inout Tracker) -> Void) {
    guard let index = trackers.firstIndex(where: { $0.owned == owned }) else { return }
    body(&trackers[index])
  }

  public func weight(of command: String, at now: Timestamp) -> Int {
    switch command {
    case "habits.addCategory": categories.isEmpty ? 20 : 3
    case "habits.createHabit": trackers.isEmpty ? 16 : 5
    case "habits.createIrregularEvent": 3
    case "habits.markDone": trackers.isEmpty ? 1 : 24
    case "habits.unmarkDone", "habits.pinTracker", "habits.unpinTracker", "habits.editTracker":
      trackers.isEmpty ? 1 : 6
    case "habits.renameCategory", "habits.chooseFilter": 2
    default: 1
    }
  }

  public func person(for command: String, _ choices: inout Choices) -> String {
    choices.pick(["anna", "anna", "boris"])
  }

  public func value(
    of field: String, in draft: Draft, _ choices: inout Choices
  ) -> JSONValue? {
    switch field {
    case "category": category(draft, &choices)
    case "tracker": tracker(draft, &choices)
    case "title": title(draft, &choices)
    case "schedule":
      .texts(choices.some(of: Weekday.allCases.map(\.rawValue)) + [choices.pick(["mon", "fri"])])
    case "emoji": choices.text(likely: ["🏃", "👩‍👩‍👧‍👦", "Ё", "e\u{301}"], else: ["ab", " "])
    case "color": choices.text(likely: ["#FD4C49", "#00ff00"], else: ["#12345", "red"])
    case "date": date(draft, &choices)
    case "filter": choices.text(BoardFilter.allCases.map(\.rawValue))
    default: nil
    }
  }

  private func category(_ draft: Draft, _ choices: inout Choices) -> JSONValue {
    if draft.command == "habits.addCategory" { return choices.text(["c-1", "c-2", "c-3"]) }
    return choices.text(
      likely: categories.filter { $0.user.rawValue == draft.actor }.map(\.category.rawValue),
      else: ["c-1", "c-9"])
  }

  private func tracker(_ draft: Draft, _ choices: inout Choices) -> JSONValue {
    if draft.command.hasPrefix("habits.create") {
      return choices.text((1...7).map { "t-\($0)" })
    }
    return choices.text(
      likely: trackers.filter { tracker in
        tracker.isOf(draft.actor)
          && (draft.command != "habits.unmarkDone" || !tracker.done.isEmpty)
      }.map(\.owned.tracker.rawValue), else: ["t-1", "t-2", "t-9"])
  }

  private func title(_ draft: Draft, _ choices: inout Choices) -> JSONValue {
    let short = ["Бег", " Спорт ", "Йога", "sport"]
    if draft.command.hasSuffix("Category") { return choices.text(short) }
    return choices.text(
      likely: short + [String(repeating: "й", count: 38)],
      else: [String(repeating: "👨‍👩‍👧", count: 39)])
  }

  private func date(_ draft: Draft, _ choices: inout Choices) -> JSONValue {
    let done = trackers.first { tracker in
      tracker.isOf(draft.actor) && tracker.owned.tracker.rawValue == draft.text("tracker")
    }?.done
    if draft.command == "habits.unmarkDone", choices.below(5) < 3,
      let day = choices.pickAny(done ?? [])
    {
      return .string(day.description)
    }
    return draft.day(choices.weighted([(6, 0), (4, -1), (3, -2), (2, -3), (1, -7), (1, 1)]))
  }
}
