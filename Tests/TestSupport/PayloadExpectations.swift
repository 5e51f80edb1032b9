import EventEngine
import Foundation
import Testing

extension Event {
  /// The recorded type and the version of its shape.
  package var typeAndVersion: String {
    let shape = type(of: payload)
    return "\(shape.type) \(shape.version.rawValue)"
  }
}

/// Expects that a payload round-trips through its recorded form: completely with its erasable
/// section, and without personal data but with the same tags from the core alone.
///
/// - Returns: the payload decoded from the core alone.
@discardableResult
package func expectRoundTrip<Payload: EventPayload>(
  _ payload: Payload, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Payload {
  let encoded = try JSONEncoder().encode(payload)
  let core = try JSONDecoder().decode(Payload.self, from: encoded)
  #expect(
    core.personal == nil, "personal data is recorded apart", sourceLocation: sourceLocation)
  #expect(
    core.tags == payload.tags, "tags do not depend on personal data",
    sourceLocation: sourceLocation)
  #expect(core.personalTags.isEmpty, sourceLocation: sourceLocation)
  var bytes: [UInt8] = []
  try PayloadEncoder.encode(payload, into: &bytes)
  var decoder = PayloadDecoder()
  #expect(try decoder.decode(Payload.self, from: bytes) == core, sourceLocation: sourceLocation)
  var whole = core
  if let personal = payload.personal {
    let erasable = try JSONEncoder().encode(personal)
    whole.personal = try JSONDecoder().decode(Payload.Personal.self, from: erasable)
  }
  #expect(whole == payload, sourceLocation: sourceLocation)
  #expect(whole.personalTags == payload.personalTags, sourceLocation: sourceLocation)
  #expect(whole.subjects == payload.subjects, sourceLocation: sourceLocation)
  return core
}

/// Expects that personal texts occur only in the erasable section, and in tags only as digests.
package func expectNothingPersonalInTheClear(
  _ payload: some EventPayload, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let personal = try personalTexts(of: payload)
  let core = try texts(in: JSONSerialization.jsonObject(with: JSONEncoder().encode(payload)))
  let inTheClear = core + payload.tags.map(\.rawValue)
  for text in personal {
    #expect(
      !inTheClear.contains { $0.contains(text) }, "\(text) is recorded in the clear",
      sourceLocation: sourceLocation)
  }
  let digests = payload.personalTags + payload.subjects
  for text in personal where !isDigest(text) {
    #expect(
      !digests.contains { $0.rawValue.contains(text) }, "\(text) is no digest",
      sourceLocation: sourceLocation)
  }
}

/// The texts in a payload's personal data.
package func personalTexts(of payload: some EventPayload) throws -> [String] {
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
