import Domain
import EventEngine

extension DomainCommands {
  public static let habits = DomainCommands(
    "habits", of: HabitsEvent.self,
    [
      HabitsOnboarding.self, TrackerCategories.self, Trackers.self, PinnedTrackers.self,
      TrackerCompletions.self, BoardFilters.self,
    ])
}
