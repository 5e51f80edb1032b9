import EventStore

/// A type-erased read model of some domain, which a tool lists, queries and replays.
package struct ReadModel: Sendable {
  /// The full name, such as `library.onLoan`.
  package let name: String
  /// A description in one line.
  package let summary: Bilingual
  /// The members that its answers may have.
  package let shows: [String]
  /// Those members that are lists of plain values.
  package let plainLists: [String]
  /// The parameters, required and optional.
  package let fields: [FieldShape]
  /// The state that it answers from.
  package let state: ReadState
  /// All states that it stores snapshots of.
  package let snapshotStates: [ReadState]
  /// For each kind of thing, the parameters of a query about it, with placeholder values.
  let samples: [JSONObject]
  /// Whether a query needs parameters: without any it is malformed.
  package let requiresParameters: Bool
  /// Whether only events about a thing change the answers about it.
  let changesOnlyWithOwnEvents: Bool
  private let projection: any (Projection & SendableMetatype).Type

  init<P: Projection>(_ projection: P.Type) {
    name = P.shape.name
    summary = P.shape.summary
    shows = P.shape.shows
    plainLists = P.shape.plainLists
    fields = P.shape.fields
    let state = ReadState(P.State.self)
    self.state = state
    snapshotStates = P.Summary.self == P.self ? [state] : [state, ReadState(P.Summary.State.self)]
    samples = P.shape.subjects.map(\.sample)
    requiresParameters = P.refuses([:])
    changesOnlyWithOwnEvents = P.changesOnlyWithOwnEvents
    self.projection = projection
  }

  /// The answer to `parameters` as JSON, as of the event at `last`. Folds only the facts that it
  /// depends on.
  ///
  /// - Throws: `QueryRefusal`, `JournalError`.
  package func answer(
    to parameters: JSONObject, from reader: inout some RecordSource & ~Copyable,
    through last: Position, _ context: QueryContext
  ) throws -> [UInt8] {
    try projection.reply(to: parameters, from: &reader, through: last, context)
  }

  /// The answer to `parameters` as JSON, as of the reader's head, from live read models.
  ///
  /// - Throws: `QueryRefusal`, `JournalError`.
  package func answer(
    to parameters: JSONObject, from live: inout LiveReadModels,
    _ reader: inout some RecordSource & ~Copyable, _ context: QueryContext
  ) throws -> [UInt8] {
    try projection.reply(to: parameters, from: &live, &reader, context)
  }

  /// The answer from a fold of the read model's state, which has folded all events of its types;
  /// nil if the thing that the query names does not exist.
  ///
  /// - Throws: `QueryRefusal` for any other reason not to answer, `PayloadEncodingError`.
  package func answer(
    to parameters: JSONObject, from fold: any StoredFold, _ context: QueryContext
  ) throws -> [UInt8]? {
    try projection.reply(to: parameters, from: fold, context)
  }

  /// The required parameters that no tag of an event names. With any, an audit finds the answers
  /// only if the projection itself has them in `keys(touchedBy:)`.
  package var untaggedParameters: [String] {
    fields.filter { field in
      field.isRequired && field.tagKey == nil && field.words.isEmpty
        && !samples.contains { $0[field.name] != nil }
    }.map(\.name)
  }

  /// The optional parameters of which a query needs at least one; empty if it needs none of them.
  package var alternatives: [String] { projection.alternatives }

  /// Whether the answers depend on the time: such a read model has the parameter `now`.
  package var dependsOnTime: Bool { fields.contains { $0.name == "now" } }

  /// Checks the form of a query.
  ///
  /// - Throws: `QueryRefusal.form`.
  package func requireForm(_ parameters: JSONObject) throws(QueryRefusal) {
    try projection.requireForm(parameters)
  }

  /// Checks that a query is permitted.
  package func permit(
    _ parameters: JSONObject, in reader: inout some RecordSource & ~Copyable,
    _ context: QueryContext
  ) throws {
    try projection.permit(parameters, in: &reader, context)
  }

  /// The queries whose answers an event of this type with these tags may change by itself.
  ///
  /// - Parameter ownViews: whether a viewer's query is included only if the event matches a fact
  ///   that the query without the viewer does not depend on.
  func questions(_ type: EventType, _ tags: [Tag], ownViews: Bool = false) -> [JSONObject] {
    projection.questions(touchedBy: type, tags, ownViews: ownViews)
  }

  /// The same query as seen by the things with these tags, for each optional parameter that names
  /// one.
  func questions(_ question: JSONObject, seenBy tags: [Tag]) -> [JSONObject] {
    projection.questions(question, seenBy: tags)
  }

  /// The queries about the things with these tags.
  package func questionsAbout(_ tags: [Tag]) -> [JSONObject] {
    projection.plainQuestions(about: tags)
  }

  /// The facts of a query before any fact is folded; none if the query is malformed.
  func firstFacts(_ parameters: JSONObject) -> Query { projection.facts(toAnswer: parameters) }

  /// The facts that a query depends on, given a fold of the read model's state.
  ///
  /// - Throws: `QueryRefusal` if the query is malformed.
  func facts(_ parameters: JSONObject, from fold: any StoredFold) throws(QueryRefusal) -> Query {
    try projection.facts(toAnswer: parameters, from: fold)
  }

  /// Begins to trace the answer to `parameters` from the empty journal on.
  package func trace(_ parameters: JSONObject, _ zone: TimeZoneTable) -> AnswerTrace {
    AnswerTrace(projection, parameters, zone)
  }
}
