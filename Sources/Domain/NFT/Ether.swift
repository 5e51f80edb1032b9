import EventEngine

/// An amount of ETH, exact to the wei (10⁻¹⁸ ETH).
///
/// Whole ETH and a remainder in wei are added separately, with a carry (Knuth, The Art of Computer
/// Programming, volume 2, 4.3.1, algorithm A). A price is below 10¹⁸ ETH, so 128 bits of whole ETH
/// hold the sum of 10²⁰ prices.
public struct Ether: Hashable, Sendable {
  /// Whole ETH.
  public let whole: UInt128
  /// The remainder in wei, below `weiPerEther`.
  public let wei: UInt64

  public static let weiPerEther: UInt64 = 1_000_000_000_000_000_000
  public static let zero = Ether(whole: 0, wei: 0)

  private static let fractionDigits = 18

  private init(whole: UInt128, wei: UInt64) {
    self.whole = whole
    self.wei = wei
  }
}

extension Ether {
  /// Parses digits without sign, exponent or superfluous leading zero, optionally followed by a
  /// point and 1 to 18 digits. Returns nil for any other text and for 2¹²⁸ ETH or more.
  public init?(decimal text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2 else { return nil }
    guard first.count == 1 || first.first != UInt8(ascii: "0"),
      let whole: UInt128 = Self.number(first)
    else { return nil }
    var wei: UInt64 = 0
    if parts.count == 2 {
      guard parts[1].count <= Self.fractionDigits, let digits: UInt64 = Self.number(parts[1])
      else { return nil }
      wei = (parts[1].count..<Self.fractionDigits).reduce(digits) { digits, _ in digits * 10 }
    }
    self.init(whole: whole, wei: wei)
  }

  /// Parses ASCII digits. Returns nil for other characters, for none and on overflow.
  private static func number<Number: FixedWidthInteger>(_ digits: Substring.UTF8View) -> Number? {
    digits.areASCIIDigits ? Number(Substring(digits)) : nil
  }

  /// Parses a price: an amount with at most 18 digits before the point.
  public init?(price text: String) {
    guard text.utf8.prefix(while: { $0 != UInt8(ascii: ".") }).count <= 18 else { return nil }
    self.init(decimal: text)
  }
}

extension Ether: CustomStringConvertible {
  /// The shortest decimal text: "1.5", "2", "0".
  public var description: String {
    if wei == 0 { return String(whole) }
    var digits = wei
    var count = Self.fractionDigits
    while digits % 10 == 0 {
      digits /= 10
      count -= 1
    }
    let text = String(digits)
    return "\(whole).\(String(repeating: "0", count: count - text.utf8.count))\(text)"
  }
}

extension Ether: Comparable {
  public static func < (left: Ether, right: Ether) -> Bool {
    (left.whole, left.wei) < (right.whole, right.wei)
  }

  public static func + (left: Ether, right: Ether) -> Ether {
    let wei = left.wei + right.wei  // below 2 · 10¹⁸, cannot overflow
    let carry: UInt128 = wei < weiPerEther ? 0 : 1
    return Ether(
      whole: left.whole + right.whole + carry, wei: wei - UInt64(carry) * weiPerEther)
  }
}

extension Sequence<Ether> {
  /// The exact sum; zero for an empty list.
  public var total: Ether { reduce(.zero, +) }
}

/// Encoded as decimal text. Decoding accepts only prices: at most 18 digits before the point.
extension Ether: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let ether = Ether(price: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is no amount of ETH")
    }
    self = ether
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
