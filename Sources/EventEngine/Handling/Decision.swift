import EventStore

/// A command and its decider, type-erased.
protocol Decision: AnyObject {
  /// Folds a state from only the facts that the command depends on and uses it instead of the
  /// cached state.
  func foldBoundary(from reader: inout some RecordSource & ~Copyable) throws(JournalError)

  func passwordWork(at now: Moment) -> PasswordWork?

  func complete(with result: PasswordResult)

  /// Returns the events to record.
  func decide(
    at now: Moment, with encoder: inout PayloadEncoder
  ) throws(DecisionError) -> [NewEvent]

  /// Applies the events, appended as `records`, to the cached states.
  func applyAppended(
    _ records: [NewEvent], at places: [RecordLocation], by actor: ActorID?, zone: TimeZoneTable)

  /// The secret to store beside the journal before the events are recorded.
  var secret: StoredSecret? { get }

  /// Gives the result the outcome for the sender.
  func answer(_ result: inout CommandResult, in locale: Language)

  /// The outcome of the first execution, reconstructed from its records.
  func answer(
    to records: [StoredEvent], in locale: Language
  ) throws(JournalError) -> CommandResult.Outcome
}

enum DecisionError: Error {
  case refused(any Refused)
  case unencodable(PayloadEncodingError)
}

final class TypedDecision<D: Decider>: Decision {
  private var typedCommand: TypedCommand<D>
  private let domain: OpenDomain<D.Event>
  private var state: Fold<D>
  private var events: [D.Event] = []

  init(_ typedCommand: TypedCommand<D>, in domain: OpenDomain<D.Event>) {
    self.typedCommand = typedCommand
    self.domain = domain
    guard let cached = domain.state(of: D.self) else {
      preconditionFailure("\(D.self) is unknown.")
    }
    state = cached
  }

  func foldBoundary(from reader: inout some RecordSource & ~Copyable) throws(JournalError) {
    state = Fold()
    try state.take(from: &reader) { $0.boundary(of: typedCommand.command) }
  }

  func passwordWork(at now: Moment) -> PasswordWork? {
    state.state.passwordWork(for: typedCommand.command, at: now)
  }

  func complete(with result: PasswordResult) {
    typedCommand = TypedCommand(D.completing(typedCommand.command, with: result))
  }

  func decide(
    at now: Moment, with encoder: inout PayloadEncoder
  ) throws(DecisionError) -> [NewEvent] {
    do throws(D.Refusal) { events = try state.state.decide(typedCommand.command, at: now) } catch {
      throw .refused(error)
    }
    var new: [NewEvent] = []
    for event in events {
      do throws(PayloadEncodingError) {
        var encoded = try NewEvent(event, with: &encoder)
        encoded.because = state.state.cause(of: event)
        new.append(encoded)
      } catch { throw .unencodable(error) }
    }
    return new
  }

  func applyAppended(
    _ records: [NewEvent], at places: [RecordLocation], by actor: ActorID?, zone: TimeZoneTable
  ) {
    for (index, place) in places.enumerated() {
      domain.apply(
        Recorded(
          position: place.position, id: place.id, time: place.time,
          day: zone.day(of: place.time), type: records[index].type, actor: actor?.rawValue,
          event: events[index]))
    }
  }

  var secret: StoredSecret? { D.secret(of: typedCommand.command, events) }

  func answer(_ result: inout CommandResult, in locale: Language) {
    result.outcome = answer(after: events, in: locale)
    guard case .accepted(let values) = result.outcome else { return }
    let oneTimeValues = D.oneTimeValues(of: typedCommand.command)
    result.outcome = .accepted(values + oneTimeValues)
    result.oneTimeValueCount = oneTimeValues.count
  }

  func answer(
    to records: [StoredEvent], in locale: Language
  ) throws(JournalError) -> CommandResult.Outcome {
    var events: [D.Event] = []
    for record in records {
      if let event = try D.Event.catalog.event(of: record) { events.append(event) }
    }
    return answer(after: events, in: locale)
  }

  private func answer(after events: [D.Event], in locale: Language) -> CommandResult.Outcome {
    do throws(D.Refusal) {
      return .accepted(try D.answer(to: typedCommand.command, events, in: locale))
    } catch {
      var problem = CommandResult.Problem(error, in: locale)
      problem.value = D.answer(with: error, events)
      return .refused(problem)
    }
  }
}

extension JournalError {
  /// The failure of a command whose events cannot be encoded.
  init(_ error: PayloadEncodingError) { self = .invalidEvent(reason: "\(error)") }
}
