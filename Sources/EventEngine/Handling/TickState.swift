import EventStore

/// The state that a lone `system.tick` depends on, in all domains: scheduled items, deleted
/// subjects and erased subjects.
///
/// No tag limits the events that it depends on, so it resumes from a snapshot, like a global read
/// model.
struct TickState: ~Copyable {
  private let domains: [any CommandDomain]
  private let state: TickFold
  private var fold: JournalFold
  /// The snapshot that the state resumed from: its position and its length in bytes.
  private let resumed: (position: Position, bytes: Int)

  /// Folds up to the journal's end. O(events since the snapshot + its length).
  init(_ domains: [any CommandDomain], from reader: inout some RecordSource & ~Copyable)
    throws(JournalError)
  {
    let state = TickFold(domains)
    var fold = JournalFold(in: reader.manifest.timeZone) {
      state.discard()
      return domains.map(\.dueFold)
    }
    let snapshot = try state.resume(from: &reader, through: reader.recordedHead)
    fold.skip(to: snapshot?.position ?? .start)
    try state.take(in: &fold, from: &reader, through: reader.recordedHead)
    self.domains = domains
    self.state = state
    self.fold = fold
    resumed = (snapshot?.position ?? .start, snapshot?.part.count ?? 0)
  }

  /// Moves past events of this process that the states have already applied.
  mutating func skip(to position: Position) { fold.skip(to: position) }

  func dueForErasure(
    _ key: Result<JournalKey, JournalError>, at now: Timestamp
  ) -> [DueErasure] {
    domains.map(\.dueErasures).deletedSubjects(key, state.erased, at: now)
  }

  /// Stores the states in a snapshot if there are at least `interval` events since the last one,
  /// and enough to justify the size of the snapshot.
  func store(after interval: Int, in reader: inout some RecordSource & ~Copyable) {
    let events = fold.position.rawValue - resumed.position.rawValue
    guard events >= interval, events * 256 >= resumed.bytes, fold.position == reader.recordedHead
    else {
      return
    }
    state.store(at: fold.position, in: &reader)
  }
}

/// All states that a tick depends on, folded and stored together. The first line of the snapshot
/// names the states; each state follows on a line of its own.
private final class TickFold: StoredFold {
  private struct Contents: Codable, Equatable {
    let parts: [String]
  }

  private let parts: [any StoredFold]
  /// The states with their domains, in which their names are unique.
  private let contents: Contents
  private(set) var erased = ErasedSubjects()

  /// Uses the states that the domains cache between commands.
  init(_ domains: [any CommandDomain]) {
    parts = domains.flatMap(\.dueStates)
    let names = domains.flatMap { domain in
      domain.dueStates.map { "\(domain.name)/\($0.name)/\($0.version.rawValue)" }
    }
    contents = Contents(parts: ["system.erased/1"] + names)
  }

  let name = TickSnapshot.name
  let version = TickSnapshot.version

  var factTypes: [EventType] { parts.flatMap(\.factTypes) + [SubjectErased.type] }

  func discard() {
    for part in parts { part.discard() }
    erased = ErasedSubjects()
  }

  /// Continues the fold up to `last`.
  func take(
    in fold: inout JournalFold, from reader: inout some RecordSource & ~Copyable,
    through last: Position
  ) throws(JournalError) {
    try fold.run(&reader, .of(factTypes), through: last) { (view) throws(JournalError) in
      try erased.note(view)
    }
  }

  func encode(
    into bytes: inout [UInt8], with encoder: inout PayloadEncoder
  ) throws(PayloadEncodingError) {
    try encoder.encode(contents, into: &bytes)
    bytes.append(0x0a)
    try encoder.encode(erased, into: &bytes)
    for part in parts {
      bytes.append(0x0a)
      try part.encode(into: &bytes, with: &encoder)
    }
  }

  func restore(_ bytes: [UInt8], in part: Range<Int>) throws(PayloadDecodingError) {
    var lines = bytes[part].split(separator: 0x0a).makeIterator()
    func next() -> Range<Int> { lines.next()?.indices ?? part.upperBound..<part.upperBound }
    func decoded<State: Decodable>(_ type: State.Type) throws(PayloadDecodingError) -> State {
      var decoder = PayloadDecoder()
      return try decoder.decode(type, from: bytes, in: next())
    }
    guard try decoded(Contents.self) == contents else {
      throw PayloadDecodingError(.refused("it holds other states"), at: 0)
    }
    erased = try decoded(ErasedSubjects.self)
    for part in parts { try part.restore(bytes, in: next()) }
  }
}

/// The snapshot that a lone `system.tick` resumes from.
package enum TickSnapshot {
  /// The name of the snapshot.
  package static let name = "system.tick"
  /// The version of its shape.
  package static let version: SchemaVersion = 1

  /// Whether the snapshot's state equals the state folded from the journal. Also true of a snapshot
  /// of another shape, which is never used. O(events up to its position).
  package static func isConsistent(
    _ snapshot: Snapshot, _ domains: [DomainCommands], _ reader: inout JournalReader
  ) throws -> Bool {
    let domains = domains.map { $0.open() }
    let key: Result<JournalKey, JournalError> = .success(try reader.key())
    let state = TickFold(domains)
    var fold = JournalFold(in: reader.manifest.timeZone) { domains.map(\.dueFold) }
    try state.take(in: &fold, from: &reader, through: snapshot.position)
    let expected = try state.compared(in: domains, key)
    return try !state.resume(from: snapshot) || state.compared(in: domains, key) == expected
  }
}

extension TickFold {
  /// The encoded states, without the erasures that have been carried out. A fold may or may not
  /// have dropped these before.
  fileprivate func compared(
    in domains: [any CommandDomain], _ key: Result<JournalKey, JournalError>
  ) throws -> [UInt8] {
    _ = domains.map(\.dueErasures).deletedSubjects(key, erased, at: .earliest)
    return try encodedState()
  }
}
