import EventEngine

/// Where the random decisions of one trial come from, and what they were.
///
/// Whatever a generator makes, it makes out of small whole numbers drawn here. A trial is therefore
/// a list of numbers: given again, it makes the same value; made shorter or smaller, it makes a
/// simpler one (internal shrinking, after Hypothesis: MacIver and Donaldson, ECOOP 2020). A
/// generator keeps to one rule: 0 stands for the simplest decision.
public struct Choices: Sendable {
  /// What was decided so far.
  public private(set) var made: [Int] = []
  /// The stretches of `made` that belong together, outer ones behind those inside.
  public private(set) var spans: [Span] = []

  private let given: [Int]
  private var random: SeededRandom?
  private var depth = 0

  /// A stretch of choices that make one part of the value, such as one command of a list.
  public struct Span: Hashable, Sendable {
    public let range: Range<Int>
    /// 0 for spans that lie in no other.
    public let depth: Int

    public init(range: Range<Int>, depth: Int) {
      self.range = range
      self.depth = depth
    }
  }

  /// Random decisions, the same for the same seed.
  public init(seed: UInt64) {
    given = []
    random = SeededRandom(seed: seed)
  }

  /// The decisions of a former trial; behind their end every decision is the simplest one.
  public init(replaying choices: [Int]) { given = choices }

  /// A number from 0 to `bound` - 1, each as likely as the others. What is replayed and too large
  /// becomes the largest.
  ///
  /// - Precondition: `bound` is positive.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "There is nothing to choose from.")
    let index = made.count
    let choice =
      if random != nil {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
      } else if index < given.count {
        min(max(0, given[index]), bound - 1)
      } else {
        0
      }
    made.append(choice)
    return choice
  }

  private mutating func next() -> UInt64 { random?.next() ?? 0 }

  /// What `body` decides belongs together and can be left out together.
  public mutating func span<Value>(_ body: (inout Choices) throws -> Value) rethrows -> Value {
    let start = made.count
    depth += 1
    defer {
      depth -= 1
      if made.count > start { spans.append(Span(range: start..<made.count, depth: depth)) }
    }
    return try body(&self)
  }
}
