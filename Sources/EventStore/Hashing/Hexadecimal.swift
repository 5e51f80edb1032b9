/// Bytes as pairs of hexadecimal digits (RFC 4648 §8), written in lower case.
public enum Hexadecimal {
  /// Two digits for each byte, in order. One allocation.
  public static func encode(_ bytes: [UInt8]) -> String {
    unsafe bytes.withUnsafeBytes { unsafe encode($0) }
  }

  /// Two digits for each byte, in order. One allocation.
  public static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    unsafe String(unsafeUninitializedCapacity: bytes.count * 2) { digits in
      for index in 0..<bytes.count {
        let byte = unsafe bytes[index]
        unsafe digits[2 * index] = digit(byte >> 4)
        unsafe digits[2 * index + 1] = digit(byte & 0xf)
      }
      return bytes.count * 2
    }
  }

  /// The bytes that `text` spells, in either case; nil if it holds anything but digits or an
  /// odd number of them.
  public static func decode(_ text: String) -> [UInt8]? {
    let digits = text.utf8
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

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
