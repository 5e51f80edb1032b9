extension JSONDecimal: Comparable {
  /// Whether the first value is less than the second. O(digits), however large the exponents are.
  package static func < (left: JSONDecimal, right: JSONDecimal) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.magnitudeIsLess(than: left) : left.magnitudeIsLess(than: right)
  }

  private func magnitudeIsLess(than other: JSONDecimal) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    return point == other.point
      ? digits.lexicographicallyPrecedes(other.digits) : point < other.point
  }
}
