import EventStore

/// The state of a read model for one query. It is folded event by event, and can answer after each.
package final class AnswerTrace {
  private var fold: JournalFold
  private let dependencies: () throws -> Query
  private let reply: (QueryContext) throws -> [UInt8]?

  init<P: Projection>(_: P.Type, _ members: JSONObject, _ zone: TimeZoneTable) {
    let state = Fold<P.State>()
    let parameters = Result { () throws(QueryRefusal) in try P.parameters(members) }
    fold = JournalFold(in: zone) { [state.alone] }
    dependencies = { P(state.state).facts(for: try parameters.get()) }
    let encoder = AnswerEncoder()
    reply = { context in
      let parameters = try parameters.get()
      return try Self.unlessUnknown {
        try encoder.encode(P(state.state).answer(to: parameters, context))
      }
    }
  }

  fileprivate static func unlessUnknown(_ body: () throws -> [UInt8]) throws -> [UInt8]? {
    do { return try body() } catch QueryRefusal.notFound { return nil }
  }

  /// The facts that the answer depends on.
  ///
  /// - Throws: `QueryRefusal` if the parameters are malformed.
  package func facts() throws -> Query { try dependencies() }

  /// Applies the next of the facts.
  package func apply(_ view: RecordView) throws(JournalError) { try fold.apply(view) }

  /// The current answer as JSON; nil if the thing that the query names does not exist.
  ///
  /// - Throws: `QueryRefusal` for any other reason not to answer, `PayloadEncodingError`.
  package func answer(_ context: QueryContext) throws -> [UInt8]? { try reply(context) }
}

/// Encodes the answers to one query, one after the other.
private final class AnswerEncoder {
  private var encoder = PayloadEncoder(
    options: .init(writesNil: true, copiesElements: true))
  private var size = 0

  func encode(_ answer: some Encodable) throws(PayloadEncodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    try encoder.encode(answer, into: &bytes)
    size = bytes.count
    return bytes
  }
}

extension Projection {
  /// The answer from a folded state of this projection; nil if the thing that the query names does
  /// not exist.
  static func reply(
    to members: JSONObject, from fold: any StoredFold, _ context: QueryContext
  ) throws -> [UInt8]? {
    let (projection, parameters) = (projection(of: fold), try parameters(members))
    return try AnswerTrace.unlessUnknown {
      try projection.encodedAnswer(to: parameters, context)
    }
  }

  /// The facts that a query depends on, given a folded state of this projection.
  static func facts(
    toAnswer members: JSONObject, from fold: any StoredFold
  ) throws(QueryRefusal) -> Query {
    projection(of: fold).facts(for: try parameters(members))
  }

  private static func projection(of fold: any StoredFold) -> Self {
    guard let fold = fold as? Fold<State> else {
      preconditionFailure("The state is not that of the projection.")
    }
    return Self(fold.state)
  }

  fileprivate func encodedAnswer(
    to parameters: Parameters, _ context: QueryContext
  ) throws -> [UInt8] {
    try Self.encoded(answer(to: parameters, context))
  }
}
