import EventEngine

// The facts that make up most of a tracker's journal, read without containers. The members stand in
// the order of the coding keys.

extension TrackerMarkedDone: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(try members.tracker(), on: try members.day("date"))
  }
}

extension TrackerUnmarkedDone: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(try members.tracker(), on: try members.day("date"))
  }
}

extension HabitCreated: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(
      try members.tracker(), in: try members.text("category"), schedule: try members.schedule(),
      color: try members.text("color"), personal: nil)
  }
}

extension TrackerTexts: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(title: try members.text("title"), emoji: try members.text("emoji"))
  }
}

extension PredictedMembers {
  fileprivate mutating func schedule() throws(Unpredicted) -> WeekSchedule {
    let days: [Weekday] = try texts("schedule")
    guard let schedule = WeekSchedule(days) else { throw Unpredicted() }
    return schedule
  }

  fileprivate mutating func tracker() throws(Unpredicted) -> OwnedTracker {
    let user: HabitsUserID = try text("user")
    return OwnedTracker(try text("tracker"), of: user)
  }
}
