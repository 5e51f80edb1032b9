import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@testable import EventChecking

/// Laws that random stories rarely exercise, checked on a story that does: an evening of a courier
/// in Moscow, where 23:59 is 20:59Z.
@Suite struct `The laws of a courier's evening` {
  private static let evening = [
    #"courier.registerCourier","actor":"admin","at":"2026-05-08T09:00:00Z","data":{"courier":"ivan","login":"ivan","password":"1234"}"#,
    #"courier.signIn","at":"2026-05-08T09:00:00Z","data":{"login":"ivan","password":"1234"}"#,
    placing("o-1", metro: "Сокол"), placing("o-2", metro: "Динамо"),
    placing("o-3", metro: "Динамо"), placing("o-4", metro: "Динамо"),
    #"courier.refreshOrders","actor":"ivan","at":"2026-05-08T12:00:00Z","data":{"metro":["Динамо"]}"#,
    acting("courier.acceptOrder", "ivan", "o-1", at: "12:00:00Z"),
    acting("courier.withdrawOrder", "admin", "o-1", at: "12:00:00Z"),
    acting("courier.acceptOrder", "ivan", "o-4", at: "12:00:00Z"),
    #"system.tick","actor":"system","at":"2026-05-08T18:58:59.999Z""#,
    acting("courier.acceptOrder", "ivan", "o-2", at: "18:59:00Z"),
    acting("courier.acceptOrder", "ivan", "o-3", at: "18:59:00.001Z"),
    #"system.tick","actor":"system","at":"2026-05-08T20:00:00Z""#,
    acting("courier.completeOrder", "ivan", "o-2", at: "20:00:00Z"),
  ]

  private static func placing(_ order: String, metro: String) -> String {
    #"courier.placeOrder","actor":"eva","at":"2026-05-08T10:00:00Z","data":{"order":"\#(order)","#
      + #""address":"Лесная, 5","deliveryDate":"2026-05-08","metro":"\#(metro)","#
      + #""firstName":"Ева","lastName":"Ким","phone":"+79990000000"}"#
  }

  private static func acting(
    _ command: String, _ actor: String, _ order: String, at time: String
  ) -> String {
    #"\#(command)","actor":"\#(actor)","at":"2026-05-08T\#(time)","data":{"order":"\#(order)"}"#
  }

  /// The violated law after the evening; nil if all hold.
  private func violation(in domain: CheckedDomain) throws -> String? {
    let journal = JournalDirectory("journal", files: MemoryFileSystem())
    try journal.create(JournalSettings(passwordIterations: 1), at: Timestamp(rawValue: 0))
    try record(Self.evening, in: journal, domain)
    return try Check.violation(in: journal, [domain])?.law
  }

  private func record(
    _ lines: [String], in journal: JournalDirectory, _ domain: CheckedDomain
  ) throws {
    var engine = try TrialEngine(journal, [domain], isWarm: true)
    for line in lines {
      let json = try JSONParser.parse(Array(#"{"command":"\#(line)}"#.utf8))
      guard case .object(let command) = json else { continue }
      let result = engine.execute(command)
      #expect(result.problem == nil, "\(line)")
    }
  }

  private func with(_ reminders: any Decider<CourierEvent>.Type) -> CheckedDomain {
    .courier(
      [CourierAccounts.self, DeliveryOrders.self, CourierFeed.self], reminders: [reminders])
  }

  @Test func `hold in the product`() throws {
    #expect(try violation(in: with(DeliveryReminders.self)) == nil)
  }

  @Test func `are not violated by an erasure while they are checked`() throws {
    let journal = JournalDirectory("journal", files: MemoryFileSystem())
    // Several segments: an open reader still has the old file of the open segment, so it sees the
    // erasure only in closed ones.
    let settings = JournalSettings(passwordIterations: 1, segmentBytes: 1000)
    try journal.create(settings, at: Timestamp(rawValue: 0))
    let domain = with(DeliveryReminders.self)
    try record(Self.evening, in: journal, domain)
    let bytes = try JournalReader.open(journal).byteCount()
    // The incremental states are stored by then, and the rebuilt ones have yet to be compared.
    var isErased = false
    let violation = try Check.violation(in: journal, [domain]) { done, _ in
      guard done > 2 * bytes, !isErased else { return }
      isErased = true
      #expect(throws: Never.self) {
        var writer = try JournalWriter.open(journal)
        let erased = try writer.erase(
          Erasure(of: [.init("user", "eva")], actor: "admin"), at: instant("2026-05-08T21:00:00Z"))
        #expect(!erased.events.isEmpty)
      }
    }
    #expect(isErased && violation == nil, "\(String(describing: violation))")
  }

  @Test func `are violated by a reminder of an order accepted a millisecond too late`() throws {
    #expect(try violation(in: with(PlantedDue<LateReminders>.self)) == "read model invariant")
  }

  @Test func `are violated by a reminder that is sent a millisecond too early`() throws {
    #expect(try violation(in: with(PlantedDue<HastyReminders>.self)) == "read model invariant")
  }

  @Test func `are violated by a tick that sends no reminder of one of the orders`() throws {
    #expect(try violation(in: with(PlantedDue<ForgottenOrder>.self)) == "read model invariant")
  }

  @Test func `are violated by a second reminder of an acceptance`() throws {
    #expect(try violation(in: with(PlantedDue<RemindingTwice>.self)) == "domain invariant")
  }

  @Test func `are violated by a list that ignores refreshes`() throws {
    #expect(try violation(in: .courier(PlantedFold<StaleFeed>.self)) == "read model invariant")
  }

  @Test func `are violated by a count that includes withdrawn orders`() throws {
    #expect(
      try violation(in: .courier(PlantedFold<MiscountedOrders>.self)) == "read model invariant")
  }
}
