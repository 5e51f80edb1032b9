import EventStore

/// `system.tick`: carries out everything that has fallen due, in all domains. Each item is an
/// append of its own and happens once; the command's id is remembered with the first.
enum Tick {
  static let info = CommandInfo(
    name: "system.tick", actor: .system, fields: [], refusals: [],
    summary: Bilingual(
      ru: "выполнить всё, чему пришёл срок", en: "carry out everything that has fallen due"),
    needsKey: false)

  /// Subjects named in one result at most.
  static let namesDue = 100

  /// What was deleted and is to be erased, the oldest first. A tick erases nothing itself.
  static func value(_ due: [DueErasure]) -> [CommandValue] {
    guard !due.isEmpty else { return [] }
    let names = due.prefix(namesDue).map { JSONValue.string($0.subject.rawValue) }
    return [
      CommandValue("dueForErasure", .array(names)),
      CommandValue("dueForErasureCount", .number(JSONNumber(due.count))),
    ]
  }
}

extension CommandHandler {
  /// What a tick tells of what was deleted.
  func dueForErasure(at now: Timestamp) -> [DueErasure] {
    if kept != nil { return kept?.dueForErasure(writer.key, at: now) ?? [] }
    return due?.dueForErasure(writer.key, at: now) ?? []
  }

  /// What a tick that is recorded said was due when it was carried out.
  mutating func tickValue(at recorded: RecordedCommand) throws(JournalError) -> [CommandValue] {
    guard let last = recorded.events.last?.stored, case .success(let key) = writer.key else {
      return []
    }
    return Tick.value(
      try commandDomains.dueForErasure(
        in: &writer.reader, through: last.position, key: key, at: last.time,
        deletedOnly: true))
  }

  /// The system's own command, as a catalog shows it.
  public static var tick: CommandInfo { Tick.info }

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
        let places = try writer.append(
          events, at: now.time,
          cause: Cause(
            command: request.command, id: request.id?.rawValue, actor: request.actor?.rawValue,
            correlation: request.correlation?.rawValue, because: item.because))
        item.appended(places, now.zone)
        recorded += zip(places, events).map { .init(position: $0.position, type: $1.type) }
      }
    }
    return recorded
  }
}
