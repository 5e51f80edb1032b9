import Foundation

/// The share of all possible cases that the tests try: a sample in `swift test`, all of them in
/// `make torture`, which sets the variable `TORTURE`. Both run the same code.
package enum Effort: Sendable {
  case usual, exhaustive

  package static let current: Effort = variable("TORTURE") == nil ? .usual : .exhaustive

  /// The seed of samples and of random numbers; `TORTURE_SEED=2` gives others.
  package static let seed = variable("TORTURE_SEED").flatMap { UInt64($0) } ?? 1

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  package func pick<Value>(usual: Value, exhaustive: Value) -> Value {
    self == .usual ? usual : exhaustive
  }

  /// Returns everything, or in the usual run `count` elements at most: the first, the last, and a
  /// random one from each of equal parts between them.
  package func sample<Elements: RandomAccessCollection>(
    _ elements: Elements, _ count: Int, using random: inout SeededRandom
  ) -> [Elements.Element] {
    precondition(count >= 2)
    guard self == .usual, elements.count > count else { return Array(elements) }
    let inner = elements.count - 2
    let offsets = (0..<count - 2).map { stretch in
      let start = stretch * inner / (count - 2)
      return 1 + start + random.below((stretch + 1) * inner / (count - 2) - start)
    }
    return ([0] + offsets + [elements.count - 1]).map { offset in
      elements[elements.index(elements.startIndex, offsetBy: offset)]
    }
  }

  /// Returns the numbers of steps that fail, one run for each: 1, 2, 3 …, or in the usual run a
  /// random one out of each `stride`. The sequence is infinite.
  package func steps(every stride: Int) -> some Sequence<Int> {
    var random = SeededRandom(seed: Effort.seed)
    let stride = pick(usual: stride, exhaustive: 1)
    return sequence(state: 1) { (start: inout Int) -> Int? in
      defer { start += stride }
      return start + random.below(stride)
    }
  }

  /// Like ``sample(_:_:using:)``, with its own generator.
  package func sample<Elements: RandomAccessCollection>(
    _ elements: Elements, _ count: Int
  ) -> [Elements.Element] {
    var random = SeededRandom(seed: Effort.seed)
    return sample(elements, count, using: &random)
  }
}

extension SeededRandom {
  /// A number from 0 up to `limit`, `limit` excluded.
  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
