import EventEngine

/// The answers on a page, each at all positions that the slider may stop at.
struct PageAnswers {
  /// An answer with its versions.
  struct Answer {
    let model: ReadModel
    /// The parameters, with the time of the query if the read model depends on it.
    let parameters: JSONObject
    let versions: [Version]
  }

  struct Version {
    let position: Int
    /// Nil if there is no answer.
    let node: AnswerNode?
    /// The changes since the version before.
    let changes: [FieldChange]
  }

  private(set) var answers: [Answer] = []
  /// The positions with answers; nil if the page holds the answers at every position.
  private(set) var stops: [Int]?
  /// The queries whose answers are too large for the page, and those that were refused.
  private(set) var omitted: [AnswerKey] = []
  private(set) var refused: [(key: AnswerKey, problem: CommandResult.Problem)] = []

  /// The length of the longest journal for which answers at every position are tried.
  static let mostExactEvents = 10_000
  /// The greatest total size of the versions of one answer that are compared.
  fileprivate static let mostComparedBytes = 8 << 20
  private static let mostStops = 160
  /// The most positions besides these at which the slider stops since the page links to them.
  private static let mostLinks = 240
  /// The approximate greatest size of all answers on the page.
  private static let mostBytes = 2 << 20
  /// The greatest size of one answer at one of the slider's stops.
  private static let mostBytesOfStop = 24 << 10
  /// The greatest size of the last version for which an answer is compared at every position.
  private static let mostBytesAtEnd = 256 << 10
  private var keptBytes = 0
  private var links: ArraySlice<Int> = []

  private let locale: Language
  private let moment: Moment
  private let last: Position
  private let common: CommonOptions
  private let questions: [PageQuestion]
  /// The fold for the answers at the stops; nil before it has begun and after it has ended.
  private var fold: ReadAhead<FoldAtStops.Answer>?
  private var permitted: [PageQuestion] = []

  init(
    _ keys: [AnswerKey], as moment: Moment, through last: Position, with common: CommonOptions
  ) {
    self.moment = moment
    self.last = last
    self.common = common
    locale = common.locale
    questions = keys.compactMap { key in
      common.tool.domains.readModel(named: key.model).map { PageQuestion(key: key, model: $0) }
    }
  }

  /// Whether there is a long journal to fold. It is, at some positions, on another thread.
  var isFolded: Bool { last.rawValue > Self.mostExactEvents && !questions.isEmpty }

  /// Begins to fold a long journal.
  ///
  /// - Parameter links: the positions to which the page links, the most important first.
  mutating func begin(in reader: inout JournalReader, including links: [Int]) throws {
    self.links = links.prefix(Self.mostLinks)
    if isFolded { try beginStops(in: &reader) }
  }

  /// Adds the answers.
  ///
  /// - Parameter texts: the texts that are not to be shown.
  mutating func finish(
    without texts: PersonalTexts, in reader: inout JournalReader, _ terminal: inout Terminal
  ) throws {
    if !isFolded, try addVersions(without: texts, in: &reader, &terminal) { return }
    answers = []
    omitted = []
    refused = []
    if fold == nil { try beginStops(in: &reader) }
    try addStops(without: texts, &terminal)
  }

  private struct PageQuestion {
    let key: AnswerKey
    let model: ReadModel
  }

  private func showProgress(_ done: Int, of total: Int, _ terminal: inout Terminal) {
    terminal.progress(
      Bilingual(ru: "отслеживание ответов", en: "following the answers"),
      [.percent(Double(done) / Double(max(1, total)))])
  }

  /// Adds the answers at every position.
  ///
  /// - Returns: false if the versions of an answer are too large together, although the last one is
  ///   small enough for a stop.
  private mutating func addVersions(
    without texts: PersonalTexts, in reader: inout JournalReader, _ terminal: inout Terminal
  ) throws -> Bool {
    for (index, question) in questions.enumerated() {
      showProgress(index, of: questions.count, &terminal)
      var found = VersionObserver(texts)
      do {
        let parameters = addingTime(to: question.key.parameters, of: question.model)
        let answer = FollowedAnswer(question.model, parameters, context(in: reader))
        let isLarge = try answer.byteCount(in: &reader, through: last) > Self.mostBytesAtEnd
        if !isLarge { try answer.follow(&found, in: &reader, through: last) }
        if isLarge || found.comparedBytes > Self.mostComparedBytes {
          guard isLarge || found.lastBytes > Self.mostBytesOfStop else { return false }
          omitted.append(question.key)
          continue
        }
      } catch let error as QueryRefusal {
        refused.append((question.key, error.problem(in: locale)))
        continue
      }
      add(question, found)
    }
    return true
  }

  /// Returns the start, up to `most` further positions at equal distances, the last one included,
  /// and the links. No position comes twice.
  static func stops(
    _ most: Int, through last: Position, including links: ArraySlice<Int> = []
  ) -> [Int] {
    let count = min(most, last.rawValue)
    return Set((0...count).map { last.rawValue * $0 / max(1, count) }).union(links).sorted()
  }

  /// Begins to fold the journal for the answers at the stops, in one pass for all queries.
  private mutating func beginStops(in reader: inout JournalReader) throws {
    let stops = Self.stops(Self.mostStops, through: last, including: links)
    self.stops = stops
    let context = context(in: reader)
    for question in questions {
      do {
        try question.model.permit(
          addingTime(to: question.key.parameters, of: question.model), in: &reader, context)
        permitted.append(question)
      } catch let error as QueryRefusal {
        refused.append((question.key, error.problem(in: locale)))
      }
    }
    let work = FoldAtStops(
      common: common, stops: stops, context: context, mostBytes: Self.mostBytesOfStop,
      queries: permitted.map { ($0.model, addingTime(to: $0.key.parameters, of: $0.model)) })
    fold = ReadAhead(depth: 1024) { try work.run($0) }
  }

  /// Adds the answers at the stops, while the fold goes on.
  private mutating func addStops(
    without texts: PersonalTexts, _ terminal: inout Terminal
  ) throws {
    var found: [VersionObserver?] = permitted.map { _ in VersionObserver(texts) }
    var refusals: [Int: QueryRefusal] = [:]
    while let (index, position, answer) = try fold?.next() {
      showProgress(position, of: last.rawValue, &terminal)
      switch answer {
      case .success(let bytes):
        if bytes?.count ?? 0 > Self.mostBytesOfStop { found[index] = nil }
        try found[index]?.look(Position(position), AnswerValue(bytes))
      case .failure(let refusal): refusals[index] = refusal
      }
    }
    fold = nil
    for (index, question) in permitted.enumerated() {
      if let refusal = refusals[index] {
        refused.append((question.key, refusal.problem(in: locale)))
      } else if let found = found[index] {
        add(question, found)
      } else {
        omitted.append(question.key)
      }
    }
  }

  private mutating func add(_ question: PageQuestion, _ found: VersionObserver) {
    guard found.versions.contains(where: { $0.node != nil }) else { return }
    keptBytes += found.keptBytes
    if keptBytes > Self.mostBytes && !answers.isEmpty {
      keptBytes -= found.keptBytes
      omitted.append(question.key)
    } else {
      answers.append(
        Answer(
          model: question.model,
          parameters: addingTime(to: question.key.parameters, of: question.model),
          versions: found.versions))
    }
  }

  /// The parameters with the time of the query, if the read model takes one.
  private func addingTime(to parameters: JSONObject, of model: ReadModel) -> JSONObject {
    guard model.dependsOnTime, parameters["now"] == nil else { return parameters }
    var parameters = parameters
    parameters["now"] = .string(moment.time.rfc3339)
    return parameters
  }

  /// Keeps the first `count` answers and leaves out the others.
  mutating func limit(to count: Int) {
    omitted = answers.dropFirst(count).map { AnswerKey($0.model.name, $0.parameters) } + omitted
    answers = Array(answers.prefix(count))
  }

  /// Throws if a query of `--model` was refused, or if there has never been an answer to it.
  func require(_ question: AnswerQuestion) throws {
    let name = question.model.name
    if let refusal = refused.first(where: {
      $0.key == AnswerKey(name, question.parameters)
    }) {
      throw refusal.problem
    }
    let parameters = addingTime(to: question.parameters, of: question.model)
    let isThere =
      answers.contains { $0.model.name == name && $0.parameters == parameters }
      || omitted.contains { $0 == AnswerKey(name, question.parameters) }
    if !isThere { throw question.neverAnswered }
  }

  private func context(in reader: borrowing JournalReader) -> QueryContext {
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
  /// The size of the last version.
  private(set) var lastBytes = 0

  init(_ texts: PersonalTexts) { self.texts = texts }

  mutating func begin(with answer: AnswerValue) throws {
    versions = []
    (comparedBytes, keptBytes, lastBytes) = (0, 0, 0)
    try add(0, nil, answer)
  }

  private var current: AnswerValue?

  /// Adds the answer at a position, if it differs from the one before.
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
    lastBytes = after.bytes?.count ?? 0
    comparedBytes += lastBytes
    if comparedBytes > PageAnswers.mostComparedBytes { return false }
    try add(event.position.rawValue, before, after)
    return true
  }
}
