import EventStore

/// The changes of one answer by an event.
public struct AnswerEffect: Sendable {
  public let key: AnswerKey
  /// The changed fields, at least one.
  public let changes: [FieldChange]
}

/// Finds what events changed: every answer that differs before and after each of them.
///
/// An event changes the answers about the things that it is tagged with, those of other things that
/// earlier events link with these (a sale empties the carts that hold what was sold), and those
/// about everything. Whether such a link makes an answer depend on further facts is tried on a few
/// answers for each pair of types of events. Answers of keys are followed through their facts alone,
/// answers about everything in one pass.
package struct EventEffects: ~Copyable {
  private let domains: [DomainDefinition]
  private let zone: TimeZoneTable
  private let locale: Language
  /// The positions of the events whose effects may be asked for.
  private let wanted: Set<Position>
  private let last: Position
  private let isHidden: (String) -> Bool
  private var links: AnswerLinks
  private var global: [String: GlobalAnswers] = [:]
  private var keyed: [AnswerKey: [Position: [FieldChange]]] = [:]

  /// - Parameters:
  ///   - positions: the events whose effects are going to be asked for, oldest first.
  ///   - locale: the language of the answers' texts.
  ///   - isHidden: the identities in lists for which paths have the place.
  package init(
    of positions: [Position], _ domains: [DomainDefinition], in zone: TimeZoneTable,
    locale: Language = .ru, hiding isHidden: @escaping (String) -> Bool = { _ in false }
  ) {
    self.isHidden = isHidden
    self.domains = domains
    self.zone = zone
    self.locale = locale
    wanted = Set(positions)
    last = positions.max() ?? .start
    links = AnswerLinks(domains)
  }

  /// The answers that the event changed, as of its own time. Call it for the events in order.
  package mutating func effects(
    of event: StoredEvent, in reader: inout JournalReader
  ) throws -> [AnswerEffect] {
    guard let domain = domains.owner(of: event.type.rawValue) else { return [] }
    let touched = try links.answers(touchedBy: event, in: &reader)
    var effects: [AnswerEffect] = []
    for model in domain.readModels.models {
      let keys = touched.filter { $0.model == model.name }
      let isAboutEverything = model.isAboutEverything(event.type)
      if isAboutEverything || keys.contains(where: { model.firstFacts($0.parameters).isGlobal }) {
        effects += try globalEffects(
          of: event, model, keys.map(\.parameters),
          ofAll: isAboutEverything && !model.changesOnlyWithOwnEvents, &reader)
      } else {
        for key in keys {
          let changes = try changes(of: key, model, &reader)[event.position] ?? []
          effects += Self.effect(model, key.parameters, changes)
        }
      }
    }
    return effects
  }

  private static func effect(
    _ model: ReadModel, _ parameters: JSONObject, _ changes: [FieldChange]
  ) -> [AnswerEffect] {
    changes.isEmpty
      ? [] : [AnswerEffect(key: AnswerKey(model.name, parameters), changes: changes)]
  }

  private func asking(at time: Timestamp) -> QueryContext {
    QueryContext(at: Moment(time, in: zone), locale: locale, isAudit: true)
  }

  /// The changes of an answer by all events that may be asked for, found in one go.
  private mutating func changes(
    of key: AnswerKey, _ model: ReadModel, _ reader: inout JournalReader
  ) throws -> [Position: [FieldChange]] {
    if let known = keyed[key] { return known }
    var changes: [Position: [FieldChange]] = [:]
    let (wanted, isHidden) = (wanted, isHidden)
    var asking = asking(at: .earliest)
    var current: [UInt8]??
    try FactPasses(model, key.parameters).run(&reader, through: last) { _ in
      changes = [:]
      current = nil
    } visit: { view, trace, _ in
      guard wanted.contains(view.position) else {
        current = nil
        try trace.apply(view)
        return true
      }
      asking = self.asking(at: view.time)
      let before: [UInt8]?
      if let current, !model.dependsOnTime {
        before = current
      } else {
        before = try trace.audited(nil, asking)
      }
      try trace.apply(view)
      let after = try trace.audited(nil, asking)
      current = .some(after)
      if before != after {
        changes[view.position] = FieldChange.between(
          try AnswerValue(before).json, try AnswerValue(after).json, hiding: isHidden)
      }
      return true
    }
    keyed[key] = changes
    return changes
  }

  /// The events without the tag that changed an answer about the thing with this tag, such as the
  /// sale that emptied a user's cart. Answers that depend on events about anything are left out.
  package func related(
    to tag: Tag, in reader: inout JournalReader, through last: Position
  ) throws -> Set<Position> {
    var found: Set<Position> = []
    for model in domains.readModels {
      for parameters in model.questionsAbout([tag])
      where !parameters.members.isEmpty && !model.firstFacts(parameters).isGlobal {
        try FactPasses(model, parameters).run(&reader, through: last) { _ in
        } visit: { view, trace, _ in
          guard !view.tags.contains(tag), !view.personalTags.contains(tag) else {
            try trace.apply(view)
            return true
          }
          let asking = asking(at: view.time)
          let before = try trace.audited(nil, asking)
          try trace.apply(view)
          if try trace.audited(nil, asking) != before { found.insert(view.position) }
          return true
        }
      }
    }
    return found
  }

  private mutating func globalEffects(
    of event: StoredEvent, _ model: ReadModel, _ keys: [JSONObject], ofAll isAboutEverything: Bool,
    _ reader: inout JournalReader
  ) throws -> [AnswerEffect] {
    var answers =
      try global[model.name] ?? GlobalAnswers(model, before: event.position, &reader)
    let asking = asking(at: event.time)
    try answers.advance(to: event.position, &reader)
    let keys = isAboutEverything ? answers.questions(with: keys) : keys
    let before = try keys.map { try answers.trace.audited($0, asking) }
    try answers.advance(to: event.position.next, &reader)
    global[model.name] = answers
    var effects: [AnswerEffect] = []
    for (key, before) in zip(keys, before) {
      let after = try answers.trace.audited(key, asking)
      guard before != after else { continue }
      effects += Self.effect(
        model, key,
        FieldChange.between(
          try AnswerValue(before).json, try AnswerValue(after).json, hiding: isHidden))
    }
    return effects
  }
}

extension AnswerTrace {
  /// The answer for an audit; nil if there is none. The parameters are those of a plain question,
  /// which is refused where it stands for too much, such as all days of decades.
  ///
  /// - Parameter parameters: nil: the parameters of the trace.
  fileprivate func audited(
    _ parameters: JSONObject?, _ asking: QueryContext
  ) throws -> [UInt8]? {
    do {
      guard let parameters else { return try answer(asking) }
      return try answer(to: parameters, asking)
    } catch QueryRefusal.form { return nil }
  }
}

/// The name and parameters of one answer.
public struct AnswerKey: Hashable, Sendable {
  /// The name of the read model.
  public let model: String
  /// The parameters of the query.
  public let parameters: JSONObject

  public init(_ model: String, _ parameters: JSONObject) {
    self.model = model
    self.parameters = parameters
  }
}

/// The answers of a read model that depend on events about anything: one state for all of them,
/// folded from all events of its types.
private struct GlobalAnswers {
  let model: ReadModel
  let trace: AnswerTrace
  private var next: Position
  /// The parameters of all answers with keys that events so far have named.
  private var named: [JSONObject] = []
  private var known: Set<JSONObject> = []
  /// Whether an event may change the answers of keys that it does not name.
  private let collectsKeys: Bool

  init(_ model: ReadModel, before position: Position, _ reader: inout JournalReader) throws {
    self.model = model
    collectsKeys = model.hasKeys && !model.changesOnlyWithOwnEvents
    let before = Position(position.rawValue - 1)
    // The names of keys are collected from the events.
    trace = try model.trace(from: &reader, through: collectsKeys ? .start : before)
    next = collectsKeys ? Position.start.next : position
  }

  /// Folds the events before `position`.
  mutating func advance(to position: Position, _ reader: inout JournalReader) throws {
    guard next < position else { return }
    var failure: (any Error)?
    var found: [JSONObject] = []
    let query = Query.of(model.state.factTypes)
    try reader.forEach(
      query, after: Position(next.rawValue - 1), through: Position(position.rawValue - 1)
    ) { view in
      do {
        try trace.apply(view)
        if collectsKeys { found += model.questions(view.type, view.tags + view.personalTags) }
      } catch {
        failure = error
        return false
      }
      return true
    }
    if let failure { throw failure }
    for question in found where known.insert(question).inserted { named.append(question) }
    next = position
  }

  /// The given parameters and, of a read model with keys, all that were named.
  func questions(with keys: [JSONObject]) -> [JSONObject] {
    keys + named.filter { !keys.contains($0) }
  }
}
