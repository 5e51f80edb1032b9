import EventChecking
import Testing

/// Failing properties and the shrinking of their counterexamples.
@Suite struct `A failure` {
  private static func list(_ choices: inout Choices, of numbers: Int = 1001) -> [Int] {
    var list: [Int] = []
    choices.repeated(average: 30, limit: 200) { choices in
      list.append(choices.below(numbers))
      return true
    }
    return list
  }

  private static func simplest(
    seed: UInt64, of numbers: Int = 1001, _ isRight: @escaping ([Int]) -> Bool
  ) -> Property<[Int]>.Counterexample? {
    let property = Property { choices in
      let list = list(&choices, of: numbers)
      return isRight(list) ? nil : list
    }
    return property.counterexample(seed: seed, runs: 500)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `shrinks to the one relevant number`(seed: UInt64) {
    #expect(Self.simplest(seed: seed) { $0.allSatisfy { $0 < 500 } }?.failure == [500])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `shrinks to the shortest list`(seed: UInt64) {
    #expect(Self.simplest(seed: seed) { $0.count < 5 }?.failure == [0, 0, 0, 0, 0])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `keeps two parts that fail only together`(seed: UInt64) {
    let found = Self.simplest(seed: seed) { Set($0).count == $0.count }
    #expect(found?.failure == [0, 0])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `is sorted`(seed: UInt64) {
    let found = Self.simplest(seed: seed, of: 20) { list in !(list.contains(7) && list.contains(3))
    }
    #expect(found?.failure == [3, 7])
  }

  @Test func `can be replayed from its choices`() throws {
    let property = Property { choices in
      let list = Self.list(&choices)
      return list.reduce(0, +) < 1500 ? nil : list
    }
    let found = try #require(property.counterexample(seed: 1, runs: 100))
    #expect(property.replay(found.choices) == found.failure)
    #expect(found.failure.reduce(0, +) == 1500 && found.failure.count == 2)
    #expect(found.attempts > 0)
    #expect(property.replay([]) == nil)
  }

  @Test func `does not turn into another failure`() throws {
    let property = Property<String>(isSame: ==) { choices in
      let list = Self.list(&choices)
      if list.contains(where: { $0 > 900 }) { return "large" }
      return list.count > 3 ? "long" : nil
    }
    for seed in 0..<10 as Range<UInt64> {
      let found = try #require(property.counterexample(seed: seed, runs: 100))
      #expect(found.choices.count == (found.failure == "large" ? 3 : 9))
    }
  }

  @Test func `is shrunk within the allowed number of trials`() throws {
    var trials = 0
    let property = Property<Int> { choices in
      trials += 1
      return Self.list(&choices).count
    }
    let found = try #require(property.counterexample(seed: 1, run: 3, attempts: 10))
    #expect(found.run == 3 && found.attempts <= 10 && trials == found.attempts + 1)
  }

  @Test func `is not found if there is none`() {
    #expect(Self.simplest(seed: 1) { _ in true } == nil)
  }
}

extension Property {
  /// The first failure of up to `runs` runs, shrunk; nil if the property holds in all of them.
  fileprivate func counterexample(seed: UInt64, runs: Int) -> Counterexample? {
    for run in 0..<runs {
      if let found = counterexample(seed: seed, run: run) { return found }
    }
    return nil
  }
}
