import Domain
import EventStore
import Projections

/// What is made of the state of one read model.
protocol OfReadModel: Sendable {
  /// The read model's name.
  var model: String { get }
}

extension Snapshot: OfReadModel {}

/// The digest of one read model's state.
struct ModelDigest: OfReadModel {
  let model: String
  let digest: Digest
}

/// A fold of read models over a journal.
struct Rebuild: ~Copyable {
  private var replay: Replay
  private let states: [any DigestedFold]
  private var bytes = 0

  /// - Parameter names: of read models; empty: all.
  init(_ names: [String], zone: TimeZoneTable) {
    let wanted = names.isEmpty ? nil : Set(names)
    let folds = RegisteredDomain.all.map { $0.readModels.fold(wanted) }
    states = folds.flatMap(\.states)
    replay = Replay(folds.map(\.fold), zone: zone)
  }

  /// - Throws: for a name that no read model has, with the nearest one.
  static func require(_ names: [String]) throws(UsageError) {
    let known = RegisteredDomain.readModels.map(\.name)
    for name in names where !known.contains(name) {
      throw UsageError.unknown(
        "read model", name, nearest: Spelling.nearest(to: name, in: known))
    }
  }

  var events: Int { replay.count }
  var head: Position { replay.position }

  /// How often each type occurred that its domain doesn't know, sorted by type.
  var unknownTypes: [(type: String, count: Int)] {
    replay.unknownTypes.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// - Returns: how long it took, in seconds.
  mutating func run(
    _ reader: inout JournalReader, through last: Position, _ terminal: inout Terminal
  ) throws(JournalError) -> Double {
    let total = terminal.showsProgress ? try reader.byteCount() : 0
    var throughput = Throughput()
    try reader.forEach(through: last) { (view) throws(JournalError) in
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

  /// The states as they are now, by name.
  func snapshots() throws(PayloadEncodingError) -> [Snapshot] {
    var snapshots: [Snapshot] = []
    for state in states { snapshots.append(try state.snapshot(at: head)) }
    return snapshots.sorted { $0.model < $1.model }
  }

  /// By name.
  func digests() throws(PayloadEncodingError) -> [ModelDigest] {
    var digests: [ModelDigest] = []
    for state in states {
      digests.append(ModelDigest(model: state.name, digest: try state.digest()))
    }
    return digests.sorted { $0.model < $1.model }
  }
}
