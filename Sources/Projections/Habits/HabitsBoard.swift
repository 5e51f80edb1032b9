import Domain
import EventStore

/// What has a user planned for a day?
public struct HabitsBoard: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var user: HabitsUserID
    /// Nil: today.
    public var date: CalendarDay?
    /// Nil: the one chosen last.
    public var filter: BoardFilter?
    public var search: String?
    public var now: Timestamp?

    public init(
      user: HabitsUserID, date: CalendarDay? = nil, filter: BoardFilter? = nil,
      search: String? = nil, now: Timestamp? = nil
    ) {
      self.user = user
      self.date = date
      self.filter = filter
      self.search = search
      self.now = now
    }
  }

  private var users: [HabitsUserID: UserBoard] = [:]

  public init() {}
}

/// What one user's board is made of.
struct UserBoard: Codable, Equatable, Sendable {
  fileprivate(set) var categories: [TrackerCategoryID: KnownCategory] = [:]
  fileprivate(set) var trackers: [TrackerID: KnownTracker] = [:]
  /// The one chosen last.
  fileprivate(set) var filter = BoardFilter.all
}

extension HabitsBoard {
  public static let shape = QueryShape<Parameters>(
    "habits.board",
    Bilingual(ru: "Трекеры на день", en: "The trackers of a day"),
    fields: [
      HabitsQueryFields.user.required, date.optional, filter.optional, search.optional,
      HabitsQueryFields.now.optional,
    ]
  ) { form throws(FormError) in
    Parameters(
      user: try form.required(HabitsQueryFields.user), date: try form.optional(date),
      filter: try form.optional(filter), search: try form.optional(search),
      now: try form.optional(HabitsQueryFields.now))
  }

  private static let date = Field.day("date")
  private static let filter = Field<BoardFilter>.word("filter")
  private static let search = Field<String>.text("search")

  public static let factTypes = [
    HabitsOnboardingFinished.type, BoardFilterChosen.type, TrackerCategoryAdded.type,
    TrackerCategoryRenamed.type, TrackerCategoryDeleted.type, HabitCreated.type,
    IrregularEventCreated.type, TrackerEdited.type, TrackerDeleted.type, TrackerPinned.type,
    TrackerUnpinned.type, TrackerMarkedDone.type, TrackerUnmarkedDone.type,
  ]

  public func facts(for parameters: Parameters) -> Query {
    .of(Self.factTypes, parameters.user.tag)
  }

  public mutating func apply(_ event: Recorded<HabitsEvent>) {
    switch event.event {
    case .onboardingFinished(let fact): meet(fact.user)
    case .filterChosen(let fact): users[fact.user, default: UserBoard()].filter = fact.filter
    case .categoryAdded(let fact):
      users[fact.user, default: UserBoard()].categories[fact.category] = KnownCategory(
        position: event.position, title: fact.personal?.title)
    case .categoryRenamed(let fact):
      users[fact.user]?.categories[fact.category]?.title = fact.personal?.title
    case .categoryDeleted(let fact): users[fact.user]?.categories[fact.category] = nil
    case .habitCreated(let fact):
      users[fact.user]?.trackers[fact.tracker] = KnownTracker(fact, event)
    case .irregularEventCreated(let fact):
      users[fact.user]?.trackers[fact.tracker] = KnownTracker(fact, event)
    case .trackerEdited(let fact):
      users[fact.user]?.trackers[fact.tracker]?.edit(fact, on: event.day)
    case .trackerDeleted(let fact): users[fact.user]?.trackers[fact.tracker] = nil
    case .trackerPinned(let fact): users[fact.user]?.trackers[fact.tracker]?.isPinned = true
    case .trackerUnpinned(let fact): users[fact.user]?.trackers[fact.tracker]?.isPinned = false
    case .trackerMarkedDone(let fact):
      users[fact.user]?.trackers[fact.tracker]?.days.completed.insert(fact.date)
    case .trackerUnmarkedDone(let fact):
      users[fact.user]?.trackers[fact.tracker]?.days.completed.remove(fact.date)
    }
  }

  private mutating func meet(_ user: HabitsUserID) {
    if users[user] == nil { users[user] = UserBoard() }
  }

  public static func keys(touchedBy event: Recorded<HabitsEvent>) -> [JSONObject] {
    [HabitsQueryFields.key(event.event.fact.user)]
  }

  public func answer(
    to parameters: Parameters, _ asking: Asking
  ) throws(QueryRefusal) -> BoardScreen {
    guard let board = users[parameters.user] else {
      throw .notFound(HabitsReadModelTexts.unknown(parameters.user))
    }
    return BoardScreen(
      board, filter: parameters.filter, date: parameters.date,
      search: TextSearch(parameters.search),
      today: asking.moment(parameters.now).day, in: asking.locale)
  }
}
