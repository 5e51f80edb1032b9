import Domain
import EventEngine
import TestSupport
import Testing

@testable import EventStore

/// Fast decoding agrees with general decoding.
@Suite struct FastDecodableTests {
  /// The payloads with fast decoding.
  private static let payloads: [any EventPayload] = {
    var payloads: [any EventPayload] = CourierEvent.samples.map(\.payload)
    payloads += HabitsEvent.samples.map(\.payload)
    payloads += MallEvent.samples.map(\.payload)
    payloads += NFTEvent.samples.map(\.payload)
    return payloads.filter { $0 is any FastDecodable }
  }()

  @Test func `some payloads support fast decoding`() { #expect(Self.payloads.count >= 26) }

  @Test func `encoded payloads are decoded fast, with the same result`() throws {
    for payload in Self.payloads { try expectPrediction(payload) }
  }

  private func expectPrediction<P: EventPayload>(_ payload: P) throws {
    guard let type = P.self as? any (FastDecodable & Encodable).Type else { return }
    try expectPrediction(type, try json(payload))
    guard let personal = payload.personal,
      let type = P.Personal.self as? any (FastDecodable & Encodable).Type
    else { return }
    try expectPrediction(type, try json(personal))
  }

  private func expectPrediction<P: FastDecodable & Encodable>(
    _ type: P.Type, _ json: [UInt8]
  ) throws {
    let read = try decodeBothWays(type, json)
    #expect(read.predicted == Reading(text: json, next: json.count), "\(type)")
    #expect(read.general == read.predicted, "\(type)")
  }

  @Test func `for altered payloads, fast decoding fails or agrees with general decoding`() throws {
    for payload in Self.payloads { try expectAgreement(payload) }
  }

  private func expectAgreement<P: EventPayload>(_ payload: P) throws {
    guard let type = P.self as? any (FastDecodable & Encodable).Type else { return }
    try expectAgreement(type, try json(payload))
    guard let personal = payload.personal,
      let type = P.Personal.self as? any (FastDecodable & Encodable).Type
    else { return }
    try expectAgreement(type, try json(personal))
  }

  /// Tries variants with each byte removed, and with other bytes inserted before it or replacing
  /// it.
  private func expectAgreement<P: FastDecodable & Encodable>(
    _ type: P.Type, _ json: [UInt8]
  ) throws {
    let intruders = [" ", "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "0", "\u{1}", "é"]
    for index in Effort.current.sample(json.indices, 12) {
      var variants = [Array(json[..<index]) + json[(index + 1)...]]
      for intruder in intruders.map({ Array($0.utf8) }) {
        variants.append(json[..<index] + intruder + json[index...])
        variants.append(json[..<index] + intruder + json[(index + 1)...])
      }
      for variant in variants {
        let read = try decodeBothWays(type, variant)
        guard let predicted = read.predicted else { continue }
        #expect(predicted == read.general, "\(String(decoding: variant, as: UTF8.self))")
      }
    }
  }

  /// A decoded value, encoded again, and the offset at which decoding ended.
  private struct Reading: Equatable {
    let text: [UInt8]
    let next: Int
  }

  /// The results of both decoders; nil for a failure.
  private func decodeBothWays<P: FastDecodable & Encodable>(
    _ type: P.Type, _ bytes: [UInt8]
  ) throws -> (predicted: Reading?, general: Reading?) {
    var decoder = PayloadDecoder()
    let padded = bytes + [0x0a] + [UInt8](repeating: 0, count: 64)
    let base = UnsafeMutableRawPointer.allocate(byteCount: padded.count, alignment: 8)
    defer { unsafe base.deallocate() }
    unsafe base.copyMemory(from: padded, byteCount: padded.count)
    let predicted = unsafe decoder.predict(P.self, from: base, start: 0)
    let general = unsafe try? decoder.decode(P.self, from: base, start: 0, end: bytes.count)
    return (
      try predicted.map { Reading(text: try json($0.value), next: $0.next) },
      try general.map { Reading(text: try json($0.value), next: $0.next) }
    )
  }

  private func json(_ value: some Encodable) throws -> [UInt8] {
    var encoder = PayloadEncoder()
    var bytes: [UInt8] = []
    try encoder.encode(value, into: &bytes)
    return bytes
  }
}
