import EventStore

/// A read model and a state of its own, whether or not it shares one elsewhere: what a check of the
/// read models compares, keeps, resumes and asks.
public struct CheckedFold {
  /// The read model's name.
  public let name: String
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
