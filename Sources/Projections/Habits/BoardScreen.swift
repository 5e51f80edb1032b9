import Domain
import EventEngine

/// The board on a user's screen: the trackers of one day that match the filter and the search.
public struct BoardScreen: Encodable, Equatable, Sendable {
  public enum Placeholder: String, Encodable, Sendable {
    /// The day has no trackers.
    case nothingPlanned
    /// The day has trackers, but none matches the filter and the search.
    case nothingFound
  }

  public struct Section: Encodable, Equatable, Sendable {
    public let title: String
    /// Nil for the pinned trackers.
    public let category: TrackerCategoryID?
    public let trackers: [TrackerCard]
  }

  public struct Filter: Encodable, Equatable, Sendable {
    public let filter: BoardFilter
    public let title: String
  }

  public let date: CalendarDay
  public let filter: BoardFilter
  /// True if the day has trackers, so that a filter makes sense.
  public let filterButton: Bool
  public let placeholder: Placeholder?
  public let sections: [Section]
  /// All available filters.
  public let filters: [Filter]
}

extension BoardScreen {
  /// - Parameters:
  ///   - asked: the filter; nil: the user's last choice.
  ///   - day: the day; nil: today.
  init(
    _ board: UserBoard, filter asked: BoardFilter?, date day: CalendarDay?, search: TextSearch,
    today: CalendarDay, in locale: Language
  ) {
    let filter = Self.filter(asked, remembered: board.filter, isDayAsked: day != nil)
    let date = filter == .today ? today : day ?? today
    let planned = board.trackers.filter { $0.value.days.isPlanned(on: date) }
    let shown = planned.filter { _, tracker in
      Self.admits(tracker, filter, on: date) && search.finds(tracker.title?.rawValue)
    }
    self.date = date
    self.filter = filter
    filterButton = !planned.isEmpty
    placeholder = planned.isEmpty ? .nothingPlanned : shown.isEmpty ? .nothingFound : nil
    sections = Self.sections(of: shown, board.categories, on: date, in: locale)
    filters = BoardFilter.allCases.map {
      Filter(filter: $0, title: HabitsReadModelTexts.title(of: $0)[locale])
    }
  }

  /// The filter to apply. A remembered «Трекеры на сегодня» counts as «Все трекеры» if the query
  /// names a day.
  private static func filter(
    _ asked: BoardFilter?, remembered: BoardFilter, isDayAsked: Bool
  ) -> BoardFilter {
    if let asked { return asked }
    return remembered == .today && isDayAsked ? .all : remembered
  }

  private static func admits(
    _ tracker: TrackerRecord, _ filter: BoardFilter, on date: CalendarDay
  ) -> Bool {
    switch filter {
    case .all, .today: true
    case .completed: tracker.days.completed.contains(date)
    case .uncompleted: !tracker.days.completed.contains(date)
    }
  }

  /// The pinned trackers, then the others by category, each section in the order of creation.
  private static func sections(
    of trackers: [TrackerID: TrackerRecord], _ categories: [TrackerCategoryID: CategoryRecord],
    on date: CalendarDay, in locale: Language
  ) -> [Section] {
    var pinned: [TrackerCard] = []
    var others: [TrackerCategoryID: [TrackerCard]] = [:]
    for (id, tracker) in trackers.sorted(by: { $0.value.position < $1.value.position }) {
      let card = TrackerCard(id, tracker, on: date, in: locale)
      if tracker.isPinned {
        pinned.append(card)
      } else {
        others[tracker.category, default: []].append(card)
      }
    }
    let first = Section(
      title: HabitsReadModelTexts.pinned[locale], category: nil, trackers: pinned)
    let rest = categories.sorted { $0.value.position < $1.value.position }.map { id, category in
      Section(
        title: category.title?.rawValue ?? Bilingual.erased[locale], category: id,
        trackers: others[id] ?? [])
    }
    return ([first] + rest).filter { !$0.trackers.isEmpty }
  }
}
