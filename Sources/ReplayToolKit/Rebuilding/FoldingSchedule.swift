import Dispatch
import EventEngine
import Synchronization

/// Assigns the steps of a rebuild to threads, while one of them reads the journal.
final class FoldingSchedule: Sendable {
  enum Step {
    /// The lane folds the batch.
    case fold(RecordBatch, lane: Int)
    /// The lane makes its results.
    case finish(lane: Int)
  }

  private struct Lane {
    /// The number of batches that it has folded.
    var folded = 0
    var isBusy = false
    var isFinished = false
  }

  private struct State {
    /// The batches that not every lane has folded.
    var batches: [RecordBatch] = []
    /// The number of batches that every lane has folded.
    var dropped = 0
    var isRead = false
    var isStopped = false
    var lanes: [Lane]
    /// The semaphores of the threads that wait for a step. Each thread has its own, since a shared
    /// one could wake another instead of the reading thread.
    var waiting: [DispatchSemaphore] = []
    var throughput = Throughput()
    var seconds = 0.0

    var read: Int { dropped + batches.count }

    /// Takes a step that can be done now; nil if there is none.
    ///
    /// - Parameter former: the lane that the thread folded last. The thread continues with it if it
    ///   can, since the lane's state is in the processor's cache.
    mutating func take(after former: Int?) -> Step? {
      let free = lanes.indices.filter { !lanes[$0].isBusy && !lanes[$0].isFinished }
      let last = former.flatMap { free.contains($0) && lanes[$0].folded < read ? $0 : nil }
      guard let lane = last ?? free.min(by: { lanes[$0].folded < lanes[$1].folded }) else {
        return nil
      }
      if lanes[lane].folded < read {
        lanes[lane].isBusy = true
        return .fold(batches[lanes[lane].folded - dropped], lane: lane)
      }
      guard isRead else { return nil }
      lanes[lane].isBusy = true
      lanes[lane].isFinished = true
      return .finish(lane: lane)
    }

    var isDone: Bool { isStopped || lanes.allSatisfy { $0.isFinished } }
  }

  /// The number of waiting batches at which the reading thread stops reading and folds.
  private static let depth = 8

  private let state: Mutex<State>

  init(_ lanes: Int) { state = Mutex(State(lanes: Array(repeating: Lane(), count: lanes))) }

  /// The seconds from the beginning to the end of reading and folding.
  var secondsOfFolding: Double { state.withLock { $0.seconds } }

  /// Whether ``stop()`` was called.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Returns the next step for this thread, and waits until there is one; nil if no steps are left.
  ///
  /// - Parameters:
  ///   - former: the lane that the thread folded last.
  ///   - reads: whether this thread reads the journal. Then the result is also nil when the next
  ///     batch can be read.
  ///   - wake: wakes this thread.
  func next(after former: Int?, reads: Bool, _ wake: DispatchSemaphore) -> Step? {
    while true {
      let (step, isDone) = state.withLock { state -> (Step?, Bool) in
        if state.isDone || reads && state.batches.count < Self.depth { return (nil, true) }
        let step = state.take(after: former)
        if step == nil { state.waiting.append(wake) }
        return (step, false)
      }
      if step != nil || isDone { return step }
      wake.wait()
    }
  }

  /// Adds a batch that was read.
  func add(_ batch: RecordBatch) { change { $0.batches.append(batch) } }

  /// Notes that there are no more batches.
  func endReading() {
    change { state in
      state.isRead = true
      state.seconds = state.throughput.seconds
    }
  }

  /// Notes that a lane has done its step.
  func end(_ lane: Int) {
    change { state in
      state.lanes[lane].isBusy = false
      guard !state.lanes[lane].isFinished else { return }
      state.lanes[lane].folded += 1
      while let least = state.lanes.map(\.folded).min(), least > state.dropped {
        state.batches.removeFirst()
        state.dropped += 1
      }
      state.seconds = state.throughput.seconds
    }
  }

  /// Ends the work of all threads, after an error.
  func stop() { change { $0.isStopped = true } }

  private func change(_ body: (inout State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for wake in waiting { wake.signal() }
  }
}

/// The work of one thread of a rebuild.
struct FoldingThread<Output: StateResult> {
  private let schedule: FoldingSchedule
  private let wake = DispatchSemaphore(value: 0)
  private let folds: [LaneFold<Output>]
  private let last: Position
  /// The lane that the thread folded last.
  private var lane: Int?

  /// - Parameter last: the last position to read.
  init(_ schedule: FoldingSchedule, _ folds: [LaneFold<Output>], through last: Position) {
    self.schedule = schedule
    self.folds = folds
    self.last = last
  }

  /// Reads the journal into batches, and folds whenever enough of them wait.
  mutating func read(
    _ reader: inout JournalReader, _ routes: LaneRoutes, _ progress: inout ScanProgress,
    _ terminal: inout Terminal
  ) throws(JournalError) {
    do throws(JournalError) {
      var batch = RecordBatch(lanes: folds.count)
      try reader.forEach(through: last) { (view) throws(JournalError) in
        let wanted = routes.lanes(of: view)
        if !wanted.isEmpty { batch.append(view, to: wanted) }
        progress.show(view, &terminal)
        guard batch.isFull else { return true }
        schedule.add(batch)
        batch = RecordBatch(lanes: folds.count)
        while case .fold(let batch, let lane) = schedule.next(after: lane, reads: true, wake) {
          try fold(batch, lane)
        }
        return !schedule.isStopped
      }
      schedule.add(batch)
      schedule.endReading()
    } catch {
      schedule.stop()
      throw error
    }
  }

  /// Folds the batches that are read, and makes the results.
  mutating func run() throws {
    do {
      while let step = schedule.next(after: lane, reads: false, wake) {
        switch step {
        case .fold(let batch, let lane): try fold(batch, lane)
        case .finish(let lane):
          try folds[lane].finish(through: last)
          schedule.end(lane)
        }
      }
    } catch {
      schedule.stop()
      throw error
    }
  }

  private mutating func fold(_ batch: RecordBatch, _ lane: Int) throws(JournalError) {
    try folds[lane].take(batch, lane: lane)
    schedule.end(lane)
    self.lane = lane
  }
}
