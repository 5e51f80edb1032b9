extension JournalReader {
  /// Adds one run to the index, if there are enough records for it. A failure has no effect on
  /// results: a read that reaches damage reports it.
  ///
  /// - Returns: false after a failure.
  @discardableResult
  mutating func extendIndex(_ sizes: IndexBuilding.Sizes) -> Bool {
    let extended = DerivedFiles.ignoringFailure {
      try IndexBuilding(directory, journal: manifest.journal, sizes: sizes).extend(with: &self)
    }
    stoppedAt = nil
    return extended != nil
  }

  /// Extends the index run by run, until the rest is too short for a run. Does nothing if no more
  /// is unindexed than writers leave. More is unindexed after a restore, and after a run was found
  /// to be wrong; each query for a few events would then read everything. A failure has no effect
  /// on results.
  ///
  /// - Parameter progress: receives two lengths in bytes: indexed so far, and unindexed at the
  ///   beginning.
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
