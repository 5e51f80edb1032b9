@testable import EventStore
import TestSupport

/// States that are kept while a journal grows.
extension Workload {
  /// More of them than are kept, one after another, with appends in between.
  static func keepingStates() throws -> Workload {
    Workload(
      name: "keeping states", image: try journal(segmentBytes: 900),
      limits: .chances(Workload.chances),
      limitsWithin: .chances(1),
      run: { stage in
        for number in 0..<SnapshotStore.kept + 2 {
          var writer = try JournalWriter.open(stage.directory, wait: 0)
          try record(.init(label: "a\(number)", events: 1 + number % 3), with: &writer, on: stage)
          try DeciderStateCache.keep(in: stage.directory)
        }
      },
      again: { directory in
        try DeciderStateCache.keepAndFind(in: directory)
        try DeciderStateCache.requireTidy(directory)
      },
      fold: sum, inspect: DeciderStateCache.wrong)
  }
}
