import EventEngine

/// What is made of one state.
package protocol OfReadState: Sendable {
  /// The state's name.
  var state: String { get }
}

extension Snapshot: OfReadState {
  package var state: String { name }
}

/// The digest of one state.
package struct StateDigest: OfReadState {
  package let state: String
  package let digest: Digest
}

/// A fold of the states of read models over a journal.
package struct Rebuild: ~Copyable {
  private var replay: Replay
  private let folds: [any DigestedFold]
  private var bytes = 0

  package init(_ states: [ReadState], of domains: [DomainDefinition], zone: TimeZoneTable) {
    let wanted = Set(states.map(\.name))
    let started = domains.map { $0.readModels.fold(wanted) }
    folds = started.flatMap(\.states)
    replay = Replay(started.map(\.fold), zone: zone)
  }

  /// - Throws: for a name that no read model has, with the nearest one.
  package static func require(_ names: [String], of domains: [DomainDefinition]) throws(UsageError)
  {
    let known = domains.readModels.map(\.name)
    for name in names where !known.contains(name) {
      throw UsageError.unknown(
        "read model", name, nearest: Spelling.nearest(to: name, in: known))
    }
  }

  package var events: Int { replay.count }
  package var head: Position { replay.position }

  /// How often each type occurred that its domain doesn't know, sorted by type.
  package var unknownTypes: [(type: String, count: Int)] {
    replay.unknownTypes.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// Goes on from where it is.
  ///
  /// - Returns: how long it took, in seconds.
  package mutating func run(
    _ reader: inout JournalReader, through last: Position, _ terminal: inout Terminal
  ) throws(JournalError) -> Double {
    let total = terminal.showsProgress ? try reader.byteCount() : 0
    var throughput = Throughput()
    try reader.forEach(after: replay.position, through: last) { (view) throws(JournalError) in
      try replay.apply(view)
      bytes += view.byteCount
      if replay.count & 0xffff == 0 {
        throughput.show("replaying", events: replay.count, bytes: bytes, of: total, &terminal)
      }
      return true
    }
    let seconds = throughput.seconds
    terminal.clearProgress()
    return seconds
  }

  package func snapshots() throws(PayloadEncodingError) -> [Snapshot] {
    var snapshots: [Snapshot] = []
    for fold in folds { snapshots.append(try fold.snapshot(at: head)) }
    return snapshots
  }

  /// - Parameter names: of states; nil: all of them.
  package func digests(of names: Set<String>? = nil) throws(PayloadEncodingError) -> [StateDigest] {
    var digests: [StateDigest] = []
    for fold in folds where names?.contains(fold.name) ?? true {
      digests.append(StateDigest(state: fold.name, digest: try fold.digest()))
    }
    return digests
  }
}
