import EventStore

extension Engine {
  /// Executes a command of one decider. Returns when its events are on stable storage.
  ///
  /// A command with an id is idempotent: a retry with the same name and actor returns the first
  /// result with `isDuplicate`. The rest of its content is not compared, unlike that of commands in
  /// JSON.
  ///
  /// The command has no form, so the rules of its shape's fields, such as the greatest length of a
  /// text, are not checked. Check values from outside before, or issue them as JSON. A rule that
  /// every command must keep belongs to `decide`, or to the type of the value.
  ///
  /// A caller that is cancelled while the command waits for its batch gets `CancellationError`, and
  /// the command is not executed. A command that is being written is not cancelled.
  ///
  /// - Parameters:
  ///   - decider: a decider of one of the engine's domains.
  ///   - actor: the sender; required unless the command's rule is `.anyone`.
  ///   - id: the idempotency key.
  ///   - correlation: a correlation id, recorded only.
  ///   - because: the event that caused the command, recorded only; it must exist.
  ///   - time: the time of the command; nil: now.
  ///   - locale: the language of texts; nil: that of the engine's options.
  /// - Returns: an accepted result, with the events that it recorded.
  /// - Throws: the decider's own `Refusal` if the domain refuses; `CommandResult.Problem` for a
  ///   refusal that any command may have (`actorNotAllowed`, `commandIdReused`,
  ///   `timeBeforeLastEvent`, `timeInFuture`, …), and with the code `malformedCommand` for a decider
  ///   or a `name(of:)` that the engine's domains do not know; `JournalError` if the journal fails;
  ///   `CancellationError`.
  @discardableResult
  public func issue<D: Decider>(
    _ decider: D.Type, _ command: D.Command, by actor: ActorID? = nil, id: CommandID? = nil,
    correlation: CommandID? = nil, because: Position? = nil, at time: Timestamp? = nil,
    locale: Language? = nil
  ) async throws -> CommandResult {
    let request = CommandRequest(
      command: D.name(of: command), id: id, actor: actor, at: time, correlation: correlation,
      because: because, locale: locale ?? options.locale, data: JSONObject([]))
    guard let result = await execute(parser.prepare(command, of: decider, request)) else {
      throw CancellationError()
    }
    if let problem = result.problem { throw problem.thrown }
    return result
  }

  /// Executes a command in the JSON form that the tool reads: an object with `command`, `data`,
  /// `actor`, `id`, `at`, `correlation` and `locale`. Returns when its events are on stable
  /// storage.
  ///
  /// - Returns: the result. If the caller was cancelled while the command waited for its batch, a
  ///   problem of the kind `.failure` with the code `cancelled`; the command is then not executed.
  public func issue(_ json: JSONValue) async -> CommandResult { await issue(.init(json)) }

  /// Executes a command given as JSON text in UTF-8. Malformed JSON gives a result with a problem.
  public func issue(json text: some Sequence<UInt8>) async -> CommandResult {
    await issue(.init(line: text, number: nil))
  }

  private func issue(_ input: CommandInput) async -> CommandResult {
    let command = parser.read(input)
    let message = EngineTexts.cancelled[options.locale]
    return await execute(command)
      ?? command.result(.init(.failure, code: "cancelled", message: message))
  }

  /// - Returns: nil if the caller was cancelled before the command was taken from the queue.
  private func execute(_ command: ParsedCommand) async -> CommandResult? {
    do throws(JournalError) { try deciding.requireOpen() } catch {
      return command.result(.failure(error, in: command.locale))
    }
    if case .finalResult(let result) = command.outcome { return result }
    return switch await deciding.perform(.command(command)) {
    case .command(let result): result
    case .append, .cancelled: nil
    }
  }

  /// Appends all of `events` or none, without a decider. Returns when they are on stable storage.
  /// Events of the engine's domains are recorded by commands only.
  ///
  /// Events with ids of their own are recorded once: if the append is repeated, its result is that
  /// of the first time. Each id is looked up in the index; the first such append also reads the
  /// events that the index does not cover.
  ///
  /// Events may have times of their own in the past; the others get the time of the engine's clock.
  /// A time before that of the previous event is raised to the time of that event.
  ///
  /// - Parameters:
  ///   - condition: the condition, checked under the journal's lock; nil: none.
  ///   - cause: the cause, recorded with each of the events.
  /// - Returns: the contiguous positions of the events; nil for no events, regardless of the
  ///   condition.
  /// - Throws: `JournalError`: `.conditionFailed`, `.invalidEvent` and `.tooLarge` concern only
  ///   this append; `.busy`, `.damaged`, `.storageFailed` (nothing was recorded), `.outcomeUnknown`
  ///   and `.replaced` concern the whole batch. `CommandResult.Problem` with the code
  ///   `reservedType`, `timeInFuture` or `invalidField` (an id of another event or twice in
  ///   `events`, or a cause that is not recorded; one that no journal can have is `.invalidEvent`).
  ///   `CancellationError` if the caller was cancelled while the append waited for its batch; nothing
  ///   is then recorded.
  @discardableResult
  public func append(
    _ events: [NewEvent], if condition: AppendCondition? = nil, cause: Cause? = nil
  ) async throws -> ClosedRange<Position>? {
    try deciding.requireOpen()
    guard !events.isEmpty else { return nil }
    try NewEvent.checkWithJSON(events, cause)
    let append = DirectAppend(events, if: condition, cause: cause, locale: options.locale)
    switch await deciding.perform(.append(append)) {
    case .append(.success(let positions)):
      guard let first = positions.first, let last = positions.last else { return nil }
      return first...last
    case .append(.failure(let problem)): throw problem.thrown
    case .command, .cancelled: throw CancellationError()
    }
  }
}

extension CommandResult.Problem {
  /// The error to throw to a caller in the same process.
  fileprivate var thrown: any Error {
    if let refusal { return refusal }
    if let cause { return cause }
    return self
  }
}
