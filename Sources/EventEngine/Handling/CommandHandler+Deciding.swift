import EventStore

extension CommandHandler {
  /// Decides commands that need no slow hashing, many to a batch; none is left then.
  ///
  /// - Parameter failure: why the journal failed; once it has, nothing more is tried.
  mutating func decide(
    _ candidates: inout [PendingCommand], _ results: inout [CommandResult],
    _ failure: inout JournalError?
  ) {
    var rest = candidates[...]
    while !rest.isEmpty {
      let before = results.count
      if let failure {
        results += rest.map { failed($0.request, failure) }
      } else {
        decideBatch(rest.prefix(Limits.batchCommands), &results, &failure)
      }
      rest = rest.dropFirst(results.count - before)
    }
    candidates.removeAll(keepingCapacity: true)
  }

  /// Adds results for as many of the first candidates as fitted into a batch, at least one.
  private mutating func decideBatch(
    _ candidates: ArraySlice<PendingCommand>, _ results: inout [CommandResult],
    _ failure: inout JournalError?
  ) {
    let before = results.count
    (decided, flushed) = (0, 0)
    defer { due = nil }
    do throws(JournalError) {
      try begin(expecting: candidates.count)
      do throws(JournalError) {
        for index in candidates.indices {
          results.append(try decide(candidates[index]))
          decided += 1
          if writer.isBatchFull { break }
        }
      } catch {
        writer.abandon()
        throw error
      }
      try writer.commit()
      carriedOut += decided
      due?.keep(after: keepsDueAfter, in: &writer.reader)
    } catch {
      kept = nil
      failure = error
      // What was flushed on the way is recorded, whatever happened then.
      results.removeSubrange((before + flushed)...)
      results += candidates.dropFirst(flushed).map { failed($0.request, error) }
    }
  }

  /// Decides a command that needs slow hashing. That is done without the lock, against what is
  /// known by then, and again if that has changed meanwhile.
  mutating func decideSlowly(
    _ candidate: PendingCommand, _ failure: inout JournalError?
  ) -> CommandResult {
    if let failure { return failed(candidate.request, failure) }
    var candidate = candidate
    let hashing = forms.passwordHashing
    do throws(JournalError) {
      if candidate.request.id != nil && candidate.asked.comparesContent {
        candidate.fingerprint = forms.fingerprint(of: candidate.request, candidate.asked.command)
      }
      var done: PasswordWork?
      while true {
        switch try attemptSlowly(candidate, done) {
        case .result(let result): return result
        case .recorded(let recorded): return try repeated(candidate, recorded)
        case .work(let work):
          candidate.decision?.complete(with: hashing.perform(work))
          done = work
        }
      }
    } catch {
      kept = nil
      failure = error
      return failed(candidate.request, error)
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
    try begin(expecting: 1)
    let step: SlowStep
    do throws(JournalError) {
      if let recorded = try recordedBefore(candidate) {
        step = .recorded(recorded)
      } else {
        let moment = moment(of: candidate)
        try learn(candidate)
        if case .success(let moment) = moment,
          let work = candidate.decision?.passwordWork(at: moment), work != done
        {
          step = .work(work)
        } else {
          step = .result(try decideNew(candidate, at: moment))
        }
      }
    } catch {
      writer.abandon()
      throw error
    }
    if case .result = step {
      try writer.commit()
      carriedOut += 1
    } else {
      writer.abandon()
    }
    return step
  }

  /// Takes the lock and, from the second handful of commands on, catches the kept states up.
  private mutating func begin(expecting count: Int) throws(JournalError) {
    try writer.begin()
    do throws(JournalError) {
      if kept == nil && carriedOut + count > keepsStatesAfter { try keepStates() }
      try kept?.catchUp(with: &writer.reader)
    } catch {
      writer.abandon()
      throw error
    }
  }

  private mutating func keepStates() throws(JournalError) {
    var states = DeciderStateCache(domains, zone: writer.manifest.timeZone)
    try states.catchUp(with: &writer.reader)
    kept = consume states
  }

  /// What the batch has appended so far becomes readable, at the price of a sync.
  private mutating func flush() throws(JournalError) {
    guard writer.hasPending else { return }
    try writer.commit()
    flushed = decided
    try writer.begin()
    try kept?.catchUp(with: &writer.reader)
  }

  private mutating func decide(_ candidate: PendingCommand) throws(JournalError) -> CommandResult {
    if let recorded = try recordedBefore(candidate) { return try repeated(candidate, recorded) }
    let moment = moment(of: candidate)
    try learn(candidate)
    return try decideNew(candidate, at: moment)
  }

  /// Sees to it that the decider knows what the command depends on.
  private mutating func learn(_ candidate: PendingCommand) throws(JournalError) {
    guard let decision = candidate.decision else {
      if kept == nil {
        try flush()
        due = try TickState(domains, from: &writer.reader)
      }
      return
    }
    if kept == nil {
      try flush()
      try decision.foldBoundary(from: &writer.reader)
    }
  }

  private mutating func decideNew(
    _ candidate: PendingCommand, at time: Result<Moment, ImpossibleTime>
  ) throws(JournalError) -> CommandResult {
    // Looked at where it lies: a copy would retain every part of it.
    let asked = candidate.asked
    let moment: Moment
    switch time {
    case .success(let possible): moment = possible
    case .failure(let refusal): return refused(asked.request, refusal.code, refusal.text)
    }
    let (id, locale) = (asked.request.id, asked.request.locale)
    var result = CommandResult(id: id, command: asked.request.command, outcome: .accepted([]))
    let before = writer.head
    guard let decision = candidate.decision else {
      result.events = try tick(candidate, at: moment)
      keep(id, behind: before)
      due?.skip(to: writer.head)
      result.outcome = .accepted(Tick.value(dueForErasure(at: moment.time)))
      return result
    }
    var events: [NewEvent]
    do throws(DecisionError) { events = try decision.decide(at: moment, with: &encoder) } catch {
      switch error {
      case .refused(let refusal):
        result.outcome = .refused(.init(refusal, in: locale))
        return result
      case .unencodable(let error): throw unencodable(error)
      }
    }
    if !events.isEmpty {
      addFingerprint(of: candidate, to: &events)
      // Without a condition: the lock is held, so that nothing can have happened since the decision.
      let places = try writer.append(
        events, at: moment.time,
        cause: Cause(
          command: asked.request.command, id: id?.rawValue, actor: asked.request.actor?.rawValue,
          correlation: asked.request.correlation?.rawValue,
          because: asked.request.because))
      if let secret = decision.secret { try writer.keep(secret) }
      result.events = events.indices.map {
        .init(position: places[$0].position, type: events[$0].type)
      }
      if kept != nil {
        decision.appended(events, at: places, by: asked.request.actor, zone: moment.zone)
      }
      keep(id, behind: before)
    }
    result.outcome = decision.answer(in: locale)
    return result
  }

  private mutating func keep(_ id: CommandID?, behind before: Position) {
    guard before < writer.head else { return }
    kept?.skip(to: writer.head, id: id, first: before.next)
  }

  func unencodable(_ error: PayloadEncodingError) -> JournalError {
    .tooLarge(what: "the size of an event of the command (\(error))", limit: Limits.recordBytes)
  }
}

// MARK: - Commands sent again

extension CommandHandler {
  /// The command that was carried out under this id, nil when none was.
  private mutating func recordedBefore(
    _ candidate: PendingCommand
  ) throws(JournalError) -> RecordedCommand? {
    guard let id = candidate.request.id else { return nil }
    if kept != nil {
      guard let position = kept?.commandIDs[id] else { return nil }
      if position > writer.reader.head { try flush() }
      return try RecordedCommand(id, from: position, in: &writer.reader)
    }
    try flush()
    guard let position = try writer.reader.first(ofCommand: id.rawValue) else { return nil }
    return try RecordedCommand(id, from: position, in: &writer.reader)
  }

  private mutating func repeated(
    _ candidate: PendingCommand, _ recorded: RecordedCommand
  ) throws(JournalError) -> CommandResult {
    let request = candidate.request
    let asked = candidate.asked
    let isSame = recorded.matches(request, comparingContent: asked.comparesContent) { salt in
      forms.fingerprint(of: request, asked.command, salt: salt)
    }
    guard isSame else {
      return refused(request, "commandIdReused", EngineTexts.commandIDReused)
    }
    let outcome: CommandResult.Outcome =
      if let decision = candidate.decision {
        try decision.answer(to: recorded.events, in: request.locale)
      } else {
        .accepted(try tickValue(at: recorded))
      }
    return CommandResult(
      id: request.id, command: request.command, events: recorded.places, outcome: outcome,
      isDuplicate: true)
  }

  /// Puts the fingerprint of a command with an id beside the personal data of its events, so that
  /// both are erased together.
  func addFingerprint(of candidate: PendingCommand, to events: inout [NewEvent]) {
    guard let fingerprint = candidate.fingerprint else { return }
    let index = events.firstIndex { $0.erasable?.subjects.isEmpty == false } ?? 0
    var section = events[index].erasable ?? NewEvent.Erasable()
    section.fingerprint = fingerprint.digest
    section.salt = fingerprint.salt
    events[index].erasable = section
  }
}

extension CommandHandler {
  func failed(_ request: CommandRequest, _ error: JournalError) -> CommandResult {
    CommandResult(request, .failure(error, in: request.locale))
  }

  func refused(_ request: CommandRequest, _ code: String, _ text: Bilingual) -> CommandResult {
    CommandResult(request, .init(.refusal, code: code, message: text[request.locale]))
  }
}
