import EventChecking
import Testing

@Suite struct `Choices of a trial` {
  private static func value(_ choices: inout Choices) -> [String] {
    var words: [String] = []
    choices.repeated(average: 5, limit: 20) { choices in
      let word = choices.pick(["a", "b", "c"])
      let number = choices.below(7) - 3
      words.append(word + "\(number)" + (choices.once(in: 3) ? "!" : ""))
      return true
    }
    return words
  }

  @Test func `equal seeds give equal values, different seeds different ones`() {
    var (first, second, third) = (Choices(seed: 1), Choices(seed: 1), Choices(seed: 2))
    #expect(Self.value(&first) == Self.value(&second))
    #expect(first.values == second.values && first.spans == second.spans)
    #expect(Self.value(&third) != Self.value(&first))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a generated value can be replayed`(seed: UInt64) {
    var choices = Choices(seed: seed)
    let value = Self.value(&choices)
    var again = Choices(replaying: choices.values)
    #expect(Self.value(&again) == value)
    #expect(again.values == choices.values && again.spans == choices.spans)
  }

  @Test func `choices after the end or out of bounds become valid ones`() {
    var choices = Choices(replaying: [99, -5])
    let found = (0..<3).map { _ in choices.below(3) }
    #expect(found == [2, 0, 0])
    #expect(choices.values == [2, 0, 0])
  }

  @Test func `spans have ranges and depths`() {
    var choices = Choices(replaying: [1, 2, 3, 4])
    choices.span { choices in
      _ = choices.below(9)
      choices.span { choices in _ = choices.below(9) + choices.below(9) }
    }
    choices.span { _ in }
    #expect(
      choices.spans == [.init(range: 1..<3, depth: 1), .init(range: 0..<3, depth: 0)])
  }

  @Test func `weights determine frequencies`() {
    var choices = Choices(seed: 7)
    var counts = [0, 0, 0]
    for _ in 0..<10_000 {
      counts[choices.weighted([(weight: 8, value: 0), (0, 1), (2, 2)])] += 1
    }
    #expect((7800...8200).contains(counts[0]) && counts[1] == 0)
    #expect(counts[0] + counts[2] == 10_000)
  }

  @Test func `the simplest choices are none, false and the first`() {
    var choices = Choices(replaying: [])
    let none = choices.some(of: [1, 2])
    let isTrue = choices.once(in: 2)
    let first = choices.pick(["a", "b"])
    let any = choices.pickAny([Int]())
    #expect(none == [] && !isTrue && first == "a" && any == nil)
    let words = Self.value(&choices)
    #expect(words == [])
  }
}
