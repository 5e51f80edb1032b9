import EventStore

/// A fold of one read model that can be compared, kept, taken up again and asked: what a check of
/// the read models needs.
public protocol CheckedFold: AnyObject {
  /// The read model's.
  var name: String { get }

  var factTypes: [EventType] { get }

  /// The state's canonical encoding, what a digest is made of, by `encode(to:)` alone.
  func encodedState() throws(PayloadEncodingError) -> [UInt8]

  func digest() throws(PayloadEncodingError) -> Digest

  func snapshot(at position: Position) throws(PayloadEncodingError) -> Snapshot

  /// Goes on from a state that was encoded before.
  func restore(_ state: [UInt8]) throws(PayloadDecodingError)

  /// Whether the states are equal, by `==`.
  func isEqual(to other: any CheckedFold) -> Bool

  /// The answer to `parameters` as JSON.
  ///
  /// - Throws: `QueryRefusal`, `PayloadEncodingError`.
  func answer(to parameters: JSONObject, _ asking: QueryContext) throws -> [UInt8]
}

/// A projection and a state of its own, whether or not it shares one elsewhere.
final class ProjectionFold<P: Projection>: CheckedFold {
  let fold = StateFold<P.State>()

  var name: String { P.shape.name }
  var factTypes: [EventType] { P.State.factTypes }

  func encodedState() throws(PayloadEncodingError) -> [UInt8] { try fold.encodedState() }

  func digest() throws(PayloadEncodingError) -> Digest { try fold.digest() }

  func snapshot(at position: Position) throws(PayloadEncodingError) -> Snapshot {
    try fold.snapshot(at: position)
  }

  func restore(_ encoded: [UInt8]) throws(PayloadDecodingError) { try fold.restore(encoded) }

  func isEqual(to other: any CheckedFold) -> Bool {
    guard let other = other as? ProjectionFold<P> else { return false }
    return fold.state == other.fold.state
  }

  func answer(to parameters: JSONObject, _ asking: QueryContext) throws -> [UInt8] {
    try P.encoded(P(fold.state).answer(to: try P.parameters(parameters), asking))
  }
}
