import EventStore

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

extension PredictedMembers {
  fileprivate mutating func tracker() throws(Unpredicted) -> OwnedTracker {
    let user: HabitsUserID = try text("user")
    return OwnedTracker(try text("tracker"), of: user)
  }
}
