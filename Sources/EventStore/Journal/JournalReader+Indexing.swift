extension JournalReader {
  /// Adds one run to the index, if there is enough for it. A failure has no effect on results:
  /// a question that reads there reports it.
  ///
  /// - Returns: false after a failure.
  @discardableResult
  mutating func extendIndex(_ sizes: IndexBuilding.Sizes) -> Bool {
    let extended = Derived.attempt {
      try IndexBuilding(directory, journal: manifest.journal, sizes: sizes).extend(with: &self)
    }
    stoppedAt = nil
    return extended != nil
  }

  /// Indexes everything that was recorded, run by run, if more is missing than writers leave. After
  /// a restore everything is, and after files of the index were found to be wrong: without this,
  /// each question about a few events would read them all. A failure has no effect on results.
  ///
  /// - Parameter progress: receives the lengths, in bytes, of what is indexed by now and of all of it.
  package mutating func completeIndex(
    _ progress: (_ done: Int, _ all: Int) -> Void = { _, _ in },
    sizes: IndexBuilding.Sizes = .init()
  ) {
    index.load(for: head)
    let all = unindexedBytes
    guard all > sizes.largestTail, !index.isGivenUp else { return }
    var left = all
    while left >= sizes.step {
      index.isGivenUp = !extendIndex(sizes)
      guard unindexedBytes < left else { return }
      left = unindexedBytes
      progress(all - left, all)
    }
  }
}
