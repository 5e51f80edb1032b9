import Commands
import Domain
import EventEngine
import Testing

/// The result of a command.
public enum Decision<D: Decider>: Equatable, Sendable {
  case events([D.Event])
  case refused(D.Refusal)
  case badForm(FormError)
  /// The command's name is unknown.
  case nothingToDecide
}

extension Given {
  /// Decides with the full history and checks that the boundary's events alone give the same
  /// result.
  func decided(
    _ command: D.Command, at moment: Moment, _ sourceLocation: SourceLocation
  ) -> (Decision<D>, PasswordWork?) {
    let everything = D(folding: history)
    let relevant = D(folding: history.filter { D.factTypes.contains($0.type) })
    #expect(
      relevant == everything, "apply handles a type that is missing from factTypes",
      sourceLocation: sourceLocation)
    let bounded = foldingBoundary(of: command, sourceLocation)
    let expected = everything.decision(on: command, at: moment)
    let actual = bounded.decision(on: command, at: moment)
    #expect(
      actual.decision == expected.decision, "the boundary omits events that affect the decision",
      sourceLocation: sourceLocation)
    #expect(
      actual.work == expected.work, "the boundary omits events that affect the work",
      sourceLocation: sourceLocation)
    return (expected.decision, expected.work)
  }

  /// Folds the events of the boundary, repeatedly until the boundary no longer grows.
  private func foldingBoundary(
    of command: D.Command, _ sourceLocation: SourceLocation
  ) -> D {
    var included: [Position] = []
    while true {
      let state = D(folding: history.filter { included.contains($0.position) })
      let boundary = state.boundary(of: command)
      checkNarrow(boundary, sourceLocation)
      let matching = history.filter { boundary.matches($0.type, $0.allTags) }.map(\.position)
      #expect(
        included.allSatisfy(matching.contains), "a boundary must never shrink",
        sourceLocation: sourceLocation)
      if matching.allSatisfy(included.contains) { return state }
      included = matching
    }
  }

  /// Expects that the boundary names only types that the decider folds, and tags. Tags may be
  /// missing for global settings and for commands about too many things to look up.
  private func checkNarrow(_ boundary: Query, _ sourceLocation: SourceLocation) {
    if boundary == .nothing { return }
    #expect(boundary != .everything, "the boundary is everything", sourceLocation: sourceLocation)
    for item in boundary.items {
      #expect(
        !item.types.isEmpty && item.types.allSatisfy(D.factTypes.contains),
        "a boundary may only name types in factTypes", sourceLocation: sourceLocation)
      #expect(
        !item.tags.isEmpty || history.count > 64
          || item.types.allSatisfy(EventType.globalSettings.contains),
        "a boundary must name tags", sourceLocation: sourceLocation)
    }
  }
}

extension EventType {
  /// The types of global settings, which no tag can actual.
  fileprivate static let globalSettings = [PaywallConfigured.type, RequestSecretRotated.type]
}

extension Decider {
  /// The state after applying `events`.
  public init(folding events: [Recorded<Event>]) {
    self.init()
    for event in events { apply(event) }
  }

  /// Does the hashing that `command` requires, then decides.
  func decision(
    on command: Command, at moment: Moment
  ) -> (decision: Decision<Self>, work: PasswordWork?) {
    let work = passwordWork(for: command, at: moment)
    let complete = work.map { Self.completing(command, with: $0.resultForTests) } ?? command
    do {
      return (.events(try decide(complete, at: moment)), work)
    } catch {
      return (.refused(error), work)
    }
  }
}

extension Recorded where Event: EventStore.Event {
  /// All tags of the event, including those derived from personal data.
  var allTags: [EventStore.Tag] { event.payload.tags + event.payload.personalTags }
}
