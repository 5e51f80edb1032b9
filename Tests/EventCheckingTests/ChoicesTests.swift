import EventChecking
import Testing

@Suite struct `Random choices` {
  private static func words(_ choices: inout Choices) -> [String] {
    (0..<20).map { _ in
      let word = choices.pick(["a", "b", "c"])
      let number = choices.below(7) - 3
      return word + "\(number)" + (choices.once(in: 3) ? "!" : "")
    }
  }

  @Test func `are the same for equal seeds and others for different seeds`() {
    var (first, second, third) = (Choices(seed: 1), Choices(seed: 1), Choices(seed: 2))
    let words = Self.words(&first)
    #expect(Self.words(&second) == words)
    #expect(Self.words(&third) != words)
  }

  @Test func `have the frequencies of their weights`() {
    var choices = Choices(seed: 7)
    var counts = [0, 0, 0]
    for _ in 0..<10_000 {
      counts[choices.weighted([(weight: 8, value: 0), (0, 1), (2, 2)])] += 1
    }
    #expect((7800...8200).contains(counts[0]) && counts[1] == 0)
    #expect(counts[0] + counts[2] == 10_000)
  }

  @Test func `are among what there is`() {
    var choices = Choices(seed: 3)
    let none = choices.pickAny([Int]())
    #expect(none == nil)
    var (lengths, places) = (Set<Int>(), Set<Int>())
    for _ in 0..<200 {
      lengths.insert(choices.some(of: [1, 2]).count)
      places.insert(choices.below(3))
    }
    #expect(lengths == [0, 1, 2] && places == [0, 1, 2])
  }
}
