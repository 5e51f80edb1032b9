import EventStore
import Synchronization
import Testing

@Suite("Reading ahead")
struct ReadAheadTests {
  private struct Broken: Error {}

  @Test("Items are returned in order")
  func order() throws {
    let numbers = ReadAhead { give in for number in 0..<1_000 where !give(number) { return } }
    var received: [Int] = []
    while let number = try numbers.next() { received.append(number) }
    #expect(received == Array(0..<1_000))
    #expect(try numbers.next() == nil, "after the end every call returns nil")
  }

  @Test("Items before an error are returned first")
  func failure() throws {
    let numbers = ReadAhead<Int> { give in
      for number in 0..<3 where !give(number) { return }
      throw Broken()
    }
    for number in 0..<3 { #expect(try numbers.next() == number) }
    #expect(throws: Broken.self) { try numbers.next() }
    #expect(throws: Broken.self) { try numbers.next() }
  }

  @Test("A noncopyable source is consumed")
  func handedOver() throws {
    struct Countdown: ~Copyable, Sendable { var rest: Int }
    let numbers = ReadAhead<Int>(from: Countdown(rest: 3)) { countdown, give in
      while countdown.rest > 0, give(countdown.rest) { countdown.rest -= 1 }
    }
    for number in [3, 2, 1] { #expect(try numbers.next() == number) }
    #expect(try numbers.next() == nil)
  }

  @Test("Production stops at the depth, and after the consumer is released")
  func abandoning() async throws {
    let produced = Counter()
    let end = AsyncStream.makeStream(of: Int.self)
    do {
      let numbers = ReadAhead(depth: 3) { give in
        while give(produced.next()) {}
        end.continuation.yield(produced.count)
        end.continuation.finish()
      }
      _ = try numbers.next()
    }
    // One item was consumed, three are buffered and one was refused.
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
