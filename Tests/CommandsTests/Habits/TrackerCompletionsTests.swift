import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// It is Friday, 2026-05-08. Anna's habit is planned on Mondays and Fridays.
private let given = Given<TrackerCompletions>(
  at: "2026-05-08T09:00:00Z", .habit("t1", on: [.mon, .fri]), .irregular("t2"),
  .habit("t3", of: "boris"))

private let friday = "2026-05-08 (Europe/Moscow)"

private func mark(
  _ tracker: JSONValue, _ date: JSONValue, at time: String? = nil,
  in given: Given<TrackerCompletions> = given, sourceLocation: SourceLocation = #_sourceLocation
) -> Outcome<TrackerCompletions> {
  given.when(
    "habits.markDone", by: "anna", ["tracker": tracker, "date": date], at: time,
    sourceLocation: sourceLocation)
}

private func unmark(
  _ tracker: JSONValue, _ date: JSONValue, at time: String? = nil,
  in given: Given<TrackerCompletions> = given, sourceLocation: SourceLocation = #_sourceLocation
) -> Outcome<TrackerCompletions> {
  given.when(
    "habits.unmarkDone", by: "anna", ["tracker": tracker, "date": date], at: time,
    sourceLocation: sourceLocation)
}

@Suite struct `Completing a tracker` {
  @Test func `works for today and earlier days, even before its creation`() {
    mark("t1", "2026-05-08").then(.done("t1", on: "2026-05-08")).answering()
    mark("t1", "2026-05-04").then(.done("t1", on: "2026-05-04"))
    mark("t1", "0001-01-01").then(.done("t1", on: "0001-01-01"))
  }

  @Test func `is refused the second time on a day`() {
    let marked = mark("t1", "2026-05-08").thereafter
    mark("t1", "2026-05-08", in: marked).thenRefused(.alreadyMarked)
    mark("t1", "2026-05-04", in: marked).then(.done("t1", on: "2026-05-04"))
    let unmarked = unmark("t1", "2026-05-08", in: marked).then(.undone("t1", on: "2026-05-08"))
    mark("t1", "2026-05-08", in: unmarked.thereafter).then(.done("t1", on: "2026-05-08"))
  }

  @Test func `is refused for future days, planned or not`() {
    mark("t1", "2026-05-11")
      .thenRefused(.dateInFuture(day("2026-05-11"), today: friday))
    mark("t1", "2026-05-09")
      .thenRefused(.dateInFuture(day("2026-05-09"), today: friday))
    mark("t2", "2026-05-09")
      .thenRefused(.dateInFuture(day("2026-05-09"), today: friday))
  }

  @Test func `works until local midnight, which is 21:00 UTC`() {
    mark("t2", "2026-05-09", at: "2026-05-08T20:59:59.999Z")
      .thenRefused(.dateInFuture(day("2026-05-09"), today: friday))
    mark("t2", "2026-05-09", at: "2026-05-08T21:00:00Z").then(.done("t2", on: "2026-05-09"))
  }

  @Test func `requires a planned day for a habit, any day for an irregular event`() {
    mark("t1", "2026-05-07")
      .thenRefused(.notScheduled(day("2026-05-07"), inForce: [.mon, .fri]))
    mark("t2", "2026-05-07").then(.done("t2", on: "2026-05-07"))
  }

  @Test func `depends on the schedule in force on the day`() {
    let edited = given.and(at: "2026-05-12T09:00:00Z", .edited("t1", on: [.tue]))
    mark("t1", "2026-05-12", in: edited).then(.done("t1", on: "2026-05-12"))
    mark("t1", "2026-05-11", in: edited).then(.done("t1", on: "2026-05-11"))
    mark("t1", "2026-05-05", in: edited)
      .thenRefused(.notScheduled(day("2026-05-05"), inForce: [.mon, .fri]))
    mark("t1", "2026-05-15", at: "2026-05-16T09:00:00Z", in: edited)
      .thenRefused(.notScheduled(day("2026-05-15"), inForce: [.tue]))
    mark("t1", "2026-05-19", at: "2026-05-20T09:00:00Z", in: edited)
      .then(.done("t1", on: "2026-05-19"))
  }

  @Test func `uses the last schedule set on the day, and the first one before the creation`() {
    let edited = given.and(.edited("t1", on: [.sun]), .edited("t1", on: [.tue, .fri]))
    mark("t1", "2026-05-08", in: edited).then(.done("t1", on: "2026-05-08"))
    mark("t1", "2026-05-05", in: edited)
      .thenRefused(.notScheduled(day("2026-05-05"), inForce: [.mon, .fri]))
    mark("t1", "2026-05-04", in: edited).then(.done("t1", on: "2026-05-04"))
  }

  @Test func `keeps the schedule after an edit without one`() {
    let edited = given.and(.edited("t1", title: "Сон"), .edited("t1", in: "c2"))
    mark("t1", "2026-05-08", in: edited).then(.done("t1", on: "2026-05-08"))
    mark("t1", "2026-05-07", in: edited)
      .thenRefused(.notScheduled(day("2026-05-07"), inForce: [.mon, .fri]))
  }

  @Test func `uses a schedule edited after local midnight from the next day on`() {
    let edited = given.and(at: "2026-05-08T21:30:00Z", .edited("t1", on: [.sat]))
    mark("t1", "2026-05-08", in: edited).then(.done("t1", on: "2026-05-08"))
    mark("t1", "2026-05-09", in: edited).then(.done("t1", on: "2026-05-09"))
  }

  @Test func `requires a tracker of the same user`() {
    for tracker: JSONValue in ["t3", "t9"] {
      mark(tracker, "2026-05-20").thenRefused(.noSuchTracker)
      unmark(tracker, "2026-05-20").thenRefused(.noSuchTracker)
    }
    let deleted = given.and(.done("t1", on: "2026-05-08"), .deleted("t1"))
    mark("t1", "2026-05-08", in: deleted).thenRefused(.noSuchTracker)
    unmark("t1", "2026-05-08", in: deleted).thenRefused(.noSuchTracker)
  }

  @Test(arguments: ["2026-02-29", "2026-5-8", "", "08.05.2026", " 2026-05-08"])
  func `requires a valid date`(date: String) {
    mark("t1", .string(date)).thenInvalid(.invalidField("date"))
    unmark("t1", .string(date)).thenInvalid(.invalidField("date"))
    mark("t1", .null).thenInvalid(.missingField("date"))
  }
}

@Suite struct `Withdrawing a completion` {
  private let done = given.and(.done("t1", on: "2026-05-08"), .done("t2", on: "2026-05-07"))

  @Test func `is recorded`() {
    unmark("t1", "2026-05-08", in: done).then(.undone("t1", on: "2026-05-08")).answering()
    unmark("t2", "2026-05-07", in: done).then(.undone("t2", on: "2026-05-07"))
  }

  @Test func `requires a completion, planned or not`() {
    unmark("t1", "2026-05-04", in: done).thenRefused(.notDone)
    unmark("t1", "2026-05-07", in: done).thenRefused(.notDone)
    let unmarked = unmark("t1", "2026-05-08", in: done).thereafter
    unmark("t1", "2026-05-08", in: unmarked).thenRefused(.notDone)
  }

  @Test func `works on a day that an edit has made unplanned`() {
    unmark("t1", "2026-05-08", in: done.and(.edited("t1", on: [.tue])))
      .then(.undone("t1", on: "2026-05-08"))
  }

  @Test func `is refused for future days`() {
    unmark("t1", "2026-05-09", in: done)
      .thenRefused(.dateInFuture(day("2026-05-09"), today: friday))
    unmark("t1", "2026-05-09", at: "2026-05-08T21:00:00Z", in: done).thenRefused(.notDone)
  }

  @Test func `works if the local day has moved backwards since`() throws {
    let change = TimeZoneTable.Transition(
      instant: instant("2026-05-08T22:00:00Z").rawValue / 1000, offset: 0)
    let zone = try TimeZoneTable(
      name: "Test/Back", initialOffset: 10_800, transitions: [change], rule: "")
    let given = Given<TrackerCompletions>(
      at: "2026-05-08T21:30:00Z", in: zone, .irregular("t1"), .done("t1", on: "2026-05-09"))
    unmark("t1", "2026-05-09", at: "2026-05-08T22:30:00Z", in: given)
      .then(.undone("t1", on: "2026-05-09"))
    mark("t1", "2026-05-09", at: "2026-05-08T22:30:00Z", in: given)
      .thenRefused(.dateInFuture(day("2026-05-09"), today: "2026-05-08 (Test/Back)"))
  }
}
