import Domain
import EventEngine

extension ReadModels {
  public static let habits = ReadModels(
    "habits", of: HabitsEvent.self,
    [
      HabitsBoard.self, CategoryList.self, HabitsStart.self, TrackerDetails.self,
      HabitsStatistics.self,
    ])
}
