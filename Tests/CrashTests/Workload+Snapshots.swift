@testable import EventStore
import TestSupport

/// Snapshots that are stored while the journal grows.
extension Workload {
  /// More snapshots than are retained, with appends in between.
  static func storingSnapshots() throws -> Workload {
    Workload(
      name: "keeping states", image: try journal(segmentBytes: 900),
      limits: .samples(Workload.samplesPerCrash),
      limitsWithin: .samples(1),
      run: { stage in
        for number in 0..<SnapshotStore.snapshotsPerState + 2 {
          var writer = try JournalWriter.open(stage.directory, wait: 0)
          try record(.init(label: "a\(number)", events: 1 + number % 3), with: &writer, on: stage)
          try SnapshotStates.store(in: stage.directory)
        }
      },
      again: { directory in
        try SnapshotStates.storeAndFind(in: directory)
        try SnapshotStates.requireTidy(directory)
      },
      fold: sum, inspect: SnapshotStates.wrong)
  }
}
