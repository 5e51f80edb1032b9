import EventEngine

/// The source and the record of the random decisions of one trial.
///
/// All generators draw small integers from here. A trial is therefore a list of numbers: replayed,
/// it generates the same value; shortened or with smaller numbers, it generates a simpler value
/// (internal shrinking, after Hypothesis: MacIver and Donaldson, ECOOP 2020). Each generator must
/// follow one rule: 0 is the simplest decision.
public struct Choices: Sendable {
  /// The decisions so far.
  package private(set) var values: [Int] = []
  /// The ranges of `values` that belong together, inner spans before outer ones.
  package private(set) var spans: [Span] = []

  private let replayed: [Int]
  private var random: SeededRandom?
  private var depth = 0

  /// A range of choices that makes one part of the value, such as one command of a list.
  package struct Span: Hashable, Sendable {
    /// The indices of the choices.
    package let range: Range<Int>
    /// The nesting depth; 0 for an outermost span.
    package let depth: Int

    /// Creates a span of choices.
    package init(range: Range<Int>, depth: Int) {
      self.range = range
      self.depth = depth
    }
  }

  /// Random decisions, the same for the same seed.
  package init(seed: UInt64) {
    replayed = []
    random = SeededRandom(seed: seed)
  }

  /// Replays the decisions of an earlier trial; after the last one every decision is the simplest.
  package init(replaying choices: [Int]) { replayed = choices }

  /// A uniform number from 0 to `bound` - 1. A replayed number that is too large becomes the
  /// largest one.
  ///
  /// - Precondition: `bound` is positive.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "There is nothing to choose from.")
    let index = values.count
    let choice =
      if random != nil {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
      } else if index < replayed.count {
        min(max(0, replayed[index]), bound - 1)
      } else {
        0
      }
    values.append(choice)
    return choice
  }

  private mutating func next() -> UInt64 { random?.next() ?? 0 }

  /// Marks the decisions of `body` as one span, which shrinking can remove as a whole.
  package mutating func span<Value>(_ body: (inout Choices) throws -> Value) rethrows -> Value {
    let start = values.count
    depth += 1
    defer {
      depth -= 1
      if values.count > start { spans.append(Span(range: start..<values.count, depth: depth)) }
    }
    return try body(&self)
  }
}
