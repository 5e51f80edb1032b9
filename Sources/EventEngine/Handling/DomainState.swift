import EventStore

/// The deciders of one domain, kept up to date from command to command. A cache: it is folded anew
/// whenever something it has folded turns out not to be recorded.
final class DomainState<Event: EventStore.Event> {
  let domain: String
  private let states: [any RestartableFold<Event>]
  private let statesOfDeciders: [ObjectIdentifier: any RestartableFold<Event>]
  /// By the type of the facts that they apply.
  private let statesFolding: [EventType: [any RestartableFold<Event>]]
  /// What of the domain is to be erased.
  let dueErasures = Fold<DueErasures<Event>>()
  /// Decodes each record once for all the deciders.
  let fold: DomainFold

  init(_ domain: String, _ deciders: [any Decider<Event>.Type]) {
    self.domain = domain
    let states = deciders.map { Self.makeState($0) } + [dueErasures]
    self.states = states
    statesOfDeciders = Dictionary(
      zip(deciders.map { ObjectIdentifier($0) }, states), uniquingKeysWith: { first, _ in first })
    let types = Set(states.flatMap(\.factTypes))
    statesFolding = Dictionary(
      uniqueKeysWithValues: types.map { type in
        (type, states.filter { $0.factTypes.contains(type) })
      })
    // Each as what it is known to be: casting the array would look every one of them up.
    fold = DomainFold(domain: domain, states.map { $0 as any EventFold<Event> })
  }

  private static func makeState<D: Decider>(_ decider: D.Type) -> any RestartableFold<D.Event> {
    Fold<D>()
  }

  func state<D: Decider>(of decider: D.Type) -> Fold<D>? {
    statesOfDeciders[ObjectIdentifier(decider)] as? Fold<D>
  }

  func discard() {
    for state in states { state.discard() }
  }

  /// Takes in an event of this process's own, without decoding it again.
  func apply(_ event: Recorded<Event>) {
    for state in statesFolding[event.type] ?? [] { state.apply(event) }
  }
}
