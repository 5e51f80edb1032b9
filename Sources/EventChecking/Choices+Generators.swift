// The basic generators. In each of them 0 is the simplest choice.
extension Choices {
  /// True in one of `times` cases; false is the simplest.
  public mutating func once(in times: Int) -> Bool { below(times) == times - 1 }

  /// One of the values; the first is the simplest.
  ///
  /// - Precondition: `values` is not empty.
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  /// One of the values; nil if there are none.
  public mutating func pickAny<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : pick(values)
  }

  /// One of the values with a probability proportional to its weight; the first is the simplest.
  ///
  /// - Precondition: some weight is positive, none is negative.
  public mutating func weighted<Value>(_ values: [(weight: Int, value: Value)]) -> Value {
    var rest = below(values.reduce(0) { $0 + $1.weight })
    for (weight, value) in values {
      if rest < weight { return value }
      rest -= weight
    }
    return values[values.count - 1].value
  }

  /// Some of the values, in their order; the empty list is the simplest.
  public mutating func some<Value>(of values: [Value]) -> [Value] {
    values.filter { _ in below(2) == 1 }
  }

  /// Calls `body` `average` times on average and at most `limit` times, until it returns false.
  /// Shrinking can remove each call.
  package mutating func repeated(
    average: Int, limit: Int, _ body: (inout Choices) -> Bool
  ) {
    for _ in 0..<limit {
      let goesOn = span { choices in choices.below(average + 1) > 0 && body(&choices) }
      if !goesOn { return }
    }
  }
}
