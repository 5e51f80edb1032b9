import Dispatch
import EventEngine
import Foundation
import Synchronization
import Testing

@testable import ReplayToolKit

/// The steps of a rebuild on several threads.
@Suite struct FoldingScheduleTests {
  /// Reads batches on one thread, and decodes and folds them on two, each woken by its semaphore.
  ///
  /// - Returns: the number of batches that each lane has folded, those decoded ahead only in order;
  ///   nil if a thread is never woken.
  private func folded(batches: Int, lanes: Int, _ wakes: [DispatchSemaphore]) -> [Int]? {
    let schedule = FoldingSchedule(lanes)
    let folded = Mutex(Array(repeating: 0, count: lanes))
    @Sendable func run(reads: Bool, _ wake: DispatchSemaphore) {
      while let step = schedule.next(after: nil, reads: reads, wake) {
        switch step {
        case .work(.decode(_, let number), let lane):
          schedule.add(Decoded(number), number: number, lane: lane)
        case .work(.fold(let batch), let lane):
          let number = (batch as? Decoded)?.number
          folded.withLock { if $0[lane] == number { $0[lane] += 1 } }
          schedule.endFolding(lane)
        case .work(.decodeAndFold, let lane):
          folded.withLock { $0[lane] += 1 }
          schedule.endFolding(lane)
        case .finish: break
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

extension FoldingScheduleTests {
  @Test func `while a lane folds, other threads decode its next batches`() {
    let schedule = FoldingSchedule(1)
    for _ in 0..<4 { schedule.add(RecordBatch(lanes: 1)) }
    schedule.endReading()
    func next() -> String {
      switch schedule.next(after: nil, reads: false, DispatchSemaphore(value: 0)) {
      case .work(.decode(_, let number), _): "decode \(number)"
      case .work(.fold(let batch), _): "fold \((batch as? Decoded)?.number ?? -1)"
      case .work(.decodeAndFold, _): "decode and fold"
      case .finish: "finish"
      case nil: "end"
      }
    }
    #expect([next(), next(), next()] == ["decode and fold", "decode 1", "decode 2"])
    schedule.endFolding(0)
    // Batch 1 is being decoded: nothing is folded before it.
    #expect(next() == "decode 3")
    schedule.add(Decoded(2), number: 2, lane: 0)
    schedule.add(Decoded(1), number: 1, lane: 0)
    #expect(next() == "fold 1")
    schedule.endFolding(0)
    #expect(next() == "fold 2")
    schedule.add(Decoded(3), number: 3, lane: 0)
    schedule.endFolding(0)
    #expect(next() == "fold 3")
    schedule.endFolding(0)
    #expect([next(), next()] == ["finish", "end"])
  }

  @Test func `a thread decodes for any lane that has batches left`() {
    let schedule = FoldingSchedule(2)
    for _ in 0..<2 { schedule.add(RecordBatch(lanes: 2)) }
    schedule.endReading()
    let steps = (0..<4).map { _ in
      switch schedule.next(after: nil, reads: false, DispatchSemaphore(value: 0)) {
      case .work(.decode(_, let number), let lane): "decode \(number) of \(lane)"
      case .work(.decodeAndFold, let lane): "fold \(lane)"
      default: "other"
      }
    }
    #expect(steps == ["fold 0", "fold 1", "decode 1 of 0", "decode 1 of 1"])
  }
}

private final class Decoded: DecodedBatch {
  let number: Int

  init(_ number: Int) { self.number = number }

  func fold() {}
}

private final class Busy: Sendable {
  let isTrue = Atomic(true)
}
