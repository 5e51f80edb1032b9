import Domain
import EventEngine

extension HabitsEvent {
  /// One complete sample of each event.
  package static let samples = chain(sample(after:))

  /// The sample after `event`. A new event does not compile until it is added to the chain.
  private static func sample(after event: HabitsEvent?) -> HabitsEvent? {
    switch event {
    case nil: .onboarded()
    case .onboardingFinished: .added("c1", "Здоровье")
    case .categoryAdded: .renamed("c1", "Самочувствие")
    case .categoryRenamed: .habit("t1", on: [.fri, .mon], title: "Пробежка", emoji: "🏃🏽‍♀️")
    case .habitCreated: .irregular("t2", title: "Открытка", emoji: "💌")
    case .irregularEventCreated:
      .edited(
        "t1", title: "Прогулка", in: "c2", on: [.sun], emoji: "🚶", color: "#abcdef")
    case .trackerEdited: .pinned("t1")
    case .trackerPinned: .unpinned("t1")
    case .trackerUnpinned: .done("t1", on: "2026-05-10")
    case .trackerMarkedDone: .undone("t1", on: "2026-05-10")
    case .trackerUnmarkedDone: .deleted("t1")
    case .trackerDeleted: .deletedCategory("c1")
    case .categoryDeleted: .chose(.uncompleted)
    case .filterChosen: nil
    }
  }
}
