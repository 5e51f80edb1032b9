import EventStore

extension CommandHandler where Journal: ~Copyable {
  /// Decides the candidates in batches, appends one result for each to `results`, and empties
  /// `candidates`. None of them may need slow hashing. After a failure of the journal, commands are
  /// not decided; their results state this failure.
  mutating func decide(_ candidates: inout [PendingCommand], _ results: inout [CommandResult]) {
    var rest = candidates[...]
    while !rest.isEmpty {
      let before = results.count
      if let failure {
        results += rest.map { failureResult($0.request, failure) }
      } else {
        decideBatch(rest.prefix(Limits.batchCommands), &results)
      }
      rest = rest.dropFirst(results.count - before)
    }
    candidates.removeAll(keepingCapacity: true)
  }

  /// Adds the results of a prefix of the candidates that fits into one batch, at least one.
  private mutating func decideBatch(
    _ candidates: ArraySlice<PendingCommand>, _ results: inout [CommandResult]
  ) {
    let before = results.count
    (decided, flushed) = (0, 0)
    defer { due = nil }
    do throws(JournalError) {
      try inBatch(expecting: candidates.count) { handler throws(JournalError) in
        for candidate in candidates {
          results.append(try handler.decide(candidate))
          handler.decided += 1
          if handler.journal.isBatchFull { break }
        }
        try handler.journal.commit()
      }
      journal.finishBatch()
      executedCount += decided
      due?.store(after: tickSnapshotInterval, in: &journal)
    } catch {
      failure = error
      // Flushed events are recorded, whatever fails later.
      results.removeSubrange((before + flushed)...)
      results += candidates.dropFirst(flushed).map { failureResult($0.request, error) }
    }
  }

  /// Decides a command that needs slow hashing. The lock is not held during the hashing. If the
  /// state has changed meanwhile and requires other hashing, the procedure is repeated.
  mutating func decideSlowly(_ candidate: PendingCommand) -> CommandResult {
    if let failure { return failureResult(candidate.request, failure) }
    var candidate = candidate
    let hashing = parser.passwordHashing
    do throws(JournalError) {
      if candidate.request.id != nil && candidate.prepared.comparesContent {
        candidate.fingerprint = parser.fingerprint(
          of: candidate.request, candidate.prepared.command)
      }
      var done: PasswordWork?
      while true {
        switch try attemptSlowly(candidate, done) {
        case .result(let result): return result
        case .recorded(let recorded): return try retryResult(candidate, recorded)
        case .work(let work):
          candidate.decision?.complete(with: hashing.perform(work))
          done = work
        }
      }
    } catch {
      if !error.isAboutDependencies { failure = error }
      return failureResult(candidate.request, error)
    }
  }

  private enum SlowStep {
    case result(CommandResult)
    case recorded(RecordedCommand)
    case work(PasswordWork)
  }

  private mutating func attemptSlowly(
    _ candidate: PendingCommand, _ done: PasswordWork?
  ) throws(JournalError) -> SlowStep {
    let step = try inBatch(expecting: 1) { handler throws(JournalError) -> SlowStep in
      let step = try handler.nextStep(candidate, done)
      if case .result = step { try handler.journal.commit() } else { handler.journal.abandon() }
      return step
    }
    if case .result = step {
      journal.finishBatch()
      executedCount += 1
    }
    return step
  }

  private mutating func nextStep(
    _ candidate: PendingCommand, _ done: PasswordWork?
  ) throws(JournalError) -> SlowStep {
    if let recorded = try recordedBefore(candidate) { return .recorded(recorded) }
    try foldDependencies(of: candidate)
    let moment = moment(of: candidate)
    if case .success(let moment) = moment,
      let work = candidate.decision?.passwordWork(at: moment), work != done
    {
      return .work(work)
    }
    return .result(try decideNew(candidate, at: moment))
  }

  /// Takes the lock and runs `body`, which commits or abandons the batch. If it fails, the cached
  /// states are discarded, since they may include events that were not recorded.
  private mutating func inBatch<Result>(
    expecting count: Int, _ body: (inout Self) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try begin(expecting: count)
    do throws(JournalError) { return try body(&self) } catch {
      journal.abandon()
      cachedStates = nil
      throw error
    }
  }

  /// Takes the lock, with cached states that are up to date. Creates them once enough commands have
  /// come. States that take long to fold are folded without the lock, so that other writers don't
  /// wait for them. If the journal is busy, the states stay.
  private mutating func begin(expecting count: Int) throws(JournalError) {
    try journal.begin()
    if cachedStates == nil && executedCount + count > cachesStatesAfter {
      cachedStates = DeciderStateCache(domains, zone: journal.manifest.timeZone)
    }
    // While long states are folded, other processes may record as many events again.
    for _ in 0..<3 {
      if try catchUp(onlyIfShort: true) { return }
      journal.abandon()
      _ = try catchUp()
      try journal.begin()
    }
    _ = try catchUp()
  }

  /// Updates the cached states. After an event that cannot be decoded, states are not cached any
  /// more: each command folds what it depends on, and only those that depend on this event fail.
  ///
  /// - Returns: whether the cached states, if there are any, are up to date.
  private mutating func catchUp(onlyIfShort: Bool = false) throws(JournalError) -> Bool {
    do throws(JournalError) {
      return try cachedStates?.catchUp(with: &journal, onlyIfShort: onlyIfShort) ?? true
    } catch {
      cachedStates = nil
      if error.isAboutDependencies {
        cachesStatesAfter = .max
        return true
      }
      journal.abandon()
      throw error
    }
  }

  /// Writes the events of the batch so far, so that they can be read. Costs a sync.
  mutating func flush() throws(JournalError) {
    guard journal.hasPending else { return }
    try journal.commit()
    flushed = decided
    try journal.begin()
    _ = try catchUp()
  }

  private mutating func decide(_ candidate: PendingCommand) throws(JournalError) -> CommandResult {
    do throws(JournalError) {
      if let recorded = try recordedBefore(candidate) {
        return try retryResult(candidate, recorded)
      }
      try foldDependencies(of: candidate)
    } catch {
      guard error.isAboutDependencies else { throw error }
      return failureResult(candidate.request, error)
    }
    // The flush before a fold releases the lock, so the last event may be another one since.
    return try decideNew(candidate, at: moment(of: candidate))
  }

  /// Gives the decider the state that the command depends on.
  private mutating func foldDependencies(of candidate: PendingCommand) throws(JournalError) {
    guard let decision = candidate.decision else {
      if cachedStates == nil {
        try flush()
        due = try TickState(domains, from: &journal)
      }
      return
    }
    if cachedStates == nil {
      try flush()
      try decision.foldBoundary(from: &journal)
    }
  }

  private mutating func decideNew(
    _ candidate: PendingCommand, at time: Result<Moment, ImpossibleTime>
  ) throws(JournalError) -> CommandResult {
    // Read in place: a copy would retain every part of it.
    let prepared = candidate.prepared
    let moment: Moment
    switch time {
    case .success(let possible): moment = possible
    case .failure(let refusal): return CommandResult(prepared.request, refusal)
    }
    if let error = prepared.request.because?.unrecorded(in: journal.head) {
      return CommandResult(prepared.request, error.problem(in: prepared.request.locale))
    }
    let (id, locale) = (prepared.request.id, prepared.request.locale)
    var result = CommandResult(id: id, command: prepared.request.command, outcome: .accepted([]))
    let before = journal.head
    guard let decision = candidate.decision else {
      do throws(JournalError) {
        result.events = try tick(candidate, at: moment)
      } catch {
        guard error.isAboutEvents, journal.head == before else { throw error }
        return failureResult(prepared.request, error)
      }
      skipOwnEvents(after: before, id)
      due?.skip(to: journal.head)
      result.outcome = .accepted(Tick.value(dueForErasure(at: moment.time)))
      return result
    }
    var events: [NewEvent]
    do throws(DecisionError) { events = try decision.decide(at: moment, with: &encoder) } catch {
      switch error {
      case .refused(let refusal):
        result.outcome = .refused(.init(refusal, in: locale))
        return result
      case .unencodable(let error):
        return failureResult(prepared.request, JournalError(error))
      }
    }
    if !events.isEmpty {
      addFingerprint(of: candidate, to: &events)
      let places: [RecordLocation]
      do throws(JournalError) {
        places = try append(events, of: prepared.request, at: moment.time)
      } catch {
        guard error.isAboutEvents else { throw error }
        return failureResult(prepared.request, error)
      }
      if let secret = decision.secret { try journal.store(secret) }
      result.events = events.indices.map {
        .init(position: places[$0].position, type: events[$0].type)
      }
      if cachedStates != nil {
        decision.applyAppended(events, at: places, by: prepared.request.actor, zone: moment.zone)
      }
      skipOwnEvents(after: before, id)
    }
    decision.answer(&result, in: locale)
    return result
  }

  /// Appends the events of a decision, with no condition: the lock is held, so no event can have
  /// been appended since the decision.
  mutating func append(
    _ events: [NewEvent], of request: CommandRequest, at time: Timestamp
  ) throws(JournalError) -> [RecordLocation] {
    try journal.appendEncoded(events, at: time, cause: Cause(request), if: nil)
  }

  private mutating func skipOwnEvents(after before: Position, _ id: CommandID?) {
    guard before < journal.head else { return }
    cachedStates?.skip(to: journal.head, id: id, first: before.next)
  }
}

extension CommandHandler where Journal: ~Copyable {
  func failureResult(_ request: CommandRequest, _ error: JournalError) -> CommandResult {
    CommandResult(request, .failure(error, in: request.locale))
  }
}

extension JournalError {
  /// Whether only the command whose events were appended cannot be recorded.
  fileprivate var isAboutEvents: Bool {
    switch self {
    case .invalidEvent, .tooLarge: true
    default: false
    }
  }

  /// Whether only commands that depend on an event fail, since it cannot be decoded.
  fileprivate var isAboutDependencies: Bool {
    if case .undecodable = self { true } else { false }
  }
}
