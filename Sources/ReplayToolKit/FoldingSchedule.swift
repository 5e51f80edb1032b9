import Dispatch
import EventEngine
import Synchronization

/// Tells threads which step of a rebuild to do next.
final class FoldingSchedule: Sendable {
  enum Step {
    case read
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
    var isReading = false
    var isRead = false
    var isStopped = false
    var lanes: [Lane]
    /// The number of threads that wait for a step.
    var waiting = 0
    var throughput = Throughput()
    var seconds = 0.0

    var read: Int { dropped + batches.count }

    /// Takes a step that can be done now; nil if there is none.
    mutating func take() -> Step? {
      if !isRead, !isReading, batches.count < FoldingSchedule.depth {
        isReading = true
        return .read
      }
      let free = lanes.indices.filter { !lanes[$0].isBusy && !lanes[$0].isFinished }
      guard let lane = free.min(by: { lanes[$0].folded < lanes[$1].folded }) else { return nil }
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

  /// The number of batches that are in memory at the same time.
  private static let depth = 8

  private let state: Mutex<State>
  private let wake = DispatchSemaphore(value: 0)

  init(_ lanes: Int) { state = Mutex(State(lanes: Array(repeating: Lane(), count: lanes))) }

  /// The seconds from the beginning to the end of the last fold.
  var secondsOfFolding: Double { state.withLock { $0.seconds } }

  /// The next step for this thread, which may have to wait for it; nil if there are no more.
  func next() -> Step? {
    while true {
      let (step, isDone) = state.withLock { state -> (Step?, Bool) in
        if state.isDone { return (nil, true) }
        let step = state.take()
        if step == nil { state.waiting += 1 }
        return (step, false)
      }
      if step != nil || isDone { return step }
      wake.wait()
    }
  }

  /// Adds the batch that a step has read; nil: there are no more.
  func add(_ batch: RecordBatch?) {
    change { state in
      state.isReading = false
      if let batch { state.batches.append(batch) } else { state.isRead = true }
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
      defer { state.waiting = 0 }
      return state.waiting
    }
    for _ in 0..<waiting { wake.signal() }
  }
}
