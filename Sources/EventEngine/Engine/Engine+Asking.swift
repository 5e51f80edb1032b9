import EventStore

extension Engine {
  /// Which state of the journal a question is about.
  public enum AsOf: Hashable, Sendable {
    case now
    /// After the event at this position; 0: the empty journal.
    case position(Position)
    /// After the last event that is not later than this instant.
    case time(Timestamp)
  }

  /// The answer of a read model as of now, after everything that this process and others have
  /// recorded so far: whoever has issued a command sees its events.
  ///
  /// The read model's state stays in memory and is folded onwards by the next question: O(events
  /// since the last question). The first question folds it from its latest snapshot, and a question
  /// about the past folds just the facts that it depends on.
  ///
  /// - Parameters:
  ///   - past: which state of the journal the question is about.
  ///   - locale: of texts; nil: as of the engine's options.
  /// - Throws: `QueryRefusal` where the question has no answer; `JournalError`;
  ///   `CancellationError`.
  public func ask<P: Projection>(
    _ projection: P.Type, _ parameters: P.Parameters, asOf past: AsOf = .now,
    locale: Locale? = nil
  ) async throws -> P.Answer where P.Answer: Sendable {
    let asking = question(past, locale)
    return try await reading.run { reader, live in
      let (through, context) = try asking.resolve(in: &reader)
      guard past != .now else {
        return try P.answer(to: parameters, from: &live, &reader, context)
      }
      return try P.answer(to: parameters, from: &reader, through: through, context)
    }
  }

  /// The answer of a read model that takes no parameters; see ``ask(_:_:asOf:locale:)``.
  public func ask<P: Projection>(
    _ projection: P.Type, asOf past: AsOf = .now, locale: Locale? = nil
  ) async throws -> P.Answer where P.Answer: Sendable, P.Parameters == NoParameters {
    try await ask(projection, NoParameters(), asOf: past, locale: locale)
  }

  /// The answer of the read model `name` as JSON: what a JSON server sends and the tool prints.
  ///
  /// - Throws: as ``ask(_:_:asOf:locale:)`` does; `QueryRefusal.notFound` for an unknown name.
  public func ask(
    _ name: String, _ parameters: JSONObject = [:], asOf past: AsOf = .now,
    locale: Locale? = nil
  ) async throws -> [UInt8] {
    guard let model = domains.readModel(named: name) else {
      throw QueryRefusal.notFound(EngineTexts.unknownReadModel(name))
    }
    let asking = question(past, locale)
    return try await reading.run { reader, live in
      let (through, context) = try asking.resolve(in: &reader)
      guard past != .now else {
        return try model.liveReply(&live, &reader, parameters, context)
      }
      return try model.answer(to: parameters, from: &reader, through: through, context)
    }
  }

  /// The events after `position` that `query` matches, all of them in memory, appends of other
  /// processes included. O(length from `position` on) without an index.
  ///
  /// - Parameters:
  ///   - limit: the greatest number of events; nil: all.
  ///   - backwards: whether the newest come first; they are still those after `position`.
  /// - Throws: `JournalError`, `CancellationError`.
  public func read(
    _ query: Query = .everything, after position: Position = .start, limit: Int? = nil,
    backwards: Bool = false
  ) async throws -> ReadResult {
    try await reading.run { reader, _ in
      try reader.read(query, after: position, limit: limit, backwards: backwards)
    }
  }

  /// The position of the last event, those of other processes included; zero without any.
  ///
  /// - Throws: `JournalError`, `CancellationError`.
  public func head() async throws -> Position {
    try await reading.run { reader, _ in reader.head }
  }

  private func question(_ past: AsOf, _ locale: Locale?) -> PastQuestion {
    PastQuestion(asOf: past, locale: locale ?? options.locale, clock: options.clock)
  }
}

/// When and in which language something is asked.
private struct PastQuestion: Sendable {
  let asOf: Engine.AsOf
  let locale: Locale
  let clock: @Sendable () -> Timestamp

  /// The last event that the answer depends on, and the context of the question.
  func resolve(
    in reader: inout JournalReader
  ) throws -> (through: Position, context: QueryContext) {
    var (through, time) = (reader.head, clock())
    switch asOf {
    case .now: break
    case .time(let instant): (through, time) = (try reader.position(asOf: instant), instant)
    case .position(let position):
      guard position >= .start, position <= reader.head else {
        throw QueryRefusal.notFound(EngineTexts.positionNotReached(position, reader.head))
      }
      through = position
      time = try reader.time(at: position) ?? time
    }
    let secrets = SecretStore(reader.directory)
    let context = QueryContext(
      at: Moment(time, in: reader.manifest.timeZone), locale: locale, isAboutThePast: asOf != .now
    ) { (key) throws(QueryRefusal) in
      do throws(JournalError) { return try secrets.bytes(of: key) } catch { throw .failure(error) }
    }
    return (through, context)
  }
}
