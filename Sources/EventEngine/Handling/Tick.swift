import EventStore

/// `system.tick`: records everything that has fallen due, in all domains. Each item is an append of
/// its own and is recorded once. All appends carry the command's id; the first one also carries the
/// fingerprint.
package enum Tick {
  /// The catalog entry of the command.
  package static let info = CommandInfo(
    name: "system.tick", actor: .system, fields: [], edits: [], refusals: [],
    summary: Bilingual(
      ru: "выполнить всё, чему пришёл срок", en: "carry out everything that has fallen due"),
    needsKey: false)

  /// The greatest number of subjects in one result.
  static let namesDue = 100

  /// The value of a tick's result: the deleted subjects that are due for erasure, oldest first. A
  /// tick erases nothing itself.
  static func value(_ due: [DueErasure]) -> [CommandValue] {
    guard !due.isEmpty else { return [] }
    let names = due.prefix(namesDue).map { JSONValue.string($0.subject.rawValue) }
    return [
      CommandValue("dueForErasure", .array(names)),
      CommandValue("dueForErasureCount", .number(JSONNumber(due.count))),
    ]
  }
}

extension Tick {
  /// The value that the first result of a recorded tick had.
  static func value(
    of recorded: RecordedCommand, _ domains: [DomainCommands],
    _ key: Result<JournalKey, JournalError>, in source: inout some RecordSource & ~Copyable
  ) throws(JournalError) -> [CommandValue] {
    guard let last = recorded.events.last?.stored, case .success(let key) = key else { return [] }
    return value(
      try domains.dueForErasure(
        in: &source, through: last.position, key: key, at: last.time, deletedOnly: true))
  }
}

extension CommandHandler where Journal: ~Copyable {
  /// The deleted subjects that the result of a tick lists.
  func dueForErasure(at now: Timestamp) -> [DueErasure] {
    if cachedStates != nil { return cachedStates?.dueForErasure(journal.key, at: now) ?? [] }
    return due?.dueForErasure(journal.key, at: now) ?? []
  }

  /// The value that the first result of a recorded tick had.
  mutating func tickValue(at recorded: RecordedCommand) throws(JournalError) -> [CommandValue] {
    try Tick.value(of: recorded, commandDomains, journal.key, in: &journal)
  }

  mutating func tick(
    _ candidate: PendingCommand, at now: Moment
  ) throws(JournalError) -> [CommandResult.RecordedEvent] {
    let request = candidate.request
    var recorded: [CommandResult.RecordedEvent] = []
    for domain in domains {
      let items: [ScheduledAppend]
      do throws(PayloadEncodingError) { items = try domain.due(at: now, &encoder) } catch {
        throw unencodable(error)
      }
      for item in items {
        var events = item.events
        if recorded.isEmpty { addFingerprint(of: candidate, to: &events) }
        let places = try journal.appendEncoded(
          events, at: now.time,
          cause: Cause(
            command: request.command, id: request.id?.rawValue, actor: request.actor?.rawValue,
            correlation: request.correlation?.rawValue, because: item.because), if: nil)
        item.appended(places, now.zone)
        recorded += zip(places, events).map { .init(position: $0.position, type: $1.type) }
      }
    }
    return recorded
  }
}
