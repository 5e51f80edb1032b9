import Domain
import EventEngine

/// The parameters that the habit tracker's read models share.
enum HabitsQueryFields {
  static let user = Field<HabitsUserID>.id("user")
  static let tracker = Field<TrackerID>.id("tracker")
}
