import Dispatch
import Synchronization

/// Makes what comes next on a thread of its own, while the caller is busy with what came before.
///
/// The items come in the order in which they were made, and then the error that ended the making.
/// Whoever lets go of it early ends the making with the next item.
package final class ReadAhead<Item: Sendable>: Sendable {
  private let channel = Channel()

  /// - Parameters:
  ///   - depth: so many items are made before the caller has taken the first.
  ///   - make: hands over one item after the other; false means that nobody wants more.
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

  /// The same from a source that the thread takes over.
  package convenience init<Source: ~Copyable & Sendable>(
    from source: consuming Source, depth: Int = 2,
    _ make: @escaping @Sendable (_ source: inout Source, _ give: (Item) -> Bool) throws -> Void
  ) {
    let handedOver = HandedOver(source)
    self.init(depth: depth) { give in
      guard var source = handedOver.taken() else { return }
      try make(&source, give)
    }
  }

  /// What closures cannot capture, since there must be only one of it.
  private final class HandedOver<Source: ~Copyable & Sendable>: Sendable {
    private let source: Mutex<Source?>

    init(_ source: consuming Source) { self.source = Mutex(source) }

    func taken() -> Source? { source.withLock { $0.take() } }
  }

  deinit { channel.abandon() }

  /// The next item, nil behind the last one. Waits until it is there.
  package func next() throws -> Item? { try channel.next() }

  private final class Channel: Sendable {
    private struct State {
      var items: [Item] = []
      var isAbandoned = false
      var failure: (any Error)?
    }

    private let state = Mutex(State())
    /// Signalled for every item that is there, and at the end.
    private let news = DispatchSemaphore(value: 0)
    /// Signalled for every item that may be made.
    let room = DispatchSemaphore(value: 0)

    func give(_ item: Item) -> Bool {
      room.wait()
      let isWanted = state.withLock { state in
        if !state.isAbandoned { state.items.append(item) }
        return !state.isAbandoned
      }
      news.signal()
      return isWanted
    }

    func end(_ failure: (any Error)?) {
      state.withLock { $0.failure = failure }
      news.signal()
    }

    func next() throws -> Item? {
      news.wait()
      let (item, failure): (Item?, (any Error)?) = state.withLock { state in
        if !state.items.isEmpty { return (state.items.removeFirst(), nil) }
        return (nil, state.failure)
      }
      if let item {
        room.signal()
        return item
      }
      // For whoever asks again.
      news.signal()
      if let failure { throw failure }
      return nil
    }

    func abandon() {
      state.withLock { $0.isAbandoned = true }
      room.signal()
    }
  }
}
