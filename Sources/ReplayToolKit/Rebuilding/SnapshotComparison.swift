import EventEngine

/// Compares the stored snapshots with the journal, in one pass over it.
struct SnapshotComparison {
  private(set) var consistentCount = 0
  /// The snapshots that differ from the state at their position.
  private(set) var differing: [Snapshot] = []

  /// - Parameter names: the names of read models; empty for all of them and the state of
  ///   `system.tick`.
  init(
    _ names: [String], of domains: [DomainDefinition], with reader: inout JournalReader,
    through last: Position,
    _ terminal: inout Terminal
  ) throws {
    let store = SnapshotStore(reader.directory)
    var snapshots: [Position: [(state: ReadState, snapshot: Snapshot)]] = [:]
    let states = domains.snapshotStates(of: names)
    for state in states {
      for snapshot in try store.all(of: state.name, version: state.version, in: &reader)
      where snapshot.position <= last {
        snapshots[snapshot.position, default: []].append((state, snapshot))
      }
    }
    try compare(snapshots, of: domains, with: &reader, &terminal)
    guard names.isEmpty else { return }
    for snapshot in try store.all(
      of: TickSnapshot.name, version: TickSnapshot.version, in: &reader)
    where snapshot.position <= last {
      try add(
        snapshot, isConsistent: TickSnapshot.isConsistent(snapshot, domains.commands, &reader))
    }
  }

  private mutating func compare(
    _ snapshots: [Position: [(state: ReadState, snapshot: Snapshot)]],
    of domains: [DomainDefinition],
    with reader: inout JournalReader, _ terminal: inout Terminal
  ) throws {
    let names = Set(snapshots.values.joined().map(\.state.name))
    let states = domains.snapshotStates(of: []).filter {
      names.contains($0.name)
    }
    var rebuild = Rebuild(states, of: domains, zone: reader.manifest.timeZone)
    for position in snapshots.keys.sorted() {
      let pairs = snapshots[position] ?? []
      let isReached = try Self.advance(to: position, &rebuild, &reader, &terminal)
      let digests = isReached ? try rebuild.digests(of: Set(pairs.map(\.state.name))) : []
      for (state, snapshot) in pairs {
        let expected = digests.first { $0.state == state.name }?.digest
        add(snapshot, isConsistent: try expected != nil && state.digest(snapshot) == expected)
      }
    }
  }

  /// Folds the events up to the position. Returns whether all of them can be decoded; without them
  /// there is no state.
  private static func advance(
    to position: Position, _ rebuild: inout Rebuild, _ reader: inout JournalReader,
    _ terminal: inout Terminal
  ) throws(JournalError) -> Bool {
    do throws(JournalError) {
      _ = try rebuild.run(&reader, through: position, &terminal)
      return true
    } catch {
      guard case .undecodable = error else { throw error }
      return false
    }
  }

  private mutating func add(_ snapshot: Snapshot, isConsistent: Bool) {
    if isConsistent { consistentCount += 1 } else { differing.append(snapshot) }
  }
}
