import EventEngine

/// The source of the random decisions of a story. All generators draw small numbers from here.
public struct Choices: Sendable {
  private var random: SeededRandom

  /// Random decisions, the same for the same seed.
  package init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// A uniform number from 0 to `bound` - 1.
  ///
  /// - Precondition: `bound` is positive.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "There is nothing to choose from.")
    return Int(random.next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// True in one of `times` cases.
  public mutating func once(in times: Int) -> Bool { below(times) == times - 1 }

  /// One of the values.
  ///
  /// - Precondition: `values` is not empty.
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  /// One of the values; nil if there are none.
  public mutating func pickAny<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : pick(values)
  }

  /// One of the values with a probability proportional to its weight.
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

  /// Some of the values, in their order.
  public mutating func some<Value>(of values: [Value]) -> [Value] {
    values.filter { _ in below(2) == 1 }
  }
}
