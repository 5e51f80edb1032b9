import EventEngine

/// A user completed the onboarding screens that appear on the first start.
public struct HabitsOnboardingFinished: HabitsFact {
  public static let type: EventType = "habits.onboardingFinished"

  public let user: HabitsUserID

  public init(user: HabitsUserID) { self.user = user }

  public var tags: [Tag] { [user.tag] }
}

/// A user chose the filter of the board. It applies until another one is chosen.
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
