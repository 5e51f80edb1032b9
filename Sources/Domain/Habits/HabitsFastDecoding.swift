import EventEngine

// Fast decoding of the events that make up most of a habit tracker's journal. Members are listed in
// the order of the coding keys.

extension TrackerMarkedDone: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(try members.tracker(), on: try members.day("date"))
  }
}

extension TrackerUnmarkedDone: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(try members.tracker(), on: try members.day("date"))
  }
}

extension HabitCreated: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      try members.tracker(), in: try members.text("category"), schedule: try members.schedule(),
      color: try members.text("color"), personal: nil)
  }
}

extension TrackerTexts: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(title: try members.text("title"), emoji: try members.text("emoji"))
  }
}

extension ObjectReader {
  fileprivate mutating func schedule() throws(KeyOrderMismatch) -> WeekSchedule {
    let days: [Weekday] = try texts("schedule")
    guard let schedule = WeekSchedule(days) else { throw KeyOrderMismatch() }
    return schedule
  }

  fileprivate mutating func tracker() throws(KeyOrderMismatch) -> OwnedTracker {
    let user: HabitsUserID = try text("user")
    return OwnedTracker(try text("tracker"), of: user)
  }
}
