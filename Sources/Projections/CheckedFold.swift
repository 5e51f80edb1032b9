import Domain
import EventStore

/// A fold of one read model that can be compared, kept, taken up again and asked: what a check of
/// the read models needs.
public protocol CheckedFold: DigestedFold {
  var factTypes: [EventType] { get }

  /// The state's canonical encoding, what a digest is made of, by `encode(to:)` alone.
  func encodedState() throws(PayloadEncodingError) -> [UInt8]

  /// Goes on from a state that was encoded before.
  func restore(_ state: [UInt8]) throws(PayloadDecodingError)

  /// Whether the states are equal, by `==`.
  func isEqual(to other: any CheckedFold) -> Bool

  /// The answer to `parameters` as JSON.
  ///
  /// - Throws: `QueryRefusal`, `PayloadEncodingError`.
  func answer(to parameters: JSONObject, _ asking: Asking) throws -> [UInt8]
}

extension StateFold: CheckedFold {
  public func encodedState() throws(PayloadEncodingError) -> [UInt8] {
    var encoder = PayloadEncoder(
      options: .init(keyOrder: .canonical, takesShortcuts: false))
    var bytes: [UInt8] = []
    try encoder.encode(state, into: &bytes)
    return bytes
  }

  public func restore(_ encoded: [UInt8]) throws(PayloadDecodingError) {
    var decoder = PayloadDecoder()
    state = try decoder.decode(P.self, from: encoded)
  }

  public func isEqual(to other: any CheckedFold) -> Bool {
    guard let other = other as? StateFold<P> else { return false }
    return state == other.state
  }

  public func answer(to parameters: JSONObject, _ asking: Asking) throws -> [UInt8] {
    try P.encoded(state.answer(to: try P.parameters(parameters), asking))
  }
}

extension ReadModels {
  /// Begins a fold of all read models that can be compared, kept and asked.
  public func checkedFold() -> (fold: any DomainFold, states: [any CheckedFold]) {
    let (fold, states) = fold()
    return (fold, states.compactMap { $0 as? any CheckedFold })
  }
}
