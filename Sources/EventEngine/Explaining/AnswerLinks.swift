import EventStore

/// Finds the answers that an event may change, from the tags that it shares with earlier events.
struct AnswerLinks {
  /// An event that names a thing.
  private struct Mention {
    let position: Position
    let tags: [Tag]
  }

  /// A way in which the answers of a read model may depend on a thing: through an earlier event
  /// that names the thing and the answer's key.
  private struct LinkKind: Hashable {
    let model: String
    /// The names of the answer's parameters. An answer with a viewer depends on more facts than one
    /// without.
    let parameters: [String]
    /// The kind of the thing's tag.
    let kind: Substring
    let earlier: EventType
    /// Whether the audited event names the viewer. Such an answer may depend on each of that
    /// event's tags, any other answer only on the thing.
    let isViewed: Bool
  }

  /// The types of those events about the thing on which the tried answers depend.
  private struct LinkDependencies {
    var types: Set<EventType> = []
    /// The answers tried so far.
    var tried: Set<LinkTrial> = []
  }

  private struct LinkTrial: Hashable {
    let key: AnswerKey
    /// The tags of the things on which the answer may depend: the tag that links it with the event,
    /// or, for an answer that depends on a viewer, all tags of the event.
    let tags: [Tag]
  }

  private struct KeysOfMentions: Hashable {
    let tag: Tag
    let model: String
    let type: EventType
  }

  /// The number of answers that are tried for a link. After that, a type on which none of them
  /// depends is not followed.
  private static let mostTrials = 4

  private let domains: [DomainDefinition]
  /// The position of the last event asked about: later events create no links for these events.
  private let last: Position
  /// The events with a tag, by type.
  private var mentions: [Tag: [EventType: [Mention]]] = [:]
  /// The answer keys that the events with a tag name, each with the position of the first event
  /// that names it.
  private var keys: [KeysOfMentions: [(first: Position, key: AnswerKey)]] = [:]
  private var dependencies: [LinkKind: LinkDependencies] = [:]

  init(_ domains: [DomainDefinition], through last: Position) {
    self.domains = domains
    self.last = last
  }

  /// The answers that the event may change, each once.
  mutating func answers(
    touchedBy event: StoredEvent, in reader: inout JournalReader
  ) throws -> [AnswerKey] {
    guard let domain = domains.owner(of: event.type.rawValue) else { return [] }
    var answers: [AnswerKey] = []
    var seen: Set<AnswerKey> = []
    func add(_ key: AnswerKey) { if seen.insert(key).inserted { answers.append(key) } }
    for key in try domain.hintedAnswers(by: event, in: &reader) { add(key) }
    let tags = event.allTags
    for model in domain.readModels.models where model.state.factTypes.contains(event.type) {
      for question in model.questions(event.type, tags) { add(AnswerKey(model.name, question)) }
      if model.isAboutEverything(event.type) { continue }
      for tag in tags {
        for key in try linkedAnswers(model, to: event, by: tag, seen, &reader) { add(key) }
      }
    }
    return answers
  }

  private mutating func linkedAnswers(
    _ model: ReadModel, to event: StoredEvent, by tag: Tag, _ seen: Set<AnswerKey>,
    _ reader: inout JournalReader
  ) throws -> [AnswerKey] {
    var found: [AnswerKey] = []
    let tags = event.allTags
    let types = try mentions(of: tag, &reader).keys.filter(model.state.factTypes.contains)
    for type in types.sorted(by: { $0.rawValue < $1.rawValue }) {
      var givenUp: Set<LinkKind> = []
      for (first, plain) in try keys(of: model, mentionedWith: tag, by: type, &reader) {
        guard first < event.position else { break }
        let views = model.questions(plain.parameters, seenBy: tags)
        let keys = [plain] + views.map { AnswerKey(model.name, $0) }
        for key in keys {
          let link = LinkKind(
            model: model.name, parameters: key.parameters.keys, kind: tag.key, earlier: type,
            isViewed: key != plain)
          let isFollowed = try isFollowed(
            link, LinkTrial(key: key, tags: key == plain ? [tag] : tags), model, by: event.type,
            through: first, seen, &reader)
          switch isFollowed {
          case true?: found.append(key)
          case false?: givenUp.insert(link)
          case nil: break
          }
        }
        if givenUp.count == keys.count { break }
      }
    }
    return found
  }

  /// Whether an event of this type may change the answer that a link leads to.
  ///
  /// True if such answers are known to depend on events of this type, and as long as the link is
  /// being tried. False after enough trials without such a dependency. Nil if the answer is in
  /// `seen`, so that no trial is needed.
  private mutating func isFollowed(
    _ link: LinkKind, _ trial: LinkTrial, _ model: ReadModel, by type: EventType,
    through first: Position, _ seen: Set<AnswerKey>, _ reader: inout JournalReader
  ) throws -> Bool? {
    // Computing such an answer before and after the event costs less than a trial.
    if model.firstFacts(trial.key.parameters).isGlobal { return true }
    let known = dependencies[link] ?? LinkDependencies()
    if known.types.contains(type) { return true }
    if known.tried.count >= Self.mostTrials { return false }
    if seen.contains(trial.key) { return nil }
    if !known.tried.contains(trial) { try follow(link, trial, model, through: first, &reader) }
    return true
  }

  /// Records the types of events about these things that the answer depends on, as of the event
  /// that links them.
  private mutating func follow(
    _ link: LinkKind, _ trial: LinkTrial, _ model: ReadModel, through first: Position,
    _ reader: inout JournalReader
  ) throws {
    var trace: AnswerTrace?
    try FactPasses(model: model, parameters: trial.key.parameters).run(&reader, through: first) {
      trace = $0
    } visit: { view, trace, _ in
      try trace.apply(view)
      return true
    }
    for item in try trace?.facts().items ?? [] where item.tags.contains(where: trial.tags.contains)
    {
      dependencies[link, default: LinkDependencies()].types.formUnion(
        item.types.isEmpty ? model.state.factTypes : item.types)
    }
    dependencies[link, default: LinkDependencies()].tried.insert(trial)
  }

  private mutating func keys(
    of model: ReadModel, mentionedWith tag: Tag, by type: EventType, _ reader: inout JournalReader
  ) throws -> [(first: Position, key: AnswerKey)] {
    let place = KeysOfMentions(tag: tag, model: model.name, type: type)
    if let known = keys[place] { return known }
    var found: [(first: Position, key: AnswerKey)] = []
    var seen: Set<JSONObject> = []
    for mention in try mentions(of: tag, &reader)[type] ?? [] {
      for question in model.questions(type, mention.tags, ownViews: true)
      where seen.insert(question).inserted {
        found.append((mention.position, AnswerKey(model.name, question)))
      }
    }
    keys[place] = found
    return found
  }

  /// The events with this tag by type, oldest first. Of several events of a type with the same tags
  /// only the first is included, since the others name nothing new.
  private mutating func mentions(
    of tag: Tag, _ reader: inout JournalReader
  ) throws(JournalError) -> [EventType: [Mention]] {
    if let known = mentions[tag] { return known }
    var found: [EventType: [Mention]] = [:]
    var seen: [EventType: Set<[Tag]>] = [:]
    try reader.forEach(Query([.init(tags: [tag])]), through: last) { view in
      let tags = view.tags + view.personalTags
      if seen[view.type, default: []].insert(tags).inserted {
        found[view.type, default: []].append(Mention(position: view.position, tags: tags))
      }
      return true
    }
    mentions[tag] = found
    return found
  }
}

extension ReadModel {
  /// Whether every answer may depend on an event of this type, whatever it is about.
  func isAboutEverything(_ type: EventType) -> Bool {
    guard state.factTypes.contains(type) else { return false }
    return (samples.isEmpty ? [[:]] : samples).contains { sample in
      firstFacts(filled(sample)).items.contains { $0.tags.isEmpty && $0.matches(type, []) }
    }
  }

  /// Whether the parameters are the required ones, or those that name one thing.
  private func isPlain(_ parameters: JSONObject) -> Bool {
    let names = Set(parameters.keys)
    return ((requiresParameters ? [] : [[:]]) + samples).contains { Set(filled($0).keys) == names }
  }

  /// Whether an audit must list the answer if an event with these tags changes it. An answer with a
  /// viewer (an optional parameter that names a thing) must be listed only if each of its
  /// parameters names a thing in these tags or is a word.
  package func mustBeNamed(_ parameters: JSONObject, by tags: [Tag]) -> Bool {
    isPlain(parameters)
      || parameters.members.allSatisfy { parameter in
        let field = fields.first { $0.name == parameter.key }
        guard let key = field?.tagKey, let id = parameter.value.text else {
          return field?.kind == .word
        }
        return tags.contains(Tag(key, id))
      }
  }

  /// The parameters of the sample, with placeholder values for the other required ones.
  private func filled(_ sample: JSONObject) -> JSONObject {
    var parameters = sample
    for field in fields where field.isRequired && parameters[field.name] == nil {
      parameters[field.name] = field.sampleValue
    }
    return parameters
  }
}

extension FieldShape {
  fileprivate var sampleValue: JSONValue {
    switch kind {
    case .id, .text, .secret: .string("x")
    case .day: .string("2026-01-01")
    case .instant: .string("2026-01-01T00:00:00Z")
    case .integer: .number(JSONNumber(1))
    case .boolean: .bool(true)
    case .list, .objects: .array([])
    case .object: .object(JSONObject())
    case .word: .string(words.first ?? "")
    }
  }
}

extension DomainDefinition {
  /// The answers that the domain's projections name in `keys(touchedBy:)` for the event, and for
  /// the earlier facts that they name in `others(touchedBy:)`.
  fileprivate func hintedAnswers(
    by event: StoredEvent, in reader: inout JournalReader
  ) throws(JournalError) -> [AnswerKey] {
    var decoder = PayloadDecoder()
    var days = DayCursor(reader.timeZone)
    let readModels = readModels
    let touched = try readModels.touchedAnswers(event, days.day(of: event.time), &decoder)
    var keys = touched.answers.map { AnswerKey($0.model, $0.parameters) }
    var waiting = touched.others
    var known: [String: Set<Query.Item>] = [:]
    while let (model, facts) = waiting.popLast() {
      let new = facts.items.filter { known[model, default: []].insert($0).inserted }
      if new.isEmpty { continue }
      try reader.forEach(Query(new), through: Position(event.position.rawValue - 1)) {
        (view) throws(JournalError) in
        let touched = try readModels.touchedAnswers(
          StoredEvent(view), days.day(of: view.time), &decoder)
        keys += touched.answers.filter { $0.model == model }.map { AnswerKey($0, $1) }
        waiting += touched.others.filter { $0.model == model }
        return true
      }
    }
    return keys
  }
}

extension [DomainDefinition] {
  /// The answers of all read models that need no parameters, and the other answers that the events
  /// may change, in the order of the read models.
  package func answers(
    touchedBy events: [StoredEvent], in reader: inout JournalReader
  ) throws -> [AnswerKey] {
    var links = AnswerLinks(self, through: events.last?.position ?? .start)
    var keys: Set<AnswerKey> = []
    var ordered: [String: [AnswerKey]] = [:]
    for model in readModels where !model.requiresParameters {
      ordered[model.name] = [AnswerKey(model.name, [:])]
      keys.insert(AnswerKey(model.name, [:]))
    }
    for event in events {
      for key in try links.answers(touchedBy: event, in: &reader) where keys.insert(key).inserted {
        ordered[key.model, default: []].append(key)
      }
    }
    return readModels.flatMap { ordered[$0.name] ?? [] }
  }
}
