import EventEngine

/// A user left the screens that the application opens with the first time.
public struct HabitsOnboardingFinished: HabitsFact {
  public static let type: EventType = "habits.onboardingFinished"

  public let user: HabitsUserID

  public init(user: HabitsUserID) { self.user = user }

  public var tags: [Tag] { [user.tag] }
}

/// What the board is to show until another filter is chosen.
public struct BoardFilterChosen: HabitsFact {
  public static let type: EventType = "habits.filterChosen"

  public let user: HabitsUserID
  public let filter: BoardFilter

  public init(user: HabitsUserID, filter: BoardFilter) {
    self.user = user
    self.filter = filter
  }

  public var tags: [Tag] { [user.tag] }
}
