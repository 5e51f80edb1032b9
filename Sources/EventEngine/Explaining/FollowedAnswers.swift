import EventStore

/// Many answers that are followed together, in one pass over the journal.
///
/// Every state is folded once, as a whole. Following the answers one by one, as ``FollowedAnswer``
/// does, reads the events of a popular thing again for each answer that depends on it.
struct FollowedAnswers: ~Copyable {
  /// Events that are left out of the history.
  private let without: Set<Position>
  private let facts: Query
  private let answers: [JointAnswer]
  private var fold: JournalFold

  init(
    _ keys: [AnswerKey], of domains: [DomainDefinition], _ context: QueryContext,
    without: Set<Position>, in zone: TimeZoneTable
  ) {
    self.without = without
    let asked = Set(keys.map(\.model))
    var models: [String: ReadModel] = [:]
    var states: [String: any StoredFold] = [:]
    var folds: [DomainFold] = []
    for domain in domains {
      let used = domain.readModels.models.filter { asked.contains($0.name) }
      if used.isEmpty { continue }
      for model in used { models[model.name] = model }
      let started = domain.readModels.fold(Set(used.map(\.state.name)))
      for state in started.states { states[state.name] = state }
      folds.append(started.fold)
    }
    answers = keys.enumerated().map { index, key in
      guard let model = models[key.model], let state = states[model.state.name] else {
        preconditionFailure("No domain has the read model \(key.model).")
      }
      return JointAnswer(key, index, model, state, context)
    }
    facts = .of(Array(Set(states.values.flatMap(\.factTypes))))
    fold = JournalFold(in: zone) { folds }
  }

  /// The answers that differ between two positions. A query that is refused is left out.
  ///
  /// Stops once the answers at the first position have `mostBytes`, since all of them are held.
  ///
  /// - Returns: the differences, and the number of keys that were compared, at least one.
  mutating func differences(
    in reader: inout JournalReader, from first: Position, to last: Position, mostBytes: Int
  ) throws -> (found: [(key: AnswerKey, changes: [FieldChange])], compared: Int) {
    try pass(&reader, through: first) { fold, view in try fold.apply(view) }
    var before: [AnswerValue?] = []
    var size = 0
    for answer in answers where size < mostBytes {
      before.append(try answer.ask())
      size += before.last??.bytes?.count ?? 0
    }
    try pass(&reader, through: last) { fold, view in try fold.apply(view) }
    let found: [(AnswerKey, [FieldChange])] = try zip(answers, before).compactMap {
      answer, before in
      guard let before, let after = try answer.ask(), after !== before else { return nil }
      let changes = FieldChange.between(try before.json, try after.json)
      return changes.isEmpty ? nil : (answer.key, changes)
    }
    return (found, before.count)
  }

  /// Passes each answer to the observer of its key, as
  /// ``FollowedAnswer/follow(_:in:after:through:)`` does. The observer of a refused query receives
  /// nothing more.
  mutating func follow<Observer: AnswerObserver>(
    _ observers: inout [Observer], in reader: inout JournalReader, after first: Position,
    through last: Position
  ) throws {
    try pass(&reader, through: first) { fold, view in try fold.apply(view) }
    var places = AnswersByTag()
    for answer in answers { places.add(answer, try answer.newFacts()) }
    try pass(&reader, through: last) { fold, view in
      let touched = places.answers(dependingOn: view)
      for answer in touched where answer.current == nil {
        if let current = try answer.ask() { try observers[answer.index].begin(with: current) }
      }
      try fold.apply(view)
      for answer in touched {
        if let before = answer.current, let after = try answer.ask(), after !== before {
          _ = try observers[answer.index].change(
            StoredEvent(view), answer.facts.query, from: before, to: after)
        }
        places.add(answer, try answer.newFacts())
      }
    }
  }

  private mutating func pass(
    _ reader: inout JournalReader, through last: Position,
    _ visit: (inout JournalFold, RecordView) throws -> Void
  ) throws {
    if answers.isEmpty { return }
    var failure: (any Error)?
    let without = without
    try reader.forEach(facts, after: fold.position, through: last) { view in
      if without.contains(view.position) { return true }
      do { try visit(&fold, view) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
    fold.skip(to: last)
  }
}

/// One of the answers that are followed together.
private final class JointAnswer {
  let key: AnswerKey
  /// The index of the key among all keys, which is also the index of its observer.
  let index: Int
  /// The latest answer.
  private(set) var current: AnswerValue?
  /// The facts that the answer depends on.
  private(set) var facts = NeededFacts(.nothing)
  /// The position of the last event for which ``AnswersByTag`` has returned this answer.
  var found = Position.start
  private let model: ReadModel
  private let state: any StoredFold
  private let context: QueryContext
  private var isRefused = false

  init(
    _ key: AnswerKey, _ index: Int, _ model: ReadModel, _ state: any StoredFold,
    _ context: QueryContext
  ) {
    self.key = key
    self.index = index
    self.model = model
    self.state = state
    self.context = context
  }

  func dependsOn(_ view: RecordView) -> Bool { !isRefused && facts.includes(view) }

  /// The answer from the folded state: the same object as before if it is the same answer; nil if
  /// the query is refused.
  func ask() throws -> AnswerValue? {
    try unlessRefused {
      let bytes = try model.answer(to: key.parameters, from: state, context)
      current = current?.followed(by: bytes) ?? AnswerValue(bytes)
      return current
    }
  }

  /// The facts that the answer depends on now and did not depend on before, and possibly others.
  func newFacts() throws -> ArraySlice<Query.Item> {
    try unlessRefused { facts.replace(by: try model.facts(key.parameters, from: state)) } ?? []
  }

  private func unlessRefused<Value>(_ body: () throws -> Value?) throws -> Value? {
    if isRefused { return nil }
    do { return try body() } catch QueryRefusal.form {
      isRefused = true
      return nil
    }
  }
}

/// Finds the answers that depend on an event.
private struct AnswersByTag {
  private var tagged: [Tag: [JointAnswer]] = [:]
  /// The answers that depend on events whatever their tags.
  private var untagged: [JointAnswer] = []
  private var known: [ObjectIdentifier: Set<Tag?>] = [:]

  mutating func add(_ answer: JointAnswer, _ facts: ArraySlice<Query.Item>) {
    for item in facts {
      // An event matches only with all tags of the item, so one is enough to find the answer.
      let tag = item.tags.first
      guard known[ObjectIdentifier(answer), default: []].insert(tag).inserted else { continue }
      if let tag { tagged[tag, default: []].append(answer) } else { untagged.append(answer) }
    }
  }

  func answers(dependingOn view: RecordView) -> [JointAnswer] {
    var found: [JointAnswer] = []
    func look(at answers: [JointAnswer]) {
      for answer in answers where answer.found != view.position && answer.dependsOn(view) {
        answer.found = view.position
        found.append(answer)
      }
    }
    look(at: untagged)
    for tag in view.tags + view.personalTags { if let answers = tagged[tag] { look(at: answers) } }
    return found
  }
}
