import EventStore
import Synchronization
import Testing

@Suite("Reading ahead")
struct ReadAheadTests {
  private struct Broken: Error {}

  @Test("The items come in the order in which they were made")
  func order() throws {
    let numbers = ReadAhead { give in for number in 0..<1_000 where !give(number) { return } }
    var taken: [Int] = []
    while let number = try numbers.next() { taken.append(number) }
    #expect(taken == Array(0..<1_000))
    #expect(try numbers.next() == nil, "behind the end there is nothing, however often one asks")
  }

  @Test("What was made before an error comes before it")
  func failure() throws {
    let numbers = ReadAhead<Int> { give in
      for number in 0..<3 where !give(number) { return }
      throw Broken()
    }
    for number in 0..<3 { #expect(try numbers.next() == number) }
    #expect(throws: Broken.self) { try numbers.next() }
    #expect(throws: Broken.self) { try numbers.next() }
  }

  @Test("A source that cannot be copied is handed over")
  func handedOver() throws {
    struct Countdown: ~Copyable, Sendable { var rest: Int }
    let numbers = ReadAhead<Int>(from: Countdown(rest: 3)) { countdown, give in
      while countdown.rest > 0, give(countdown.rest) { countdown.rest -= 1 }
    }
    for number in [3, 2, 1] { #expect(try numbers.next() == number) }
    #expect(try numbers.next() == nil)
  }

  @Test("No more is made than was asked for, and nothing once nobody wants it")
  func abandoning() async throws {
    let made = Counter()
    let end = AsyncStream.makeStream(of: Int.self)
    do {
      let numbers = ReadAhead(depth: 3) { give in
        while give(made.next()) {}
        end.continuation.yield(made.count)
        end.continuation.finish()
      }
      _ = try numbers.next()
    }
    // One was taken, three lie ready and one was refused.
    for await count in end.stream { #expect((2...5).contains(count)) }
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func next() -> Int {
      value.withLock { value in
        value += 1
        return value
      }
    }
  }
}
