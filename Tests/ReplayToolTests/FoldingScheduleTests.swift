import Dispatch
import EventEngine
import Foundation
import Synchronization
import Testing

@testable import ReplayToolKit

/// The steps of a rebuild on several threads.
@Suite struct FoldingScheduleTests {
  /// Reads batches on one thread and folds them on two, each woken by its semaphore.
  ///
  /// - Returns: the number of batches that each lane has folded; nil if a thread is never woken.
  private func folded(batches: Int, lanes: Int, _ wakes: [DispatchSemaphore]) -> [Int]? {
    let schedule = FoldingSchedule(lanes)
    let folded = Mutex(Array(repeating: 0, count: lanes))
    @Sendable func run(reads: Bool, _ wake: DispatchSemaphore) {
      while let step = schedule.next(after: nil, reads: reads, wake) {
        switch step {
        case .fold(_, let lane):
          folded.withLock { $0[lane] += 1 }
          schedule.end(lane)
        case .finish(let lane): schedule.end(lane)
        }
      }
    }
    let threads = DispatchGroup()
    start(threads) {
      for _ in 0..<batches {
        schedule.add(RecordBatch(lanes: lanes))
        run(reads: true, wakes[0])
      }
      schedule.endReading()
      run(reads: false, wakes[0])
    }
    start(threads) { run(reads: false, wakes[1]) }
    guard threads.wait(timeout: .now() + 60) == .success else {
      schedule.stop()
      for wake in wakes { wake.signal() }
      return nil
    }
    return folded.withLock { $0 }
  }

  /// Runs work on its own thread, since the pool has only one per processor.
  private func start(_ group: DispatchGroup, _ work: @escaping @Sendable () -> Void) {
    group.enter()
    Thread.detachNewThread {
      work()
      group.leave()
    }
  }

  /// On a machine with more threads than processors, a thread may be woken late: another one must not
  /// take its signal.
  @Test(arguments: [1, 3])
  func `each lane folds every batch, and no thread waits for ever`(lanes: Int) {
    let isBusy = Busy()
    for _ in 0..<2 * Processors.count {
      Thread.detachNewThread { while isBusy.isTrue.load(ordering: .relaxed) {} }
    }
    for _ in 0..<10 {
      let wakes = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
      #expect(folded(batches: 2000, lanes: lanes, wakes) == Array(repeating: 2000, count: lanes))
    }
    isBusy.isTrue.store(false, ordering: .relaxed)
  }
}

private final class Busy: Sendable {
  let isTrue = Atomic(true)
}
