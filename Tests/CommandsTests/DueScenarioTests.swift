import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// `thenDue` must detect work driven by time that breaks its rules.
@Suite struct `A scenario of due work detects` {
  private func remind<Fault: ReminderFault>(_ fault: Fault.Type) {
    Given<FaultyReminders<Fault>>(.placed("o-1"), .accepted("o-1", by: "ivan"))
      .thenDue(
        at: "2026-05-10T19:00:00Z",
        DueItem([.reminded(of: "o-1", "ivan")], because: Fault.cause(2)))
  }

  @Test func `nothing in correct work`() {
    remind(NoFault.self)
  }

  @Test func `an item that is not expected`() {
    expectIssue("== (items → [])") {
      Given<DeliveryReminders>(.placed("o-1"), .accepted("o-1", by: "ivan"))
        .thenDue(at: "2026-05-10T19:00:00Z")
    }
  }

  @Test func `facts that dueFacts omits`() {
    expectIssue("dueFacts omits events that affect the due items") {
      remind(WithoutAcceptances.self)
    }
  }

  @Test func `a cause that is no event`() {
    expectIssue("a due item names a position without an event") { remind(CausedByNothing.self) }
  }

  @Test func `an item that its events leave due`() {
    expectIssue("the events of the due items leave something due") {
      remind(RemindingForEver.self)
    }
  }
}

private protocol ReminderFault {
  static var dueFacts: Query { get }
  static var ignored: EventType? { get }
  static func cause(_ honest: Position) -> Position
}

extension ReminderFault {
  static var dueFacts: Query { DeliveryReminders.dueFacts }
  static var ignored: EventType? { nil }
  static func cause(_ honest: Position) -> Position { honest }
}

private enum NoFault: ReminderFault {}

private enum WithoutAcceptances: ReminderFault {
  static let dueFacts = Query.of([OrderPlaced.type])
}

private enum CausedByNothing: ReminderFault {
  static func cause(_ honest: Position) -> Position { 9 }
}

private enum RemindingForEver: ReminderFault {
  static var ignored: EventType? { DeliveryReminderSent.type }
}

/// A copy of `DeliveryReminders` with one fault.
private struct FaultyReminders<Fault: ReminderFault>: TimeDriven {
  typealias Event = CourierEvent
  typealias Command = Never
  typealias Refusal = CourierRefusal

  private var reminders = DeliveryReminders()

  static var factTypes: [EventType] { DeliveryReminders.factTypes }
  static var dueFacts: Query { Fault.dueFacts }

  mutating func apply(_ event: Recorded<CourierEvent>) {
    if event.type != Fault.ignored { reminders.apply(event) }
  }

  func due(at now: Moment) -> [DueItem<CourierEvent>] {
    reminders.due(at: now).map { DueItem($0.events, because: Fault.cause($0.because)) }
  }
}
