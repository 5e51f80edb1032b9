import Domain
import EventEngine

/// A user's categories. Titles are unique. Deleting a category deletes its trackers.
public struct TrackerCategories: Decider {
  public enum Command: Equatable, Sendable {
    case add(OwnedCategory, TrackerCategoryTitle)
    case rename(OwnedCategory, TrackerCategoryTitle)
    case delete(OwnedCategory)
  }

  private var shelves: [HabitsUserID: CategoryShelf] = [:]

  public init() {}

  private static let categoryFacts = [
    TrackerCategoryAdded.type, TrackerCategoryRenamed.type, TrackerCategoryDeleted.type,
  ]
  private static let trackerFacts = [
    HabitCreated.type, IrregularEventCreated.type, TrackerEdited.type, TrackerDeleted.type,
  ]
  public static let factTypes = categoryFacts + trackerFacts

  public func boundary(of command: Command) -> Query {
    switch command {
    case .add(let category, _), .rename(let category, _):
      .of(Self.categoryFacts, category.user.tag)
    case .delete(let category):
      .of([TrackerCategoryAdded.type, TrackerCategoryDeleted.type], category.tag)
        | .of(Self.trackerFacts, category.user.tag)
    }
  }

  public mutating func apply(_ event: Recorded<HabitsEvent>) {
    switch event.event {
    case .categoryAdded(let payload):
      shelves[payload.user, default: CategoryShelf()].add(payload.category, payload.personal?.title)
    case .categoryRenamed(let payload):
      shelves[payload.user]?.name(payload.category, payload.personal?.title)
    case .categoryDeleted(let payload): shelves[payload.user]?.remove(payload.category)
    case .habitCreated(let payload):
      shelves[payload.user, default: CategoryShelf()]
        .put(payload.tracker, in: payload.category, created: event.position)
    case .irregularEventCreated(let payload):
      shelves[payload.user, default: CategoryShelf()]
        .put(payload.tracker, in: payload.category, created: event.position)
    case .trackerEdited(let payload):
      guard let category = payload.category else { return }
      shelves[payload.user]?.move(payload.tracker, to: category)
    case .trackerDeleted(let payload): shelves[payload.user]?.take(payload.tracker)
    case .onboardingFinished, .trackerPinned, .trackerUnpinned, .trackerMarkedDone,
      .trackerUnmarkedDone, .filterChosen:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(HabitsRefusal) -> [HabitsEvent] {
    switch command {
    case .add(let category, let title):
      let shelf = shelves[category.user] ?? CategoryShelf()
      guard shelf.named[title] == nil else { throw .categoryExists }
      let id = category.category
      guard !shelf.usedIDs.contains(id) else {
        throw .alreadyExists(field: Self.category.name, id: id.rawValue)
      }
      return [.categoryAdded(TrackerCategoryAdded(category, personal: .init(title: title)))]
    case .rename(let category, let title):
      let shelf = try shelf(with: category)
      guard [nil, category.category].contains(shelf.named[title]) else { throw .categoryExists }
      return [.categoryRenamed(TrackerCategoryRenamed(category, personal: .init(title: title)))]
    case .delete(let category):
      let deletions = try shelf(with: category).trackers(in: category.category).map { tracker in
        HabitsEvent.trackerDeleted(TrackerDeleted(OwnedTracker(tracker, of: category.user)))
      }
      return deletions + [.categoryDeleted(TrackerCategoryDeleted(category))]
    }
  }

  private func shelf(with category: OwnedCategory) throws(HabitsRefusal) -> CategoryShelf {
    guard let shelf = shelves[category.user], shelf.has(category.category) else {
      throw .noSuchCategory
    }
    return shelf
  }

  public static func answer(
    to command: Command, _ events: [HabitsEvent], in locale: Language
  ) throws(HabitsRefusal) -> [CommandValue] {
    guard case .categoryAdded(let payload)? = events.first else { return [] }
    return [CommandValue("category", payload.category.rawValue)]
  }
}

extension TrackerCategories {
  private static let category = Field<TrackerCategoryID>.id("category")
  private static let title = Field<TrackerCategoryTitle>.text("title")

  public static let shapes = [
    CommandShape<Command>(
      "habits.addCategory", by: .person, .init(ru: "Добавить категорию", en: "Add a category"),
      fields: [category.optional, title.required],
      refusals: HabitsRefusal.codes(.categoryExists, .alreadyExists)
    ) { form throws(FormError) in
      .add(
        OwnedCategory(try form.newID(category), of: form.habitsUser), try form.required(title))
    },
    CommandShape<Command>(
      "habits.renameCategory", by: .person,
      .init(ru: "Переименовать категорию", en: "Rename a category"),
      fields: [category.required, title.required],
      refusals: HabitsRefusal.codes(.notFound, .categoryExists)
    ) { form throws(FormError) in
      .rename(
        OwnedCategory(try form.required(category), of: form.habitsUser), try form.required(title))
    },
    CommandShape<Command>(
      "habits.deleteCategory", by: .person,
      .init(ru: "Удалить категорию и все её трекеры", en: "Delete a category and its trackers"),
      fields: [category.required], refusals: HabitsRefusal.codes(.notFound)
    ) { form throws(FormError) in
      .delete(OwnedCategory(try form.required(category), of: form.habitsUser))
    },
  ]
}
