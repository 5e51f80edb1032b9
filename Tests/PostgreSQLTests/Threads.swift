#if PostgreSQL
  import Foundation
  import Synchronization
  import Testing

  /// Threads for calls that block.
  enum Threads {
    /// Runs a body with the number of each thread, and another one meanwhile.
    static func run(
      _ count: Int, _ body: @escaping @Sendable (Int) throws -> Void, meanwhile: () -> Void = {}
    ) {
      let running = DispatchGroup()
      for number in 0..<count {
        running.enter()
        Thread.detachNewThread {
          do { try body(number) } catch { Issue.record(error) }
          running.leave()
        }
      }
      meanwhile()
      running.wait()
    }
  }

  final class Counter: Sendable {
    private let value = Atomic<Int>(0)

    var count: Int { value.load(ordering: .relaxed) }

    func increase() { value.add(1, ordering: .relaxed) }
  }
#endif
