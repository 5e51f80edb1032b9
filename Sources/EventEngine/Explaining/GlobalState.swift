import EventStore

/// A state folded from all events of its types. Read models with the same state share it.
final class GlobalState {
  private let fold: any StoredFold
  private let types: Set<EventType>
  private var journal: JournalFold
  /// Whether a snapshot of this fold was stored.
  private var isStored = false
  /// The position of the event that is asked about.
  private var askedPosition = Position.start
  /// The latest answers for that event, and those for the event before it.
  private var answers: [AnswerKey: CachedAnswer] = [:]
  private var former: [AnswerKey: CachedAnswer] = [:]

  private struct CachedAnswer {
    /// The position of the last event that was folded.
    let head: Position
    let answer: AnswerValue
  }

  /// Begins with the latest snapshot up to `last`, or the empty state.
  init(
    _ state: ReadState, of readModels: ReadModels, _ zone: TimeZoneTable,
    from reader: inout JournalReader, through last: Position
  ) throws(JournalError) {
    let started = readModels.fold([state.name])
    guard let fold = started.states.first else {
      preconditionFailure("The domain does not fold \(state.name).")
    }
    self.fold = fold
    types = Set(fold.factTypes)
    journal = JournalFold(in: zone) { [started.fold] }
    if let snapshot = try fold.resume(from: &reader, through: last) {
      journal.skip(to: snapshot.position)
    }
  }

  /// Folds the events up to `last` into each of the states, and reads each event only once. A state
  /// into which many events were folded is stored in a snapshot once, for later folds.
  static func advance(
    _ states: [GlobalState], through last: Position, _ reader: inout JournalReader
  ) throws(JournalError) {
    let older = states.filter { $0.journal.position < last }
    guard let first = older.map({ $0.journal.position }).min() else { return }
    let types = older.reduce(into: Set()) { $0.formUnion($1.types) }
    try reader.forEach(.of(Array(types)), after: first, through: last) {
      (view) throws(JournalError) in
      for state in older
      where state.journal.position < view.position && state.types.contains(view.type) {
        try state.journal.apply(view)
      }
      return true
    }
    for state in older {
      state.journal.skip(to: last)
      if !state.isStored, state.journal.count >= SnapshotStore.leastEvents {
        state.isStored = true
        state.fold.store(at: last, in: &reader)
      }
    }
  }

  /// Begins with the next event. The latest answers for the previous one are kept, to be reused.
  func begin(_ event: StoredEvent) {
    guard event.position != askedPosition else { return }
    askedPosition = event.position
    (former, answers) = (answers, [:])
  }

  /// The answer of a read model with this state: the same object as for the last query with these
  /// parameters if the answer is the same.
  func answer(
    of model: ReadModel, to parameters: JSONObject, _ context: QueryContext
  ) throws -> AnswerValue {
    let key = AnswerKey(model.name, parameters)
    let last = answers[key] ?? former.removeValue(forKey: key)
    let answer: AnswerValue
    if let last, last.head == journal.head, !model.dependsOnTime {
      answer = last.answer
    } else {
      let bytes = try nilIfRefused { try model.answer(to: parameters, from: fold, context) }
      answer = last?.answer.followed(by: bytes) ?? AnswerValue(bytes)
    }
    answers[key] = CachedAnswer(head: journal.head, answer: answer)
    return answer
  }
}

/// The parameters of queries to one read model, collected from the tags of the events so far.
struct NamedKeys {
  private(set) var keys: [JSONObject] = []
  private var known: Set<JSONObject> = []
  private var position = Position.start

  mutating func advance(
    through last: Position, of model: ReadModel, _ reader: inout JournalReader
  ) throws(JournalError) {
    try reader.forEach(.of(model.state.factTypes), after: position, through: last) { view in
      for question in model.questions(
        view.type, view.tags + view.personalTags, ownViews: true)
      where known.insert(question).inserted { keys.append(question) }
      return true
    }
    position = last
  }
}
