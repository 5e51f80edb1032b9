/// A JSON number of any size and precision, as spelled: RFC 8259 §6.
///
/// Numbers are equal if they are spelled alike; compare `canonical` to compare values.
public struct JSONNumber: Hashable, Sendable {
  /// The spelling, such as `-12.50e+3`.
  public let text: String

  /// A number from its spelling; nil unless `text` is exactly one number as in RFC 8259 §6.
  /// O(length).
  public init?(_ text: String) {
    let utf8 = Array(text.utf8)
    let end = unsafe utf8.withUnsafeBytes { unsafe JSONBytes($0).numberEnd(from: 0) }
    guard end == utf8.count else { return nil }
    self.text = text
  }

  /// An integer in plain spelling.
  public init(_ integer: some BinaryInteger) { text = String(integer) }

  /// A number from a text that is known to be one.
  init(valid text: String) { self.text = text }

  /// The value of an integer in plain spelling, digits with at most a minus sign before them; nil
  /// for `1.0` and `1e2`, and beyond 64 bits. O(length).
  public var exactInteger: Int64? { Int64(text) }

  /// The value of a whole number, however it is spelled: 5, 5.0, 5e0 and 50e-1 are the same; nil
  /// for any other number, and beyond 64 bits. O(length).
  package var wholeNumber: Int64? {
    exactInteger ?? JSONDecimal(text)?.integer(limit: 19).flatMap { Int64($0) }
  }

  /// The exact decimal value in a canonical spelling: 1, 1.0, 1e0 and 10e-1 all give `1`, and -0
  /// gives `0`.
  ///
  /// A plain decimal for magnitudes from 10⁻⁶ to below 10²¹, otherwise one digit before the point
  /// and an exponent, as in ECMAScript's `Number::toString`, but with all digits. A spelling with
  /// an exponent of more than 17 digits is kept, with its E in lower case. O(length), however large
  /// the exponent is.
  package var canonical: String { JSONDecimal(text)?.canonical ?? text.lowercased() }
}

/// A number as sign, digits and power of ten. The digits neither begin nor end with a zero.
package struct JSONDecimal: Equatable {
  private(set) var isNegative: Bool
  /// ASCII digits; empty for zero.
  private(set) var digits: [UInt8]
  /// The value is 0.digits × 10^point.
  private(set) var point: Int

  /// - Parameter text: must be a number.
  /// - Returns: nil if the exponent has more than 17 digits.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "e"), omittingEmptySubsequences: false)
      .flatMap { $0.split(separator: UInt8(ascii: "E"), omittingEmptySubsequences: false) }
    let mantissa = parts[0].drop { $0 == UInt8(ascii: "-") }
    let whole = mantissa.prefix { $0 != UInt8(ascii: ".") }
    let all = Array(whole) + mantissa.dropFirst(whole.count + 1)
    isNegative = text.utf8.first == UInt8(ascii: "-")
    let significant = all.drop { $0 == UInt8(ascii: "0") }
    let trailing = significant.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    digits = Array(significant.dropLast(trailing))
    point = whole.count - (all.count - significant.count)
    if digits.isEmpty {
      isNegative = false
      point = 0
    } else if parts.count > 1 {
      guard let exponent = Self.exponent(parts[1]) else { return nil }
      point += exponent
    }
  }

  private static func exponent(_ text: Substring.UTF8View) -> Int? {
    let magnitude = text.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
      .drop { $0 == UInt8(ascii: "0") }
    guard magnitude.count <= 17 else { return nil }
    let value = magnitude.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  /// The digits of an integer of at most `limit` digits, with its sign; nil for anything else.
  func integer(limit: Int) -> String? {
    if digits.isEmpty { return "0" }
    guard point >= digits.count, point <= limit else { return nil }
    return sign + text(digits) + zeros(point - digits.count)
  }

  /// See `JSONNumber.canonical`.
  var canonical: String {
    if digits.isEmpty { return "0" }
    if point > 21 || point <= -6 {
      let exponent = point - 1
      let fraction = digits.count > 1 ? "." + text(digits[1...]) : ""
      return sign + text(digits[..<1]) + fraction + (exponent < 0 ? "e" : "e+") + "\(exponent)"
    }
    if point <= 0 { return sign + "0." + zeros(-point) + text(digits) }
    if point >= digits.count { return sign + text(digits) + zeros(point - digits.count) }
    return sign + text(digits[..<point]) + "." + text(digits[point...])
  }

  private var sign: String { isNegative ? "-" : "" }
  private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
  private func text(_ digits: some Collection<UInt8>) -> String {
    String(decoding: digits, as: UTF8.self)
  }
}
