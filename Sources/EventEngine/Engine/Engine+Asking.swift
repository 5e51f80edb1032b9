import EventStore

extension Engine {
  /// The point in the journal's history that a query is about.
  public enum AsOf: Hashable, Sendable {
    /// After the last event.
    case now
    /// After the event at this position; 0: the empty journal.
    case position(Position)
    /// After the last event that is not later than this instant.
    case time(Timestamp)

    /// The last position that the query includes, and the time of the query: the instant, the time
    /// of the event at the position, or else `clock`.
    ///
    /// - Parameter refusal: the error for a position outside of the journal.
    package func resolve(
      in reader: inout JournalReader, clock: Timestamp,
      orThrow refusal: (_ position: Position, _ last: Position) -> any Error
    ) throws -> (through: Position, time: Timestamp) {
      switch self {
      case .now: return (reader.head, clock)
      case .time(let instant): return (try reader.position(asOf: instant), instant)
      case .position(let position):
        guard position >= .start, position <= reader.head else {
          throw refusal(position, reader.head)
        }
        return (position, try reader.time(at: position) ?? clock)
      }
    }
  }

  /// The current answer of a read model, after all events that this process and others have
  /// recorded. A caller that has issued a command reads its own events.
  ///
  /// The read model's state is cached in memory, and the next query continues its fold: O(events
  /// since the last query). The first query folds the state from its latest snapshot. A query about
  /// the past folds only the facts that it depends on. A caller that is cancelled gets
  /// `CancellationError` immediately, also while it waits for the journal or for other queries.
  ///
  /// - Parameters:
  ///   - past: the point in the journal's history that the query is about.
  ///   - locale: the language of texts; nil: that of the engine's options.
  /// - Throws: `QueryRefusal` if the query has no answer, among others `.notFound` for a position
  ///   that the journal has not reached; `JournalError`; `CancellationError`.
  public func ask<P: Projection>(
    _ projection: P.Type, _ parameters: P.Parameters, asOf past: AsOf = .now,
    locale: Language? = nil
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

  /// The answer of a read model that takes no parameters; see `ask(_:_:asOf:locale:)`.
  public func ask<P: Projection>(
    _ projection: P.Type, asOf past: AsOf = .now, locale: Language? = nil
  ) async throws -> P.Answer where P.Answer: Sendable, P.Parameters == NoParameters {
    try await ask(projection, NoParameters(), asOf: past, locale: locale)
  }

  /// The answer of the read model `name` as JSON, as a JSON server sends it and the tool prints it.
  ///
  /// - Throws: the errors of `ask(_:_:asOf:locale:)`; `QueryRefusal.notFound` for an unknown
  ///   name; `PayloadEncodingError` if the answer cannot be expressed in JSON, such as a NaN.
  public func ask(
    _ name: String, _ parameters: JSONObject = [:], asOf past: AsOf = .now,
    locale: Language? = nil
  ) async throws -> [UInt8] {
    let model = try readModel(named: name)
    let asking = question(past, locale)
    return try await reading.run { reader, live in
      let (through, context) = try asking.resolve(in: &reader)
      guard past != .now else {
        return try model.answer(to: parameters, from: &live, &reader, context)
      }
      return try model.answer(to: parameters, from: &reader, through: through, context)
    }
  }

  /// The events after `position` that `query` matches, as an array, appends of other processes
  /// included. O(length from `position` on) without an index.
  ///
  /// - Parameters:
  ///   - limit: the greatest number of events; nil: all.
  ///   - backwards: whether the newest event comes first. The range is the same: after `position`.
  /// - Throws: `JournalError`, `CancellationError`.
  public func read(
    _ query: Query = .everything, after position: Position = .start, limit: Int? = nil,
    backwards: Bool = false
  ) async throws -> ReadResult {
    try await reading.run { reader, _ in
      try reader.read(query, after: position, limit: limit, backwards: backwards)
    }
  }

  /// The position of the last event, appends of other processes included; zero in an empty journal.
  ///
  /// - Throws: `JournalError`, `CancellationError`.
  public func head() async throws -> Position {
    try await reading.run { reader, _ in reader.head }
  }

  func question(_ past: AsOf, _ locale: Language?) -> PastQuestion {
    PastQuestion(asOf: past, locale: locale ?? options.locale, clock: options.clock)
  }
}

/// The point in time and the language of a query.
struct PastQuestion: Sendable {
  let asOf: Engine.AsOf
  let locale: Language
  let clock: @Sendable () -> Timestamp

  /// The last event that the answer depends on, and the context of the query.
  ///
  /// - Parameter ofHistory: whether the query is about the history up to that event. If so and
  ///   `asOf` is `.now`, the time of the query is that of the last event.
  func resolve(
    in reader: inout JournalReader, ofHistory: Bool = false
  ) throws -> (through: Position, context: QueryContext) {
    let now = ofHistory && asOf == .now ? reader.lastTime : nil
    let (through, time) = try asOf.resolve(in: &reader, clock: now ?? clock()) { position, last in
      QueryRefusal.notFound(EngineTexts.positionNotReached(position, last))
    }
    let context = QueryContext(
      at: Moment(time, in: reader.timeZone), locale: locale,
      isAboutThePast: ofHistory || asOf != .now, secretsOf: reader.directory)
    return (through, context)
  }
}
