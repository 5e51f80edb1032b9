import EventEngine

/// Checks queries as of a position: an answer from only its facts equals the answer from all
/// events, and no answer breaks a law of its domain.
struct QueryConsistency: ~Copyable {
  let domains: [CheckedDomain]
  let zone: TimeZoneTable
  private let checks: [any DomainCheck]
  private var fold: JournalFold
  /// The queries whose answers the events folded so far have touched, in order.
  private var touched: [Question] = []
  private var known: Set<Question> = []

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
    fold = JournalFold(in: zone) {
      for check in checks { check.discard() }
      return checks.map(\.fold)
    }
  }

  /// - Parameter states: the states of all read models, folded from all events up to `position`,
  ///   which must not be before the position of the last call.
  mutating func violation(
    _ reader: inout JournalReader, _ position: Position, _ states: [CheckedFold],
    _ read: (Int) -> Void
  ) throws -> Violation? {
    let time = try collectTouched(&reader, through: position, read)
    if let text = checks.flatMap({ $0.takeViolations() }).first {
      return Violation("domain invariant", text)
    }
    let now = Moment(time, in: zone)
    let answers = Answers(now: now, states: states)
    if let text = checks.flatMap({ $0.check(answers) }).first {
      return Violation("read model invariant", "\(text), at position \(position)")
    }
    let context = QueryContext(at: now, isAudit: true)
    let others = checks.flatMap { $0.questions() }.filter { !known.contains($0) }
    let questions = touched + others
    let definitions = domains.map(\.definition)
    let step = max(1, questions.count / Self.limit(for: position))
    for (index, question) in questions.enumerated() where index.isMultiple(of: step) {
      guard let model = definitions.readModel(named: question.model),
        let state = states.first(where: { $0.name == question.model })
      else { continue }
      let wide = try outcome { try state.answer(to: question.parameters, context) }
      let narrow = try outcome {
        try model.answer(to: question.parameters, from: &reader, through: position, context)
      }
      if wide != narrow {
        let isSteady = try (1...8).allSatisfy { _ in
          try outcome { try state.answer(to: question.parameters, context) } == wide
        }
        let parameters = JSONValue.object(question.parameters)
        return Violation(
          isSteady
            ? "answer from its facts = answer from everything"
            : "the same state gives the same answer",
          "\(question.model) \(parameters) at position \(position)")
      }
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
