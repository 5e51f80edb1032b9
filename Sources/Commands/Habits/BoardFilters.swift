import Domain
import EventEngine

/// The choice of a board's filter. Every choice is valid, so the decider has no state.
public struct BoardFilters: Unconditional {
  public enum Command: Equatable, Sendable {
    case choose(BoardFilter, by: HabitsUserID)
  }

  public init() {}

  public func decide(_ command: Command, at now: Moment) throws(HabitsRefusal) -> [HabitsEvent] {
    switch command {
    case .choose(let filter, let user):
      [.filterChosen(BoardFilterChosen(user: user, filter: filter))]
    }
  }
}

extension BoardFilters {
  private static let filter = Field<BoardFilter>.word("filter")

  public static let shapes = [
    CommandShape<Command>(
      "habits.chooseFilter", by: .person, .init(ru: "Выбрать фильтр", en: "Choose a filter"),
      fields: [filter.required], refusals: [FormError.invalidCode]
    ) { form throws(FormError) in .choose(try form.required(filter), by: form.habitsUser) }
  ]
}
