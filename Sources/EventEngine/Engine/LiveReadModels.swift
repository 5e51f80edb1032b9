import EventStore

/// The cached states of read models. Each query continues the fold of the state that it uses.
///
/// The first query folds a state from its latest snapshot. The state then stays in memory as long
/// as its owner: an engine, whose reading thread alone uses it, or a session of the tool.
package struct LiveReadModels {
  /// The queries for which a state is folded and kept. A state that is kept answers all other
  /// queries as well.
  package enum Policy {
    /// All queries. Right for a server, which is asked again and again.
    case everyQuery
    /// The queries whose answers depend on all facts of their types. The others fold only the facts
    /// that they depend on. Right for a process that may ask only once.
    case globalQueries
  }

  private let policy: Policy
  private var states: [ObjectIdentifier: AnyObject] = [:]

  package init(for policy: Policy) { self.policy = policy }

  /// Whether the answer of this projection comes from its live state.
  func serves<P: Projection>(_: P.Type, _ parameters: P.Parameters) -> Bool {
    keeps(P.State.self) || P(P.State()).facts(for: parameters).isGlobal
  }

  /// Whether the smaller state of the projection's summary is folded instead.
  func prefersSummary<P: Projection>(of _: P.Type, _ parameters: P.Parameters) -> Bool {
    !keeps(P.State.self) && P.isAnsweredBySummary(parameters)
  }

  /// Whether every query uses the state: it is kept already, or the policy keeps it for every
  /// query.
  func keeps<State: StoredState>(_: State.Type) -> Bool {
    policy == .everyQuery || states[ObjectIdentifier(State.self)] != nil
  }

  /// The state as of the reader's head. O(events since the last call). The first call is O(events
  /// since the latest snapshot); after an erasure of folded data a call is O(length).
  mutating func state<State: StoredState>(
    _: State.Type, from reader: inout some RecordSource & ~Copyable
  ) throws(JournalError) -> State {
    // A state whose fold has failed halfway is not used again.
    let live = states.removeValue(forKey: ObjectIdentifier(State.self)) as? LiveState<State>
    let current: LiveState<State>
    if let live {
      try live.catchUp(with: &reader)
      current = live
    } else {
      current = try LiveState(from: &reader)
    }
    states[ObjectIdentifier(State.self)] = current
    return current.state
  }
}

private final class LiveState<State: StoredState> {
  private let fold: Fold<State>
  private var journal: JournalFold

  init(from reader: inout some RecordSource & ~Copyable) throws(JournalError) {
    let fold = Fold<State>()
    self.fold = fold
    journal = JournalFold(in: reader.manifest.timeZone) {
      fold.discard()
      return [fold.alone]
    }
    try journal.resume(fold, from: &reader, through: reader.recordedHead)
  }

  var state: State { fold.state }

  func catchUp(with reader: inout some RecordSource & ~Copyable) throws(JournalError) {
    guard journal.position < reader.recordedHead else { return }
    try journal.catchUp(with: &reader) { _, _ in }
  }
}

extension Projection {
  /// The answer to `parameters` as of the reader's head, if the query is permitted.
  static func answer(
    to parameters: Parameters, from live: inout LiveReadModels,
    _ reader: inout some RecordSource & ~Copyable, _ context: QueryContext
  ) throws -> Answer {
    try permission(for: parameters)?.check(in: &live, &reader, context)
    if live.prefersSummary(of: Self.self, parameters) {
      return try Summary.answerAlone(to: parameters, from: &live, &reader, context)
    }
    return try answerAlone(to: parameters, from: &live, &reader, context)
  }

  private static func answerAlone(
    to parameters: Parameters, from live: inout LiveReadModels,
    _ reader: inout some RecordSource & ~Copyable, _ context: QueryContext
  ) throws -> Answer {
    guard live.serves(Self.self, parameters) else {
      return try answerAlone(
        to: parameters, from: &reader, through: reader.recordedHead, context)
    }
    return try Self(live.state(State.self, from: &reader)).answer(to: parameters, context)
  }
}

extension QueryPermission {
  func check(
    in live: inout LiveReadModels, _ reader: inout some RecordSource & ~Copyable,
    _ context: QueryContext
  ) throws {
    guard live.keeps(State.self) else { return try check(in: &reader, context) }
    try reader.requireWhole()
    try check(live.state(State.self, from: &reader), notBefore: reader.recordedTime, context)
  }
}
