import EventStore

extension Engine {
  /// Carries out a command of one decider. Returns when its events are on stable storage.
  ///
  /// A command with an id is carried out once: sent again with the same name and actor, it returns
  /// the first result with `isDuplicate`. What else it says is not compared, unlike with commands
  /// in JSON.
  ///
  /// A caller that is cancelled while the command waits for its batch gets `CancellationError`, and
  /// the command is not carried out. A command that is being written is not cancelled.
  ///
  /// - Parameters:
  ///   - decider: one of those of the engine's domains.
  ///   - actor: who sends it; needed unless the command may be sent by `.anyone`.
  ///   - id: the idempotency key.
  ///   - correlation: what the command belongs to; recorded only.
  ///   - because: the event that the command follows from; recorded only.
  ///   - time: when it happens; nil: now.
  ///   - locale: of texts; nil: as of the engine's options.
  /// - Returns: an accepted result, with the events that it recorded.
  /// - Throws: the decider's own `Refusal` where the domain refuses; `CommandResult.Problem` for a
  ///   refusal that any command may meet (`actorNotAllowed`, `commandIdReused`,
  ///   `timeBeforeLastEvent`, `timeInFuture`, …); `JournalError` where the journal fails;
  ///   `CancellationError`.
  @discardableResult
  public func issue<D: Decider>(
    _ decider: D.Type, _ command: D.Command, by actor: ActorID? = nil, id: CommandID? = nil,
    correlation: CommandID? = nil, because: Position? = nil, at time: Timestamp? = nil,
    locale: Locale? = nil
  ) async throws -> CommandResult {
    let request = CommandRequest(
      command: D.name(of: command), id: id, actor: actor, at: time, correlation: correlation,
      because: because, locale: locale ?? options.locale, data: JSONObject([]))
    guard let result = await carryOut(parser.prepare(command, of: decider, request)) else {
      throw CancellationError()
    }
    if let problem = result.problem { throw problem.thrown }
    return result
  }

  /// Carries out a command as a JSON server receives it and as the tool reads it: an object with
  /// `command`, `data`, `actor`, `id`, `at`, `correlation` and `locale`. Returns when its events
  /// are on stable storage.
  ///
  /// - Returns: the result; a problem of the kind `.failure` with the code `cancelled` for a caller
  ///   that was cancelled while the command waited for its batch. Then it is not carried out.
  public func issue(_ json: JSONValue) async -> CommandResult {
    let command = parser.read(.init(json))
    return await carryOut(command)
      ?? CommandResult(.init(.failure, code: "cancelled", message: cancelled), to: json)
  }

  /// The same for one JSON text in UTF-8, which may be no JSON at all.
  public func issue(json text: some Sequence<UInt8>) async -> CommandResult {
    let limits = JSONLimits(depth: Limits.nesting, bytes: Limits.commandBytes)
    do throws(JSONSyntaxError) {
      return await issue(try JSONParser.parse(Array(text), limits: limits))
    } catch {
      let message = EngineTexts.malformed("\(error)")[options.locale]
      return CommandResult(.init(.malformed, code: "malformedCommand", message: message))
    }
  }

  private var cancelled: String { EngineTexts.cancelled[options.locale] }

  /// - Returns: nil for a caller that was cancelled in time.
  private func carryOut(_ command: ParsedCommand) async -> CommandResult? {
    if case .answered(let result) = command.outcome { return result }
    return switch await deciding.perform(.command(command)) {
    case .command(let result): result
    case .append, .cancelled: nil
    }
  }

  /// Records all of `events` or none, without a decider. Returns when they are on stable storage.
  ///
  /// - Parameters:
  ///   - condition: checked under the journal's lock; nil: none.
  ///   - cause: recorded with each of the events.
  /// - Returns: their positions, one after another without gaps; nil for no events, whatever the
  ///   condition.
  /// - Throws: `JournalError`: `.conditionFailed` and `.tooLarge` concern this append only;
  ///   `.busy`, `.damaged`, `.storageFailed` (surely nothing recorded) and `.outcomeUnknown` all
  ///   that were to be written together. `CancellationError` for a caller that was cancelled while
  ///   the append waited for its batch; then nothing is recorded.
  @discardableResult
  public func append(
    _ events: [NewEvent], if condition: AppendCondition? = nil, cause: Cause? = nil
  ) async throws -> ClosedRange<Position>? {
    guard !events.isEmpty else { return nil }
    let append = UndecidedAppend(events: events, condition: condition, cause: cause)
    switch await deciding.perform(.append(append)) {
    case .append(let outcome): return try outcome.get()
    case .command, .cancelled: throw CancellationError()
    }
  }
}

extension CommandResult.Problem {
  /// The error that a caller in the same process gets.
  fileprivate var thrown: any Error {
    if let refusal { return refusal }
    if let cause { return cause }
    return self
  }
}
