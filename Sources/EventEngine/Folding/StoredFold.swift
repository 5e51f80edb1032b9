import EventStore

/// A type-erased fold whose state can be stored in a snapshot, restored and compared.
package protocol StoredFold: AnyObject {
  /// The name of the state and of its snapshots.
  var name: String { get }

  var version: SchemaVersion { get }

  /// The types of all facts that the state is folded from.
  var factTypes: [EventType] { get }

  /// Resets the state to its initial value.
  func discard()

  /// Appends the encoding of the state that snapshots hold.
  func encode(
    into bytes: inout [UInt8], with encoder: inout PayloadEncoder
  ) throws(PayloadEncodingError)

  /// Replaces the state by the one encoded in a part of the bytes.
  func restore(_ bytes: [UInt8], in part: Range<Int>) throws(PayloadDecodingError)
}

/// A fold whose state has a digest.
package protocol DigestedFold: StoredFold {
  /// SHA-256 over the state's canonical encoding, computed without holding that encoding in memory.
  func digest() throws(PayloadEncodingError) -> Digest

  /// Whether the states are equal by `==`.
  func isEqual(to other: any DigestedFold) -> Bool
}

extension StoredFold {
  /// The state as of the event at `position`. O(size of the state).
  package func snapshot(at position: Position) throws(PayloadEncodingError) -> Snapshot {
    Snapshot(name: name, version: version, position: position, bytes: try encoded(.init()))
  }

  /// The state's canonical encoding, made by `encode(to:)` even if the type has a faster encoding.
  /// The digest covers these bytes.
  package func encodedState() throws(PayloadEncodingError) -> [UInt8] {
    try encoded(.init(isCanonical: true, takesShortcuts: false))
  }

  func encoded(_ options: PayloadEncoder.Options) throws(PayloadEncodingError) -> [UInt8] {
    var encoder = PayloadEncoder(options: options)
    var bytes: [UInt8] = []
    try encode(into: &bytes, with: &encoder)
    return bytes
  }

  /// Restores the state from a snapshot. A snapshot of another version leaves the state unchanged;
  /// a snapshot that cannot be decoded resets it.
  ///
  /// - Returns: whether the snapshot was used.
  func resume(from snapshot: Snapshot) -> Bool {
    guard snapshot.version == version else { return false }
    do throws(PayloadDecodingError) {
      try restore(snapshot.text, in: snapshot.part)
      return true
    } catch {
      discard()
      return false
    }
  }

  /// Restores the state from the latest snapshot up to `last`, if there is one.
  ///
  /// - Returns: the snapshot that the fold resumes from; nil if the fold starts at the beginning.
  func resume(
    from reader: inout some RecordSource & ~Copyable, through last: Position
  ) throws(JournalError) -> Snapshot? {
    let snapshot = try reader.snapshot(of: name, version: version, through: last)
    return snapshot.flatMap { resume(from: $0) ? $0 : nil }
  }

  /// Stores a snapshot of the state beside the journal. Skips a state that cannot be encoded, since
  /// no snapshot is ever required.
  func store(at position: Position, in reader: inout some RecordSource & ~Copyable) {
    do throws(PayloadEncodingError) { reader.store(try snapshot(at: position)) } catch { return }
  }
}

extension Fold: StoredFold, DigestedFold where State: StoredState {
  package var name: String { State.name }
  package var version: SchemaVersion { State.version }

  package func encode(
    into bytes: inout [UInt8], with encoder: inout PayloadEncoder
  ) throws(PayloadEncodingError) { try encoder.encode(state, into: &bytes) }

  package func restore(_ bytes: [UInt8], in part: Range<Int>) throws(PayloadDecodingError) {
    var decoder = PayloadDecoder()
    state = try decoder.decode(State.self, from: bytes, in: part)
  }

  package func digest() throws(PayloadEncodingError) -> Digest {
    try PayloadEncoder.digest(of: state)
  }

  package func isEqual(to other: any DigestedFold) -> Bool {
    guard let other = other as? Fold<State> else { return false }
    return state == other.state
  }
}

extension JournalFold {
  /// Folds the only state of this fold up to `last`, resumed from the latest snapshot. If many
  /// events were folded, the state is stored for the next time. O(events since the snapshot + its
  /// length).
  mutating func resume(
    _ state: some StoredFold, from reader: inout some RecordSource & ~Copyable,
    through last: Position
  ) throws(JournalError) {
    if let snapshot = try state.resume(from: &reader, through: last) { skip(to: snapshot.position) }
    try run(&reader, .of(state.factTypes), through: last)
    if count >= SnapshotStore.leastEvents { state.store(at: last, in: &reader) }
  }
}

extension Fold where State: StoredState {
  /// The state after all its facts up to `last`, resumed from the latest snapshot.
  static func resumed(
    from reader: inout some RecordSource & ~Copyable, through last: Position
  ) throws(JournalError) -> Fold {
    let fold = Fold()
    var journal = JournalFold(in: reader.manifest.timeZone) { [fold.alone] }
    try journal.resume(fold, from: &reader, through: last)
    return fold
  }
}
