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

/// The erasures that have fallen due in one domain, whatever its events.
protocol DueErasing: AnyObject {
  /// Whether commands have deleted the subjects, rather than that nobody needs them after some time.
  var isDeleted: Bool { get }

  /// The erasures that are due by `now` and not carried out, in the order of the events.
  func due(at now: Timestamp, _ isDone: (DueErasure) -> Bool) -> [DueErasure]
}

/// The erasures that a domain's events make due.
struct DueErasures<Event: EventStore.Event>: StoredState {
  private var items: [DueErasure] = []

  init() {}

  static var name: String { "\(Event.self).erasures" }

  static var factTypes: [EventType] { Event.typesDueForErasure }

  mutating func apply(_ event: Recorded<Event>) {
    for subject in event.event.dueForErasure {
      items.append(DueErasure(subject: subject, because: event.position, time: event.time))
    }
  }

  /// Encoded like a list.
  init(from decoder: any Decoder) throws { items = try [DueErasure](from: decoder) }

  func encode(to encoder: any Encoder) throws { try items.encode(to: encoder) }
}

/// ``DueErasures``, whatever their event.
protocol ErasureSchedule: StoredState {
  static var isDeleted: Bool { get }

  mutating func takeDue(at now: Timestamp, _ isDone: (DueErasure) -> Bool) -> [DueErasure]
}

extension DueErasures: ErasureSchedule {
  static var isDeleted: Bool { Event.erasureDelay == 0 }

  /// Drops those that are done: an erasure that was carried out is never due again.
  mutating func takeDue(at now: Timestamp, _ isDone: (DueErasure) -> Bool) -> [DueErasure] {
    items.removeAll(where: isDone)
    return items.filter { now.milliseconds(since: $0.time) >= Event.erasureDelay }
  }
}

extension Fold: DueErasing where State: ErasureSchedule {
  var isDeleted: Bool { State.isDeleted }

  func due(at now: Timestamp, _ isDone: (DueErasure) -> Bool) -> [DueErasure] {
    state.takeDue(at: now, isDone)
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
    var fold = JournalFold(in: reader.manifest.timeZone) { sources.map(\.fold) }
    let types = sources.flatMap(\.types) + [SubjectErased.type]
    try fold.run(&reader, .of(types), through: last) { (view) throws(JournalError) in
      if let erasure = try view.erasure() { erased.note(erasure, at: view.position) }
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
