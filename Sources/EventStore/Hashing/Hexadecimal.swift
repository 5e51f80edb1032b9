/// Bytes as pairs of hexadecimal digits (RFC 4648 §8), written in lower case.
package enum Hexadecimal {
  /// Two digits for each byte, in order.
  package static func encode(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    digits.append(hexadecimal: bytes)
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes of `text`, with digits in either case; nil if it contains anything but digits or an
  /// odd number of them.
  package static func decode(_ text: String) -> [UInt8]? { decode(text.utf8) }

  /// The bytes of digits in UTF-8, as ``decode(_:)-(String)`` gives them.
  static func decode(_ digits: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var rest = digits.makeIterator()
    while let high = rest.next() {
      guard let low = rest.next(), let highValue = value(of: high), let lowValue = value(of: low)
      else { return nil }
      bytes.append(highValue << 4 | lowValue)
    }
    return bytes
  }

  /// The value of one digit in either case; nil for any other byte.
  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

// MARK: - Eight digits at once

extension Hexadecimal {
  /// The eight lower-case digits of a word, computed together, the first one in the lowest byte.
  static func digits(of word: UInt32) -> UInt64 {
    // Each step spreads the halves, until every half byte has a byte of its own.
    var halves = UInt64(word.byteSwapped)
    halves = (halves | halves << 16) & 0x0000_ffff_0000_ffff
    halves = (halves | halves << 8) & 0x00ff_00ff_00ff_00ff
    halves = (halves >> 4 | halves << 8) & 0x0f0f_0f0f_0f0f_0f0f
    let letters = (halves + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return halves + 0x3030_3030_3030_3030 + letters * 39
  }

  /// The value of eight lower-case digits, the first in the lowest byte; nil if one is not a digit.
  /// Computed without a loop, since every record has an id and a checksum to read.
  @inline(__always)
  static func value(ofWord digits: UInt64) -> UInt32? {
    let tops: UInt64 = 0x8080_8080_8080_8080
    guard digits & tops == 0 else { return nil }
    // With every byte below 0x80 nothing carries from one byte into the next: a sum's top bit
    // indicates whether the byte has reached the bound.
    let decimal = (digits &+ 0x5050_5050_5050_5050) & ~(digits &+ 0x4646_4646_4646_4646)
    let letter = (digits &+ 0x1f1f_1f1f_1f1f_1f1f) & ~(digits &+ 0x1919_1919_1919_1919)
    guard (decimal | letter) & tops == tops else { return nil }
    var value = digits & 0x0f0f_0f0f_0f0f_0f0f
    value = value &+ (letter & tops) >> 7 &* 9
    value = (value << 4 | value >> 8) & 0x00ff_00ff_00ff_00ff
    value = (value | value >> 8) & 0x0000_ffff_0000_ffff
    value = (value | value >> 16) & 0xffff_ffff
    return UInt32(truncatingIfNeeded: value).byteSwapped
  }
}
