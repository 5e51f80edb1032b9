import Domain
import EventEngine

/// The categories of a user.
public struct CategoryList: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let categories: [Category]
    public let lastChosen: TrackerCategoryID?
    public let empty: Bool
  }

  public struct Category: Encodable, Equatable, Sendable {
    public let category: TrackerCategoryID
    public let title: String
    /// The number of trackers in the category.
    public let trackers: Int
  }

  public let state: TrackerBoards

  public init(_ state: TrackerBoards) { self.state = state }
}

extension CategoryList {
  public static let shape = QueryShape<HabitsUserID>(
    "habits.categories",
    Bilingual(ru: "Категории пользователя", en: "A user's categories"),
    shows: ["categories", "lastChosen", "empty"], of: HabitsQueryFields.user)

  private static let factTypes = [
    HabitsOnboardingFinished.type, BoardFilterChosen.type, TrackerCategoryAdded.type,
    TrackerCategoryRenamed.type, TrackerCategoryDeleted.type, HabitCreated.type,
    IrregularEventCreated.type, TrackerEdited.type, TrackerDeleted.type,
  ]

  public func facts(for user: HabitsUserID) -> Query {
    .of(Self.factTypes, user.tag)
  }

  public func answer(to user: HabitsUserID, _ context: QueryContext) throws(QueryRefusal) -> Answer
  {
    let board = try state.require(user)
    let categories = board.categories.sorted { $0.value.position < $1.value.position }
    let trackers = Dictionary(grouping: board.trackers.values, by: \.category)
    return Answer(
      categories: categories.map { id, known in
        Category(
          category: id, title: known.title?.rawValue ?? Bilingual.erased[context.locale],
          trackers: trackers[id]?.count ?? 0)
      },
      lastChosen: board.lastCategory, empty: categories.isEmpty)
  }
}
