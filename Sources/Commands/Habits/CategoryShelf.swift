import Domain
import EventEngine

/// One user's categories, and what is in them.
struct CategoryShelf: Equatable {
  /// A title is nil once erased.
  private var titles: [TrackerCategoryID: TrackerCategoryTitle?] = [:]
  /// Which category has a title.
  private(set) var named: [TrackerCategoryTitle: TrackerCategoryID] = [:]
  /// Those of deleted categories too.
  private(set) var usedIDs: Set<TrackerCategoryID> = []
  private var categories: [TrackerID: TrackerCategoryID] = [:]
  /// When each tracker in a category was created.
  private var trackers: [TrackerCategoryID: [TrackerID: Position]] = [:]

  func has(_ category: TrackerCategoryID) -> Bool { titles[category] != nil }

  /// In the order of their creation.
  func trackers(in category: TrackerCategoryID) -> [TrackerID] {
    trackers[category, default: [:]].sorted { $0.value < $1.value }.map(\.key)
  }

  mutating func add(_ category: TrackerCategoryID, _ title: TrackerCategoryTitle?) {
    usedIDs.insert(category)
    name(category, title)
  }

  mutating func name(_ category: TrackerCategoryID, _ title: TrackerCategoryTitle?) {
    forget(titles.updateValue(title, forKey: category))
    if let title { named[title] = category }
  }

  mutating func remove(_ category: TrackerCategoryID) {
    forget(titles.removeValue(forKey: category))
    trackers[category] = nil
  }

  private mutating func forget(_ title: TrackerCategoryTitle??) {
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

  /// Returns when it was created.
  @discardableResult
  mutating func take(_ tracker: TrackerID) -> Position? {
    guard let category = categories.removeValue(forKey: tracker) else { return nil }
    return trackers[category]?.removeValue(forKey: tracker)
  }
}
