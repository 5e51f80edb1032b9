import EventStore

extension Engine {
  /// The events that changed an answer, and the answer after them.
  ///
  /// The default of the parameter `now` is the same for the whole history: the instant that `past`
  /// names, or else the time of the last event. O(facts of the answer × its size).
  ///
  /// - Parameters:
  ///   - name: the name of a read model.
  ///   - field: the path of a field: only changes that concern it; nil: all.
  ///   - past: the end of the history.
  ///   - without: events that are left out; later events are folded as they were recorded.
  /// - Throws: a `QueryRefusal` other than `.notFound` if the query is refused; `.notFound` for a
  ///   position that the journal has not reached; `PayloadEncodingError` if an answer cannot be
  ///   expressed in JSON, such as a NaN; `JournalError`; `CancellationError`.
  public func why(
    _ name: String, _ parameters: JSONObject = [:], field: String? = nil, asOf past: AsOf = .now,
    without: Set<Position> = [], locale: Language? = nil
  ) async throws -> AnswerHistory {
    try await following(name, parameters, past, without, locale) { answer, reader, last in
      try answer.history(of: field, in: &reader, through: last)
    }
  }

  /// The intervals of the history in which a condition on an answer held, oldest first; see
  /// ``why(_:_:field:asOf:without:locale:)``.
  public func when(
    _ name: String, _ parameters: JSONObject = [:], where condition: AnswerCondition,
    asOf past: AsOf = .now, without: Set<Position> = [], locale: Language? = nil
  ) async throws -> [HistoryInterval] {
    try await following(name, parameters, past, without, locale) { answer, reader, last in
      try answer.intervals(in: &reader, through: last, where: condition)
    }
  }

  /// The differences between the answers after the events at two positions, each with the events
  /// that made it; see ``why(_:_:field:asOf:without:locale:)``.
  public func diff(
    _ name: String, _ parameters: JSONObject = [:], from first: Position, to last: AsOf = .now,
    without: Set<Position> = [], locale: Language? = nil
  ) async throws -> [DatedChange] {
    try await following(name, parameters, last, without, locale) { answer, reader, last in
      guard first >= .start, first <= reader.head else {
        throw QueryRefusal.notFound(EngineTexts.positionNotReached(first, reader.head))
      }
      return try answer.differences(in: &reader, from: first, to: last)
    }
  }

  /// The answers that the event at `position` changed, as of its own time; empty if there is no
  /// such event.
  public func audit(
    _ position: Position, locale: Language? = nil
  ) async throws -> [AnswerEffect] {
    let (domains, locale) = (domains, locale ?? options.locale)
    return try await reading.run { reader, _ in
      guard let event = try reader.event(at: position) else { return [] }
      var effects = EventEffects(of: [position], domains, in: reader.timeZone, locale: locale)
      return try effects.effects(of: event, in: &reader)
    }
  }

  /// The tree of consequences: the events of the root, each followed by the events that name it as
  /// their cause, and then the events of later commands with the same correlation. Empty if there
  /// is no such event. O(length from the command on); from the beginning for a correlation.
  public func trace(_ root: ConsequenceRoot) async throws -> [Consequence] {
    try await reading.run { reader, _ in try reader.consequences(of: root) }
  }

  /// The result that a command in JSON would have, now or as of the past, with its events in full.
  /// Nothing is recorded. O(facts that the command depends on).
  ///
  /// - Returns: the result, as ``issue(_:)`` would return it. Its events are in
  ///   ``CommandResult/rehearsed``; a refusal, also of a malformed command, is a problem of the
  ///   result.
  /// - Throws: `QueryRefusal.notFound` for a position that the journal has not reached;
  ///   `JournalError`; `CancellationError`.
  public func rehearse(_ json: JSONValue, asOf past: AsOf = .now) async throws -> CommandResult {
    try await rehearse(.init(json), asOf: past)
  }

  /// The result that a command given as JSON text in UTF-8 would have; see ``rehearse(_:asOf:)``.
  /// Malformed JSON gives a result with a problem.
  public func rehearse(
    json text: some Sequence<UInt8>, asOf past: AsOf = .now
  ) async throws -> CommandResult {
    try await rehearse(.init(line: text, number: nil), asOf: past)
  }

  private func rehearse(_ input: CommandInput, asOf past: AsOf) async throws -> CommandResult {
    let (domains, options, asking) = (domains, options, question(past, nil))
    return try await reading.run { reader, _ in
      let (last, context) = try asking.resolve(in: &reader)
      let rehearsal = Rehearsal(
        domains.commands, for: &reader, locale: options.locale,
        allowsFuture: options.allowsFuture)
      return try rehearsal.result(
        of: input, in: &reader, through: last, clock: context.moment.time)
    }
  }

  /// - Throws: if the engine is closed, or has no such read model.
  func readModel(named name: String) throws -> ReadModel {
    try deciding.requireOpen()
    guard let model = domains.readModel(named: name) else {
      throw QueryRefusal.notFound(EngineTexts.unknownReadModel(name))
    }
    return model
  }

  private func following<Value: Sendable>(
    _ name: String, _ parameters: JSONObject, _ past: AsOf, _ without: Set<Position>,
    _ locale: Language?,
    _ body: @escaping @Sendable (FollowedAnswer, inout JournalReader, Position) throws -> Value
  ) async throws -> Value {
    let model = try readModel(named: name)
    let asking = question(past, locale)
    return try await reading.run { reader, _ in
      let (last, context) = try asking.resolve(in: &reader, ofHistory: true)
      do {
        return try body(
          FollowedAnswer(model, parameters, context, without: without), &reader, last)
      } catch let error as UnknownField { throw QueryRefusal.form(error.formError) }
    }
  }
}
