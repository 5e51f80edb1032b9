import EventStore

/// Events that a program appends without a decider.
struct UndecidedAppend: Sendable {
  typealias Outcome = Result<ClosedRange<Position>?, JournalError>

  var events: [NewEvent]
  var condition: AppendCondition?
  var cause: Cause?
}

extension CommandHandler where Journal: ~Copyable {
  /// Appends the entries whose conditions hold, in order, in one batch. Does not extend the index.
  ///
  /// - Returns: the outcomes of a prefix of the entries; shorter than the input if the batch is
  ///   full.
  mutating func append(_ appends: [UndecidedAppend]) -> [UndecidedAppend.Outcome] {
    let clock = clock
    var outcomes: [UndecidedAppend.Outcome] = []
    do throws(JournalError) {
      var conditions: [Result<AppendCondition?, JournalError>] = []
      for append in appends { conditions.append(try journal.checkAhead(append.condition)) }
      try journal.inBatch { (journal) throws(JournalError) in
        let time = clock()
        for (append, condition) in zip(appends, conditions) {
          if !outcomes.isEmpty && journal.isBatchFull { return }
          outcomes.append(.failure(.conditionFailed))
          outcomes[outcomes.count - 1] = try append.outcome(if: condition, at: time, &journal)
        }
      }
      return outcomes
    } catch {
      cachedStates = nil
      // The positions that the conditions read are unknown as well.
      let count = outcomes.isEmpty ? appends.count : outcomes.count
      return Array(repeating: .failure(error), count: count)
    }
  }
}

extension CommandHandler<JournalWriter> {
  /// Indexes everything that was recorded; see ``JournalWriter/completeIndex(_:)``.
  package mutating func completeIndex(_ progress: (_ done: Int, _ all: Int) -> Void) {
    journal.completeIndex(progress)
  }
}

extension UndecidedAppend {
  /// - Throws: an error that concerns the whole batch.
  fileprivate func outcome(
    if condition: Result<AppendCondition?, JournalError>, at time: Timestamp,
    _ journal: inout some JournalBackend & ~Copyable
  ) throws(JournalError) -> Outcome {
    do throws(JournalError) {
      let places = try journal.append(events, at: time, cause: cause, if: condition.get())
      guard let first = places.first, let last = places.last else { return .success(nil) }
      return .success(first.position...last.position)
    } catch {
      switch error {
      case .conditionFailed, .tooLarge: return .failure(error)
      default: throw error
      }
    }
  }
}
