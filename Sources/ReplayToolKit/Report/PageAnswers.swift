import EventEngine

/// The answers on a page, each at all positions that the slider may stop at.
struct PageAnswers {
  /// An answer with its versions.
  struct Answer {
    let model: ReadModel
    /// With the time that its queries have, if it takes one.
    let parameters: JSONObject
    let versions: [Version]
  }

  struct Version {
    let position: Int
    /// Nil if there is no answer.
    let node: AnswerNode?
    /// The paths that differ from the version before.
    let changes: [FieldChange]
  }

  private(set) var answers: [Answer] = []
  /// The positions with answers; nil if the page holds those of every position.
  private(set) var stops: [Int]?
  /// The questions that did not find room, and those that were refused.
  private(set) var omitted: [AnswerKey] = []
  private(set) var refused: [(key: AnswerKey, problem: CommandResult.Problem)] = []

  /// The longest journal of which the answers at every position are tried.
  static let mostExactEvents = 10_000
  /// The sizes of all answers together that may be compared for one answer.
  private static let mostComparedBytes = 24 << 20
  private static let keyframes = 160
  /// The size of all answers on the page, roughly.
  private static let mostBytes = 2 << 20

  private let locale: Language
  private let moment: Moment
  private let last: Position
  private let texts: PersonalTexts

  init(as moment: Moment, through last: Position, _ texts: PersonalTexts, locale: Language) {
    self.moment = moment
    self.last = last
    self.texts = texts
    self.locale = locale
  }

  mutating func add(
    _ keys: [AnswerKey], of domains: [DomainDefinition], in reader: inout JournalReader,
    _ terminal: inout Terminal
  ) throws {
    guard last.rawValue <= Self.mostExactEvents,
      try addAll(keys, of: domains, in: &reader, exactly: true, &terminal)
    else {
      answers = []
      omitted = []
      refused = []
      let count = min(Self.keyframes, max(1, last.rawValue))
      stops = [0] + (1...count).map { last.rawValue * $0 / count }
      _ = try addAll(keys, of: domains, in: &reader, exactly: false, &terminal)
      return
    }
  }

  private mutating func addAll(
    _ keys: [AnswerKey], of domains: [DomainDefinition], in reader: inout JournalReader,
    exactly: Bool, _ terminal: inout Terminal
  ) throws -> Bool {
    var bytes = 0
    for (index, key) in keys.enumerated() {
      terminal.progress("following the answers: \(100 * index / keys.count) %")
      guard let model = domains.readModel(named: key.model) else { continue }
      do {
        var found = VersionObserver(texts)
        let parameters = fixed(key.parameters, of: model)
        let question = FollowedAnswer(model, parameters, asking(in: reader))
        if exactly {
          try question.follow(&found, in: &reader, through: last)
          if found.comparedBytes > Self.mostComparedBytes { return false }
        } else {
          try follow(question, &found, &reader)
        }
        guard found.versions.contains(where: { $0.node != nil }) else { continue }
        bytes += found.keptBytes
        if bytes > Self.mostBytes && !answers.isEmpty {
          bytes -= found.keptBytes
          omitted.append(key)
        } else {
          answers.append(
            Answer(model: model, parameters: parameters, versions: found.versions))
        }
      } catch let error as QueryRefusal {
        refused.append((key, error.problem(in: locale)))
      }
    }
    return true
  }

  private func follow(
    _ question: FollowedAnswer, _ found: inout VersionObserver, _ reader: inout JournalReader
  ) throws {
    var observer = found
    try question.follow(in: &reader, at: (stops ?? []).map { Position($0) }) {
      observer = VersionObserver(texts)
    } visit: { position, answer in
      try observer.look(position, answer)
    }
    found = observer
  }

  /// The parameters with the time of the query, if the read model takes one.
  private func fixed(_ parameters: JSONObject, of model: ReadModel) -> JSONObject {
    guard model.dependsOnTime, parameters["now"] == nil else { return parameters }
    var parameters = parameters
    parameters["now"] = .string(moment.time.rfc3339)
    return parameters
  }

  /// Leaves out all answers but the first ones.
  mutating func limit(to count: Int) {
    omitted = answers.dropFirst(count).map { AnswerKey($0.model.name, $0.parameters) } + omitted
    answers = Array(answers.prefix(count))
  }

  /// Throws the reason why a question that was asked for has no answer.
  func require(_ question: AnswerQuestion) throws {
    let name = question.model.name
    if let refusal = refused.first(where: {
      $0.key == AnswerKey(name, question.parameters)
    }) {
      throw refusal.problem
    }
    let parameters = fixed(question.parameters, of: question.model)
    let isThere =
      answers.contains { $0.model.name == name && $0.parameters == parameters }
      || omitted.contains { $0 == AnswerKey(name, question.parameters) }
    if !isThere { throw question.neverAnswered }
  }

  private func asking(in reader: borrowing JournalReader) -> QueryContext {
    QueryContext(
      at: moment, locale: locale, isAboutThePast: true, secretsOf: reader.directory)
  }
}

/// Collects the versions of an answer.
private struct VersionObserver: AnswerObserver {
  private let texts: PersonalTexts
  private(set) var versions: [PageAnswers.Version] = []
  private(set) var comparedBytes = 0
  private(set) var keptBytes = 0
  private static let mostComparedBytes = 24 << 20

  init(_ texts: PersonalTexts) { self.texts = texts }

  mutating func begin(with answer: AnswerValue) throws {
    versions = []
    keptBytes = 0
    try add(0, nil, answer)
  }

  private var current: AnswerValue?

  /// Notes the answer at a position, if it differs from the one before.
  mutating func look(_ position: Position, _ answer: AnswerValue) throws {
    if let current, current.bytes == answer.bytes { return }
    try add(position.rawValue, current, answer)
    current = answer
  }

  private mutating func add(_ position: Int, _ before: AnswerValue?, _ after: AnswerValue) throws {
    let json = try after.json
    let changes =
      try before.map { before in
        FieldChange.between(try before.json, json) { texts.isPersonal($0) }
      } ?? []
    let size = after.bytes?.count ?? 0
    keptBytes +=
      before == nil
      ? size : min(size, changes.reduce(16) { $0 + ($1.after?.description.utf8.count ?? 4) + 8 })
    versions.append(
      PageAnswers.Version(
        position: position, node: json.map { AnswerNode($0, texts) }, changes: changes))
  }

  mutating func change(
    _ event: StoredEvent, _ facts: Query, from before: AnswerValue, to after: AnswerValue
  ) throws -> Bool {
    comparedBytes += after.bytes?.count ?? 0
    try add(event.position.rawValue, before, after)
    return comparedBytes <= Self.mostComparedBytes
  }
}
