/// A wrapper of one whole number within a range, coded as that number.
///
/// Decoding a number outside the range fails with an error that names the member and the range. So
/// all computations with the values of a journal stay within known bounds.
public protocol BoundedNumber: RawRepresentable<Int>, Hashable, Codable, Sendable {
  /// The valid values.
  static var range: ClosedRange<Int> { get }

  /// Creates a value from a number that the caller knows to be in the range.
  init(rawValue: Int)
}

extension BoundedNumber {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try container.decode(Int.self)
    guard Self.range.contains(number) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription:
          "\(number) is not in the range \(Self.range.lowerBound) to \(Self.range.upperBound)")
    }
    self.init(rawValue: number)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
