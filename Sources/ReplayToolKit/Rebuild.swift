import EventEngine

/// The result for one state.
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
  private var fold: JournalFold
  private let states: [any DigestedFold]
  private var bytes = 0

  package init(_ states: [ReadState], of domains: [DomainDefinition], zone: TimeZoneTable) {
    let wanted = Set(states.map(\.name))
    let started = domains.map { $0.readModels.fold(wanted) }
    let folds = started.flatMap(\.states)
    self.states = folds
    fold = JournalFold(in: zone) {
      for fold in folds { fold.discard() }
      return started.map(\.fold)
    }
  }

  /// - Throws: an error with the nearest name for an unknown read model.
  package static func require(_ names: [String], of domains: [DomainDefinition]) throws(UsageError)
  {
    let known = domains.readModels.map(\.name)
    for name in names where !known.contains(name) {
      throw UsageError.unknown(
        .model, name, nearest: Spelling.nearest(to: name, in: known))
    }
  }

  package var events: Int { fold.count }
  package var head: Position { fold.head }

  /// The number of events of each type that its domain does not know, sorted by type.
  package var unknownTypes: [(type: String, count: Int)] {
    fold.unknownTypes.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// Folds the events after the current position, up to `last`.
  ///
  /// - Returns: the duration in seconds.
  package mutating func run(
    _ reader: inout JournalReader, through last: Position, _ terminal: inout Terminal
  ) throws(JournalError) -> Double {
    let total = terminal.showsProgress ? try reader.byteCount() : 0
    var throughput = Throughput()
    var (events, bytes) = (fold.count, bytes)
    try fold.run(&reader, through: last) { view in
      events += 1
      bytes += view.byteCount
      if events & 0xffff == 0 {
        throughput.show(
          Bilingual(ru: "воспроизведение", en: "replaying"), events: events, bytes: bytes,
          of: total, &terminal)
      }
    }
    self.bytes = bytes
    let seconds = throughput.seconds
    terminal.clearProgress()
    return seconds
  }

  /// Folds up to the last of the ascending positions `stops` in one pass. Calls `visit` with each
  /// position and the states there, until it returns false.
  mutating func run(
    _ reader: inout JournalReader, stoppingAt stops: [Int],
    _ visit: (Int, [any StoredFold]) throws -> Bool
  ) throws {
    let states = states
    var stops = stops[...]
    var failure: (any Error)?
    func stop(at position: Position) {
      while let next = stops.first, next <= position.rawValue {
        stops.removeFirst()
        do {
          if try !visit(next, states) { stops = [] }
        } catch {
          failure = error
          stops = []
        }
      }
    }
    let last = stops.last ?? 0
    stop(at: .start)
    try fold.run(&reader, through: Position(last)) { stop(at: $0.position) }
    if let failure { throw failure }
  }

  package func snapshots() throws(PayloadEncodingError) -> [Snapshot] {
    var snapshots: [Snapshot] = []
    for state in states { snapshots.append(try state.snapshot(at: head)) }
    return snapshots
  }

  /// - Parameter names: the names of states; nil for all of them.
  package func digests(of names: Set<String>? = nil) throws(PayloadEncodingError) -> [StateDigest] {
    var digests: [StateDigest] = []
    for state in states where names?.contains(state.name) ?? true {
      digests.append(StateDigest(state: state.name, digest: try state.digest()))
    }
    return digests
  }
}
