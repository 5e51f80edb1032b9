import EventStore

/// A recorded command: its events in order.
struct RecordedCommand {
  /// A recorded event that has not been decoded.
  struct Event {
    let stored: StoredEvent

    func event<E: EventStore.Event>(of type: E.Type) throws(JournalError) -> E? {
      try E.catalog.event(of: stored)
    }
  }

  var events: [Event] = []

  /// Collects the events of the command with this id, of which the first is at or after `position`.
  init?(
    _ id: CommandID, from position: Position, in reader: inout some RecordSource & ~Copyable
  ) throws(JournalError) {
    let wanted = Array(id.rawValue.utf8)
    try reader.forEach(after: Position(position.rawValue - 1)) { (view) throws(JournalError) in
      let isOurs = view.hasCommandID(wanted)
      if isOurs { events.append(Event(stored: StoredEvent(view))) }
      return isOurs || events.isEmpty
    }
    if events.isEmpty { return nil }
  }

  var places: [CommandResult.RecordedEvent] {
    events.map { .init(position: $0.stored.position, type: $0.stored.type) }
  }

  /// Whether this is the same command by the same actor with the same content. After an erasure of
  /// the fingerprint the content counts as the same.
  func matches(
    _ request: CommandRequest, comparingContent: Bool, fingerprint: ([UInt8]) -> KeyedDigest
  ) -> Bool {
    guard let cause = events.first?.stored.cause, cause.command == request.command,
      cause.actor == request.actor?.rawValue
    else { return false }
    guard comparingContent else { return true }
    let sections = events.compactMap(\.stored.erasable)
    guard let section = sections.first(where: { $0.fingerprint != nil }),
      let recorded = section.fingerprint, let salt = section.salt
    else { return true }
    return constantTimeEquals(
      Array(fingerprint(salt).rawValue.utf8), Array(recorded.rawValue.utf8))
  }
}
