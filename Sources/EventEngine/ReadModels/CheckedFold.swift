import EventStore

/// A read model with a state of its own, even if it shares its state elsewhere. Checks compare,
/// store, resume and query it.
public struct CheckedFold {
  /// The read model's name.
  public let name: String
  /// The state of the read model.
  public let state: any DigestedFold
  private let reply: (JSONObject, QueryContext) throws -> [UInt8]

  init<P: Projection>(_: P.Type, _ fold: Fold<P.State>) {
    name = P.shape.name
    state = fold
    reply = { parameters, asking in
      try P.encoded(P(fold.state).answer(to: P.parameters(parameters), asking))
    }
  }

  /// The answer to `parameters` as JSON.
  ///
  /// - Throws: `QueryRefusal`, `PayloadEncodingError`.
  public func answer(to parameters: JSONObject, _ asking: QueryContext) throws -> [UInt8] {
    try reply(parameters, asking)
  }
}
