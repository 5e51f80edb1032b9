import EventStore

/// Finds the answers that an event may change, from the tags that it shares with earlier events.
struct AnswerLinks {
  /// An event that names a thing.
  private struct Mention {
    let position: Position
    let type: EventType
    let tags: [Tag]
  }

  /// A way in which an answer may depend on an event: through an earlier event that names the same
  /// kind of thing.
  private struct Link: Hashable {
    let model: String
    let type: EventType
    let kind: Substring
    let earlier: EventType
  }

  /// The number of answers that are tried before a link counts as none.
  private static let trials = 6

  private let domains: [DomainDefinition]
  private var mentions: [Tag: [Mention]] = [:]
  /// Whether answers follow the link; nil while it is not known.
  private var verdicts: [Link: Bool] = [:]
  private var failedTrials: [Link: Int] = [:]

  init(_ domains: [DomainDefinition]) { self.domains = domains }

  /// The answers that the event may change: those that it names first.
  mutating func answers(
    touchedBy event: StoredEvent, in reader: inout JournalReader
  ) throws -> [AnswerKey] {
    guard let domain = domains.owner(of: event.type.rawValue) else { return [] }
    var keys: [AnswerKey] = []
    var seen: Set<AnswerKey> = []
    func add(_ key: AnswerKey) { if seen.insert(key).inserted { keys.append(key) } }
    for key in try domain.hinted(by: event, in: &reader) { add(key) }
    let tags = event.allTags
    for model in domain.readModels.models where model.state.factTypes.contains(event.type) {
      for question in model.questions(event.type, tags) { add(AnswerKey(model.name, question)) }
      if model.isAboutEverything(event.type) { continue }
      for key in try linked(model, event, tags, seen, &reader) { add(key) }
    }
    return keys
  }

  private mutating func linked(
    _ model: ReadModel, _ event: StoredEvent, _ tags: [Tag], _ direct: Set<AnswerKey>,
    _ reader: inout JournalReader
  ) throws -> [AnswerKey] {
    var found: [AnswerKey] = []
    var seen = direct
    for tag in tags {
      for mention in try mentions(of: tag, &reader) {
        guard mention.position < event.position else { break }
        let link = Link(
          model: model.name, type: event.type, kind: tag.key, earlier: mention.type)
        if verdicts[link] == false || !model.state.factTypes.contains(mention.type) { continue }
        for question in model.questions(mention.type, mention.tags) {
          let key = AnswerKey(model.name, question)
          guard seen.insert(key).inserted else { continue }
          if try verdicts[link] ?? follows(link, key, model, mention, event, &reader) {
            found.append(key)
          }
        }
      }
    }
    return found
  }

  /// Whether the answer depends on the event right after the earlier one.
  private mutating func follows(
    _ link: Link, _ key: AnswerKey, _ model: ReadModel, _ mention: Mention, _ event: StoredEvent,
    _ reader: inout JournalReader
  ) throws -> Bool {
    var trace: AnswerTrace?
    try FactPasses(model, key.parameters).run(&reader, through: mention.position) {
      trace = $0
    } visit: { view, trace, _ in
      try trace.apply(view)
      return true
    }
    if try trace?.facts().matches(event.type, event.allTags) == true {
      verdicts[link] = true
      return true
    }
    failedTrials[link, default: 0] += 1
    if failedTrials[link] == Self.trials { verdicts[link] = false }
    // A single answer may be an exception: until the link is known to be none it is compared.
    return true
  }

  /// All events with this tag, oldest first.
  private mutating func mentions(
    of tag: Tag, _ reader: inout JournalReader
  ) throws(JournalError) -> [Mention] {
    if let known = mentions[tag] { return known }
    var found: [Mention] = []
    try reader.forEach(Query([.init(tags: [tag])])) { view in
      found.append(
        Mention(position: view.position, type: view.type, tags: view.tags + view.personalTags))
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
  package func isPlain(_ parameters: JSONObject) -> Bool {
    let names = Set(parameters.keys)
    return ((hasKeys ? [] : [[:]]) + samples).contains { Set(filled($0).keys) == names }
  }

  /// Well-formed parameters with those of the sample.
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
    case .list: .array([])
    case .word: .string(words.first ?? "")
    }
  }
}

extension DomainDefinition {
  /// The answers that the domain itself says an event may change, and those of earlier facts that
  /// it points at.
  fileprivate func hinted(
    by event: StoredEvent, in reader: inout JournalReader
  ) throws(JournalError) -> [AnswerKey] {
    var decoder = PayloadDecoder()
    var days = DayCursor(reader.timeZone)
    let readModels = readModels
    let touched = try readModels.touched(by: event, on: days.day(of: event.time), with: &decoder)
    var keys = touched.answers.map { AnswerKey($0.model, $0.parameters) }
    var waiting = touched.others
    var known: Set<Query.Item> = []
    while let (model, facts) = waiting.popLast() {
      let new = facts.items.filter { known.insert($0).inserted }
      if new.isEmpty { continue }
      try reader.forEach(Query(new), through: Position(event.position.rawValue - 1)) {
        (view) throws(JournalError) in
        let touched = try readModels.touched(
          by: StoredEvent(view), on: days.day(of: view.time), with: &decoder)
        keys += touched.answers.filter { $0.model == model }.map { AnswerKey($0, $1) }
        waiting += touched.others.filter { $0.model == model }
        return true
      }
    }
    return keys
  }
}

extension [DomainDefinition] {
  /// The answers of all read models that need no parameters, and those of all keys that the events
  /// touched, in the order of the read models.
  package func answers(
    touchedBy events: [StoredEvent], in reader: inout JournalReader
  ) throws -> [AnswerKey] {
    var links = AnswerLinks(self)
    var keys: Set<AnswerKey> = []
    var ordered: [String: [AnswerKey]] = [:]
    for model in readModels where !model.hasKeys {
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
