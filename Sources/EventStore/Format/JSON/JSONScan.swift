/// Scans JSON that was validated when it was written, sixteen bytes at a time.
///
/// Every function here relies on one guarantee about memory, and on none about content: scanning
/// starts at or before `end`, the byte at `end` is a line feed, and at least 64 bytes after `end`
/// are readable. A line feed is a control character, so every scan stops there at the latest,
/// whatever the bytes before it are.
@usableFromInline
enum JSONScan {
  /// The maximum nesting depth; ``skipValue(_:end:)`` rejects deeper containers.
  @inlinable static var maximumDepth: Int { 128 }

  /// The place of the first byte at or after `start` that is a quotation mark, a backslash or a
  /// control character (below 0x20). O(distance).
  @inlinable @inline(__always)
  static func stringEnd(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var place = unsafe start
    while true {
      if let lane = unsafe stringStop(UnsafeRawPointer(place)) { return unsafe place + lane }
      unsafe place += 16
    }
  }

  /// The index of the first of the sixteen bytes at `place` that is special in a string: a
  /// quotation mark, a backslash or a control character.
  @inlinable @inline(__always)
  static func stringStop(_ place: UnsafeRawPointer) -> Int? {
    firstLane(of: stringStops(in: unsafe place.loadUnaligned(as: SIMD16<UInt8>.self)))
  }

  @inlinable @inline(__always)
  static func stringStops(in block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    (block .== SIMD16<UInt8>(repeating: 0x22))
      .| (block .== SIMD16<UInt8>(repeating: 0x5C))
      .| (block .< SIMD16<UInt8>(repeating: 0x20))
  }

  /// The place of the first byte at or after `start` that is a quotation mark, a bracket, a brace
  /// or a control character. O(distance).
  @inlinable @inline(__always)
  static func structureEnd(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var place = unsafe start
    while true {
      let block = unsafe UnsafeRawPointer(place).loadUnaligned(as: SIMD16<UInt8>.self)
      let folded = block | SIMD16<UInt8>(repeating: 0x20)  // [ and ] become { and }
      let stops =
        (block .== SIMD16<UInt8>(repeating: 0x22))
        .| (folded .== SIMD16<UInt8>(repeating: 0x7B))
        .| (folded .== SIMD16<UInt8>(repeating: 0x7D))
        .| (block .< SIMD16<UInt8>(repeating: 0x20))
      if let lane = firstLane(of: stops) { return unsafe place + lane }
      unsafe place += 16
    }
  }

  /// The place after the string whose opening quotation mark is at `start`; nil if a control
  /// character comes before the closing one. The character after a backslash is not examined.
  /// O(length).
  @inlinable
  static func skipString(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var place = unsafe stringEnd(start + 1)
    while unsafe place.pointee != UInt8(ascii: "\"") {
      // A backslash before the line feed at the end must not skip it.
      guard unsafe place.pointee == UInt8(ascii: "\\"), unsafe place[1] >= 0x20 else { return nil }
      unsafe place = stringEnd(place + 2)
    }
    return unsafe place + 1
  }

  /// The place after the value whose first byte is at `start`; nil if there is no value, or if it
  /// is nested deeper than ``maximumDepth``.
  ///
  /// Brackets must match and strings must end. Nothing else is checked, because records are
  /// validated when they are written. O(length), no recursion.
  @inlinable
  static func skipValue(
    _ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    switch unsafe start.pointee {
    case UInt8(ascii: "\""): unsafe skipString(start)
    case UInt8(ascii: "{"), UInt8(ascii: "["): unsafe skipContainer(start, end: end)
    case UInt8(ascii: "t"): unsafe word(at: start) == trueWord ? start + 4 : nil
    case UInt8(ascii: "n"): unsafe word(at: start) == nullWord ? start + 4 : nil
    case UInt8(ascii: "f"): unsafe word(at: start + 1) == alseWord ? start + 5 : nil
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): unsafe skipNumber(start)
    default: nil
    }
  }

  /// The place of the first byte at or after `start` that is not white space, at most `end`.
  /// O(distance).
  @inlinable @inline(__always)
  static func skipWhitespace(
    _ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var place = unsafe start
    while unsafe place < end, unsafe isWhitespace(place.pointee) { unsafe place += 1 }
    return unsafe place
  }

  @inlinable
  static func skipContainer(
    _ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    var place = unsafe start
    var depth = 0
    var braces: UInt128 = 0  // one bit for each open container: is it an object?
    while true {
      unsafe place = structureEnd(place)
      switch unsafe place.pointee {
      case UInt8(ascii: "\""):
        guard let next = unsafe skipString(place) else { return nil }
        unsafe place = next
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > maximumDepth { return nil }
        braces = unsafe braces << 1 | (place.pointee == UInt8(ascii: "{") ? 1 : 0)
        unsafe place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard unsafe (braces & 1 == 1) == (place.pointee == UInt8(ascii: "}")) else { return nil }
        braces >>= 1
        depth -= 1
        unsafe place += 1
        if depth == 0 { return unsafe place }
      default:
        guard unsafe place < end, unsafe isWhitespace(place.pointee) else { return nil }
        unsafe place += 1
      }
    }
  }

  @inlinable
  static func skipNumber(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var place = unsafe start + 1
    while true {
      switch unsafe place.pointee {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"),
        UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
        unsafe place += 1
      default: return unsafe place
      }
    }
  }

  @inlinable @inline(__always)
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// The index of the first set lane. Two 64-bit words are faster than sixteen lanes.
  @inlinable @inline(__always)
  static func firstLane(of mask: SIMDMask<SIMD16<Int8>>) -> Int? {
    let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    if words[0] != 0 { return words[0].littleEndian.trailingZeroBitCount >> 3 }
    if words[1] != 0 { return 8 + words[1].littleEndian.trailingZeroBitCount >> 3 }
    return nil
  }

  /// Four bytes as a number that can be compared with the words below.
  @inlinable @inline(__always)
  static func word(at place: UnsafePointer<UInt8>) -> UInt32 {
    unsafe UInt32(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt32.self))
  }

  @inlinable static var trueWord: UInt32 { 0x6575_7274 }
  @inlinable static var alseWord: UInt32 { 0x6573_6C61 }
  @inlinable static var nullWord: UInt32 { 0x6C6C_756E }
}
