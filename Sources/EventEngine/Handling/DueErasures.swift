import EventStore

/// A subject whose personal data an event makes due for erasure.
package struct DueErasure: Hashable, Codable, Sendable {
  package let subject: Tag
  /// The position of that event.
  package let because: Position
  /// The time of that event.
  let time: Timestamp
}

/// The erased subjects with the position of their latest erasure.
struct ErasedSubjects: Codable {
  private var positions: [KeyedDigest: Position] = [:]

  mutating func note(_ erasure: SubjectErased, at position: Position) {
    positions[erasure.subject] = position
  }

  /// Notes the erasure that a record holds, if it holds one.
  mutating func note(_ view: RecordView) throws(JournalError) {
    if let erasure = try view.erasure() { note(erasure, at: view.position) }
  }

  /// Whether the due erasure has been carried out since.
  func hasErased(_ due: DueErasure, _ key: JournalKey) -> Bool {
    guard !positions.isEmpty, let position = positions[key.digest(ofErased: due.subject)] else {
      return false
    }
    return due.because < position
  }
}

/// The type-erased schedule of erasures in one domain.
protocol DueErasing: AnyObject {
  /// Whether commands have deleted the subjects; false if their data expires after some time.
  var isDeleted: Bool { get }

  /// The erasures due by `now` and not carried out, in the order of the events.
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

  /// Encoded as an array.
  init(from decoder: any Decoder) throws { items = try [DueErasure](from: decoder) }

  func encode(to encoder: any Encoder) throws { try items.encode(to: encoder) }
}

/// ``DueErasures`` without its event type.
protocol ErasureSchedule: StoredState {
  static var isDeleted: Bool { get }

  mutating func takeDue(at now: Timestamp, _ isDone: (DueErasure) -> Bool) -> [DueErasure]
}

extension DueErasures: ErasureSchedule {
  static var isDeleted: Bool { Event.erasureDelay == 0 }

  /// Drops the erasures that have been carried out, since none of them falls due again.
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
  /// The erasures due by `now` according to the events up to `last`, each subject once. O(length).
  ///
  /// - Parameter deletedOnly: whether to return only subjects that commands have deleted.
  package func dueForErasure(
    in reader: inout some RecordSource & ~Copyable, through last: Position? = nil, key: JournalKey,
    at now: Timestamp, deletedOnly: Bool = false
  ) throws(JournalError) -> [DueErasure] {
    var erased = ErasedSubjects()
    let sources = map { $0.openDueErasures() }.filter { $0.due.isDeleted || !deletedOnly }
    var fold = JournalFold(in: reader.manifest.timeZone) { sources.map(\.fold) }
    let types = sources.flatMap(\.types) + [SubjectErased.type]
    try fold.run(&reader, .of(types), through: last) { (view) throws(JournalError) in
      try erased.note(view)
    }
    return sources.map { $0.due }.due(erased, key, at: now)
  }
}

extension [any DueErasing] {
  /// The subjects that commands have deleted and that are not erased yet, each once. Empty without
  /// the key, which is needed to recognise the erased subjects.
  func deletedSubjects(
    _ key: Result<JournalKey, JournalError>, _ erased: ErasedSubjects, at now: Timestamp
  ) -> [DueErasure] {
    guard case .success(let key) = key else { return [] }
    return filter(\.isDeleted).due(erased, key, at: now)
  }

  /// The erasures due by `now` and not carried out, each subject once.
  fileprivate func due(
    _ erased: ErasedSubjects, _ key: JournalKey, at now: Timestamp
  ) -> [DueErasure] {
    flatMap { $0.due(at: now) { erased.hasErased($0, key) } }.eachOnce
  }
}

extension [DueErasure] {
  /// The first due erasure of each subject, in the order of the events.
  var eachOnce: [DueErasure] {
    var seen: Set<Tag> = []
    return sorted { $0.because < $1.because }.filter { seen.insert($0.subject).inserted }
  }
}
