import EventStore

/// The state of a read model at one position, folded event by event and asked on the way.
package final class AnswerTrace {
  typealias Reply = (JSONObject, QueryContext) throws -> [UInt8]?

  private var fold: JournalFold
  private let parameters: JSONObject
  private let dependencies: () throws -> Query
  private let ownReply: (QueryContext) throws -> [UInt8]?
  private let anyReply: Reply

  /// - Parameter fold: the state so far, with all events that it depends on up to `position`.
  init<P: Projection>(
    _: P.Type, _ members: JSONObject, _ zone: TimeZoneTable, _ fold: Fold<P.State> = Fold(),
    at position: Position = .start
  ) throws(QueryRefusal) {
    let parameters = Result { () throws(QueryRefusal) in try P.parameters(members) }
    self.parameters = members
    self.fold = JournalFold(in: zone) { [fold.alone] }
    self.fold.skip(to: position)
    dependencies = { P(fold.state).facts(for: try parameters.get()) }
    let encoder = AnswerEncoder()
    ownReply = { asking in
      let parameters = try parameters.get()
      return try Self.unlessUnknown {
        try encoder.encode(P(fold.state).answer(to: parameters, asking))
      }
    }
    anyReply = { members, asking in
      let parameters = try P.parameters(members)
      return try Self.unlessUnknown { try P(fold.state).encodedAnswer(to: parameters, asking) }
    }
  }

  fileprivate static func unlessUnknown(_ body: () throws -> [UInt8]) throws -> [UInt8]? {
    do { return try body() } catch QueryRefusal.notFound { return nil }
  }

  /// The facts that the answer depends on.
  ///
  /// - Throws: `QueryRefusal` if the parameters are malformed.
  package func facts() throws -> Query { try dependencies() }

  /// The position of the last applied event.
  package var position: Position { fold.position }

  /// Applies the next of the facts.
  package func apply(_ view: RecordView) throws(JournalError) { try fold.apply(view) }

  /// The current answer as JSON; nil if what it is about does not exist.
  ///
  /// - Throws: `QueryRefusal` for any other reason not to answer, `PayloadEncodingError`.
  package func answer(_ asking: QueryContext) throws -> [UInt8]? { try ownReply(asking) }

  /// The current answer to other parameters; meaningful only if every event of the state's types
  /// was applied.
  package func answer(to parameters: JSONObject, _ asking: QueryContext) throws -> [UInt8]? {
    try anyReply(parameters, asking)
  }
}

/// Encodes the answers to one query, one after the other.
private final class AnswerEncoder {
  private var encoder = PayloadEncoder(
    options: .init(nilHandling: .null, copiesElements: true))
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
  /// The answer from a folded state of this projection; nil if what it is about does not exist.
  static func reply(
    to members: JSONObject, from fold: any StoredFold, _ asking: QueryContext
  ) throws -> [UInt8]? {
    guard let fold = fold as? Fold<State> else {
      preconditionFailure("The state is not that of the projection.")
    }
    let parameters = try parameters(members)
    return try AnswerTrace.unlessUnknown {
      try Self(fold.state).encodedAnswer(to: parameters, asking)
    }
  }

  fileprivate func encodedAnswer(
    to parameters: Parameters, _ asking: QueryContext
  ) throws -> [UInt8] {
    try Self.encoded(answer(to: parameters, asking))
  }
}
