import Domain
import EventStore

/// Which categories has a user to choose from?
public struct CategoryList: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var user: HabitsUserID

    public init(user: HabitsUserID) { self.user = user }
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let categories: [Category]
    public let lastChosen: TrackerCategoryID?
    public let empty: Bool
  }

  public struct Category: Encodable, Equatable, Sendable {
    public let category: TrackerCategoryID
    public let title: String
    /// How many there are in it.
    public let trackers: Int
  }

  private var users: [HabitsUserID: UserCategories] = [:]

  public init() {}
}

/// A category with the place of its addition.
struct KnownCategory: Codable, Equatable, Sendable {
  let position: Position
  /// Nil once erased.
  var title: TrackerCategoryTitle?
}

private struct UserCategories: Codable, Equatable {
  var categories: [TrackerCategoryID: KnownCategory] = [:]
  /// Where each tracker is.
  var places: [TrackerID: TrackerCategoryID] = [:]
  /// How many trackers a category has.
  var counts: [TrackerCategoryID: TrackerCount] = [:]
  /// Where the tracker created or edited last is.
  var lastChosen: TrackerCategoryID?

  mutating func put(_ tracker: TrackerID, in category: TrackerCategoryID?) {
    if let old = places[tracker] { counts[old]?.number -= 1 }
    places[tracker] = category
    if let category { counts[category, default: TrackerCount()].number += 1 }
  }

  mutating func choose(_ tracker: TrackerID) { lastChosen = places[tracker] }

  mutating func remove(_ category: TrackerCategoryID) {
    categories[category] = nil
    counts[category] = nil
    if lastChosen == category { lastChosen = nil }
  }
}

private struct TrackerCount: Codable, Equatable {
  var number = 0
}

extension CategoryList {
  public static let shape = QueryShape<Parameters>(
    "habits.categories",
    Bilingual(ru: "Категории пользователя", en: "A user's categories"),
    fields: [HabitsQueryFields.user.required]
  ) { form throws(FormError) in
    Parameters(user: try form.required(HabitsQueryFields.user))
  }

  // Whatever comes first of a user is one of the first three: the rest needs a category.
  public static let factTypes = [
    HabitsOnboardingFinished.type, BoardFilterChosen.type, TrackerCategoryAdded.type,
    TrackerCategoryRenamed.type, TrackerCategoryDeleted.type, HabitCreated.type,
    IrregularEventCreated.type, TrackerEdited.type, TrackerDeleted.type,
  ]

  public func facts(for parameters: Parameters) -> Query {
    .of(Self.factTypes, parameters.user.tag)
  }

  public mutating func apply(_ event: Recorded<HabitsEvent>) {
    switch event.event {
    case .onboardingFinished(let fact): meet(fact.user)
    case .filterChosen(let fact): meet(fact.user)
    case .categoryAdded(let fact):
      users[fact.user, default: UserCategories()].categories[fact.category] = KnownCategory(
        position: event.position, title: fact.personal?.title)
    case .categoryRenamed(let fact):
      users[fact.user]?.categories[fact.category]?.title = fact.personal?.title
    case .categoryDeleted(let fact): users[fact.user]?.remove(fact.category)
    case .habitCreated(let fact):
      users[fact.user]?.put(fact.tracker, in: fact.category)
      users[fact.user]?.choose(fact.tracker)
    case .irregularEventCreated(let fact):
      users[fact.user]?.put(fact.tracker, in: fact.category)
      users[fact.user]?.choose(fact.tracker)
    case .trackerEdited(let fact):
      if let category = fact.category { users[fact.user]?.put(fact.tracker, in: category) }
      users[fact.user]?.choose(fact.tracker)
    case .trackerDeleted(let fact): users[fact.user]?.put(fact.tracker, in: nil)
    case .trackerPinned, .trackerUnpinned, .trackerMarkedDone, .trackerUnmarkedDone:
      return
    }
  }

  private mutating func meet(_ user: HabitsUserID) {
    if users[user] == nil { users[user] = UserCategories() }
  }

  public static func keys(touchedBy event: Recorded<HabitsEvent>) -> [JSONObject] {
    factTypes.contains(event.type) ? [HabitsQueryFields.key(event.event.fact.user)] : []
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    guard let user = users[parameters.user] else {
      throw .notFound(HabitsReadModelTexts.unknown(parameters.user))
    }
    let categories = user.categories.sorted { $0.value.position < $1.value.position }
    return Answer(
      categories: categories.map { id, known in
        Category(
          category: id, title: known.title?.rawValue ?? HabitsReadModelTexts.erased[asking.locale],
          trackers: user.counts[id]?.number ?? 0)
      },
      lastChosen: user.lastChosen, empty: categories.isEmpty)
  }
}
