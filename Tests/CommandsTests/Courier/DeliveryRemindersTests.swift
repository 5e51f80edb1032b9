import Commands
import Domain
import EventEngine
import Foundation
import TestSupport
import Testing

/// Moscow is at UTC+3: 23:59 is 20:59Z, and two hours earlier is 18:59Z.
@Suite struct `Delivery reminders` {
  /// Positions 1 to 4. The orders o-1 and o-2 are due on 10 May, o-3 on 11 May.
  private let placed = Given<DeliveryReminders>(
    .signedIn("ivan"), .placed("o-1"), .placed("o-2"), .placed("o-3", for: "2026-05-11"))

  private var accepted: Given<DeliveryReminders> { placed.and(.accepted("o-1", by: "ivan")) }

  private func reminder(
    of order: OrderID, _ courier: CourierID = "ivan", because position: Int
  ) -> DueItem<CourierEvent> {
    DueItem([.reminded(of: order, courier)], because: Position(position))
  }

  @Test func `a reminder falls due exactly two hours before the deadline`() {
    accepted.thenDue(at: "2026-05-10T18:58:59.999Z")
    accepted.thenDue(at: "2026-05-10T18:59:00Z", reminder(of: "o-1", because: 5))
  }

  @Test func `a reminder is due up to and including the deadline`() {
    accepted.thenDue(at: "2026-05-10T20:59:00Z", reminder(of: "o-1", because: 5))
    accepted.thenDue(at: "2026-05-10T20:59:00.001Z")
  }

  @Test func `a reminder is recorded once, however often it is requested`() {
    accepted
      .thenDue(at: "2026-05-10T19:00:00Z", reminder(of: "o-1", because: 5))
      .thenDue(at: "2026-05-10T19:00:00Z")
      .thenDue(at: "2026-05-10T20:00:00Z")
  }

  @Test func `several reminders are in the order of placing, not of accepting`() {
    placed.and(.accepted("o-2", by: "oleg"), .accepted("o-1", by: "ivan"))
      .thenDue(
        at: "2026-05-10T19:00:00Z", reminder(of: "o-1", because: 6),
        reminder(of: "o-2", "oleg", because: 5))
  }

  @Test func `each order has its own deadline`() {
    accepted.and(.accepted("o-3", by: "ivan"))
      .thenDue(at: "2026-05-10T19:00:00Z", reminder(of: "o-1", because: 5))
      .thenDue(at: "2026-05-11T19:00:00Z", reminder(of: "o-3", because: 6))
  }

  @Test func `an order that nobody has accepted causes no reminder`() {
    placed.thenDue(at: "2026-05-10T19:00:00Z")
    placed.and(.cancelled("o-1")).thenDue(at: "2026-05-10T19:00:00Z")
  }

  @Test func `a completed order needs no reminder`() {
    accepted.and(.completed("o-1", by: "ivan")).thenDue(at: "2026-05-10T19:00:00Z")
  }

  @Test func `an order accepted exactly two hours before its deadline causes a reminder`() {
    placed.and(at: "2026-05-10T18:59:00Z", .accepted("o-1", by: "ivan"))
      .thenDue(at: "2026-05-10T18:59:00Z", reminder(of: "o-1", because: 5))
  }

  @Test(arguments: ["2026-05-10T18:59:00.001Z", "2026-05-10T20:59:00Z"])
  func `an order accepted later than that causes none`(time: String) {
    placed.and(at: time, .accepted("o-1", by: "ivan")).thenDue(at: time)
      .thenDue(at: "2026-05-10T20:59:00Z")
  }

  @Test func `an order accepted when overdue causes none`() {
    placed.and(at: "2026-05-10T20:59:00.001Z", .accepted("o-1", by: "ivan"))
      .thenDue(at: "2026-05-10T20:59:00.001Z")
  }

  @Test func `a released order causes none until it is accepted again`() {
    let released = accepted.and(.released("o-1", from: "ivan"))
    released.thenDue(at: "2026-05-10T19:00:00Z")
    released.and(.accepted("o-1", by: "oleg"))
      .thenDue(at: "2026-05-10T19:00:00Z", reminder(of: "o-1", "oleg", because: 7))
  }

  @Test func `an order released and accepted again too late causes none`() {
    accepted.and(
      at: "2026-05-10T19:00:00Z", .released("o-1", from: "ivan"), .accepted("o-1", by: "oleg")
    )
    .thenDue(at: "2026-05-10T19:30:00Z")
  }

  @Test func `a second acceptance in time causes a second reminder`() {
    accepted
      .thenDue(at: "2026-05-10T18:59:00Z", reminder(of: "o-1", because: 5))
      .and(
        at: "2026-05-10T18:59:00Z", .released("o-1", from: "ivan"), .accepted("o-1", by: "ivan")
      )
      .thenDue(at: "2026-05-10T19:00:00Z", reminder(of: "o-1", because: 8))
      .thenDue(at: "2026-05-10T19:00:00Z")
  }

  @Test func `a withdrawn order needs no reminder`() {
    accepted.and(.withdrawn("o-1", from: "ivan")).thenDue(at: "2026-05-10T19:00:00Z")
  }

  @Test func `a courier who has signed out gets reminders`() {
    accepted.and(.signedOut("ivan"))
      .thenDue(at: "2026-05-10T19:00:00Z", reminder(of: "o-1", because: 5))
  }

  @Test func `an erased order causes a reminder like any other`() {
    Given<DeliveryReminders>(.placed("o-1").erased, .accepted("o-1", by: "ivan"))
      .thenDue(at: "2026-05-10T19:00:00Z", reminder(of: "o-1", because: 2))
  }

  @Test func `the deadline is in local time of the journal's zone`() {
    let utc = Given<DeliveryReminders>(in: .utc, .placed("o-1"), .accepted("o-1", by: "ivan"))
    utc.thenDue(at: "2026-05-10T21:58:59.999Z")
    utc.thenDue(at: "2026-05-10T21:59:00Z", reminder(of: "o-1", because: 2))
    utc.thenDue(at: "2026-05-10T23:59:00.001Z")
  }

  @Test func `orders that need no reminder any more are removed from the state`() {
    let over = Given<DeliveryReminders>(
      .placed("o-1"), .cancelled("o-1"), .placed("o-2"), .accepted("o-2", by: "ivan"),
      .completed("o-2", by: "ivan"), .placed("o-3"), .accepted("o-3", by: "ivan"),
      .withdrawn("o-3", from: "ivan"), .placed("o-4"), .withdrawn("o-4"), .placed("o-5"),
      .accepted("o-5", by: "ivan"), .reminded(of: "o-5", "ivan")
    )
    .and(at: "2026-05-12T00:00:00Z", .placed("o-6", for: "2026-05-12"), .cancelled("o-6"))
    #expect(DeliveryReminders(folding: over.history) == DeliveryReminders())
  }

  /// `replay --verify` compares the bytes of a stored state with those of a folded one.
  @Test func `equal states are encoded as equal bytes`() throws {
    let orders = (1...50).map { OrderID(rawValue: "o-\($0)") }
    let placed = orders.reduce(Given<DeliveryReminders>(.signedIn("ivan"))) { $0.and(.placed($1)) }
    let accepted = orders.suffix(25).reduce(placed) { $0.and(.accepted($1, by: "ivan")) }
    let state = DeliveryReminders(folding: accepted.history)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bytes = try encoder.encode(state)
    let again = try JSONDecoder().decode(DeliveryReminders.self, from: bytes)
    #expect(again == state)
    #expect(try encoder.encode(again) == bytes)
  }

  @Test func `there are no commands for reminders`() {
    #expect(DeliveryReminders.shapes.isEmpty)
  }
}
