import EventStore

/// A subject whose personal data is to be erased, since something has happened.
public struct DueErasure: Hashable, Codable, Sendable {
  public let subject: Tag
  /// The event that says so.
  public let because: Position
  /// When that happened.
  let time: Timestamp
}

/// Which subjects were erased, and when last.
struct ErasedSubjects: Codable {
  private var positions: [KeyedDigest: Position] = [:]

  mutating func note(_ erasure: SubjectErased, at position: Position) {
    positions[erasure.subject] = position
  }

  /// Whether what was due has been done since.
  func settles(_ due: DueErasure, _ key: JournalKey) -> Bool {
    guard !positions.isEmpty, let position = positions[key.digest(ofErased: due.subject)] else {
      return false
    }
    return due.because < position
  }
}

/// What has fallen due for erasure in one domain, whatever its events.
protocol DueErasing: AnyObject {
  /// Whether it is what commands have deleted, rather than what nobody needs after some time.
  var isDeleted: Bool { get }

  /// What is due by `now` and not settled, in the order in which it was recorded.
  func due(at now: Timestamp, _ isFinal: (DueErasure) -> Bool) -> [DueErasure]
}

/// Collects what a domain's events make due.
final class DueErasures<Event: EventStore.Event>: Forgetting, DueErasing {
  var items: [DueErasure] = []

  var factTypes: [EventType] { Event.typesDueForErasure }

  var isDeleted: Bool { Event.erasureDelay == 0 }

  func apply(_ event: Recorded<Event>) {
    for subject in event.event.dueForErasure {
      items.append(DueErasure(subject: subject, because: event.position, time: event.time))
    }
  }

  func forget() { items = [] }

  func due(at now: Timestamp, _ isFinal: (DueErasure) -> Bool) -> [DueErasure] {
    // What is done is never due again.
    items.removeAll(where: isFinal)
    return items.filter { now.milliseconds(since: $0.time) >= Event.erasureDelay }
  }
}

extension [DomainCommands] {
  /// What of the events up to `last` is due for erasure by `now`, each subject once. O(length).
  ///
  /// - Parameter deletedOnly: only what commands have deleted.
  public func dueForErasure(
    in reader: inout JournalReader, through last: Position? = nil, key: JournalKey,
    at now: Timestamp, deletedOnly: Bool = false
  ) throws(JournalError) -> [DueErasure] {
    var erased = ErasedSubjects()
    let sources = map { $0.openDueErasures() }.filter { $0.due.isDeleted || !deletedOnly }
    var replay = Replay(sources.map(\.fold), zone: reader.manifest.timeZone)
    let types = sources.flatMap(\.types) + [SubjectErased.type]
    try reader.forEach(.of(types), through: last) { (view) throws(JournalError) in
      if let erasure = try view.erasure() {
        erased.note(erasure, at: view.position)
      } else {
        try replay.apply(view)
      }
      return true
    }
    return sources.flatMap { $0.due.due(at: now) { erased.settles($0, key) } }.eachOnce
  }
}

extension [any DueErasing] {
  /// What commands have deleted and nobody has erased yet, each subject once. Nothing where the key
  /// is missing: then nobody can tell what was erased since.
  func deleted(
    _ key: Result<JournalKey, JournalError>, _ erased: ErasedSubjects, at now: Timestamp
  ) -> [DueErasure] {
    guard case .success(let key) = key else { return [] }
    return filter(\.isDeleted).flatMap { $0.due(at: now) { erased.settles($0, key) } }.eachOnce
  }
}

extension [DueErasure] {
  /// Each subject once, in the order of the events.
  var eachOnce: [DueErasure] {
    var seen: Set<Tag> = []
    return sorted { $0.because < $1.because }.filter { seen.insert($0.subject).inserted }
  }
}
