#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Texts of up to 15 bytes as two words, the way a `String` holds them itself on 64-bit processors:
/// made, compared and hashed without a look at every byte. Ids, names and stations are that short.
///
/// The layout is that of the standard library's small strings: the bytes from the lowest on, in the
/// highest byte `0xe` for ASCII or `0xa` and the length. Where it is another one, texts are made and
/// compared in the general way, with the same results.
enum ShortText {
  static let longest = 15
  /// How many bytes have to be readable where a text is made of some.
  static let readable = 16

  struct Words: Equatable {
    var low: UInt64
    /// The length in the highest byte.
    var high: UInt64

    var isASCII: Bool { (low | high) & 0x8080_8080_8080_8080 == 0 }
  }

  /// The words of so many bytes, up to 15; 16 are readable at `start`.
  @inline(__always)
  static func words(_ start: UnsafePointer<UInt8>, count: Int) -> Words {
    let bytes = unsafe UnsafeRawPointer(start)
    let low = unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    let high = unsafe UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    let length = UInt64(truncatingIfNeeded: count) << 56
    // Shifts by 64 and more leave nothing.
    let kept = ~UInt64(0)
    return count < 8
      ? Words(low: low & ~(kept << UInt64(count * 8)), high: length)
      : Words(low: low, high: high & ~(kept << UInt64((count - 8) * 8)) | length)
  }

  /// The words of a text, whatever it is held in; nil when it is longer.
  @inline(__always)
  static func words(_ text: String) -> Words? {
    if layoutIsKnown {
      let (low, high) = unsafe unsafeBitCast(text, to: (UInt64, UInt64).self)
      if high >> 61 & 1 == 1 { return Words(low: low, high: high & 0x0fff_ffff_ffff_ffff) }
    }
    return collectedWords(text)
  }

  /// For texts that lie elsewhere although they are short.
  @inline(never)
  private static func collectedWords(_ text: String) -> Words? {
    let bytes = text.utf8
    guard bytes.count <= longest else { return nil }
    var words = Words(low: 0, high: UInt64(bytes.count) << 56)
    for (place, byte) in bytes.enumerated() {
      if place < 8 {
        words.low |= UInt64(byte) << UInt64(place * 8)
      } else {
        words.high |= UInt64(byte) << UInt64(place * 8 - 64)
      }
    }
    return words
  }

  /// The text of these words, all of whose bytes are ASCII; nil where the layout is another.
  @inline(__always)
  static func string(ofASCII words: Words) -> String? {
    guard layoutIsKnown else { return nil }
    var held = (words.low, words.high | 0xe000_0000_0000_0000)
    // Moved out of where it lies: a cast would retain what is no object.
    return unsafe withUnsafeMutableBytes(of: &held) { held in
      unsafe held.baseAddress!.assumingMemoryBound(to: String.self).move()
    }
  }

  /// Known when the code is compiled: nothing of this is left in it.
  @inline(__always)
  private static var layoutIsKnown: Bool {
    MemoryLayout<String>.size == 16 && 1.littleEndian == 1
      && isHeld("", as: 0, 0xe000_0000_0000_0000)
      && isHeld("abcdefghijklmno", as: 0x6867_6665_6463_6261, 0xef6f_6e6d_6c6b_6a69)
  }

  @inline(__always)
  private static func isHeld(_ text: String, as low: UInt64, _ high: UInt64) -> Bool {
    unsafe unsafeBitCast(text, to: (UInt64, UInt64).self) == (low, high)
  }
}

extension String {
  /// The text that so many bytes of a line spell; what is no UTF-8 is replaced. At least 16 bytes
  /// are readable behind `start`.
  @inline(__always)
  init(line start: UnsafePointer<UInt8>, count: Int) {
    if count <= ShortText.longest {
      let words = unsafe ShortText.words(start, count: count)
      if words.isASCII, let text = ShortText.string(ofASCII: words) {
        self = text
        return
      }
    }
    self = unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Whether its UTF-8 comes first, compared byte by byte.
  func precedesByBytes(_ other: String) -> Bool {
    guard let left = ShortText.words(self), let right = ShortText.words(other) else {
      return utf8.lexicographicallyPrecedes(other.utf8)
    }
    // The length, in the last byte, decides between a text and its beginning.
    return left.low == right.low
      ? left.high.byteSwapped < right.high.byteSwapped
      : left.low.byteSwapped < right.low.byteSwapped
  }

  /// Whether both are the same UTF-8, as records are compared; `==` takes different spellings of a
  /// character for the same.
  public func hasSameBytes(as other: String) -> Bool {
    let words = ShortText.words(self)
    if words != ShortText.words(other) { return false }
    if words != nil { return true }
    let (left, right) = (utf8Span.span, other.utf8Span.span)
    return unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in
        unsafe left.count == right.count
          && memcmp(left.baseAddress!, right.baseAddress!, left.count) == 0
      }
    }
  }
}
