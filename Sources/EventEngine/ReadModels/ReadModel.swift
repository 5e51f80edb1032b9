import EventStore

/// A type-erased read model of some domain, which a tool lists, queries and replays.
package struct ReadModel: Sendable {
  /// The full name, such as `library.onLoan`.
  package let name: String
  /// A description in one line.
  package let summary: Bilingual
  /// The members that its answers may have.
  package let shows: [String]
  /// The parameters, required and optional.
  package let fields: [FieldShape]
  /// The state that it answers from.
  package let state: ReadState
  /// All states that it stores snapshots of.
  package let snapshotStates: [ReadState]
  let reply: @Sendable (inout JournalReader, JSONObject, Position, QueryContext) throws -> [UInt8]
  /// Answers from the live read models of an engine.
  let liveReply:
    @Sendable (inout LiveReadModels, inout JournalReader, JSONObject, QueryContext) throws ->
      [UInt8]
  private let startTrace: @Sendable (JSONObject, TimeZoneTable) throws(QueryRefusal) -> AnswerTrace

  init<P: Projection>(_ projection: P.Type) {
    name = P.shape.name
    summary = P.shape.summary
    shows = P.shape.shows
    fields = P.shape.fields
    let state = ReadState(P.State.self)
    self.state = state
    snapshotStates = P.Summary.self == P.self ? [state] : [state, ReadState(P.Summary.State.self)]
    reply = { reader, parameters, last, asking in
      try P.reply(to: P.parameters(parameters), from: &reader, through: last, asking)
    }
    liveReply = { live, reader, parameters, asking in
      try P.encoded(P.answer(to: P.parameters(parameters), from: &live, &reader, asking))
    }
    startTrace = { (parameters, zone) throws(QueryRefusal) in
      AnswerTrace(P.self, try P.parameters(parameters), zone)
    }
  }

  /// The answer to `parameters` as JSON, as of the event at `last`. Folds only the facts that it
  /// depends on.
  ///
  /// - Throws: `QueryRefusal`, `JournalError`.
  package func answer(
    to parameters: JSONObject, from reader: inout JournalReader, through last: Position,
    _ asking: QueryContext
  ) throws -> [UInt8] {
    try reply(&reader, parameters, last, asking)
  }

  /// Begins to trace the answer to `parameters` from the empty journal on.
  package func trace(
    _ parameters: JSONObject, _ zone: TimeZoneTable
  ) throws(QueryRefusal) -> AnswerTrace {
    try startTrace(parameters, zone)
  }
}
