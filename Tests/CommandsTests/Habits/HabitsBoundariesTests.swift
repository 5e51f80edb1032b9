import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// The events that each decision depends on. Events of other users cause no conflict, and
/// completions of two trackers don't wait for each other.
@Suite struct `The boundaries of the habits commands` {
  private typealias Item = Query.Item

  private let existence: [EventType] = [
    "habits.habitCreated", "habits.irregularEventCreated", "habits.trackerDeleted",
  ]
  private let t1 = OwnedTracker("t1", of: "anna")
  private let c1 = OwnedCategory("c1", of: "anna")
  private let anna = HabitsUserID("anna").tag

  @Test func `a category's title depends on the user's categories`() {
    let titles = Item(
      types: ["habits.categoryAdded", "habits.categoryRenamed", "habits.categoryDeleted"],
      tags: [anna])
    #expect(TrackerCategories().boundary(of: .add(c1, "Дом")).items == [titles])
    #expect(TrackerCategories().boundary(of: .rename(c1, "Дом")).items == [titles])
  }

  @Test func `deleting a category depends on it and on the categories of the user's trackers`() {
    #expect(
      TrackerCategories().boundary(of: .delete(c1)).items == [
        Item(types: ["habits.categoryAdded", "habits.categoryDeleted"], tags: [c1.tag]),
        Item(
          types: [
            "habits.habitCreated", "habits.irregularEventCreated", "habits.trackerEdited",
            "habits.trackerDeleted",
          ], tags: [anna]),
      ])
  }

  @Test func `a tracker's commands depend on the tracker and on the category in the command`() {
    let tracker = Item(types: existence, tags: [t1.tag])
    let category = Item(
      types: ["habits.categoryAdded", "habits.categoryDeleted"], tags: [c1.tag])
    #expect(Trackers().boundary(of: .delete(t1)).items == [tracker])
    guard case .habitCreated(let new) = HabitsEvent.habit("t1"),
      case .irregularEventCreated(let event) = HabitsEvent.irregular("t1"),
      case .trackerEdited(let move) = HabitsEvent.edited("t1", in: "c1"),
      case .trackerEdited(let edit) = HabitsEvent.edited("t1", title: "Сон")
    else { return }
    #expect(Trackers().boundary(of: .createHabit(new)).items == [category, tracker])
    #expect(Trackers().boundary(of: .createIrregularEvent(event)).items == [category, tracker])
    #expect(Trackers().boundary(of: .edit(move)).items == [category, tracker])
    #expect(Trackers().boundary(of: .edit(edit)).items == [tracker])
    let pins = Item(
      types: existence + ["habits.trackerPinned", "habits.trackerUnpinned"], tags: [t1.tag])
    #expect(PinnedTrackers().boundary(of: .pin(t1)).items == [pins])
    #expect(PinnedTrackers().boundary(of: .unpin(t1)).items == [pins])
  }

  @Test func `a completion depends on tracker and schedule, a withdrawal on the tracker`() {
    let marks: [EventType] = ["habits.trackerMarkedDone", "habits.trackerUnmarkedDone"]
    let completions = TrackerCompletions()
    let date = day("2026-05-08")
    #expect(
      completions.boundary(of: .mark(t1, on: date)).items
        == [Item(types: existence + ["habits.trackerEdited"] + marks, tags: [t1.tag])])
    #expect(
      completions.boundary(of: .unmark(t1, on: date)).items
        == [Item(types: existence + marks, tags: [t1.tag])])
  }

  @Test func `the onboarding depends on the user, a filter on nothing`() {
    #expect(
      HabitsOnboarding().boundary(of: .finish("anna")).items
        == [Item(types: ["habits.onboardingFinished"], tags: [anna])])
    #expect(BoardFilters().boundary(of: .init(user: "anna", filter: .all)) == .nothing)
  }
}
