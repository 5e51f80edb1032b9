import EventStore

/// The read models of one domain.
public struct ReadModels: Sendable {
  /// The name of the domain, such as `library`.
  package let domain: String
  /// The read models in the order of the projections.
  package let models: [ReadModel]
  /// The types of event in the domain's catalog, with their schema versions.
  package let eventShapes: [(type: EventType, version: SchemaVersion, isRetired: Bool)]
  /// The members of the payloads, in the order of `eventShapes`.
  package let eventMembers: [@Sendable () -> [PayloadMember]]
  /// Whether some event of the domain holds personal data, which can be erased.
  package var recordsPersonalData: Bool { !personalShapes.isEmpty }
  /// The types of event that hold personal data, with their schema versions.
  package let personalShapes: [(type: EventType, version: SchemaVersion)]
  private let startFolding: @Sendable (Set<String>?) -> StartedFold
  /// Begins a fold of all read models and their summaries, each with a state of its own that can be
  /// compared, stored and queried; from events of all types if `ofAllTypes`.
  package let checkedFold:
    @Sendable (_ ofAllTypes: Bool) -> (fold: DomainFold, states: [CheckedFold])
  /// Describes the first thing that encoding a record's event in its current shape loses or
  /// changes; nil if there is none or the domain does not know the type.
  package let differenceWhenRecoded: @Sendable (RecordView) throws(JournalError) -> String?
  /// The answers that an event on this day may change; none if the domain does not know its type.
  package let touchedAnswers:
    @Sendable (StoredEvent, CalendarDay, inout PayloadDecoder) throws(JournalError)
      -> TouchedAnswers

  /// Creates the read models of the projections, which share one type of event.
  public init<Event: EventStore.Event>(
    _ domain: String, of event: Event.Type, _ projections: [any Projection<Event>.Type]
  ) {
    self.domain = domain
    models = projections.map { ReadModel($0) }
    DomainNames.require(models.map(\.name), of: domain, "read model")
    DomainNames.require(Event.catalog.types.map(\.rawValue), of: domain, "event")
    eventShapes = Event.catalog.shapes.map { ($0.type, $0.version, $0.isRetired) }
    eventMembers = Event.catalog.shapes.map(\.members)
    personalShapes = Event.catalog.shapes.filter(\.hasPersonalData).map { ($0.type, $0.version) }
    differenceWhenRecoded = { view throws(JournalError) in
      try Event.catalog.recodingDifference(of: view)
    }
    let states = FoldedStates(projections)
    startFolding = { names in
      let folds = states.start(names)
      return StartedFold(
        fold: DomainFold(domain: domain, folds), states: folds,
        decoders: BatchDecoders(domain: domain, for: folds))
    }
    checkedFold = { ofAllTypes in
      let folds = projections.flatMap { makeCheckedFolds($0, ofAllTypes) }
      return (DomainFold(domain: domain, folds.map(\.events)), folds.map(\.checked))
    }
    touchedAnswers = { (stored, day, decoder) throws(JournalError) in
      guard let event = try Event.catalog.event(of: stored, with: &decoder) else {
        return TouchedAnswers()
      }
      var touched = TouchedAnswers()
      let recorded = Recorded(
        position: stored.position, id: stored.id, time: stored.time, day: day, type: stored.type,
        actor: stored.cause?.actor, event: event)
      for projection in projections { touched.add(projection, recorded) }
      return touched
    }
  }

  /// Begins a fold of the states of all read models, or of the named states.
  package func fold(_ states: Set<String>? = nil) -> StartedFold { startFolding(states) }
}

/// The fold of some states of a domain.
package struct StartedFold {
  package let fold: DomainFold
  package let states: [any DigestedFold]
  /// Decoders of events that are folded into the states later.
  package let decoders: BatchDecoders
}

/// The answers that an event may change.
package struct TouchedAnswers: Sendable {
  /// The names of the read models with the parameters of the answers.
  package fileprivate(set) var answers: [(model: String, parameters: JSONObject)] = []
  /// For some read models, a query for earlier facts: the answers that these facts changed may
  /// change again.
  package fileprivate(set) var others: [(model: String, facts: Query)] = []

  package init() {}

  fileprivate mutating func add<P: Projection>(_: P.Type, _ event: Recorded<P.Event>) {
    let model = P.shape.name
    answers += P.keys(touchedBy: event).map { (model, $0) }
    if let facts = P.others(touchedBy: event) { others.append((model, facts)) }
  }
}

/// The states of a domain without repetitions.
private struct FoldedStates<Event: EventStore.Event>: Sendable {
  typealias State = any StoredState<Event>.Type

  private var states: [State] = []
  /// The names of the states that the projections use, without those of their summaries.
  private var answering: Set<String> = []

  init(_ projections: [any Projection<Event>.Type]) {
    add(projections.map { Self.state(of: $0) })
    answering = Set(states.map { $0.name })
    add(projections.map { Self.summary(of: $0) })
  }

  private mutating func add(_ others: [State]) {
    for state in others {
      guard let other = states.first(where: { $0.name == state.name }) else {
        states.append(state)
        continue
      }
      precondition(other == state, "The states \(other) and \(state) are both named \(state.name).")
    }
  }

  /// - Parameter names: the names of states; nil: all except those of summaries.
  func start(_ names: Set<String>?) -> [any EventFold<Event> & DigestedFold] {
    states.filter { (names ?? answering).contains($0.name) }.map { Self.start($0) }
  }

  private static func start<Folded: StoredState<Event>>(
    _: Folded.Type
  ) -> any EventFold<Event> & DigestedFold {
    Fold<Folded>()
  }

  private static func state<P: Projection<Event>>(of _: P.Type) -> State { P.State.self }

  private static func summary<P: Projection<Event>>(of _: P.Type) -> State {
    P.Summary.State.self
  }
}

private func makeCheckedFolds<P: Projection>(
  _ type: P.Type, _ ofAllTypes: Bool
) -> [(events: any EventFold<P.Event>, checked: CheckedFold)] {
  let types = P.State.Event.catalog.readableTypes
  let fold = Fold<P.State>(of: ofAllTypes ? types : P.State.factTypes)
  let own: (any EventFold<P.Event>, CheckedFold) = (fold, CheckedFold(type, fold))
  if P.Summary.self == P.self { return [own] }
  let summary = Fold<P.Summary.State>(of: ofAllTypes ? types : P.Summary.State.factTypes)
  return [own, (summary, CheckedFold(summaryOf: type, summary))]
}
