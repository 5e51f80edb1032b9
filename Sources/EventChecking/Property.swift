/// Something that must hold whatever is chosen.
///
///     let property = Property { choices in
///       let list = choices.list()
///       return list.sorted().count == list.count ? nil : "sorting loses something"
///     }
///     let found = property.counterexample(seed: 1, runs: 100)
public struct Property<Failure> {
  /// Nil when everything is as it should be.
  private let failure: (inout Choices) -> Failure?
  /// Whether a simpler trial failed for the same reason.
  private let isSame: (Failure, Failure) -> Bool

  public init(
    isSame: @escaping (Failure, Failure) -> Bool = { _, _ in true },
    failure: @escaping (inout Choices) -> Failure?
  ) {
    self.failure = failure
    self.isSame = isSame
  }

  /// The simplest way to fail that was found.
  public struct Counterexample {
    public let failure: Failure
    /// Give them to ``Property/replay(_:)`` to see the failure again.
    public let choices: [Int]
    /// The run that failed first, from 0.
    public let run: Int
    /// How many simpler trials were made.
    public let attempts: Int
  }

  /// The seed of one run out of many.
  public static func seed(_ seed: UInt64, run: Int) -> UInt64 {
    (seed &+ 1) &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(run) &* 0xd1b5_4a32_d192_ed03
  }

  /// One run with random choices; nil when it holds.
  ///
  /// - Parameter attempts: how many simpler trials are made at most, once a run has failed.
  public func counterexample(
    seed: UInt64, run: Int, attempts: Int = 2000
  ) -> Counterexample? {
    var choices = Choices(seed: Self.seed(seed, run: run))
    guard let found = failure(&choices) else { return nil }
    var shrinker = Shrinker(Shrinker<Failure>.Trial(choices, found), attempts: attempts) {
      choices in
      var replayed = Choices(replaying: choices)
      guard let again = failure(&replayed), isSame(found, again) else { return nil }
      return Shrinker<Failure>.Trial(replayed, again)
    }
    shrinker.run()
    return Counterexample(
      failure: shrinker.best.failure, choices: shrinker.best.choices, run: run,
      attempts: shrinker.made)
  }

  /// The first of `runs` runs that fails, shrunk; nil when all hold.
  public func counterexample(
    seed: UInt64, runs: Int, attempts: Int = 2000
  ) -> Counterexample? {
    for run in 0..<runs {
      if let found = counterexample(seed: seed, run: run, attempts: attempts) { return found }
    }
    return nil
  }

  /// The trial with exactly these choices; nil when it holds.
  public func replay(_ choices: [Int]) -> Failure? {
    var choices = Choices(replaying: choices)
    return failure(&choices)
  }
}
