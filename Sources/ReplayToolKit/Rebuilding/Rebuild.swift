import EventEngine

/// The result for one state.
package protocol StateResult: Sendable {
  /// The state's name.
  var state: String { get }
}

extension Snapshot: StateResult {
  package var state: String { name }
}

/// The digest of one state.
package struct StateDigest: StateResult {
  package let state: String
  package let digest: Digest
}

/// A fold of the states of read models over a journal.
package struct Rebuild: ~Copyable {
  private var fold: JournalFold
  private let states: [any DigestedFold]
  /// For each domain, decoders of events that are folded into the states later.
  let decoders: [BatchDecoders]
  private var progress = ScanProgress(.replaying, of: 0)

  package init(_ states: [ReadState], of domains: [DomainDefinition], zone: TimeZoneTable) {
    let wanted = Set(states.map(\.name))
    let started = domains.map { $0.readModels.fold(wanted) }
    let folds = started.flatMap(\.states)
    self.states = folds
    decoders = started.map(\.decoders)
    fold = JournalFold(in: zone) {
      for fold in folds { fold.discard() }
      return started.map(\.fold)
    }
  }

  /// - Throws: an error with the nearest name for an unknown read model.
  package static func require(_ names: [String], of domains: [DomainDefinition]) throws(UsageError)
  {
    try UsageError.require(names, .model, among: domains.readModels.map(\.name))
  }

  package var events: Int { fold.count }
  package var head: Position { fold.head }

  /// The number of events of each type that its domain does not know, sorted by type.
  package var unknownTypes: [(type: String, count: Int)] {
    fold.unknownTypes.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// Folds the events after the current position, up to `last`.
  ///
  /// - Returns: the seconds since the rebuild was created.
  package mutating func run(
    _ reader: inout JournalReader, through last: Position, _ terminal: inout Terminal
  ) throws(JournalError) -> Double {
    var progress = progress
    defer { self.progress = progress }
    if terminal.showsProgress { progress.total = try reader.byteCount() }
    try fold.run(&reader, through: last) { progress.show($0, &terminal) }
    return progress.end(&terminal)
  }

  /// Folds the records that a lane of a batch has.
  mutating func take(_ batch: RecordBatch, lane: Int) throws(JournalError) {
    try batch.forEach(in: lane) { (view) throws(JournalError) in try fold.apply(view) }
  }

  /// Moves the position to `last`. Call it after every record up to there that the states need is
  /// folded.
  mutating func complete(through last: Position) { fold.skip(to: last) }

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

  /// The snapshots of the states, as of the last position that was read.
  package func snapshots() throws(PayloadEncodingError) -> [Snapshot] {
    var snapshots: [Snapshot] = []
    for state in states { snapshots.append(try state.snapshot(at: fold.position)) }
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
