import Domain
import EventEngine

/// The trackers that a user has planned for a day.
public struct HabitsBoard: Projection {
  public struct Parameters: Equatable, Sendable {
    public var user: HabitsUserID
    /// Nil: today.
    public var date: CalendarDay?
    /// Nil: the last choice.
    public var filter: BoardFilter?
    public var search: String?
    public var now: Timestamp?
  }

  public let state: TrackerBoards

  public init(_ state: TrackerBoards) { self.state = state }
}

extension HabitsBoard {
  public static let shape = QueryShape<Parameters>(
    "habits.board",
    Bilingual(ru: "Трекеры на день", en: "The trackers of a day"),
    about: .tag("user"),
    shows: ["date", "filter", "filterButton", "placeholder", "sections", "filters"],
    fields: [
      HabitsQueryFields.user.required, date.optional, filter.optional, search.optional,
      Field.now.optional,
    ]
  ) { form throws(FormError) in
    Parameters(
      user: try form.required(HabitsQueryFields.user), date: try form.optional(date),
      filter: try form.optional(filter), search: try form.optional(search),
      now: try form.optional(Field.now))
  }

  private static let date = Field.day("date")
  private static let filter = Field<BoardFilter>.word("filter")
  private static let search = Field<String>.search

  public func facts(for parameters: Parameters) -> Query {
    .of(State.factTypes, parameters.user.tag)
  }

  public func answer(
    to parameters: Parameters, _ context: QueryContext
  ) throws(QueryRefusal) -> BoardScreen {
    BoardScreen(
      try state.require(parameters.user), filter: parameters.filter, date: parameters.date,
      search: TextSearch(parameters.search),
      today: context.moment(parameters.now).day, in: context.locale)
  }
}
