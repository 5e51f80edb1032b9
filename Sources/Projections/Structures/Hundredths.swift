/// A quotient with two decimals, rounded half up.
public struct Hundredths: Equatable, Sendable {
  public let count: Int

  /// Division by 0 yields 0.
  init(of dividend: Int, by divisor: Int) {
    count = divisor == 0 ? 0 : (200 * dividend + divisor) / (2 * divisor)
  }
}

extension Hundredths: Encodable {
  /// Encodes 250 as `2.5` and 300 as `3`: JSON prints the `Double` nearest to a number of two
  /// decimals as that number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Double(count) / 100)
  }
}
