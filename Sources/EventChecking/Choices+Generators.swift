// The generators that the others are made of. In each of them 0 is the simplest choice.
extension Choices {
  /// A number of the range; the lowest is the simplest.
  public mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// True once in `times` times; false is the simplest.
  public mutating func once(in times: Int) -> Bool { below(times) == times - 1 }

  /// One of the values; the first is the simplest.
  ///
  /// - Precondition: there is one.
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  /// One of the values, nil when there is none.
  public mutating func pickAny<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : pick(values)
  }

  /// One of the values, each as often as its weight says; the first is the simplest.
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

  /// The value of `body` three times in four, else nil, which is the simplest.
  public mutating func maybe<Value>(_ body: (inout Choices) -> Value) -> Value? {
    below(4) == 0 ? nil : body(&self)
  }

  /// Some of the values, in their order; none is the simplest.
  public mutating func some<Value>(of values: [Value]) -> [Value] {
    values.filter { _ in below(2) == 1 }
  }

  /// `body` again and again, `average` times on average and `limit` times at most; each time can be
  /// left out on its own.
  public mutating func repeated(
    average: Int, limit: Int, _ body: (inout Choices) -> Bool
  ) {
    for _ in 0..<limit {
      let goesOn = span { choices in choices.below(average + 1) > 0 && body(&choices) }
      if !goesOn { return }
    }
  }
}
