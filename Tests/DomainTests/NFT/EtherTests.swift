import Domain
import EventEngine
import Foundation
import TestSupport
import Testing

@Suite struct `An amount of ETH` {
  @Test(arguments: [
    ("0", "0"), ("0.0", "0"), ("0.000000000000000000", "0"), ("1", "1"), ("1.50", "1.5"),
    ("2.000", "2"), ("10", "10"), ("0.000000000000000001", "0.000000000000000001"),
    ("0.100000000000000000", "0.1"),
    (
      "999999999999999999.999999999999999999", "999999999999999999.999999999999999999"
    ),
  ])
  func `is printed without trailing zeros`(text: String, shown: String) throws {
    let ether = try #require(Ether(decimal: text))
    #expect(ether.description == shown)
    #expect(Ether(decimal: shown) == ether)
    #expect(Ether(price: text) == ether)
  }

  @Test(arguments: [
    "", ".", "1.", ".5", "-1", "+1", "01", "00", "00.5", "1e3", "1,5", " 1", "1 ", "0x1", "١",
    "1.0000000000000000001", "1.5.2", "１", "1_000", "NaN", "1.-5", "1.5 ",
  ])
  func `is parsed only from plain decimals`(text: String) {
    #expect(Ether(decimal: text) == nil)
    #expect(Ether(price: text) == nil)
  }

  @Test func `has at most 18 digits before the point as a price`() {
    let price = "123456789012345678.123456789012345678"
    #expect(Ether(price: price)?.description == price)
    #expect(Ether(price: "1234567890123456789") == nil)
    #expect(Ether(decimal: "1234567890123456789")?.description == "1234567890123456789")
  }

  @Test func `holds up to 128 bits of whole ETH`() {
    let largest = "\(UInt128.max).999999999999999999"
    #expect(Ether(decimal: largest)?.description == largest)
    #expect(Ether(decimal: "340282366920938463463374607431768211456") == nil)
  }

  @Test func `is encoded as its decimal text`() throws {
    let amounts: [Ether] = ["1.50", "0", "123456789012345678.000000000000000001"]
    let bytes = try JSONEncoder().encode(amounts)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"["1.5","0","123456789012345678.000000000000000001"]"#)
    #expect(try JSONDecoder().decode([Ether].self, from: bytes) == amounts)
    for wrong in [#"["1,5"]"#, "[1.5]", "[1]", #"["-1"]"#, #"["1234567890123456789"]"#] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([Ether].self, from: Data(wrong.utf8))
      }
    }
  }

  @Test func `carries from wei to whole ETH`() {
    let wei: Ether = "0.000000000000000001"
    #expect("0.999999999999999999" + wei == "1")
    #expect("18446744073709551615.999999999999999999" + wei == "18446744073709551616")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `adds and compares like decimal arithmetic by hand`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let left = decimal(&random), right = decimal(&random)
      let sum = Ether(stringLiteral: left) + Ether(stringLiteral: right)
      #expect(sum == Ether(stringLiteral: Paper.sum(left, right)))
      #expect(sum.description == Paper.shown(Paper.sum(left, right)))
      #expect(
        (Ether(stringLiteral: left) < Ether(stringLiteral: right)) == Paper.isLess(left, right))
    }
  }

  @Test func `holds sums of more than 40 digits`() {
    let price = "999999999999999999.999999999999999999"
    var sum = "0"
    for _ in 0..<5000 { sum = Paper.sum(sum, price) }
    let total = Array(repeating: Ether(stringLiteral: price), count: 5000).total
    #expect(total.description == Paper.shown(sum))
    #expect(total.description == "4999999999999999999999.999999999999995")
    let large: Ether = "9999999999999999999999.999999999999999999"
    #expect((large + large).description == "19999999999999999999999.999999999999999998")
    #expect([Ether]().total == .zero)
  }

  /// A random decimal with up to 37 digits before the point and 18 after it.
  private func decimal(_ random: inout SeededRandom) -> String {
    func digits(_ count: Int) -> String {
      String((0..<count).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
    }
    let whole = digits(Int.random(in: 1...37, using: &random)).drop { $0 == "0" }
    let fraction = digits(Int.random(in: 0...18, using: &random))
    return (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : ".\(fraction)")
  }
}

/// Decimal arithmetic on texts, digit by digit.
private enum Paper {
  static func sum(_ left: String, _ right: String) -> String {
    var carry = 0
    var digits: [Character] = []
    for (left, right) in zip(wei(left, 60).reversed(), wei(right, 60).reversed()) {
      let sum = left + right + carry
      digits.append(Character("\(sum % 10)"))
      carry = sum / 10
    }
    let text = String(digits.reversed())
    let whole = text.dropLast(18).drop { $0 == "0" }
    return (whole.isEmpty ? "0" : whole) + "." + text.suffix(18)
  }

  static func isLess(_ left: String, _ right: String) -> Bool {
    wei(left, 60).lexicographicallyPrecedes(wei(right, 60))
  }

  static func shown(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = text
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// The digits of the amount in wei, with leading zeros.
  private static func wei(_ text: String, _ count: Int) -> [Int] {
    let parts = text.split(separator: ".")
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    let digits = parts[0] + fraction + String(repeating: "0", count: 18 - fraction.count)
    return Array(repeating: 0, count: count - digits.count) + digits.compactMap(\.wholeNumberValue)
  }
}
