import EventStore

/// One command on its way to a decision, the types of its decider erased.
protocol Decision: AnyObject {
  /// Asks with a state folded from just the facts that the command depends on, instead of the one
  /// that is kept between commands.
  func foldBoundary(from reader: inout JournalReader) throws(JournalError)

  func passwordWork(at now: Moment) -> PasswordWork?

  func complete(with result: PasswordResult)

  /// The events to record.
  func decide(
    at now: Moment, with encoder: inout PayloadEncoder
  ) throws(DecisionError) -> [NewEvent]

  /// The events were appended as `records`: the states kept between commands take them in.
  func appended(
    _ records: [NewEvent], at places: [RecordLocation], by actor: ActorID?, zone: TimeZoneTable)

  /// What has to be kept beside the journal before the events are recorded.
  var secret: StoredSecret? { get }

  /// What the sender is told.
  func answer(in locale: Locale) -> CommandResult.Outcome

  /// What the sender was told when the command was first carried out, whose records these are.
  func answer(
    to records: [RecordedCommand.Event], in locale: Locale
  ) throws(JournalError) -> CommandResult.Outcome
}

enum DecisionError: Error {
  case refused(any Refused)
  case unencodable(PayloadEncodingError)
}

final class TypedDecision<D: Decider>: Decision {
  private var asked: TypedCommand<D>
  private let domain: DomainState<D.Event>
  private var state: Fold<D>
  private var events: [D.Event] = []

  init(_ asked: TypedCommand<D>, in domain: DomainState<D.Event>) {
    self.asked = asked
    self.domain = domain
    guard let kept = domain.state(of: D.self) else { preconditionFailure("\(D.self) is unknown.") }
    state = kept
  }

  func foldBoundary(from reader: inout JournalReader) throws(JournalError) {
    state = Fold()
    try state.take(from: &reader) { $0.boundary(of: asked.command) }
  }

  func passwordWork(at now: Moment) -> PasswordWork? {
    state.state.passwordWork(for: asked.command, at: now)
  }

  func complete(with result: PasswordResult) {
    asked = TypedCommand(D.completing(asked.command, with: result))
  }

  func decide(
    at now: Moment, with encoder: inout PayloadEncoder
  ) throws(DecisionError) -> [NewEvent] {
    do throws(D.Refusal) { events = try state.state.decide(asked.command, at: now) } catch {
      throw .refused(error)
    }
    var new: [NewEvent] = []
    for event in events {
      do throws(PayloadEncodingError) { new.append(try NewEvent(event, with: &encoder)) } catch {
        throw .unencodable(error)
      }
    }
    return new
  }

  func appended(
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

  var secret: StoredSecret? { D.secret(of: asked.command, events) }

  func answer(in locale: Locale) -> CommandResult.Outcome {
    switch answer(after: events, in: locale) {
    case .accepted(let values): .accepted(values + D.oneTimeValues(of: asked.command))
    case .refused(let problem): .refused(problem)
    }
  }

  func answer(
    to records: [RecordedCommand.Event], in locale: Locale
  ) throws(JournalError) -> CommandResult.Outcome {
    var events: [D.Event] = []
    for record in records {
      if let event = try record.event(of: D.Event.self) { events.append(event) }
    }
    return answer(after: events, in: locale)
  }

  private func answer(after events: [D.Event], in locale: Locale) -> CommandResult.Outcome {
    do throws(D.Refusal) {
      return .accepted(try D.answer(to: asked.command, events, in: locale))
    } catch {
      var problem = CommandResult.Problem(error, in: locale)
      problem.value = D.answer(with: error, events)
      return .refused(problem)
    }
  }
}
