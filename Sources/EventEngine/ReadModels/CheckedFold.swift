import EventStore

/// A read model, or the summary of one, with a private state, even if its projection shares the
/// state with others. Checks compare, store, resume and query it.
package struct CheckedFold {
  /// The read model's name; that of a summary has an addition.
  package let name: String
  /// The state of the read model.
  package let state: any DigestedFold
  private let model: String
  private let answers: (JSONObject) throws(QueryRefusal) -> Bool
  private let reply: (JSONObject, QueryContext) throws -> [UInt8]

  init<P: Projection>(_: P.Type, _ fold: Fold<P.State>) {
    name = P.shape.name
    model = name
    state = fold
    answers = { _ in true }
    reply = { parameters, context in
      try P.encoded(P(fold.state).answer(to: P.parameters(parameters), context))
    }
  }

  init<P: Projection>(summaryOf _: P.Type, _ fold: Fold<P.Summary.State>) {
    model = P.shape.name
    name = "\(model) (summary)"
    state = fold
    answers = { (parameters) throws(QueryRefusal) in
      P.isAnsweredBySummary(try P.parameters(parameters))
    }
    reply = { parameters, context in
      try P.encoded(P.Summary(fold.state).answer(to: P.parameters(parameters), context))
    }
  }

  /// Whether it answers this query of a read model: a summary does not answer each.
  package func answers(_ name: String, _ parameters: JSONObject) -> Bool {
    guard model == name else { return false }
    do throws(QueryRefusal) { return try answers(parameters) } catch { return false }
  }

  /// The answer to `parameters` as JSON.
  ///
  /// - Throws: `QueryRefusal`, `PayloadEncodingError`.
  package func answer(to parameters: JSONObject, _ context: QueryContext) throws -> [UInt8] {
    try reply(parameters, context)
  }
}
