/// A generator for tests and sample data: the same seed gives the same bytes on every platform and
/// in every version. It must not be used for identifiers, keys or salts that leave the program,
/// since 8 of its bytes reveal all the others.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). A
/// copy returns the same bytes as the original.
package struct SeededRandom: RandomSource, RandomNumberGenerator {
  private var state: UInt64

  /// A generator with any seed; neighbouring seeds give unrelated bytes.
  package init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// Fills all of `bytes` with words, least significant byte first; the rest of the last word is
  /// dropped.
  package mutating func fill(_ bytes: UnsafeMutableRawBufferPointer) {
    for start in stride(from: 0, to: bytes.count, by: 8) {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      unsafe withUnsafeBytes(of: next().littleEndian as UInt64) { word in
        unsafe rest.copyBytes(from: word.prefix(rest.count))
      }
    }
  }
}
