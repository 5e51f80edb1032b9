import Domain
import EventEngine

/// The completions of trackers. A habit can be completed on a planned day, an irregular event on
/// any day, up to and including today. A completion can always be withdrawn.
public struct TrackerCompletions: Decider {
  public enum Command: Equatable, Sendable {
    case mark(OwnedTracker, on: CalendarDay)
    case unmark(OwnedTracker, on: CalendarDay)
  }

  private var done: [OwnedTracker: Set<CalendarDay>] = [:]
  /// The schedules of habits; irregular events have none.
  private var schedules: [OwnedTracker: ScheduleHistory] = [:]
  private var trackers = TrackerRegistry()

  public init() {}

  private static let schedulings = TrackerRegistry.factTypes + [TrackerEdited.type]
  private static let marks = [TrackerMarkedDone.type, TrackerUnmarkedDone.type]
  public static let factTypes = schedulings + marks

  public func boundary(of command: Command) -> Query {
    switch command {
    case .mark(let tracker, _): .of(Self.factTypes, tracker.tag)
    case .unmark(let tracker, _): .of(TrackerRegistry.factTypes + Self.marks, tracker.tag)
    }
  }

  public mutating func apply(_ event: Recorded<HabitsEvent>) {
    switch event.event {
    case .habitCreated(let payload):
      trackers.create(payload.owned, .habit)
      schedules[payload.owned] = ScheduleHistory(payload.schedule, from: event.day)
    case .irregularEventCreated(let payload): trackers.create(payload.owned, .irregularEvent)
    case .trackerEdited(let payload):
      guard let schedule = payload.schedule else { return }
      schedules[payload.owned]?.change(to: schedule, from: event.day)
    case .trackerDeleted(let payload):
      trackers.delete(payload.owned)
      schedules[payload.owned] = nil
      done[payload.owned] = nil
    case .trackerMarkedDone(let payload): done[payload.owned, default: []].insert(payload.date)
    case .trackerUnmarkedDone(let payload): done[payload.owned]?.remove(payload.date)
    case .onboardingFinished, .categoryAdded, .categoryRenamed, .categoryDeleted, .trackerPinned,
      .trackerUnpinned, .filterChosen:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(HabitsRefusal) -> [HabitsEvent] {
    switch command {
    case .mark(let tracker, let date):
      try trackers.require(tracker)
      guard date <= now.day else { throw .dateInFuture(date, today: now.today) }
      if let schedule = schedules[tracker]?.schedule(on: date), !schedule.contains(date.weekday) {
        throw .notScheduled(date, inForce: schedule)
      }
      guard !isDone(tracker, on: date) else { throw .alreadyMarked }
      return [.trackerMarkedDone(TrackerMarkedDone(tracker, on: date))]
    case .unmark(let tracker, let date):
      try trackers.require(tracker)
      guard isDone(tracker, on: date) else {
        throw date > now.day ? .dateInFuture(date, today: now.today) : .notDone
      }
      return [.trackerUnmarkedDone(TrackerUnmarkedDone(tracker, on: date))]
    }
  }

  private func isDone(_ tracker: OwnedTracker, on date: CalendarDay) -> Bool {
    done[tracker]?.contains(date) ?? false
  }
}

extension TrackerCompletions {
  private static let date = Field.day("date")

  public static let shapes = [
    CommandShape<Command>(
      "habits.markDone", by: .person,
      .init(ru: "Отметить трекер выполненным", en: "Mark a tracker as done"),
      fields: [Trackers.tracker.required, date.required],
      refusals: HabitsRefusal.codes(.notFound, .dateInFuture, .notScheduled, .alreadyDone)
    ) { form throws(FormError) in .mark(try form.tracker(), on: try form.required(date)) },
    CommandShape<Command>(
      "habits.unmarkDone", by: .person,
      .init(ru: "Снять отметку о выполнении", en: "Remove a completion mark"),
      fields: [Trackers.tracker.required, date.required],
      refusals: HabitsRefusal.codes(.notFound, .dateInFuture, .notDone)
    ) { form throws(FormError) in .unmark(try form.tracker(), on: try form.required(date)) },
  ]
}
