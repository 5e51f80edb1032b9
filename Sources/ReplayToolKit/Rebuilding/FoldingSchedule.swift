import Dispatch
import EventEngine
import Synchronization

/// Assigns the steps of a rebuild to threads, while one of them reads the journal.
final class FoldingSchedule: Sendable {
  enum Step {
    case work(Work, lane: Int)
    /// The lane makes its results.
    case finish(lane: Int)
  }

  /// The work on a batch.
  enum Work {
    case decode(RecordBatch, number: Int)
    case fold(any DecodedBatch)
    /// Decodes and folds one record after the other, which is cheaper than in two steps.
    case decodeAndFold(RecordBatch)
  }

  private struct Lane {
    /// A batch that is decoded ahead of its fold.
    enum Ahead {
      case isBeingDecoded
      case isDecoded(any DecodedBatch)
    }

    /// The number of batches that it has folded.
    var folded = 0
    /// The batches that are decoded ahead, or being so, by their numbers.
    var ahead: [Int: Ahead] = [:]
    var isFolding = false
    var isFinished = false

    /// Whether a thread can fold the next batch or make the results.
    var isFree: Bool {
      if case .isBeingDecoded? = ahead[folded] { return false }
      return !isFolding && !isFinished
    }
  }

  private struct State {
    /// The batches that some lane has not folded.
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
      let free = lanes.indices.filter { lanes[$0].isFree }
      let ready = free.filter { lanes[$0].folded < read }
      if let lane = ready.first(where: { $0 == former }) ?? leastFolded(of: ready) {
        return fold(lane)
      }
      if let step = decodeAhead() { return step }
      guard isRead, let lane = free.first else { return nil }
      lanes[lane].isFinished = true
      return .finish(lane: lane)
    }

    private func leastFolded(of some: [Int]) -> Int? {
      some.min { lanes[$0].folded < lanes[$1].folded }
    }

    private mutating func fold(_ lane: Int) -> Step {
      lanes[lane].isFolding = true
      let next = lanes[lane].folded
      if case .isDecoded(let batch)? = lanes[lane].ahead.removeValue(forKey: next) {
        return .work(.fold(batch), lane: lane)
      }
      return .work(.decodeAndFold(batches[next - dropped]), lane: lane)
    }

    /// The first batch that is not decoded, of the lane that has folded least among those with one;
    /// never the next batch of a lane, which is folded without that.
    private mutating func decodeAhead() -> Step? {
      for lane in lanes.indices.sorted(by: { lanes[$0].folded < lanes[$1].folded }) {
        let later = (lanes[lane].folded..<read).dropFirst()
        guard let number = later.first(where: { lanes[lane].ahead[$0] == nil }) else { continue }
        lanes[lane].ahead[number] = .isBeingDecoded
        return .work(.decode(batches[number - dropped], number: number), lane: lane)
      }
      return nil
    }

    var isDone: Bool { isStopped || lanes.allSatisfy { $0.isFinished } }
  }

  /// The number of waiting batches at which the reading thread stops reading, and folds or decodes.
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

  /// Adds a batch that was decoded ahead.
  func add(_ batch: any DecodedBatch, number: Int, lane: Int) {
    change { $0.lanes[lane].ahead[number] = .isDecoded(batch) }
  }

  /// Notes that a lane has folded a batch.
  func endFolding(_ lane: Int) {
    change { state in
      state.lanes[lane].isFolding = false
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
  /// The thread's decoders of the lanes.
  private var decoders: [Int: BatchDecoder] = [:]

  /// - Parameter last: the last position to read.
  init(_ schedule: FoldingSchedule, _ folds: [LaneFold<Output>], through last: Position) {
    self.schedule = schedule
    self.folds = folds
    self.last = last
  }

  /// Reads the journal into batches, and folds or decodes whenever enough of them wait.
  mutating func read(
    _ reader: inout JournalReader, _ routes: inout LaneRoutes, _ progress: inout ScanProgress,
    _ terminal: inout Terminal
  ) throws(JournalError) {
    do throws(JournalError) {
      var batch = RecordBatch(lanes: folds.count)
      try reader.forEach(through: last) { (view) throws(JournalError) in
        if let lane = routes.lane(of: view) { batch.append(view, to: lane) }
        progress.show(view, &terminal)
        guard batch.isFull else { return true }
        schedule.add(batch)
        batch = RecordBatch(lanes: folds.count)
        while case .work(let work, let lane) = schedule.next(after: lane, reads: true, wake) {
          try take(work, lane)
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

  /// Folds or decodes the batches that are read, and makes the results.
  mutating func run() throws {
    do {
      while let step = schedule.next(after: lane, reads: false, wake) {
        switch step {
        case .work(let work, let lane): try take(work, lane)
        case .finish(let lane): try folds[lane].finish(through: last)
        }
      }
    } catch {
      schedule.stop()
      throw error
    }
  }

  private mutating func take(
    _ work: FoldingSchedule.Work, _ lane: Int
  ) throws(JournalError) {
    switch work {
    case .decode(let batch, let number):
      let decoder = decoders[lane] ?? folds[lane].decoder()
      decoders[lane] = decoder
      schedule.add(try decoder.decode(batch, lane: lane), number: number, lane: lane)
      return
    case .fold(let batch): folds[lane].take(batch)
    case .decodeAndFold(let batch): try folds[lane].take(batch, lane: lane)
    }
    schedule.endFolding(lane)
    self.lane = lane
  }
}
