import Synchronization

/// A source of random bytes that several closures share. None of them gets the bytes of another.
package final class SharedRandom: Sendable {
  private let source: Mutex<any RandomSource>

  package init(_ source: any RandomSource) { self.source = Mutex(source) }

  /// The next 16 random bytes as two words.
  package func nextWords() -> (UInt64, UInt64) { source.withLock { $0.nextWords() } }
}
