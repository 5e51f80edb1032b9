import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// It is Friday, 2026-05-08. Anna's habit is planned on Mondays and Fridays.
private let given = Given<TrackerCompletions>(
  at: "2026-05-08T09:00:00Z", .habit("t1", on: [.mon, .fri]), .irregular("t2"),
  .habit("t3", of: "boris"))

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

@Suite struct `Marking a tracker as done` {
  @Test func `today and on earlier days, also those before it was created`() {
    mark("t1", "2026-05-08").then(.done("t1", on: "2026-05-08")).answering()
    mark("t1", "2026-05-04").then(.done("t1", on: "2026-05-04"))
    mark("t1", "0001-01-01").then(.done("t1", on: "0001-01-01"))
  }

  @Test func `once per day`() {
    let marked = mark("t1", "2026-05-08").thereafter
    mark("t1", "2026-05-08", in: marked).thenRefused(.alreadyMarked)
    mark("t1", "2026-05-04", in: marked).then(.done("t1", on: "2026-05-04"))
    let unmarked = unmark("t1", "2026-05-08", in: marked).then(.undone("t1", on: "2026-05-08"))
    mark("t1", "2026-05-08", in: unmarked.thereafter).then(.done("t1", on: "2026-05-08"))
  }

  @Test func `not in the future, planned or not`() {
    mark("t1", "2026-05-11").thenRefused(.dateInFuture)
    mark("t1", "2026-05-09").thenRefused(.dateInFuture)
    mark("t2", "2026-05-09").thenRefused(.dateInFuture)
  }

  @Test func `up to the local midnight, which is 21:00 in Greenwich`() {
    mark("t2", "2026-05-09", at: "2026-05-08T20:59:59.999Z").thenRefused(.dateInFuture)
    mark("t2", "2026-05-09", at: "2026-05-08T21:00:00Z").then(.done("t2", on: "2026-05-09"))
  }

  @Test func `a habit only on days it is planned on, an irregular event on any`() {
    mark("t1", "2026-05-07").thenRefused(.notScheduled)
    mark("t2", "2026-05-07").then(.done("t2", on: "2026-05-07"))
  }

  @Test func `by the schedule that was in force on the day`() {
    let edited = given.and(at: "2026-05-12T09:00:00Z", .edited("t1", on: [.tue]))
    mark("t1", "2026-05-12", in: edited).then(.done("t1", on: "2026-05-12"))
    mark("t1", "2026-05-11", in: edited).then(.done("t1", on: "2026-05-11"))
    mark("t1", "2026-05-05", in: edited).thenRefused(.notScheduled)
    mark("t1", "2026-05-15", at: "2026-05-16T09:00:00Z", in: edited).thenRefused(.notScheduled)
    mark("t1", "2026-05-19", at: "2026-05-20T09:00:00Z", in: edited)
      .then(.done("t1", on: "2026-05-19"))
  }

  @Test func `by the last schedule set on the day, but before the creation by the first`() {
    let edited = given.and(.edited("t1", on: [.sun]), .edited("t1", on: [.tue, .fri]))
    mark("t1", "2026-05-08", in: edited).then(.done("t1", on: "2026-05-08"))
    mark("t1", "2026-05-05", in: edited).thenRefused(.notScheduled)
    mark("t1", "2026-05-04", in: edited).then(.done("t1", on: "2026-05-04"))
  }

  @Test func `an edit without a schedule leaves it in force`() {
    let edited = given.and(.edited("t1", title: "Сон"), .edited("t1", in: "c2"))
    mark("t1", "2026-05-08", in: edited).then(.done("t1", on: "2026-05-08"))
    mark("t1", "2026-05-07", in: edited).thenRefused(.notScheduled)
  }

  @Test func `an edit after local midnight counts from the next day on`() {
    let edited = given.and(at: "2026-05-08T21:30:00Z", .edited("t1", on: [.sat]))
    mark("t1", "2026-05-08", in: edited).then(.done("t1", on: "2026-05-08"))
    mark("t1", "2026-05-09", in: edited).then(.done("t1", on: "2026-05-09"))
  }

  @Test func `only one's own`() {
    for tracker: JSONValue in ["t3", "t9"] {
      mark(tracker, "2026-05-20").thenRefused(.noSuchTracker)
      unmark(tracker, "2026-05-20").thenRefused(.noSuchTracker)
    }
    let deleted = given.and(.done("t1", on: "2026-05-08"), .deleted("t1"))
    mark("t1", "2026-05-08", in: deleted).thenRefused(.noSuchTracker)
    unmark("t1", "2026-05-08", in: deleted).thenRefused(.noSuchTracker)
  }

  @Test(arguments: ["2026-02-29", "2026-5-8", "", "08.05.2026", " 2026-05-08"])
  func `on a real day`(date: String) {
    mark("t1", .string(date)).thenInvalid(.invalidField("date"))
    unmark("t1", .string(date)).thenInvalid(.invalidField("date"))
    mark("t1", .null).thenInvalid(.missingField("date"))
  }
}

@Suite struct `Taking a completion back` {
  private let done = given.and(.done("t1", on: "2026-05-08"), .done("t2", on: "2026-05-07"))

  @Test func `is recorded`() {
    unmark("t1", "2026-05-08", in: done).then(.undone("t1", on: "2026-05-08")).answering()
    unmark("t2", "2026-05-07", in: done).then(.undone("t2", on: "2026-05-07"))
  }

  @Test func `needs one, planned or not`() {
    unmark("t1", "2026-05-04", in: done).thenRefused(.notDone)
    unmark("t1", "2026-05-07", in: done).thenRefused(.notDone)
    let unmarked = unmark("t1", "2026-05-08", in: done).thereafter
    unmark("t1", "2026-05-08", in: unmarked).thenRefused(.notDone)
  }

  @Test func `works on a day that an edit made unplanned`() {
    unmark("t1", "2026-05-08", in: done.and(.edited("t1", on: [.tue])))
      .then(.undone("t1", on: "2026-05-08"))
  }

  @Test func `is not for the future`() {
    unmark("t1", "2026-05-09", in: done).thenRefused(.dateInFuture)
    unmark("t1", "2026-05-09", at: "2026-05-08T21:00:00Z", in: done).thenRefused(.notDone)
  }

  @Test func `works where the local day has run back since`() throws {
    let change = TimeZoneTable.Transition(
      instant: instant("2026-05-08T22:00:00Z").rawValue / 1000, offset: 0)
    let zone = try TimeZoneTable(
      name: "Test/Back", initialOffset: 10_800, transitions: [change], rule: "")
    let given = Given<TrackerCompletions>(
      at: "2026-05-08T21:30:00Z", in: zone, .irregular("t1"), .done("t1", on: "2026-05-09"))
    unmark("t1", "2026-05-09", at: "2026-05-08T22:30:00Z", in: given)
      .then(.undone("t1", on: "2026-05-09"))
    mark("t1", "2026-05-09", at: "2026-05-08T22:30:00Z", in: given).thenRefused(.dateInFuture)
  }
}
