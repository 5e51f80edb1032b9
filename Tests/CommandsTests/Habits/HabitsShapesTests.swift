import Commands
import Domain
import EventEngine
import Testing

@Suite struct `The shapes of the habits commands` {
  /// `name (actor): fields — refusals`, an optional field with `?`.
  private func lines<Command>(_ shapes: [CommandShape<Command>]) -> [String] {
    shapes.map { shape in
      let fields = shape.fields.map { "\($0.name)\($0.isRequired ? "" : "?"): \($0.kind.rawValue)" }
      return "\(shape.name) (\(shape.actor.rawValue)): \(fields.joined(separator: ", "))"
        + " — \(shape.refusals.joined(separator: ", "))"
    }
  }

  @Test func `are those of the interface`() {
    let found =
      lines(HabitsOnboarding.shapes) + lines(TrackerCategories.shapes) + lines(Trackers.shapes)
      + lines(PinnedTrackers.shapes) + lines(TrackerCompletions.shapes) + lines(BoardFilters.shapes)
    #expect(
      found == [
        "habits.finishOnboarding (person):  — alreadyDone",
        "habits.addCategory (person): category?: id, title: text — categoryExists, alreadyExists",
        "habits.renameCategory (person): category: id, title: text — notFound, categoryExists",
        "habits.deleteCategory (person): category: id — notFound",
        "habits.createHabit (person): tracker?: id, title: text, category: id, schedule: list,"
          + " emoji: text, color: text — invalidField, titleTooLong, notFound, alreadyExists",
        "habits.createIrregularEvent (person): tracker?: id, title: text, category: id,"
          + " emoji: text, color: text — invalidField, titleTooLong, notFound, alreadyExists",
        "habits.editTracker (person): tracker: id, title?: text, category?: id, schedule?: list,"
          + " emoji?: text, color?: text — titleTooLong, notFound, invalidField",
        "habits.deleteTracker (person): tracker: id — notFound",
        "habits.pinTracker (person): tracker: id — notFound, alreadyPinned",
        "habits.unpinTracker (person): tracker: id — notFound, notPinned",
        "habits.markDone (person): tracker: id, date: day"
          + " — notFound, dateInFuture, notScheduled, alreadyDone",
        "habits.unmarkDone (person): tracker: id, date: day — notFound, dateInFuture, notDone",
        "habits.chooseFilter (person): filter: word — invalidField",
      ])
  }

  @Test func `refuse with every code there is`() {
    let codes =
      HabitsOnboarding.shapes.flatMap(\.refusals) + TrackerCategories.shapes.flatMap(\.refusals)
      + Trackers.shapes.flatMap(\.refusals) + PinnedTrackers.shapes.flatMap(\.refusals)
      + TrackerCompletions.shapes.flatMap(\.refusals)
    #expect(Set(codes) == Set(HabitsRefusal.allCases.map(\.code)))
  }
}
