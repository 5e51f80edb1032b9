import EventStore

/// A read model with a private state, even if its projection shares the state with others. Checks
/// compare, store, resume and query it.
package struct CheckedFold {
  /// The read model's name.
  package let name: String
  /// The state of the read model.
  package let state: any DigestedFold
  private let reply: (JSONObject, QueryContext) throws -> [UInt8]

  init<P: Projection>(_: P.Type, _ fold: Fold<P.State>) {
    name = P.shape.name
    state = fold
    reply = { parameters, context in
      try P.encoded(P(fold.state).answer(to: P.parameters(parameters), context))
    }
  }

  /// The answer to `parameters` as JSON.
  ///
  /// - Throws: `QueryRefusal`, `PayloadEncodingError`.
  package func answer(to parameters: JSONObject, _ context: QueryContext) throws -> [UInt8] {
    try reply(parameters, context)
  }
}
