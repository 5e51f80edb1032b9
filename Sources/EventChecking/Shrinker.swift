/// A search for the simplest failing list of choices: the shortest and, among those of equal
/// length, the lexicographically smallest.
struct Shrinker<Failure> {
  /// A failing trial.
  struct FailingTrial {
    let choices: [Int]
    let spans: [Choices.Span]
    let failure: Failure

    init(_ choices: Choices, _ failure: Failure) {
      self.choices = choices.values
      spans = choices.spans
      self.failure = failure
    }
  }

  private(set) var best: FailingTrial
  /// The number of trials.
  private(set) var attemptCount = 0
  private let mostAttempts: Int
  private let test: ([Int]) -> FailingTrial?
  private var tried: Set<[Int]> = []

  /// - Parameter test: runs a trial; returns nil if it does not fail, or fails for another reason.
  init(_ first: FailingTrial, attempts: Int, test: @escaping ([Int]) -> FailingTrial?) {
    best = first
    mostAttempts = attempts
    self.test = test
  }

  private var hasAttempts: Bool { attemptCount < mostAttempts }

  /// Repeats all passes until none finds a simpler trial or the attempts are used up.
  mutating func run() {
    var before: [Int]
    repeat {
      before = best.choices
      leaveOutSpans()
      if best.choices != before { continue }
      lower(8)
      lower(4)
      lowerEach()
      lowerEqual()
      exchange()
      leaveOutChoices()
    } while best.choices != before && hasAttempts
  }

  /// - Returns: whether the choices fail and are simpler; they are then the best trial.
  private mutating func attempt(_ choices: [Int]) -> Bool {
    guard hasAttempts, isSimpler(choices, best.choices), tried.insert(choices).inserted else {
      return false
    }
    attemptCount += 1
    guard let trial = test(choices), isSimpler(trial.choices, best.choices) else { return false }
    best = trial
    return true
  }

  private func isSimpler(_ left: [Int], _ right: [Int]) -> Bool {
    left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }

  // MARK: Passes

  /// Removes spans: runs of many outer spans first, then shorter runs, then inner spans.
  private mutating func leaveOutSpans() {
    var depth = 0
    while best.spans.contains(where: { $0.depth == depth }) {
      var size = max(1, best.spans.count { $0.depth == depth } / 2)
      while size > 0 {
        var index = best.spans.count { $0.depth == depth } - size
        while index >= 0 {
          let spans = best.spans.filter { $0.depth == depth }
          if index + size <= spans.count {
            let cut = spans[index].range.lowerBound..<spans[index + size - 1].range.upperBound
            _ = attempt(without(cut))
          }
          index -= size
        }
        size /= 2
      }
      depth += 1
    }
  }

  private mutating func leaveOutChoices() {
    for size in [4, 2, 1] {
      var index = best.choices.count - size
      while index >= 0 {
        if index + size <= best.choices.count { _ = attempt(without(index..<index + size)) }
        index -= 1
      }
    }
  }

  private func without(_ range: Range<Int>) -> [Int] {
    Array(best.choices[..<range.lowerBound] + best.choices[range.upperBound...])
  }

  /// Replaces several adjacent choices by the simplest.
  private mutating func lower(_ size: Int) {
    var index = 0
    while index + size <= best.choices.count {
      var choices = best.choices
      for place in index..<index + size { choices[place] = 0 }
      _ = attempt(choices)
      index += size
    }
  }

  /// Lowers each choice as far as possible.
  private mutating func lowerEach() {
    var index = 0
    while index < best.choices.count {
      if best.choices[index] > 0 && !attempt(setting(index, to: 0)) {
        var low = 0
        while index < best.choices.count, best.choices[index] - low > 1, hasAttempts {
          let middle = low + (best.choices[index] - low) / 2
          if !attempt(setting(index, to: middle)) { low = middle }
        }
      }
      index += 1
    }
  }

  /// Lowers equal choices together, such as two ids that must be the same.
  private mutating func lowerEqual() {
    for value in Set(best.choices).sorted(by: >) where value > 0 {
      var lower = 0
      while lower < value {
        if attempt(best.choices.map { $0 == value ? lower : $0 }) { break }
        lower += max(1, (value - lower) / 2)
      }
    }
  }

  private func setting(_ index: Int, to value: Int) -> [Int] {
    var choices = best.choices
    choices[index] = value
    return choices
  }

  /// Exchanges adjacent choices and adjacent spans where that is simpler.
  private mutating func exchange() {
    var index = 1
    while index < best.choices.count {
      if best.choices[index] < best.choices[index - 1] {
        var choices = best.choices
        choices.swapAt(index, index - 1)
        _ = attempt(choices)
      }
      index += 1
    }
    var span = 1
    while span < best.spans.count {
      let (left, right) = (best.spans[span - 1].range, best.spans[span].range)
      if left.upperBound == right.lowerBound {
        let choices = best.choices
        _ = attempt(
          Array(
            choices[..<left.lowerBound] + choices[right] + choices[left]
              + choices[right.upperBound...]))
      }
      span += 1
    }
  }
}
