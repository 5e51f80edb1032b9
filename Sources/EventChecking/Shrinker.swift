/// Looks for the simplest list of choices that still fails: the shortest one and, of those as long,
/// the one with the smallest numbers in front.
struct Shrinker<Failure> {
  /// A trial that failed.
  struct Trial {
    let choices: [Int]
    let spans: [Choices.Span]
    let failure: Failure

    init(_ choices: Choices, _ failure: Failure) {
      self.choices = choices.made
      spans = choices.spans
      self.failure = failure
    }
  }

  private(set) var best: Trial
  /// How many trials were made.
  private(set) var made = 0
  private let attempts: Int
  private let test: ([Int]) -> Trial?
  private var tried: Set<[Int]> = []

  /// - Parameter test: tries these choices; nil when they do not fail, or not for the same reason.
  init(_ first: Trial, attempts: Int, test: @escaping ([Int]) -> Trial?) {
    best = first
    self.attempts = attempts
    self.test = test
  }

  /// Repeats all passes until none of them finds anything simpler.
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
    } while best.choices != before && made < attempts
  }

  /// - Returns: whether this is a simpler way to fail; then it is the best one.
  private mutating func attempt(_ choices: [Int]) -> Bool {
    guard made < attempts, isSimpler(choices, best.choices), tried.insert(choices).inserted else {
      return false
    }
    made += 1
    guard let trial = test(choices), isSimpler(trial.choices, best.choices) else { return false }
    best = trial
    return true
  }

  private func isSimpler(_ left: [Int], _ right: [Int]) -> Bool {
    left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }

  // MARK: Passes

  /// Leaves out what belongs together: many outer spans in a row first, then fewer, then inner ones.
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

  /// Several choices in a row become the simplest.
  private mutating func lower(_ size: Int) {
    var index = 0
    while index + size <= best.choices.count {
      var choices = best.choices
      for place in index..<index + size { choices[place] = 0 }
      _ = attempt(choices)
      index += size
    }
  }

  /// Each choice becomes as small as it can be.
  private mutating func lowerEach() {
    var index = 0
    while index < best.choices.count {
      if best.choices[index] > 0 && !attempt(setting(index, to: 0)) {
        var low = 0
        while index < best.choices.count, best.choices[index] - low > 1, made < attempts {
          let middle = low + (best.choices[index] - low) / 2
          if !attempt(setting(index, to: middle)) { low = middle }
        }
      }
      index += 1
    }
  }

  /// Choices that are alike stay alike: two ids that must be the same one.
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

  /// Puts neighbouring spans and neighbouring choices in order.
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
