import Domain
import EventChecking
import EventEngine

/// A tracker is completed at most once per day, and only on planned days. A streak is at most as
/// long as the number of completions on planned days. The board shows each tracker planned on the
/// day once, and the list of categories counts every tracker.
public struct HabitsLaws: DomainLaws {
  private struct Tracker {
    let category: TrackerCategoryID
    var schedules: [(from: CalendarDay, schedule: WeekSchedule)]
    var done: Set<CalendarDay> = []

    /// Nil for an irregular event, which is available every day.
    func isPlanned(on day: CalendarDay) -> Bool? {
      let first = schedules.first
      return (schedules.last { $0.from <= day } ?? first)?.schedule.contains(day.weekday)
    }
  }

  private var users: [HabitsUserID] = []
  /// The trackers of each user, oldest first; empty for a user without any.
  private var owned: [HabitsUserID: [OwnedTracker]] = [:]
  private var trackers: [OwnedTracker: Tracker] = [:]
  private var former: Set<OwnedTracker> = []
  private var categories: Set<OwnedCategory> = []

  public init() {}

  public mutating func check(_ event: Recorded<HabitsEvent>) -> [String] {
    let user = event.event.fact.user
    if owned[user] == nil {
      owned[user] = []
      users.append(user)
    }
    switch event.event {
    case .habitCreated(let fact):
      return add(
        fact.owned, Tracker(category: fact.category, schedules: [(event.day, fact.schedule)]))
    case .irregularEventCreated(let fact):
      return add(fact.owned, Tracker(category: fact.category, schedules: []))
    case .trackerEdited(let fact):
      guard let tracker = trackers[fact.owned] else { return ["a deleted tracker was edited"] }
      if let category = fact.category, !categories.contains(OwnedCategory(category, of: user)) {
        return ["a tracker was moved to a deleted category"]
      }
      trackers[fact.owned] = Tracker(
        category: fact.category ?? tracker.category,
        schedules: tracker.schedules + (fact.schedule.map { [(event.day, $0)] } ?? []),
        done: tracker.done)
    case .trackerDeleted(let fact):
      return remove(fact.owned) ? [] : ["tracker \(fact.tracker) of \(user) is not there to delete"]
    case .categoryAdded(let fact):
      return categories.insert(fact.owned).inserted ? [] : ["a category's id was used twice"]
    case .categoryRenamed(let fact):
      return categories.contains(fact.owned) ? [] : ["a deleted category was renamed"]
    case .trackerPinned(let fact):
      return trackers[fact.owned] != nil ? [] : ["a deleted tracker was pinned"]
    case .trackerUnpinned(let fact):
      return trackers[fact.owned] != nil ? [] : ["a deleted tracker was unpinned"]
    case .categoryDeleted(let fact):
      for item in owned[user] ?? [] where trackers[item]?.category == fact.category {
        remove(item)
      }
      return categories.remove(fact.owned) != nil
        ? [] : ["category \(fact.category) of \(user) is not there to delete"]
    case .trackerMarkedDone(let fact):
      guard trackers[fact.owned]?.done.insert(fact.date).inserted == true else {
        return ["a day was marked twice"]
      }
      if fact.date > event.day { return ["a day in the future was marked"] }
      return trackers[fact.owned]?.isPlanned(on: fact.date) == false
        ? ["a day was marked on which nothing was planned"] : []
    case .trackerUnmarkedDone(let fact):
      return trackers[fact.owned]?.done.remove(fact.date) != nil
        ? [] : ["a mark was removed twice"]
    case .onboardingFinished, .filterChosen: break
    }
    return []
  }

  private mutating func add(_ item: OwnedTracker, _ tracker: Tracker) -> [String] {
    guard trackers.updateValue(tracker, forKey: item) == nil, !former.contains(item) else {
      return ["a tracker's id was used twice"]
    }
    owned[item.user]?.append(item)
    return categories.contains(OwnedCategory(tracker.category, of: item.user))
      ? [] : ["a tracker was created in a deleted category"]
  }

  /// - Returns: whether there was such a tracker.
  @discardableResult
  private mutating func remove(_ item: OwnedTracker) -> Bool {
    guard trackers.removeValue(forKey: item) != nil else { return false }
    owned[item.user]?.removeAll { $0 == item }
    former.insert(item)
    return true
  }

  public func questions() -> [Question] {
    users.flatMap { user -> [Question] in
      let name = JSONValue.string(user.rawValue)
      return [
        Question("habits.start", ["user": name]), Question("habits.categories", ["user": name]),
        Question("habits.statistics", ["user": name]), Question("habits.board", ["user": name]),
        Question("habits.board", ["user": name, "filter": "completed", "search": "БЕ"]),
      ]
    }
      + users.flatMap { owned[$0] ?? [] }.map { Question("habits.tracker", Self.parameters($0)) }
  }

  private static func parameters(_ item: OwnedTracker) -> JSONObject {
    ["user": .string(item.user.rawValue), "tracker": .string(item.tracker.rawValue)]
  }

  public func check(_ answers: Answers) -> [String] {
    var violations: [String] = []
    for item in users.flatMap({ owned[$0] ?? [] }) {
      guard let answer = answers.of("habits.tracker", Self.parameters(item)),
        let tracker = trackers[item], let longest = answer.whole("longestStreak"),
        let current = answer.whole("currentStreak")
      else { return ["habits.tracker does not know a tracker"] }
      let counted = tracker.done.filter { tracker.isPlanned(on: $0) ?? true }.count
      if longest > counted || current > longest {
        violations.append("a streak is longer than its planned days")
      }
      if answer.texts("completedDays") != tracker.done.sorted().map(\.description) {
        violations.append("habits.tracker does not show exactly the marked days")
      }
    }
    for user in users {
      let mine = owned[user] ?? []
      let name: JSONObject = ["user": .string(user.rawValue)]
      let done = mine.reduce(0) { $0 + (trackers[$1]?.done.count ?? 0) }
      let statistics = answers.of("habits.statistics", name)
      if statistics?.whole("completed") != done || statistics?.flag("empty") != (done == 0) {
        violations.append("habits.statistics counts the completions wrong")
      }
      let shelves = answers.of("habits.categories", name)?.list("categories")
      if shelves?.reduce(0, { $0 + ($1.whole("trackers") ?? 0) }) != mine.count {
        violations.append("habits.categories counts the trackers wrong")
      }
      violations += board(of: user, mine, answers)
    }
    return violations
  }

  /// Checks that the board shows everything planned on the day exactly once.
  private func board(
    of user: HabitsUserID, _ mine: [OwnedTracker], _ answers: Answers
  ) -> [String] {
    let day = answers.now.day
    let parameters: JSONObject = [
      "user": .string(user.rawValue), "date": .string(day.description), "filter": "all",
    ]
    guard let board = answers.of("habits.board", parameters) else {
      return ["habits.board does not know \(user)"]
    }
    let shown = board.list("sections").flatMap { $0.list("trackers") }.compactMap {
      $0.text("tracker")
    }
    let planned = mine.filter { trackers[$0]?.isPlanned(on: day) ?? true }
    return shown.sorted() == planned.map(\.tracker.rawValue).sorted()
      ? [] : ["habits.board does not show exactly the trackers planned on the day"]
  }
}
