import EventStore

/// The command `system.tick`, which records everything that has fallen due in all domains. It makes
/// one append, or several if more than ``appendItems`` items are due.
package enum Tick {
  /// The catalog entry of the command.
  package static let info = CommandInfo(
    name: "system.tick", actor: .system, fields: [], edits: [], refusals: [],
    summary: Bilingual(
      ru: "Выполнить всё, срок чего наступил", en: "Carry out everything that is due"),
    needsKey: false)

  /// The greatest number of due items in one append. A larger tick makes several appends, each far
  /// below the byte limit of an append. A single append above that limit would fail at every tick.
  static let appendItems = 100_000

  /// The greatest number of subjects in one result.
  static let mostDueSubjects = 100

  /// The value of a tick's result: the deleted subjects that are due for erasure, oldest first. A
  /// tick erases nothing itself.
  static func value(_ due: [DueErasure]) -> [CommandValue] {
    guard !due.isEmpty else { return [] }
    let names = due.prefix(mostDueSubjects).map { JSONValue.string($0.subject.rawValue) }
    return [
      CommandValue("dueForErasure", .array(names)),
      CommandValue("dueForErasureCount", .number(JSONNumber(due.count))),
    ]
  }
}

extension Tick {
  /// Whether the result is that of a tick that found deleted subjects which are due for erasure.
  package static func findsErasures(_ result: CommandResult) -> Bool {
    if case .accepted(let values) = result.outcome, result.command == info.name {
      return !values.isEmpty
    }
    return false
  }

  /// The value that the first result of a recorded tick had.
  static func value(
    of recorded: RecordedCommand, _ domains: [DomainCommands],
    _ key: Result<JournalKey, JournalError>, in source: inout some RecordSource & ~Copyable
  ) throws(JournalError) -> [CommandValue] {
    guard let last = recorded.events.last, case .success(let key) = key else { return [] }
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

  mutating func tick(
    _ candidate: PendingCommand, at now: Moment
  ) throws(JournalError) -> [CommandResult.RecordedEvent] {
    let due = try domains.due(at: now, &encoder)
    for event in due.lazy.flatMap(\.events) {
      guard let cause = event.because, cause <= .start || cause > journal.head else { continue }
      throw .invalidEvent(
        reason: "\(event.type) follows from position \(cause), which is not recorded")
    }
    var recorded: [CommandResult.RecordedEvent] = []
    for start in stride(from: 0, to: due.count, by: Tick.appendItems) {
      let items = due[start...].prefix(Tick.appendItems)
      var events = items.flatMap(\.events)
      if recorded.isEmpty { addFingerprint(of: candidate, to: &events) }
      let places = try append(events, of: candidate.request, at: now.time)
      recorded += zip(places, events).map { .init(position: $0.position, type: $1.type) }
      var rest = places[...]
      for item in items {
        item.applyAppended(rest.prefix(item.events.count), now.zone)
        rest = rest.dropFirst(item.events.count)
      }
    }
    return recorded
  }
}
