/// A source of random bytes: the operating system, or in tests a seed.
package protocol RandomSource: Sendable {
  /// Fills all of `bytes` with the next random bytes.
  mutating func fill(_ bytes: UnsafeMutableRawBufferPointer)
}

extension RandomSource {
  /// The next `count` random bytes. One allocation.
  @inlinable
  package mutating func next(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe bytes.withUnsafeMutableBytes { unsafe fill($0) }
    return bytes
  }

  /// The next 16 random bytes as two words, enough for an identifier. Allocates nothing.
  @inlinable
  package mutating func nextWords() -> (UInt64, UInt64) {
    var words: (UInt64, UInt64) = (0, 0)
    unsafe withUnsafeMutableBytes(of: &words) { unsafe fill($0) }
    return words
  }
}
