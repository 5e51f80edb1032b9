import Dispatch
import Synchronization

/// Produces items ahead on a thread of its own, while the caller processes the previous ones.
///
/// The items are returned in the order of production, followed by the error that ended it.
/// Releasing the object early ends the production with the next item.
package final class ReadAhead<Item: Sendable>: Sendable {
  private let channel = Channel()

  /// - Parameters:
  ///   - depth: the number of items that are produced before the caller takes the first.
  ///   - make: passes one item after the other to `give`, until that returns false: no more are
  ///     wanted.
  package init(
    depth: Int = 2, _ make: @escaping @Sendable (_ give: (Item) -> Bool) throws -> Void
  ) {
    let channel = channel
    for _ in 0..<depth { channel.room.signal() }
    DispatchQueue(label: "read.ahead").async {
      do {
        try make(channel.give)
        channel.end(nil)
      } catch { channel.end(error) }
    }
  }

  /// Produces items from a source that the thread takes over.
  package convenience init<Source: ~Copyable & Sendable>(
    from source: consuming Source, depth: Int = 2,
    _ make: @escaping @Sendable (_ source: inout Source, _ give: (Item) -> Bool) throws -> Void
  ) {
    let box = SourceBox(source)
    self.init(depth: depth) { give in
      guard var source = box.take() else { return }
      try make(&source, give)
    }
  }

  /// A box for a noncopyable source, which closures cannot capture.
  private final class SourceBox<Source: ~Copyable & Sendable>: Sendable {
    private let source: Mutex<Source?>

    init(_ source: consuming Source) { self.source = Mutex(source) }

    func take() -> Source? { source.withLock { $0.take() } }
  }

  deinit { channel.abandon() }

  /// The next item; nil after the last one. Waits until it is available.
  ///
  /// - Parameter work: called repeatedly while no item is available; does a piece of other work,
  ///   and returns false if there is none left.
  package func next(meanwhile work: () -> Bool = { false }) throws -> Item? {
    try channel.next(meanwhile: work)
  }

  private final class Channel: Sendable {
    private struct State {
      var items: [Item] = []
      var isAbandoned = false
      var failure: (any Error)?
    }

    private let state = Mutex(State())
    /// Signalled for every available item, and at the end.
    private let available = DispatchSemaphore(value: 0)
    /// Signalled for every item that may be produced.
    let room = DispatchSemaphore(value: 0)

    func give(_ item: Item) -> Bool {
      room.wait()
      let isWanted = state.withLock { state in
        if !state.isAbandoned { state.items.append(item) }
        return !state.isAbandoned
      }
      available.signal()
      return isWanted
    }

    func end(_ failure: (any Error)?) {
      state.withLock { $0.failure = failure }
      available.signal()
    }

    func next(meanwhile work: () -> Bool) throws -> Item? {
      while available.wait(timeout: .now()) == .timedOut {
        if work() { continue }
        available.wait()
        break
      }
      let (item, failure): (Item?, (any Error)?) = state.withLock { state in
        if !state.items.isEmpty { return (state.items.removeFirst(), nil) }
        return (nil, state.failure)
      }
      if let item {
        room.signal()
        return item
      }
      // Further calls after the end must not wait.
      available.signal()
      if let failure { throw failure }
      return nil
    }

    func abandon() {
      state.withLock { $0.isAbandoned = true }
      room.signal()
    }
  }
}
