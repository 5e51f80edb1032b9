import EventEngine

/// Checks queries as of a position: an answer from only its facts, from events of all types, from a
/// resumed state or from a summary equals the usual one, and no answer breaks a law of its domain.
struct QueryConsistency: ~Copyable {
  let domains: [CheckedDomain]
  let zone: TimeZoneTable
  private let checks: [any DomainCheck]
  private var fold: JournalFold
  /// The queries whose answers the events folded so far have touched, in order.
  private var touched: [Question] = []
  private var known: Set<Question> = []
  /// The states of all read models, folded from events of all types.
  private let everything: CheckedReadModels
  private var everythingFold: JournalFold
  /// The queries that need no parameters.
  private let plain: [Question]

  /// The approximate number of queries that are sampled at a position; it may be almost twice as
  /// large. The sample limits the cost, since each query reads the journal up to the position.
  private static func limit(for position: Position) -> Int {
    position.rawValue > 10_000 ? 20 : 300
  }

  init(domains: [CheckedDomain], zone: TimeZoneTable) {
    self.domains = domains
    self.zone = zone
    let checks = domains.map { $0.start() }
    self.checks = checks
    let everything = CheckedReadModels(domains, ofAllTypes: true)
    self.everything = everything
    everythingFold = everything.fold(in: zone)
    plain = domains.flatMap(\.readModels.models).flatMap { model in
      model.questionsAbout([]).map { Question(model.name, $0) }
    }
    fold = JournalFold(in: zone) {
      for check in checks { check.discard() }
      return checks.map(\.fold)
    }
  }

  /// - Parameters:
  ///   - states: the states of all read models, folded from all events up to `position`, which must
  ///     not be before the position of the last call.
  ///   - resumed: the same states, resumed from snapshots.
  mutating func violation(
    _ reader: inout JournalReader, _ position: Position, _ states: [CheckedFold],
    _ resumed: [CheckedFold], _ read: (Int) -> Void
  ) throws -> Violation? {
    let time = try collectTouched(&reader, through: position, read)
    try everythingFold.run(&reader, through: position) { read($0.byteCount) }
    if let text = checks.flatMap({ $0.takeViolations() }).first {
      return Violation("domain invariant", text)
    }
    let now = Moment(time, in: zone)
    let answers = Answers(now: now, states: states)
    if let text = checks.flatMap({ $0.check(answers) }).first {
      return Violation("read model invariant", "\(text), at position \(position)")
    }
    let context = QueryContext(
      at: now, locale: position.rawValue.isMultiple(of: 2) ? .ru : .en, isAudit: true)
    var seen = known
    let others = (checks.flatMap { $0.questions() } + plain).filter { seen.insert($0).inserted }
    let questions = touched + others
    let definitions = domains.map(\.definition)
    let step = max(1, questions.count / Self.limit(for: position))
    for (index, question) in questions.enumerated() where index.isMultiple(of: step) {
      guard let model = definitions.readModel(named: question.model),
        let state = states.first(where: { $0.name == question.model })
      else { continue }
      func answer(of state: CheckedFold) throws -> Outcome {
        try outcome { try state.answer(to: question.parameters, context) }
      }
      let wide = try answer(of: state)
      let narrow = try outcome {
        try model.answer(to: question.parameters, from: &reader, through: position, context)
      }
      var broken: String?
      for index in states.indices
      where broken == nil && states[index].answers(question.model, question.parameters) {
        let own = try answer(of: states[index])
        if try answer(of: everything.states[index]) != own {
          broken = "answer from factTypes = answer from all types"
        } else if own != wide {
          broken = "answer of the summary = answer of the whole state"
        } else if try answer(of: resumed[index]) != own {
          broken = "answer of a resumed state = answer"
        }
      }
      if wide != narrow { broken = broken ?? "answer from its facts = answer from everything" }
      guard let broken else { continue }
      let isSteady = try (1...8).allSatisfy { _ in try answer(of: state) == wide }
      let parameters = JSONValue.object(question.parameters)
      return Violation(
        isSteady ? broken : "the same state gives the same answer",
        "\(question.model) \(parameters) at position \(position)")
    }
    return nil
  }

  /// - Returns: the time of the event at `position`.
  private mutating func collectTouched(
    _ reader: inout JournalReader, through position: Position, _ read: (Int) -> Void
  ) throws -> Timestamp {
    var decoder = PayloadDecoder()
    var time = try reader.time(at: position) ?? Timestamp(rawValue: 0)
    var questions: [Question] = []
    try fold.run(&reader, through: position) { [domains, zone] (view) throws(JournalError) in
      read(view.byteCount)
      time = view.time
      let day = zone.day(of: view.time)
      for domain in domains {
        let touched = try domain.readModels.touchedAnswers(StoredEvent(view), day, &decoder)
        questions += touched.answers.map { Question($0.model, $0.parameters) }
      }
    }
    for question in questions where known.insert(question).inserted { touched.append(question) }
    return time
  }

  private enum Outcome: Equatable {
    case answer([UInt8])
    case refused(QueryRefusal)
  }

  private func outcome(_ body: () throws -> [UInt8]) throws -> Outcome {
    do { return .answer(try body()) } catch let refusal as QueryRefusal { return .refused(refusal) }
  }
}
