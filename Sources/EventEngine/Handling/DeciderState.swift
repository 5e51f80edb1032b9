import EventStore

/// What one decider knows, while it is folded.
final class DeciderState<D: Decider>: EventFold {
  var state = D()

  var factTypes: [EventType] { D.factTypes }

  func apply(_ event: Recorded<D.Event>) { state.apply(event) }

  func forget() { state = D() }
}

/// A state that can be folded anew.
protocol Forgetting<Event>: EventFold {
  func forget()
}

extension DeciderState: Forgetting {}

/// The deciders of one domain, kept up to date from command to command. A cache: a fold too, and
/// void whenever what it has seen turns out not to be recorded.
final class DomainState<Event: EventStore.Event> {
  let domain: String
  private let states: [any Forgetting<Event>]
  private let statesOfDeciders: [ObjectIdentifier: any Forgetting<Event>]
  /// By the type of what they look at.
  private let statesFolding: [EventType: [any Forgetting<Event>]]
  /// What of it is to be erased.
  let dueErasures = DueErasures<Event>()
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

  private static func makeState<D: Decider>(_ decider: D.Type) -> any Forgetting<D.Event> {
    DeciderState<D>()
  }

  func state<D: Decider>(of decider: D.Type) -> DeciderState<D>? {
    statesOfDeciders[ObjectIdentifier(decider)] as? DeciderState<D>
  }

  func forget() {
    for state in states { state.forget() }
  }

  /// Takes in an event of this process's own, without decoding it again.
  func apply(_ event: Recorded<Event>) {
    for state in statesFolding[event.type] ?? [] { state.apply(event) }
  }
}
