import EventStore

/// An event that a command would record.
public struct RehearsedEvent: Hashable, Sendable {
  /// The position that it would get.
  public let position: Position
  /// The time that it would get: that of the command.
  public let time: Timestamp
  /// The type, tags and data that would be recorded.
  public let event: NewEvent
  /// The command and its cause.
  public let cause: Cause

  /// Writes the event as an object. It has no id: ids are drawn when an event is recorded.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.int("position", position.rawValue)
    json.string("time", time.rfc3339)
    json.string("type", event.type.rawValue)
    json.int("version", event.version.rawValue)
    json.members(of: cause, event.tags, event.data)
    json.endObject()
  }
}

/// Decides commands without recording anything, now or as of the past.
package struct Rehearsal {
  private let commandDomains: [DomainCommands]
  package let parser: CommandParser
  private let allowsFuture: Bool

  /// - Parameters:
  ///   - locale: the language of texts if a command names none.
  ///   - allowsFuture: whether a command may be dated more than a day ahead of the clock.
  ///   - random: the source of new ids, secrets and random numbers.
  package init(
    _ domains: [DomainCommands], for reader: inout JournalReader, locale: Language = .ru,
    allowsFuture: Bool = false, random: EngineRandom = .system
  ) {
    commandDomains = domains
    self.allowsFuture = allowsFuture
    let key = Result { () throws(JournalError) in try reader.key() }
    parser = CommandParser(
      domains, key, passwordIterations: reader.manifest.passwordIterations, locale: locale,
      random: random)
  }

  /// The result that the command would have after the event at `last`, with its events in full.
  /// Folds only the facts that the command depends on.
  ///
  /// - Parameter clock: the time of a command that states none, unless the last event is later.
  /// - Throws: `JournalError`.
  package func result(
    of input: CommandInput, in reader: inout JournalReader, through last: Position,
    clock: Timestamp
  ) throws -> CommandResult {
    try result(parsed: parser.read(input), in: &reader, through: last, clock: clock)
  }

  /// The result of a command that ``parser`` has parsed.
  package func result(
    parsed command: ParsedCommand, in reader: inout JournalReader, through last: Position,
    clock: Timestamp
  ) throws -> CommandResult {
    switch command.outcome {
    case .finalResult(let result): return result
    case .wellFormed(let prepared):
      return try reader.asOf(last) { reader in
        var rehearsed = RehearsedCommand(
          prepared, commandDomains, parser, allowsFuture: allowsFuture, clock: clock)
        return try rehearsed.result(from: &reader)
      }
    }
  }
}

/// The decision of one command, from a state of its own.
private struct RehearsedCommand: ~Copyable {
  private let candidate: PendingCommand
  private let commandDomains: [DomainCommands]
  private let domains: [any CommandDomain]
  private let parser: CommandParser
  private let allowsFuture: Bool
  private let clock: Timestamp
  private var encoder = PayloadEncoder()

  init(
    _ prepared: PreparedCommand, _ commandDomains: [DomainCommands], _ parser: CommandParser,
    allowsFuture: Bool, clock: Timestamp
  ) {
    self.commandDomains = commandDomains
    domains = commandDomains.map { $0.open() }
    candidate = PendingCommand(prepared, domains)
    self.parser = parser
    self.allowsFuture = allowsFuture
    self.clock = clock
  }

  private var request: CommandRequest { candidate.request }

  mutating func result(from reader: inout JournalReader) throws -> CommandResult {
    if let id = request.id, let position = try reader.first(ofCommand: id.rawValue),
      position <= reader.head,
      let recorded = try RecordedCommand(id, from: position, in: &reader)
    {
      return try recorded.result(of: candidate, parser, commandDomains, in: &reader)
    }
    let moment: Moment
    switch time(in: reader) {
    case .success(let possible): moment = possible
    case .failure(let refusal): return CommandResult(request, refusal)
    }
    guard let decision = candidate.decision else { return try tick(at: moment, &reader) }
    try decision.foldBoundary(from: &reader)
    var done: PasswordWork?
    while let work = decision.passwordWork(at: moment), work != done {
      decision.complete(with: parser.passwordHashing.perform(work))
      done = work
      try decision.foldBoundary(from: &reader)
    }
    var result = CommandResult(
      id: request.id, command: request.command, outcome: .accepted([]))
    do throws(DecisionError) {
      let events = try decision.decide(at: moment, with: &encoder)
      decision.answer(&result, in: request.locale)
      add(events, at: moment, to: &result, after: reader.head)
    } catch {
      switch error {
      case .refused(let refusal):
        result.outcome = .refused(.init(refusal, in: request.locale))
        result.rehearsed = []
      case .unencodable(let error): throw JournalError(error)
      }
    }
    return result
  }

  private func add(
    _ events: [NewEvent], at moment: Moment, to result: inout CommandResult, after head: Position
  ) {
    let rehearsed = events.enumerated().map { index, event in
      var cause = Cause(request)
      cause.because = event.because ?? cause.because
      return RehearsedEvent(
        position: Position(head.rawValue + index + 1), time: moment.time, event: event,
        cause: cause)
    }
    result.rehearsed = rehearsed
    result.events = rehearsed.map { .init(position: $0.position, type: $0.event.type) }
  }

  private mutating func tick(
    at moment: Moment, _ reader: inout JournalReader
  ) throws -> CommandResult {
    let state = try TickState(domains, from: &reader)
    var result = CommandResult(id: request.id, command: request.command, outcome: .accepted([]))
    let due = try domains.due(at: moment, &encoder)
    add(due.flatMap(\.events), at: moment, to: &result, after: reader.head)
    result.outcome = .accepted(Tick.value(state.dueForErasure(parser.key, at: moment.time)))
    return result
  }

  private func time(in reader: borrowing JournalReader) -> Result<Moment, ImpossibleTime> {
    // A stated time is compared with today's clock, even in a rehearsal as of the past.
    ImpossibleTime.moment(
      at: request.at, notBefore: reader.lastTime,
      clock: request.at == nil ? clock : max(clock, SystemClock.now()),
      allowsFuture: allowsFuture, in: reader.timeZone)
  }
}
