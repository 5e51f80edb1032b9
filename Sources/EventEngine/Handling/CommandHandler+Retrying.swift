import EventStore

extension CommandHandler where Journal: ~Copyable {
  /// The command that was recorded under the same id; nil if there is none.
  mutating func recordedBefore(
    _ candidate: PendingCommand
  ) throws(JournalError) -> RecordedCommand? {
    guard let id = candidate.request.id else { return nil }
    if cachedStates != nil {
      guard let position = cachedStates?.commandIDs[id] else { return nil }
      if position > journal.recordedHead { try flush() }
      return try RecordedCommand(id, from: position, in: &journal)
    }
    try flush()
    guard let position = try journal.first(ofCommand: id.rawValue) else { return nil }
    return try RecordedCommand(id, from: position, in: &journal)
  }

  mutating func retryResult(
    _ candidate: PendingCommand, _ recorded: RecordedCommand
  ) throws(JournalError) -> CommandResult {
    try recorded.result(of: candidate, parser, commandDomains, in: &journal)
  }

  /// Adds the fingerprint of a command with an id to the first of its events with personal data, so
  /// that both are erased together; without such an event, to the first event.
  ///
  /// - Precondition: `events` is not empty if there is a fingerprint.
  func addFingerprint(of candidate: PendingCommand, to events: inout [NewEvent]) {
    guard let fingerprint = candidate.fingerprint else { return }
    let index = events.firstIndex { $0.erasable?.subjects.isEmpty == false } ?? 0
    var section = events[index].erasable ?? NewEvent.Erasable()
    section.fingerprint = fingerprint.digest
    section.salt = fingerprint.salt
    events[index].erasable = section
  }
}
