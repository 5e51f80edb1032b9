import Domain
import EventEngine
import TestSupport
import Testing

@testable import EventStore

/// Fast encoding writes the same bytes as `encode(to:)`.
@Suite struct FastEncodableTests {
  private static let payloads: [any EventPayload] =
    CourierEvent.samples.map(\.payload) + HabitsEvent.samples.map(\.payload)
    + MallEvent.samples.map(\.payload) + ModsEvent.samples.map(\.payload)
    + NFTEvent.samples.map(\.payload)

  @Test func `both encodings of every payload are equal`() throws {
    var shortcuts = 0
    for payload in Self.payloads {
      shortcuts += try expectAgreement(payload)
      if let personal = payload.personal { shortcuts += try expectAgreement(personal) }
    }
    #expect(shortcuts >= 4, "some payloads support fast encoding")
  }

  /// - Returns: 1 if the value supports fast encoding, otherwise 0.
  private func expectAgreement(_ value: some Encodable) throws -> Int {
    var texts: [String] = []
    for takesShortcuts in [true, false] {
      var bytes: [UInt8] = []
      let options = PayloadEncoder.Options(takesShortcuts: takesShortcuts)
      try PayloadEncoder.encode(value, into: &bytes, options: options)
      texts.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(texts[0] == texts[1], "\(type(of: value))")
    return value is any FastEncodable ? 1 : 0
  }
}
