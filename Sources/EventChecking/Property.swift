/// A property that must hold for all choices.
///
///     let property = Property { choices in
///       let list = choices.some(of: [3, 1, 2])
///       return list.sorted().count == list.count ? nil : "sorting loses something"
///     }
///     let found = property.counterexample(seed: 1, run: 0)
package struct Property<Failure> {
  /// Returns nil if the property holds.
  private let failure: (inout Choices) -> Failure?
  /// Whether a simpler trial failed for the same reason.
  private let isSame: (Failure, Failure) -> Bool

  package init(
    isSame: @escaping (Failure, Failure) -> Bool = { _, _ in true },
    failure: @escaping (inout Choices) -> Failure?
  ) {
    self.failure = failure
    self.isSame = isSame
  }

  /// The simplest failure that was found.
  package struct Counterexample {
    /// The failure of the simplest trial.
    package let failure: Failure
    /// The choices; ``Property/replay(_:)`` repeats the failure with them.
    package let choices: [Int]
    /// The index of the first failing run, from 0.
    package let run: Int
    /// The number of simpler trials that were made.
    package let attempts: Int
  }

  /// Derives the seed of run number `run` from the seed of the whole check.
  package static func seed(_ seed: UInt64, run: Int) -> UInt64 {
    (seed &+ 1) &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(run) &* 0xd1b5_4a32_d192_ed03
  }

  /// Executes one run with random choices; returns nil if the property holds.
  ///
  /// - Parameter attempts: the greatest number of simpler trials after a failure.
  package func counterexample(
    seed: UInt64, run: Int, attempts: Int = 2000
  ) -> Counterexample? {
    var choices = Choices(seed: Self.seed(seed, run: run))
    guard let found = failure(&choices) else { return nil }
    var shrinker = Shrinker(Shrinker<Failure>.FailingTrial(choices, found), attempts: attempts) {
      choices in
      var replayed = Choices(replaying: choices)
      guard let again = failure(&replayed), isSame(found, again) else { return nil }
      return Shrinker<Failure>.FailingTrial(replayed, again)
    }
    shrinker.run()
    return Counterexample(
      failure: shrinker.best.failure, choices: shrinker.best.choices, run: run,
      attempts: shrinker.attemptCount)
  }

  /// Executes the trial with exactly these choices; returns nil if the property holds.
  package func replay(_ choices: [Int]) -> Failure? {
    var choices = Choices(replaying: choices)
    return failure(&choices)
  }
}
