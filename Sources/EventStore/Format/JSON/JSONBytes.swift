/// A JSON text in memory, with every access checked.
///
/// Reading beyond the end returns 0, which no production of RFC 8259 allows anywhere, so the
/// grammar needs no separate check for the end.
@safe
struct JSONBytes {
  private let base: UnsafeRawPointer?
  let count: Int

  /// A view of bytes that must stay in memory while the view is used.
  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe base = bytes.baseAddress
    count = bytes.count
  }

  @inline(__always)
  subscript(index: Int) -> UInt8 {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return 0 }
    return unsafe base.unsafelyUnwrapped.load(fromByteOffset: index, as: UInt8.self)
  }

  /// The part of `range` that exists.
  subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
    let inside = range.clamped(to: 0..<count)
    return unsafe UnsafeRawBufferPointer(
      start: base.map { unsafe $0 + inside.lowerBound }, count: inside.count)
  }

  /// The text of the range, with invalid UTF-8 replaced. O(length).
  func string(_ range: Range<Int>) -> String {
    unsafe String(decoding: self[range], as: UTF8.self)
  }

  /// The first index at or after `start` with a quotation mark, a backslash, a control character or
  /// a byte that is not ASCII; the end if there is none. O(distance).
  @inline(__always)
  func plainEnd(from start: Int) -> Int {
    var index = start
    while index + 16 <= count {
      let block = unsafe base.unsafelyUnwrapped.loadUnaligned(
        fromByteOffset: index, as: SIMD16<UInt8>.self)
      let stops =
        (block .== SIMD16<UInt8>(repeating: 0x22))
        .| (block .== SIMD16<UInt8>(repeating: 0x5C))
        .| (block .< SIMD16<UInt8>(repeating: 0x20))
        .| (block .>= SIMD16<UInt8>(repeating: 0x80))
      if let lane = JSONScan.firstLane(of: stops) { return index + lane }
      index += 16
    }
    while index < count {
      let byte = self[index]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { break }
      index += 1
    }
    return index
  }

  /// The first index at or after `start` whose byte is not white space. O(distance).
  @inline(__always)
  func whitespaceEnd(from start: Int) -> Int {
    var index = start
    while JSONScan.isWhitespace(self[index]) { index += 1 }
    return index
  }

  /// Whether exactly this literal starts at `index`.
  func matches(_ literal: StaticString, at index: Int) -> Bool {
    unsafe self[index..<index + literal.utf8CodeUnitCount].elementsEqual(
      UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }
}

// MARK: - Numbers

extension JSONBytes {
  /// The index after the number at `start` (RFC 8259 §6), or nil if there is none. O(length).
  func numberEnd(from start: Int) -> Int? {
    var index = self[start] == UInt8(ascii: "-") ? start + 1 : start
    let first = self[index]
    guard let whole = digitsEnd(from: index) else { return nil }
    if first == UInt8(ascii: "0"), whole > index + 1 { return nil }
    index = whole
    if self[index] == UInt8(ascii: ".") {
      guard let fraction = digitsEnd(from: index + 1) else { return nil }
      index = fraction
    }
    if self[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if self[index] == UInt8(ascii: "-") || self[index] == UInt8(ascii: "+") { index += 1 }
      guard let exponent = digitsEnd(from: index) else { return nil }
      index = exponent
    }
    return index
  }

  /// The index after the digits at `start`; nil if there is none.
  @inline(__always)
  private func digitsEnd(from start: Int) -> Int? {
    var index = start
    while self[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
    return index > start ? index : nil
  }
}
