import EventStore

/// The cached states of one domain's deciders. They are discarded if an event that they include is
/// not recorded after all.
final class DomainState<Event: EventStore.Event> {
  let domain: String
  private let states: [any EventFold<Event>]
  private let statesOfDeciders: [ObjectIdentifier: any EventFold<Event>]
  /// The states by the types of the events that they apply.
  private let statesByType: [EventType: [any EventFold<Event>]]
  /// The erasures due in the domain.
  let dueErasures = Fold<DueErasures<Event>>()
  /// Decodes each record once for all deciders.
  let fold: DomainFold

  init(_ domain: String, _ deciders: [any Decider<Event>.Type], foldsAllTypes: Bool) {
    self.domain = domain
    let states = deciders.map { Self.makeState($0, foldsAllTypes) } + [dueErasures]
    self.states = states
    statesOfDeciders = Dictionary(
      zip(deciders.map { ObjectIdentifier($0) }, states), uniquingKeysWith: { first, _ in first })
    var statesByType: [EventType: [any EventFold<Event>]] = [:]
    for state in states {
      for type in Set(state.factTypes) { statesByType[type, default: []].append(state) }
    }
    self.statesByType = statesByType
    fold = DomainFold(domain: domain, states)
  }

  private static func makeState<D: Decider>(
    _ decider: D.Type, _ foldsAllTypes: Bool
  ) -> any EventFold<D.Event> {
    Fold<D>(of: foldsAllTypes ? D.Event.catalog.readableTypes : D.factTypes)
  }

  func state<D: Decider>(of decider: D.Type) -> Fold<D>? {
    statesOfDeciders[ObjectIdentifier(decider)] as? Fold<D>
  }

  func discard() {
    for state in states { state.discard() }
  }

  /// Applies an event of this process without decoding it again.
  func apply(_ event: Recorded<Event>) {
    for state in statesByType[event.type] ?? [] { state.apply(event) }
  }
}
