import EventStore

/// The changes of one answer by an event.
public struct AnswerEffect: Sendable {
  /// The answer that changed.
  public let key: AnswerKey
  /// The changed fields, at least one.
  public let changes: [FieldChange]
}

/// Finds the effects of events: every answer that differs before and after each of them.
///
/// An event may change three kinds of answers: those about the things in its tags, those about
/// other things that earlier events link with these, and those about everything. For example, a
/// return empties the waiting lists of a book. A few answers are tried for each pair of event
/// types, to find out whether such a link makes an answer depend on further facts. An answer about
/// one thing is followed through its own facts. The answers about everything are folded in one
/// pass. So are the other answers of a read model, once following them one by one has cost as much
/// as such a pass.
package struct EventEffects: ~Copyable {
  private let domains: [DomainDefinition]
  private let zone: TimeZoneTable
  private let locale: Language
  /// The positions of the events whose effects may be asked for.
  private let auditedPositions: Set<Position>
  private let last: Position
  private let isHidden: (String) -> Bool
  private var links: AnswerLinks
  /// The states of the read models that are folded as a whole, by name.
  private var states: [String: GlobalState] = [:]
  /// The parameters that earlier events have named, by the name of the read model.
  private var namedKeys: [String: NamedKeys] = [:]
  private var changesByKey: [AnswerKey: [Position: [FieldChange]]] = [:]
  /// The number of events that a pass over the journal folds in the time that finding and folding a
  /// single fact takes.
  private static let eventsPerFact = 32
  /// The number of facts of one state that may be read to follow single answers, before the whole
  /// state is folded.
  private let factsBeforeFolding: Int
  /// The number of facts that were read for answers about one thing, by the name of the state.
  private var factsRead: [String: Int] = [:]
  /// The total size of the answers computed from whole states, before and after each event, in
  /// bytes.
  package private(set) var globalBytes = 0

  /// - Parameters:
  ///   - positions: all events whose effects are going to be asked for.
  ///   - locale: the language of the answers' texts.
  ///   - factsBeforeFolding: the number of facts of one state that may be read to follow single
  ///     answers, before the whole state is folded; more in a long journal.
  ///   - isHidden: returns whether paths name a list element by its place instead of by this
  ///     identity.
  package init(
    of positions: [Position], _ domains: [DomainDefinition], in zone: TimeZoneTable,
    locale: Language = .ru, factsBeforeFolding: Int = 2000,
    hiding isHidden: @escaping (String) -> Bool = { _ in false }
  ) {
    self.isHidden = isHidden
    self.factsBeforeFolding = factsBeforeFolding
    self.domains = domains
    self.zone = zone
    self.locale = locale
    auditedPositions = Set(positions)
    last = positions.max() ?? .start
    links = AnswerLinks(domains, through: last)
  }

  /// The answers that the event changed, as of its own time. The events must be given in the order
  /// of their positions.
  package mutating func effects(
    of event: StoredEvent, in reader: inout JournalReader
  ) throws -> [AnswerEffect] {
    guard let domain = domains.owner(of: event.type.rawValue) else { return [] }
    reader.completeIndex()
    let touched = try links.answers(touchedBy: event, in: &reader)
    var effects: [String: [AnswerEffect]] = [:]
    // Read models share states. No state is folded past the event before all answers from before
    // the event have been computed.
    var whole: [(model: ReadModel, keys: [JSONObject])] = []
    for model in domain.readModels.models {
      var keys = touched.filter { $0.model == model.name }.map(\.parameters)[...]
      let isGlobal = isGlobal(model, keys, event.type)
      while !isGlobal, let key = keys.first,
        !isSpent(model) || changesByKey[AnswerKey(model.name, key)] != nil
      {
        keys.removeFirst()
        let changes = try changes(of: AnswerKey(model.name, key), model, &reader)[event.position]
        effects[model.name, default: []] += Self.effect(model, key, changes ?? [])
      }
      if isGlobal || !keys.isEmpty { whole.append((model, Array(keys))) }
    }
    effects.merge(try globalEffects(of: event, domain.readModels, whole, &reader)) { $0 + $1 }
    return domain.readModels.models.flatMap { effects[$0.name] ?? [] }
  }

  /// Whether the answers of a read model, followed one by one, have cost as much as a single fold
  /// of its whole state.
  private func isSpent(_ model: ReadModel) -> Bool {
    factsRead[model.state.name, default: 0]
      > max(factsBeforeFolding, last.rawValue / Self.eventsPerFact)
  }

  private func isGlobal(
    _ model: ReadModel, _ keys: ArraySlice<JSONObject>, _ type: EventType
  ) -> Bool {
    model.isAboutEverything(type) || keys.contains { model.firstFacts($0).isGlobal }
  }

  private static func effect(
    _ model: ReadModel, _ parameters: JSONObject, _ changes: [FieldChange]
  ) -> [AnswerEffect] {
    changes.isEmpty
      ? [] : [AnswerEffect(key: AnswerKey(model.name, parameters), changes: changes)]
  }

  private func context(at time: Timestamp) -> QueryContext {
    QueryContext(at: Moment(time, in: zone), locale: locale, isAudit: true)
  }

  /// The changes of an answer by each of the audited events. One run finds them all, and they are
  /// cached.
  private mutating func changes(
    of key: AnswerKey, _ model: ReadModel, _ reader: inout JournalReader
  ) throws -> [Position: [FieldChange]] {
    if let known = changesByKey[key] { return known }
    var changes: [Position: [FieldChange]] = [:]
    var current: AnswerValue?
    try FactPasses(model: model, parameters: key.parameters).run(&reader, through: last) { _ in
      changes = [:]
      current = nil
    } visit: { view, trace, facts in
      factsRead[model.state.name, default: 0] += 1
      guard facts.includes(view) else {
        try trace.apply(view)
        return true
      }
      guard auditedPositions.contains(view.position) else {
        current = nil
        try trace.apply(view)
        return true
      }
      let context = context(at: view.time)
      let before: AnswerValue
      if let current, !model.dependsOnTime {
        before = current
      } else {
        before = AnswerValue(try nilIfRefused { try trace.answer(context) })
      }
      try trace.apply(view)
      let after = before.followed(by: try nilIfRefused { try trace.answer(context) })
      current = after
      if after !== before { changes[view.position] = try self.changes(before, after) }
      return true
    }
    changesByKey[key] = changes
    return changes
  }

  /// The events that lack this tag but changed an answer about its thing, such as the sale that
  /// emptied a user's cart. Answers that depend on events about anything are left out.
  package func related(
    to tag: Tag, in reader: inout JournalReader, through last: Position
  ) throws -> Set<Position> {
    var found: Set<Position> = []
    for model in domains.readModels {
      let others = model.questionsAbout([])
      for parameters in model.questionsAbout([tag])
      where !others.contains(parameters) && !model.firstFacts(parameters).isGlobal {
        reader.completeIndex()
        try FactPasses(model: model, parameters: parameters).run(&reader, through: last) { _ in
        } visit: { view, trace, facts in
          guard facts.includes(view), !view.tags.contains(tag), !view.personalTags.contains(tag)
          else {
            try trace.apply(view)
            return true
          }
          let context = context(at: view.time)
          let before = try nilIfRefused { try trace.answer(context) }
          try trace.apply(view)
          let after = try nilIfRefused { try trace.answer(context) }
          if after != before { found.insert(view.position) }
          return true
        }
      }
    }
    return found
  }

  /// The changes of the answers that are computed from whole states, by the name of the read model.
  private mutating func globalEffects(
    of event: StoredEvent, _ readModels: ReadModels,
    _ questions: [(model: ReadModel, keys: [JSONObject])], _ reader: inout JournalReader
  ) throws -> [String: [AnswerEffect]] {
    let context = context(at: event.time)
    let before = Position(event.position.rawValue - 1)
    let states = try questions.map { model, _ in
      try state(of: model, readModels, from: &reader, through: before)
    }
    try GlobalState.advance(states, through: before, &reader)
    var asked: [(ReadModel, GlobalState, keys: [JSONObject], answers: [AnswerValue])] = []
    for ((model, keys), state) in zip(questions, states) {
      state.begin(event)
      let keys = try parameters(of: model, adding: keys, before: event, &reader)
      let answers = try keys.map { try state.answer(of: model, to: $0, context) }
      asked.append((model, state, keys, answers))
    }
    try GlobalState.advance(states, through: event.position, &reader)
    var effects: [String: [AnswerEffect]] = [:]
    for (model, state, keys, answers) in asked {
      effects[model.name] = try zip(keys, answers).flatMap { key, former in
        let next = try state.answer(of: model, to: key, context)
        globalBytes += (former.bytes?.count ?? 0) + (next.bytes?.count ?? 0)
        return next === former ? [] : Self.effect(model, key, try changes(former, next))
      }
    }
    return effects
  }

  private mutating func state(
    of model: ReadModel, _ readModels: ReadModels, from reader: inout JournalReader,
    through last: Position
  ) throws(JournalError) -> GlobalState {
    if let known = states[model.state.name] { return known }
    let state = try GlobalState(model.state, of: readModels, zone, from: &reader, through: last)
    states[model.state.name] = state
    return state
  }

  /// The parameters whose answers the event may change: the given ones and, if the event concerns
  /// all answers, those that earlier events have named.
  private mutating func parameters(
    of model: ReadModel, adding keys: [JSONObject], before event: StoredEvent,
    _ reader: inout JournalReader
  ) throws(JournalError) -> [JSONObject] {
    guard model.isAboutEverything(event.type), model.requiresParameters,
      !model.changesOnlyWithOwnEvents
    else { return keys }
    let before = Position(event.position.rawValue - 1)
    try namedKeys[model.name, default: NamedKeys()].advance(through: before, of: model, &reader)
    return keys + (namedKeys[model.name]?.keys ?? []).filter { !keys.contains($0) }
  }

  private func changes(_ before: AnswerValue, _ after: AnswerValue) throws -> [FieldChange] {
    FieldChange.between(try before.json, try after.json, hiding: isHidden)
  }
}

/// The answer; nil if the query's form is refused, as for a range of too many days.
func nilIfRefused(_ answer: () throws -> [UInt8]?) throws -> [UInt8]? {
  do { return try answer() } catch QueryRefusal.form { return nil }
}

/// The name and parameters of one answer.
public struct AnswerKey: Hashable, Sendable {
  /// The name of the read model.
  public let model: String
  /// The parameters of the query.
  public let parameters: JSONObject

  package init(_ model: String, _ parameters: JSONObject) {
    self.model = model
    self.parameters = parameters
  }
}
