import EventStore

/// The states that questions were answered from, folded onwards from one question to the next.
///
/// A state is folded when it is first asked, from its latest snapshot; it stays in memory for as
/// long as the engine is open. Only the thread that reads uses them.
struct LiveReadModels {
  private var states: [ObjectIdentifier: AnyObject] = [:]

  /// The state as of the reader's head. O(events since it was last asked); the first time O(events
  /// since its latest snapshot), and after an erasure that it has folded O(length).
  mutating func state<State: StoredState>(
    _: State.Type, from reader: inout JournalReader
  ) throws(JournalError) -> State {
    // A state that could not be folded to its end is not used again.
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

  init(from reader: inout JournalReader) throws(JournalError) {
    let resumed = try Fold<State>.resumed(from: &reader, through: reader.head)
    let fold = Fold<State>()
    let domain = State.factTypes.first?.rawValue.domainPart ?? ""
    journal = JournalFold(in: reader.manifest.timeZone) {
      fold.discard()
      return [DomainFold(domain: domain, [fold])]
    }
    journal.skip(to: reader.head)
    fold.state = resumed.state
    self.fold = fold
  }

  var state: State { fold.state }

  func catchUp(with reader: inout JournalReader) throws(JournalError) {
    guard journal.position < reader.head else { return }
    try journal.catchUp(with: &reader) { _, _ in }
  }
}

extension Projection {
  /// The answer to `parameters`, if it may be asked for, as of the reader's head.
  static func answer(
    to parameters: Parameters, from live: inout LiveReadModels, _ reader: inout JournalReader,
    _ asking: QueryContext
  ) throws -> Answer {
    try permission(for: parameters)?.check(in: &live, &reader, asking)
    return try Self(live.state(State.self, from: &reader)).answer(to: parameters, asking)
  }
}

extension QueryPermission {
  func check(
    in live: inout LiveReadModels, _ reader: inout JournalReader, _ asking: QueryContext
  ) throws {
    try check(live.state(State.self, from: &reader), notBefore: reader.lastTime, asking)
  }
}
