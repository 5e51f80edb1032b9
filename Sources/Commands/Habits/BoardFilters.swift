import Domain
import EventEngine

/// The choice of a board's filter. Every choice is valid, so the decider has no state.
public struct BoardFilters: Unconditional {
  public typealias Command = BoardFilterChosen

  public init() {}

  public func decide(_ command: Command, at now: Moment) throws(HabitsRefusal) -> [HabitsEvent] {
    [.filterChosen(command)]
  }
}

extension BoardFilters {
  private static let filter = Field<BoardFilter>.word("filter")

  public static let shapes = [
    CommandShape<Command>(
      "habits.chooseFilter", by: .person, .init(ru: "Выбрать фильтр", en: "Choose a filter"),
      fields: [filter.required], refusals: [FormError.invalidCode]
    ) { form throws(FormError) in
      BoardFilterChosen(user: form.habitsUser, filter: try form.required(filter))
    }
  ]
}
