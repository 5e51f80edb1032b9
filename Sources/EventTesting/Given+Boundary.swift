import EventEngine
import Testing

/// The outcome of a command.
public enum DecisionResult<D: Decider>: Equatable, Sendable {
  /// Accepted; no events if the command changes nothing.
  case events([D.Event])
  /// Refused by the domain.
  case refused(D.Refusal)
  /// The command's data does not match its fields.
  case badForm(FormError)
  /// The decider has no command with that name.
  case unknownCommand
}

extension Given {
  /// Decides with all events folded, and checks that the events of the boundary give the same
  /// decision.
  func decided(
    _ command: D.Command, at moment: Moment, _ sourceLocation: SourceLocation
  ) -> Decided {
    let everything = D(folding: history)
    let expected = everything.decision(on: command, at: moment)
    let again = D(folding: history)
    let second = again.decision(on: command, at: moment)
    guard again == everything, second.decision == expected.decision, second.work == expected.work
    else {
      Issue.record(
        "two folds of the same events give different decisions: the decider is not deterministic",
        sourceLocation: sourceLocation)
      return expected
    }
    let relevant = D(folding: history.filter { D.factTypes.contains($0.type) })
    #expect(relevant == everything, "\(D.lacksType(of: history))", sourceLocation: sourceLocation)
    let bounded = foldingBoundary(of: command, sourceLocation)
    let actual = bounded.decision(on: command, at: moment)
    #expect(
      actual.decision == expected.decision, "the boundary omits events that affect the decision",
      sourceLocation: sourceLocation)
    #expect(
      actual.work == expected.work, "the boundary omits events that affect the work",
      sourceLocation: sourceLocation)
    return expected
  }

  /// A decision on a command.
  typealias Decided = (command: D.Command, decision: DecisionResult<D>, work: PasswordWork?)

  /// The state after the events of the boundary, which is computed again until it asks for no more.
  /// Events that it no longer asks for stay folded, as in an engine.
  private func foldingBoundary(
    of command: D.Command, _ sourceLocation: SourceLocation
  ) -> D {
    var included: Set<Position> = []
    while true {
      let state = D(folding: history.filter { included.contains($0.position) })
      let boundary = state.boundary(of: command)
      checkNarrow(boundary, sourceLocation)
      let count = included.count
      included.formUnion(
        history.lazy.filter { boundary.matches($0.type, $0.allTags) }.map(\.position))
      if included.count == count { return state }
    }
  }

  /// Checks that a boundary names types that the decider folds, and tags. An item may lack tags if
  /// its types are global or the history has more than 64 events. A command that depends on very
  /// many things need not name each of them.
  private func checkNarrow(_ boundary: Query, _ sourceLocation: SourceLocation) {
    if boundary == .nothing { return }
    #expect(
      boundary != .everything, "the boundary matches every event", sourceLocation: sourceLocation)
    for item in boundary.items {
      #expect(
        !item.types.isEmpty && item.types.allSatisfy(D.factTypes.contains),
        "the boundary names a type that is missing from factTypes", sourceLocation: sourceLocation)
      #expect(
        !item.tags.isEmpty || history.count > 64
          || item.types.allSatisfy(D.globalTypes.contains),
        "an item of the boundary has no tags", sourceLocation: sourceLocation)
    }
  }
}

extension FoldedState {
  /// The state after applying `events`.
  public init(folding events: some Sequence<Recorded<Event>>) {
    self.init()
    for event in events { apply(event) }
  }

  /// The issue of an `apply` that changes the state by events that `factTypes` omits.
  static func lacksType(of events: [Recorded<Event>]) -> String {
    let types = Set(events.map(\.type)).subtracting(factTypes).map(\.rawValue).sorted()
    return "\(Self.self).apply uses a type that is missing from its factTypes: "
      + types.joined(separator: " or ")
  }
}

extension Decider {
  /// Does the hashing that `command` requires, then decides on the completed command.
  func decision(on command: Command, at moment: Moment) -> Given<Self>.Decided {
    let work = passwordWork(for: command, at: moment)
    let complete = work.map { Self.completing(command, with: $0.resultForTests) } ?? command
    do {
      return (complete, .events(try decide(complete, at: moment)), work)
    } catch {
      return (complete, .refused(error), work)
    }
  }
}

extension Recorded where Event: EventStore.Event {
  /// All tags of the event, including those made from personal data.
  var allTags: [EventStore.Tag] { event.payload.tags + event.payload.personalTags }
}
