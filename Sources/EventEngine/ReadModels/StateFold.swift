import EventStore

/// A fold whose state can be told from another by its digest.
public protocol DigestedFold: AnyObject {
  /// That of the state.
  var name: String { get }

  /// SHA-256 over the state's canonical encoding.
  func digest() throws(PayloadEncodingError) -> Digest

  /// The state as it is after the event at `position`.
  func snapshot(at position: Position) throws(PayloadEncodingError) -> Snapshot
}

/// A state while it is folded.
public final class StateFold<State: FoldedState>: EventFold, DigestedFold {
  public var state = State()

  public init() {}

  public var name: String { State.name }
  public var factTypes: [EventType] { State.factTypes }

  public func apply(_ event: Recorded<State.Event>) { state.apply(event) }

  public func digest() throws(PayloadEncodingError) -> Digest {
    try PayloadEncoder.digest(of: state)
  }

  /// The state's canonical encoding, what a digest is made of, by `encode(to:)` alone.
  func encodedState() throws(PayloadEncodingError) -> [UInt8] {
    var encoder = PayloadEncoder(options: .init(keyOrder: .canonical, takesShortcuts: false))
    var bytes: [UInt8] = []
    try encoder.encode(state, into: &bytes)
    return bytes
  }

  public func snapshot(at position: Position) throws(PayloadEncodingError) -> Snapshot {
    var bytes: [UInt8] = []
    try PayloadEncoder.encode(state, into: &bytes)
    return Snapshot(name: name, version: State.version, position: position, bytes: bytes)
  }

  /// Takes up the state of a snapshot.
  ///
  /// - Returns: false when it is of another shape.
  func resume(from snapshot: Snapshot) -> Bool {
    guard snapshot.version == State.version else { return false }
    do throws(PayloadDecodingError) {
      try restore(snapshot.bytes)
      return true
    } catch { return false }
  }

  func restore(_ encoded: [UInt8]) throws(PayloadDecodingError) {
    var decoder = PayloadDecoder()
    state = try decoder.decode(State.self, from: encoded)
  }
}

extension StateFold {
  /// Folds what is recorded behind `position`.
  ///
  /// - Returns: how many events that were.
  @discardableResult
  func fold(
    _ facts: Query, from reader: inout JournalReader, after position: Position = .start,
    through last: Position
  ) throws(JournalError) -> Int {
    var replay = Replay(
      [DomainFold(domain: name.domainPart, [self])], zone: reader.manifest.timeZone)
    try reader.forEach(facts, after: position, through: last) { (view) throws(JournalError) in
      try replay.apply(view)
      return true
    }
    return replay.count
  }

  /// Keeps the state beside the journal. That it can't be kept is no failure of the question.
  func keep(at position: Position, in store: SnapshotStore, _ reader: inout JournalReader) {
    do { try store.keep(snapshot(at: position), folded: &reader) } catch { return }
  }
}
