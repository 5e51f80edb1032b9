import EventStore

/// A state that is folded, alone or together with others in a ``JournalFold``.
package final class Fold<State: FoldedState>: EventFold {
  /// The state, folded so far.
  package var state = State()
  package let factTypes: [EventType]

  /// - Parameter factTypes: the types of the events to apply. Only a check has others than the state.
  package init(of factTypes: [EventType] = State.factTypes) { self.factTypes = factTypes }

  package func apply(_ event: Recorded<State.Event>) { state.apply(event) }

  package func discard() { state = State() }
}

extension Fold {
  /// This fold as the only one of its domain.
  var alone: DomainFold {
    DomainFold(domain: factTypes.first?.domainName.map(String.init) ?? "", [self])
  }

  /// Folds the matching events after `position`, read through the index or by a scan.
  ///
  /// - Returns: the number of folded events.
  /// - Throws: if the journal cannot be read or an event cannot be decoded.
  @discardableResult
  func take(
    _ facts: Query, from reader: inout some RecordSource & ~Copyable,
    after position: Position = .start,
    through last: Position? = nil
  ) throws(JournalError) -> Int {
    var fold = JournalFold(in: reader.manifest.timeZone) { [self.alone] }
    fold.skip(to: position)
    try fold.run(&reader, facts, through: last)
    return fold.count
  }

  /// Folds only the facts that `dependencies` returns, from the empty state on, and repeats this
  /// with all facts of the passes before until there are no further ones. The facts only grow, so the
  /// loop ends.
  func take(
    from reader: inout some RecordSource & ~Copyable, through last: Position? = nil,
    widening dependencies: (State) -> Query
  ) throws(JournalError) {
    discard()
    var facts = dependencies(state)
    while true {
      try take(facts, from: &reader, through: last)
      let wider = dependencies(state)
      if wider == facts { return }
      let known = Set(facts.alternatives)
      let further = wider.alternatives.filter { !known.contains($0) }
      if further.isEmpty { return }
      facts = Query(facts.alternatives + further)
      discard()
    }
  }
}
