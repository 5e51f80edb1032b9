import EventStore

/// Events that a program appends without a decider.
package struct DirectAppend: Sendable {
  package typealias Outcome = Result<[Position], CommandResult.Problem>

  let events: [NewEvent]
  let condition: AppendCondition?
  let cause: Cause?
  let locale: Language

  /// - Parameter events: with valid JSON; see `NewEvent.checkWithJSON`.
  package init(
    _ events: [NewEvent], if condition: AppendCondition?, cause: Cause? = nil, locale: Language
  ) {
    self.events = events
    self.condition = condition
    self.cause = cause
    self.locale = locale
  }
}

extension CommandHandler<JournalWriter> {
  /// Carries out the appends in order, in one batch. Does not extend the index.
  ///
  /// Events that were recorded before under the same ids are not recorded again, so an append whose
  /// outcome was unknown can be sent again.
  ///
  /// - Returns: the outcomes of a prefix of the appends, at least one. The rest needs another
  ///   batch. If the journal fails, all appends fail.
  package mutating func append(_ appends: [DirectAppend]) -> [DirectAppend.Outcome] {
    failure = nil
    let (clock, names) = (clock, commandDomains.map(\.domain))
    let latest = allowsFuture ? nil : clock().latestAcceptable
    let keptIDs = eventIDs.take()
    var outcomes: [DirectAppend.Outcome] = []
    do throws(JournalError) {
      // A new table of ids is filled from the reader, which must have read all earlier batches.
      if keptIDs == nil { try journal.readRecorded() }
      var ids = keptIDs ?? EventIDs(after: journal.reader.indexedHead)
      var conditions: [Result<AppendCondition?, JournalError>] = []
      for append in appends { conditions.append(try journal.checkBeforeLock(append.condition)) }
      let named = appends.reduce(0) { $0 + $1.ids.count }
      if named > 0 { try ids.prepare(for: named, with: &journal.reader) }
      try journal.inBatch { (journal) throws(JournalError) in
        for (append, condition) in zip(appends, conditions) {
          if !outcomes.isEmpty && journal.isBatchFull { return }
          guard
            let outcome = try append.record(
              if: condition, at: clock(), (names, latest), &ids, in: &journal)
          else { return }
          outcomes.append(outcome)
        }
      }
      eventIDs = ids
      return outcomes
    } catch {
      failure = error
      return appends.map { .failure(.failure(error, in: $0.locale)) }
    }
  }
}

extension DirectAppend {
  /// - Returns: nil if the append has to wait for the next batch.
  /// - Throws: an error that concerns the whole batch.
  fileprivate func record(
    if condition: Result<AppendCondition?, JournalError>, at time: Timestamp,
    _ rules: (reservedBy: [String], latest: Timestamp?), _ ids: inout EventIDs,
    in journal: inout JournalWriter
  ) throws(JournalError) -> Outcome? {
    if let problem = problem(rules.reservedBy, notAfter: rules.latest, clock: time) {
      return .failure(problem)
    }
    if let error = cause?.because?.unrecorded(in: journal.head) {
      return .failure(error.problem(in: locale))
    }
    let own = self.ids
    if !own.isEmpty {
      if Set(own).count < own.count { return .failure(reusedID) }
      var places: [Position] = []
      for id in own {
        if let place = try ids.position(of: id, with: &journal.reader) { places.append(place) }
      }
      if let last = places.max() {
        // The batch holds the same append twice. The records can be compared only after they are
        // written.
        if last > journal.recordedHead { return nil }
        return try recorded(at: places, in: &journal).map(Outcome.success) ?? .failure(reusedID)
      }
    }
    do throws(JournalError) {
      let places = try journal.appendEncoded(events, at: time, cause: cause, if: condition.get())
      if !own.isEmpty { for place in places { ids.insert(place.id, at: place.position) } }
      return .success(places.map(\.position))
    } catch {
      switch error {
      case .conditionFailed:
        return .failure(
          refusal("appendConditionFailed", EngineTexts.appendConditionFailed, cause: error))
      case .tooLarge, .invalidEvent:
        return .failure(
          .init(.malformed, code: FormError.invalidCode, message: "\(error)", cause: error))
      default: throw error
      }
    }
  }

  private func problem(
    _ reserved: [String], notAfter latest: Timestamp?, clock: Timestamp
  ) -> CommandResult.Problem? {
    if let type = events.map(\.type).first(where: { $0.isReserved(by: reserved) }) {
      return refusal("reservedType", EngineTexts.reserved(type))
    }
    guard let latest, let time = events.compactMap(\.time).max(), time > latest else { return nil }
    let impossible = ImpossibleTime.inFuture(time, clock: clock)
    return refusal(impossible.code, impossible.text)
  }

  private var reusedID: CommandResult.Problem {
    FormError.invalidField("id", takes: EngineTexts.unusedID).problem(in: locale)
  }

  private func refusal(
    _ code: String, _ text: Bilingual, cause: JournalError? = nil
  ) -> CommandResult.Problem {
    .init(.refusal, code: code, message: text[locale], cause: cause)
  }
}

// MARK: - Repeated appends

extension DirectAppend {
  /// The ids that the caller gives to the events.
  fileprivate var ids: [EventID] { events.compactMap(\.id) }

  /// The positions of the events, if this append was recorded there: one event after another, with
  /// the same ids, types, tags and data; nil if some of the ids belong to other events. Personal
  /// data is not compared, since it may be erased.
  private func recorded(
    at places: [Position], in journal: inout JournalWriter
  ) throws(JournalError) -> [Position]? {
    guard places.count == events.count, let first = places.first, let last = places.last,
      zip(places, places.dropFirst()).allSatisfy({ $0.next == $1 })
    else { return nil }
    var rest = events[...]
    var count = 0
    try journal.forEach(.everything, after: Position(first.rawValue - 1), through: last) { view in
      guard let event = rest.popFirst() else { return false }
      count += 1
      let isSame =
        view.index == count && view.count == events.count && view.type == event.type
        && view.tags == event.tags && view.data.isSameJSON(as: event.data)
      if !isSame { count = 0 }
      return isSame
    }
    return count == events.count ? places : nil
  }
}

extension [UInt8] {
  /// Whether two JSON texts have the same value.
  fileprivate func isSameJSON(as other: [UInt8]) -> Bool {
    if self == other { return true }
    func canonical(_ bytes: [UInt8]) -> [UInt8]? {
      var json = JSONWriter()
      do throws(JSONSyntaxError) { json.canonical(try JSONParser.parse(bytes)) } catch {
        return nil
      }
      return json.bytes
    }
    return canonical(self) == canonical(other)
  }
}

extension Position {
  /// The error for a cause at this position; nil if an event is recorded there.
  func unrecorded(in head: Position) -> FormError? {
    self > .start && self <= head
      ? nil : .invalidField("because", takes: EngineTexts.unknownCausingEvent)
  }
}

extension EventType {
  /// Whether only commands record events of this type, given the names of the domains.
  package func isReserved(by domains: [String]) -> Bool {
    guard let name = domainName else { return false }
    return name == "system" || domains.contains { $0 == name }
  }
}
