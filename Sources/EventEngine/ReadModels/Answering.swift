import EventStore

extension Projection {
  /// Reads the parameters of a query from JSON.
  package static func parameters(_ members: JSONObject) throws(QueryRefusal) -> Parameters {
    do throws(FormError) {
      return try shape.read(Form(members, fields: shape.fields))
    } catch { throw .form(error) }
  }

  /// Checks the form of a query.
  static func requireForm(_ parameters: JSONObject) throws(QueryRefusal) {
    _ = try self.parameters(parameters)
  }

  /// The answer to `parameters` as of the event at `last`, if the query is permitted.
  static func reply(
    to parameters: JSONObject, from reader: inout some RecordSource & ~Copyable,
    through last: Position, _ context: QueryContext
  ) throws -> [UInt8] {
    try encoded(answer(to: self.parameters(parameters), from: &reader, through: last, context))
  }

  /// The answer to `parameters` as of the reader's head, from live read models.
  static func reply(
    to parameters: JSONObject, from live: inout LiveReadModels,
    _ reader: inout some RecordSource & ~Copyable, _ context: QueryContext
  ) throws -> [UInt8] {
    try encoded(answer(to: self.parameters(parameters), from: &live, &reader, context))
  }

  /// Checks that a query is permitted.
  static func permit(
    _ parameters: JSONObject, in reader: inout some RecordSource & ~Copyable,
    _ context: QueryContext
  ) throws {
    try permit(self.parameters(parameters), in: &reader, context)
  }

  private static func permit(
    _ parameters: Parameters, in reader: inout some RecordSource & ~Copyable,
    _ context: QueryContext
  ) throws {
    if !context.isAudit { try permission(for: parameters)?.check(in: &reader, context) }
  }

  static func answer(
    to parameters: Parameters, from reader: inout some RecordSource & ~Copyable,
    through last: Position, _ context: QueryContext
  ) throws -> Answer {
    try permit(parameters, in: &reader, context)
    return isAnsweredBySummary(parameters)
      ? try Summary.answerAlone(to: parameters, from: &reader, through: last, context)
      : try answerAlone(to: parameters, from: &reader, through: last, context)
  }

  /// The answer of this projection without its summary.
  static func answerAlone(
    to parameters: Parameters, from reader: inout some RecordSource & ~Copyable,
    through last: Position, _ context: QueryContext
  ) throws -> Answer {
    let projection = try folded(for: parameters, from: &reader, through: last)
    return try projection.answer(to: parameters, context)
  }

  /// The facts that `parameters` depend on, folded up to `last`. Global queries resume from a
  /// snapshot.
  private static func folded(
    for parameters: Parameters, from reader: inout some RecordSource & ~Copyable,
    through last: Position
  ) throws(JournalError) -> Self {
    if Self(State()).facts(for: parameters).isGlobal {
      return Self(try Fold<State>.resumed(from: &reader, through: last).state)
    }
    let fold = Fold<State>()
    try fold.take(from: &reader, through: last) { Self($0).facts(for: parameters) }
    return Self(fold.state)
  }

  static func encoded(_ answer: Answer) throws(PayloadEncodingError) -> [UInt8] {
    var encoder = PayloadEncoder(options: .init(writesNil: true))
    var bytes: [UInt8] = []
    try encoder.encode(answer, into: &bytes)
    return bytes
  }
}
