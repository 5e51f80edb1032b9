import Domain
import EventStore
import Foundation
import TestSupport
import Testing

@Suite struct `The recorded shapes of courier events` {
  @Test(arguments: CourierEvent.samples)
  func `come back from JSON as they went`(event: CourierEvent) throws {
    try expectRoundTrip(event.payload)
  }

  private func expectRoundTrip<Payload: EventPayload>(_ payload: Payload) throws {
    let core = try JSONEncoder().encode(payload)
    var decoded = try JSONDecoder().decode(Payload.self, from: core)
    #expect(decoded.personal == nil, "personal data is recorded apart")
    #expect(decoded.tags == payload.tags, "tags do not depend on personal data")
    #expect(decoded.personalTags.isEmpty)
    if let personal = payload.personal {
      let erasable = try JSONEncoder().encode(personal)
      decoded.personal = try JSONDecoder().decode(Payload.Personal.self, from: erasable)
    }
    #expect(decoded == payload)
    #expect(decoded.personalTags == payload.personalTags)
    #expect(decoded.subjects == payload.subjects)
  }

  @Test func `have types and versions that journals hold for ever`() {
    let shapes = CourierEvent.samples.map { event in
      let shape = type(of: event.payload)
      return "\(shape.type) \(shape.version.rawValue)"
    }
    #expect(
      shapes == [
        "courier.courierRegistered 1", "courier.courierSignedIn 1", "courier.signInFailed 1",
        "courier.passwordForgotten 1", "courier.courierSignedOut 1", "courier.orderPlaced 1",
        "courier.orderCancelled 1", "courier.orderAccepted 1", "courier.orderCompleted 1",
        "courier.ordersRefreshed 1", "courier.acceptedOrdersViewed 1",
        "courier.deliveryReminderSent 1",
      ])
    #expect(Set(shapes).count == shapes.count)
  }

  @Test(arguments: CourierEvent.samples)
  func `show no personal data outside the erasable section`(event: CourierEvent) throws {
    let payload = event.payload
    let personal = try personalTexts(of: payload)
    let core = try texts(in: JSONSerialization.jsonObject(with: JSONEncoder().encode(payload)))
    let inTheClear = core + payload.tags.map(\.rawValue)
    for text in personal {
      #expect(!inTheClear.contains { $0.contains(text) }, "\(text) is recorded in the clear")
    }
    let digests = payload.personalTags + payload.subjects
    for text in personal where !isDigest(text) {
      #expect(!digests.contains { $0.rawValue.contains(text) }, "\(text) is no digest")
    }
  }

  @Test func `hold the personal data that there is`() throws {
    let found = try CourierEvent.samples.map { try personalTexts(of: $0.payload).count }
    #expect(found == [4, 1, 1, 0, 0, 5, 0, 0, 0, 0, 0, 0])
  }

  @Test func `name the subjects whose data it is, the courier of an order not among them`() {
    let subjects = CourierEvent.samples.map { $0.payload.subjects.map(\.rawValue) }
    let oleg = "login:\(KeyedDigest.forTests("courier.login", "OlegLogin").rawValue)"
    #expect(
      subjects == [
        ["courier:ivan"], ["courier:ivan"], [oleg], [], [], ["order:o-1", "user:eva"],
        [], [], [], [], [], [],
      ])
  }

  private func personalTexts(of payload: some EventPayload) throws -> [String] {
    guard let personal = payload.personal else { return [] }
    return try texts(in: JSONSerialization.jsonObject(with: JSONEncoder().encode(personal)))
  }

  private func texts(in json: Any) -> [String] {
    switch json {
    case let object as [String: Any]: object.values.flatMap(texts)
    case let array as [Any]: array.flatMap(texts)
    case let text as String: [text]
    default: []
    }
  }

  private func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && Hexadecimal.decode(text) != nil
  }
}
