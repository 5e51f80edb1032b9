import PlatformLibc

/// The bytes of a text of up to 15 bytes as two words, which are compared and hashed at once. Most
/// ids and names are that short.
struct ShortText: Equatable {
  static let longest = 15

  private(set) var low: UInt64
  /// The length is in the highest byte.
  private(set) var high: UInt64

  static let empty = ShortText(low: 0, high: 0)

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The first `count` bytes at `start`, up to 15; 16 are readable there.
  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, count: Int) {
    let bytes = unsafe UnsafeRawPointer(start)
    let first = unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    let second = unsafe UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    let length = UInt64(truncatingIfNeeded: count) << 56
    // Shifts by 64 and more give zero.
    let ones = ~UInt64(0)
    low = count < 8 ? first & ~(ones << UInt64(count * 8)) : first
    high = count < 8 ? length : second & ~(ones << UInt64((count - 8) * 8)) | length
  }

  /// Copies the bytes of a text; nil for more than 15 bytes.
  @inline(__always)
  init?(_ text: String) {
    if Self.layoutIsKnown {
      let (low, high) = unsafe unsafeBitCast(text, to: (UInt64, UInt64).self)
      if high >> 61 & 1 == 1 {
        self.init(low: low, high: high & 0x0fff_ffff_ffff_ffff)
        return
      }
    }
    let words = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe ShortText(bytes: $0) }
    guard let short = words ?? ShortText(collecting: text) else { return nil }
    self = short
  }

  /// Copies the bytes by overlapping loads instead of a loop, without reading beyond them; nil for
  /// more than 15.
  @inline(__always)
  private init?(bytes: UnsafeBufferPointer<UInt8>) {
    let count = bytes.count
    guard count <= Self.longest else { return nil }
    let memory = UnsafeRawBufferPointer(bytes)
    low = 0
    high = UInt64(truncatingIfNeeded: count) << 56
    if count >= 8 {
      low = unsafe UInt64(littleEndian: memory.loadUnaligned(as: UInt64.self))
      let rest = unsafe memory.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      high |= UInt64(littleEndian: rest) >> UInt64(128 - count * 8)
    } else if count >= 4 {
      let first = unsafe memory.loadUnaligned(as: UInt32.self)
      let rest = unsafe memory.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      low = UInt64(UInt32(littleEndian: first))
      low |= UInt64(UInt32(littleEndian: rest)) << UInt64(count * 8 - 32)
    } else if count > 0 {
      low = unsafe UInt64(bytes[0]) | UInt64(bytes[count / 2]) << UInt64(count / 2 * 8)
      low |= unsafe UInt64(bytes[count - 1]) << UInt64(count * 8 - 8)
    }
  }

  /// Copies the bytes of a text in which they are not contiguous; nil for more than 15.
  @inline(never)
  private init?(collecting text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    let bytes = Array(text.utf8)
    guard let short = unsafe bytes.withUnsafeBufferPointer({ unsafe ShortText(bytes: $0) }) else {
      return nil
    }
    self = short
  }

  /// The text, if it is ASCII and strings have the expected layout; else nil.
  ///
  /// A small string of the standard library holds its bytes from the lowest on; the highest byte
  /// is the length and `0xe0` for ASCII. Creating it this way takes a quarter of the time of
  /// `String(decoding:as:)`, which validates each byte.
  @inline(__always)
  var asciiString: String? {
    guard Self.layoutIsKnown, (low | high) & 0x8080_8080_8080_8080 == 0 else { return nil }
    var words = (low, high | 0xe000_0000_0000_0000)
    // The string is moved out of memory, since a cast would retain the words as an object.
    return unsafe withUnsafeMutableBytes(of: &words) { words in
      unsafe words.baseAddress!.assumingMemoryBound(to: String.self).move()
    }
  }

  /// Whether strings have the expected layout. The compiler evaluates it, so it costs nothing when
  /// the program runs.
  @inline(__always)
  private static var layoutIsKnown: Bool {
    MemoryLayout<String>.size == 16 && 1.littleEndian == 1
      && hasWords("", 0, 0xe000_0000_0000_0000)
      && hasWords("abcdefghijklmno", 0x6867_6665_6463_6261, 0xef6f_6e6d_6c6b_6a69)
  }

  @inline(__always)
  private static func hasWords(_ text: String, _ low: UInt64, _ high: UInt64) -> Bool {
    unsafe unsafeBitCast(text, to: (UInt64, UInt64).self) == (low, high)
  }

  /// Whether the bytes of this text sort before those of the other.
  func precedes(_ other: ShortText) -> Bool {
    // If all other bytes are equal, the length in the last byte orders a text after its prefixes.
    low == other.low
      ? high.byteSwapped < other.high.byteSwapped : low.byteSwapped < other.low.byteSwapped
  }
}

extension String {
  /// Whether this text's UTF-8 sorts before that of the other, byte by byte.
  package func precedesByBytes(_ other: String) -> Bool {
    guard let left = ShortText(self), let right = ShortText(other) else {
      return utf8.lexicographicallyPrecedes(other.utf8)
    }
    return left.precedes(right)
  }

  /// Whether both texts have the same UTF-8 bytes. Texts in records are compared in this way, since
  /// `==` equates different spellings of a character. O(length).
  public func hasSameBytes(as other: String) -> Bool {
    let short = ShortText(self)
    if short != ShortText(other) { return false }
    if short != nil { return true }
    let (left, right) = (utf8Span.span, other.utf8Span.span)
    return unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in
        unsafe left.count == right.count
          && memcmp(left.baseAddress!, right.baseAddress!, left.count) == 0
      }
    }
  }
}
