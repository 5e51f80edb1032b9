import Domain
import EventEngine

/// The categories of one user and the trackers in them.
struct CategoryShelf: Equatable {
  /// The titles by category; nil for an erased title.
  private var titles: [TrackerCategoryID: TrackerCategoryTitle?] = [:]
  /// The category of each title.
  private(set) var named: [TrackerCategoryTitle: TrackerCategoryID] = [:]
  /// The ids of all categories that ever existed.
  private(set) var usedIDs: Set<TrackerCategoryID> = []
  private var categories: [TrackerID: TrackerCategoryID] = [:]
  /// The trackers of each category, with the positions at which they were created.
  private var trackers: [TrackerCategoryID: [TrackerID: Position]] = [:]

  func has(_ category: TrackerCategoryID) -> Bool { titles[category] != nil }

  /// The trackers of a category, in the order of creation.
  func trackers(in category: TrackerCategoryID) -> [TrackerID] {
    trackers[category, default: [:]].sorted { $0.value < $1.value }.map(\.key)
  }

  mutating func add(_ category: TrackerCategoryID, _ title: TrackerCategoryTitle?) {
    usedIDs.insert(category)
    name(category, title)
  }

  mutating func name(_ category: TrackerCategoryID, _ title: TrackerCategoryTitle?) {
    releaseTitle(titles.updateValue(title, forKey: category))
    if let title { named[title] = category }
  }

  mutating func remove(_ category: TrackerCategoryID) {
    releaseTitle(titles.removeValue(forKey: category))
    trackers[category] = nil
  }

  private mutating func releaseTitle(_ title: TrackerCategoryTitle??) {
    if case .some(.some(let title)) = title { named[title] = nil }
  }

  mutating func put(
    _ tracker: TrackerID, in category: TrackerCategoryID, created position: Position
  ) {
    categories[tracker] = category
    trackers[category, default: [:]][tracker] = position
  }

  mutating func move(_ tracker: TrackerID, to category: TrackerCategoryID) {
    guard let created = take(tracker) else { return }
    put(tracker, in: category, created: created)
  }

  /// Removes a tracker and returns the position at which it was created.
  @discardableResult
  mutating func take(_ tracker: TrackerID) -> Position? {
    guard let category = categories.removeValue(forKey: tracker) else { return nil }
    return trackers[category]?.removeValue(forKey: tracker)
  }
}
