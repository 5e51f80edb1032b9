import EventStore

/// The cached states of read models, folded onwards from one query to the next.
///
/// The first query folds a state from its latest snapshot. The state then stays in memory until the
/// engine is closed. Only the reading thread uses it.
struct LiveReadModels {
  private var states: [ObjectIdentifier: AnyObject] = [:]

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
    let fold = try Fold<State>.resumed(from: &reader, through: reader.recordedHead)
    let resumed = fold.state
    journal = JournalFold(in: reader.manifest.timeZone) {
      fold.discard()
      return [fold.alone]
    }
    journal.skip(to: reader.recordedHead)
    fold.state = resumed
    self.fold = fold
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
    _ reader: inout some RecordSource & ~Copyable,
    _ asking: QueryContext
  ) throws -> Answer {
    try permission(for: parameters)?.check(in: &live, &reader, asking)
    return try Self(live.state(State.self, from: &reader)).answer(to: parameters, asking)
  }
}

extension QueryPermission {
  func check(
    in live: inout LiveReadModels, _ reader: inout some RecordSource & ~Copyable,
    _ asking: QueryContext
  ) throws {
    try check(live.state(State.self, from: &reader), notBefore: reader.recordedTime, asking)
  }
}
