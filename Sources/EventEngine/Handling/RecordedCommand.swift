import EventStore

/// A recorded command: its events in order.
struct RecordedCommand {
  private(set) var events: [StoredEvent] = []

  /// Collects the events of the command with this id, of which the first is at or after `position`.
  init?(
    _ id: CommandID, from position: Position, in reader: inout some RecordSource & ~Copyable
  ) throws(JournalError) {
    let wanted = Array(id.rawValue.utf8)
    try reader.forEach(after: Position(position.rawValue - 1)) { (view) throws(JournalError) in
      let isOurs = view.hasCommandID(wanted)
      if isOurs { events.append(StoredEvent(view)) }
      return isOurs || events.isEmpty
    }
    if events.isEmpty { return nil }
  }

  /// The result of the command's first execution, or a refusal if `candidate` is another command
  /// under the same id.
  func result(
    of candidate: PendingCommand, _ parser: CommandParser, _ domains: [DomainCommands],
    in source: inout some RecordSource & ~Copyable
  ) throws(JournalError) -> CommandResult {
    let (request, prepared) = (candidate.request, candidate.prepared)
    let isSame = matches(request, comparingContent: prepared.comparesContent) { salt in
      parser.fingerprint(of: request, prepared.command, salt: salt)
    }
    guard isSame else {
      let message = EngineTexts.commandIDReused(request.id)[request.locale]
      return CommandResult(request, .init(.refusal, code: "commandIdReused", message: message))
    }
    let outcome: CommandResult.Outcome =
      if let decision = candidate.decision {
        try decision.answer(to: events, in: request.locale)
      } else {
        .accepted(try Tick.value(of: self, domains, parser.key, in: &source))
      }
    return CommandResult(
      id: request.id, command: request.command,
      events: events.map { .init(position: $0.position, type: $0.type) }, outcome: outcome,
      isDuplicate: true)
  }

  /// Whether this is the same command by the same actor with the same content. After an erasure of
  /// the fingerprint the content counts as the same.
  private func matches(
    _ request: CommandRequest, comparingContent: Bool, fingerprint: ([UInt8]) -> KeyedDigest
  ) -> Bool {
    guard let cause = events.first?.cause, cause.command == request.command,
      cause.actor == request.actor?.rawValue
    else { return false }
    guard comparingContent else { return true }
    let sections = events.compactMap(\.erasable)
    guard let section = sections.first(where: { $0.fingerprint != nil }),
      let recorded = section.fingerprint, let salt = section.salt
    else { return true }
    return constantTimeEquals(
      Array(fingerprint(salt).rawValue.utf8), Array(recorded.rawValue.utf8))
  }
}
