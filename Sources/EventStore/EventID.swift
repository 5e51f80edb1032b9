/// The identity of one event: a UUID (RFC 9562), sixteen bytes.
public struct EventID: Hashable, Sendable {
  /// The first eight bytes.
  package let high: UInt64
  /// The last eight bytes.
  package let low: UInt64

  /// Creates an id from its two halves.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A UUID of version 7: it begins with the milliseconds of the time, so that ids sort by time.
  /// The rest is random.
  package init(at time: Timestamp, random: (UInt64, UInt64)) {
    let milliseconds = UInt64(truncatingIfNeeded: time.rawValue) & 0xffff_ffff_ffff
    high = milliseconds << 16 | 0x7000 | random.0 & 0x0fff
    low = 0x8000_0000_0000_0000 | random.1 >> 2
  }

  /// A UUID of version 5: the first 16 bytes of a SHA-1, with the version and variant bits set (RFC
  /// 9562 §5.5).
  package init(version5 hash: [UInt8]) {
    var words: (UInt64, UInt64) = (0, 0)
    for byte in hash.prefix(8) { words.0 = words.0 << 8 | UInt64(byte) }
    for byte in hash.dropFirst(8).prefix(8) { words.1 = words.1 << 8 | UInt64(byte) }
    high = words.0 & ~0xf000 | 0x5000
    low = words.1 & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
  }
}

extension EventID: CustomStringConvertible {
  /// Reads `8-4-4-4-12` hexadecimal digits in either case; nil for anything else.
  public init?(_ text: String) {
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    var index = 0
    for byte in text.utf8 {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let value = Hexadecimal.value(of: byte).map(UInt64.init) else { return nil }
        if digits < 16 { words.0 = words.0 << 4 | value } else { words.1 = words.1 << 4 | value }
        digits += 1
      }
      index += 1
    }
    guard index == 36 else { return nil }
    high = words.0
    low = words.1
  }

  public var description: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
