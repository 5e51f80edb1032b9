import EventEngine
import Synchronization

/// The journal of a rebuild, read in batches.
final class BatchReading: Sendable {
  private struct State: ~Copyable {
    var reader: JournalReader
    var position = Position.start
    var progress = FoldingProgress()
  }

  private let state: Mutex<State>
  private let routes: LaneRoutes
  private let last: Position

  /// - Parameter bytes: the number of bytes of the journal; zero if it is unknown.
  init(
    _ reader: consuming JournalReader, _ routes: LaneRoutes, through last: Position, bytes: Int
  ) {
    var state = State(reader: reader)
    state.progress.total = bytes
    self.state = Mutex(state)
    self.routes = routes
    self.last = last
  }

  var events: Int { state.withLock { $0.progress.events } }

  /// Reads the next batch of records that a lane folds; nil if there are none up to the end.
  func next() throws -> RecordBatch? {
    try state.withLock { state in
      var batch: RecordBatch?
      let (lanes, start) = (routes.count, state.position)
      var (position, progress) = (start, state.progress)
      try state.reader.forEach(after: start, through: last) { view in
        let wanted = routes.lanes(of: view)
        if !wanted.isEmpty {
          let current = batch ?? RecordBatch(lanes: lanes, for: view)
          batch = current
          guard current.hasRoom(for: view) else { return false }
          current.append(view, to: wanted)
        }
        progress.note(view)
        position = view.position
        return true
      }
      (state.position, state.progress) = (position, progress)
      return batch
    }
  }

  /// Shows how much was read.
  func show(_ terminal: inout Terminal) {
    guard terminal.showsProgress else { return }
    // Nobody waits here for a batch that is being read.
    _ = state.withLockIfAvailable { $0.progress.show(&terminal) }
  }
}
