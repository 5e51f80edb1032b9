import EventStore

/// What a lone `system.tick` depends on, in all domains: what falls due by time, what was deleted,
/// and who was erased.
///
/// No tag narrows it, so it is folded on from where it was kept last, which is a snapshot like that
/// of a read model: used where it fits, never needed.
struct TickState {
  private let domains: [any CommandDomain]
  private(set) var erased = ErasedSubjects()
  /// Of the last event taken in.
  private(set) var position = Position.start
  /// What was kept ended here.
  private var resumedAt = Position.start
  /// How long it was, in bytes.
  private var resumedBytes = 0

  /// Folds up to the journal's end. O(events since it was kept + length of what was kept).
  init(_ domains: [any CommandDomain], from reader: inout JournalReader) throws(JournalError) {
    self.init(domains)
    let kept = try SnapshotStore(reader.directory).latest(
      of: TickSnapshot.name, version: TickSnapshot.version, through: reader.head, in: &reader)
    if let kept { resume(from: kept) }
    try fold(&reader, through: reader.head)
  }

  /// Nothing is folded yet.
  private init(_ domains: [any CommandDomain]) {
    self.domains = domains
    for domain in domains { domain.forget() }
  }

  private mutating func fold(
    _ reader: inout JournalReader, through last: Position
  ) throws(JournalError) {
    var erased = erased
    var replay = Replay(domains.map(\.dueFold), zone: reader.manifest.timeZone)
    let types = domains.flatMap(\.dueTypes) + [SubjectErased.type]
    try reader.forEach(.of(types), after: position, through: last) { (view) throws(JournalError) in
      if let erasure = try view.erasure() {
        erased.note(erasure, at: view.position)
      } else {
        try replay.apply(view)
      }
      return true
    }
    self.erased = erased
    position = last
  }

  /// Takes in events of this process's own, which the states have seen already.
  mutating func passOver(to position: Position) { self.position = position }

  func dueForErasure(
    _ key: Result<JournalKey, JournalError>, at now: Timestamp
  ) -> [DueErasure] {
    domains.map(\.dueErasures).deleted(key, erased, at: now)
  }
}

// MARK: - Keeping

extension TickState {
  /// Which state is on which line behind this one.
  private struct Contents: Codable, Equatable {
    let parts: [String]
  }

  private var parts: [any TickComponent] { domains.flatMap(\.dueParts) }

  private var contents: Contents { Contents(parts: ["system.erased/1"] + parts.map(\.name)) }

  private mutating func resume(from snapshot: Snapshot) {
    do throws(PayloadDecodingError) {
      var lines = snapshot.bytes.split(separator: 0x0a).makeIterator()
      func next<State: Decodable>(as type: State.Type) throws(PayloadDecodingError) -> State {
        var decoder = PayloadDecoder()
        return try decoder.decode(type, from: Array(lines.next() ?? []))
      }
      guard try next(as: Contents.self) == contents else { return }
      let erased = try next(as: ErasedSubjects.self)
      for part in parts { try part.resume(from: Array(lines.next() ?? [])) }
      self.erased = erased
      position = snapshot.position
      resumedAt = position
      resumedBytes = snapshot.bytes.count
    } catch {
      // Of another shape: all is folded anew.
      for domain in domains { domain.forget() }
    }
  }

  /// Keeps the states beside the journal where going through it took long: as many events as are
  /// given, and about as many bytes as are to be written. That they can't be kept is no failure.
  func keep(after worthwhile: Int, in reader: inout JournalReader) {
    let events = position.rawValue - resumedAt.rawValue
    guard events >= worthwhile, events * 256 >= resumedBytes, position == reader.head else {
      return
    }
    do {
      try SnapshotStore(reader.directory).keep(
        Snapshot(
          name: TickSnapshot.name, version: TickSnapshot.version, position: position,
          bytes: encoded(.init())), folded: &reader)
    } catch { return }
  }

  private func encoded(
    _ options: PayloadEncoder.Options
  ) throws(PayloadEncodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    var encoder = PayloadEncoder(options: options)
    try encoder.encode(contents, into: &bytes)
    bytes.append(0x0a)
    try encoder.encode(erased, into: &bytes)
    for part in parts {
      bytes.append(0x0a)
      try part.encode(into: &bytes, with: &encoder)
    }
    return bytes
  }
}

/// The snapshot that a lone `system.tick` goes on from.
public enum TickSnapshot {
  public static let name = "system.tick"
  public static let version: SchemaVersion = 1

  /// Whether the snapshot holds what the journal leads to; also of one that is of another shape,
  /// which nobody goes on from. O(events up to its position).
  public static func agrees(
    _ snapshot: Snapshot, _ domains: [DomainCommands], _ reader: inout JournalReader
  ) throws -> Bool {
    try TickState.agrees(snapshot, domains.map { $0.open() }, &reader)
  }
}

extension TickState {
  fileprivate static func agrees(
    _ snapshot: Snapshot, _ domains: [any CommandDomain], _ reader: inout JournalReader
  ) throws -> Bool {
    let key: Result<JournalKey, JournalError> = .success(try reader.key())
    var fresh = TickState(domains)
    try fresh.fold(&reader, through: snapshot.position)
    let expected = try fresh.compared(key)
    var kept = TickState(domains)
    kept.resume(from: snapshot)
    return try kept.position != snapshot.position || kept.compared(key) == expected
  }

  /// The states without what was erased already, which is forgotten at some time or other.
  private func compared(_ key: Result<JournalKey, JournalError>) throws -> [UInt8] {
    _ = dueForErasure(key, at: .earliest)
    return try encoded(.init(keyOrder: .canonical))
  }
}

/// One of the states that a tick depends on.
protocol TickComponent: AnyObject {
  /// With the version of its shape.
  var name: String { get }

  func encode(
    into bytes: inout [UInt8], with encoder: inout PayloadEncoder
  ) throws(PayloadEncodingError)

  func resume(from bytes: [UInt8]) throws(PayloadDecodingError)
}

extension DeciderState: TickComponent where D: TimeDriven {
  var name: String { "\(D.self)/\(D.version.rawValue)" }

  func encode(
    into bytes: inout [UInt8], with encoder: inout PayloadEncoder
  ) throws(PayloadEncodingError) {
    try encoder.encode(state, into: &bytes)
  }

  func resume(from bytes: [UInt8]) throws(PayloadDecodingError) {
    var decoder = PayloadDecoder()
    state = try decoder.decode(D.self, from: bytes)
  }
}

extension DueErasures: TickComponent {
  var name: String { "\(Event.self).erasures/1" }

  func encode(
    into bytes: inout [UInt8], with encoder: inout PayloadEncoder
  ) throws(PayloadEncodingError) {
    try encoder.encode(items, into: &bytes)
  }

  func resume(from bytes: [UInt8]) throws(PayloadDecodingError) {
    var decoder = PayloadDecoder()
    items = try decoder.decode([DueErasure].self, from: bytes)
  }
}
