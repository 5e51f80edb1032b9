import EventEngine

/// The laws of explanations, checked on a sample of the answers that a story touched: an
/// explanation agrees with the answers at every position, each of which is folded from all events.
struct ExplanationLaws {
  let domains: [CheckedDomain]
  let directory: JournalDirectory
  let zone: TimeZoneTable
  var explanations = Explanations()

  private var definitions: [DomainDefinition] { domains.map(\.definition) }

  /// The sizes of the samples of answers, of changes and of events. A sample may be up to twice as
  /// large.
  private static let answers = 6
  private static let changes = 3
  private static let events = 4

  func violation() throws -> Violation? {
    var reader = try JournalReader.open(directory)
    guard let time = reader.lastTime else { return nil }
    let events = try reader.read().events
    let sampled = Self.sample(events, Self.events)
    let keys = Self.sample(
      try definitions.answers(
        touchedBy: Self.sample(events, 3 * Self.events), in: &reader), Self.answers)
    let asked = try AskedAnswers(
      keys, domains, in: &reader, zone, at: time, alone: Set(sampled.map(\.position)))
    for key in keys {
      guard let answers = asked.answers[key], let followed = followed(key, at: time) else {
        continue
      }
      let laws = [why, when, diff, without]
      for law in laws {
        if let violation = try law(followed, answers, &reader) { return violation }
      }
    }
    return try diffOfAll(events, at: time, &reader) ?? audit(sampled, asked, &reader)
  }

  private static func sample<Element>(_ elements: [Element], _ count: Int) -> [Element] {
    let step = max(1, elements.count / count)
    return stride(from: elements.count % step, to: elements.count, by: step).map { elements[$0] }
  }

  private func followed(_ key: AnswerKey, at time: Timestamp) -> FollowedAnswer? {
    guard let model = definitions.readModel(named: key.model) else { return nil }
    return FollowedAnswer(
      model, key.parameters, QueryContext(at: Moment(time, in: zone), isAudit: true))
  }

  private func name(_ answer: FollowedAnswer) -> String {
    "\(answer.model.name) \(JSONValue.object(answer.parameters))"
  }

  // MARK: - One answer

  private func why(
    _ answer: FollowedAnswer, _ answers: [JSONValue?], _ reader: inout JournalReader
  ) throws -> Violation? {
    let history = try explanations.history(answer, nil, &reader, Position(answers.count - 1))
    let expected = answers.indices.dropFirst().filter { answers[$0] != answers[$0 - 1] }
    let found = history.steps.map(\.event.position.rawValue)
    if found != expected {
      return Violation(
        "why = queries at every position", "\(name(answer)): \(found), not \(expected)")
    }
    for step in history.steps {
      let position = step.event.position.rawValue
      if step.changes != FieldChange.between(answers[position - 1], answers[position]) {
        return Violation(
          "the changes from why = those between two queries",
          "\(name(answer)) at \(step.event.position)")
      }
    }
    return nil
  }

  private func when(
    _ answer: FollowedAnswer, _ answers: [JSONValue?], _ reader: inout JournalReader
  ) throws -> Violation? {
    let changes = zip(answers, answers.dropFirst()).flatMap { FieldChange.between($0, $1) }
      .filter { !$0.field.isEmpty }
    for (number, change) in Self.sample(changes, Self.changes).enumerated() {
      let conditions = Self.conditions(on: change)
      // Each story asks others of them.
      let (field, rest) = conditions[(answers.count + number) % conditions.count]
      let law = "when = queries at every position"
      let text = "\(name(answer)) where \(field)\(rest)"
      // A field whose name holds the characters of a condition, such as `=`, cannot be asked for.
      guard let condition = AnswerCondition(field + rest), condition.field == field else {
        continue
      }
      let held = answers.map { condition.holds(for: $0) }
      let intervals = try explanations.intervals(
        answer, condition, &reader, Position(answers.count - 1))
      let found = held.indices.map { position in
        intervals.contains {
          $0.from.rawValue <= position && position <= $0.to?.rawValue ?? .max
        }
      }
      if found != held { return Violation(law, text) }
    }
    return nil
  }

  /// Conditions on a field that changed: that it is there, how long its list is, and every
  /// comparison with its value.
  private static func conditions(
    on change: FieldChange
  ) -> [(field: String, rest: String)] {
    var conditions = [(change.field, "")]
    if let end = change.field.firstIndex(of: "["), end > change.field.startIndex {
      conditions.append(("\(change.field[..<end]).count", " > 1"))
    }
    switch change.after {
    case .bool?, .number?, .string?:
      let value = "\(change.after ?? .null)"
      conditions += ["=", "!=", "<", "<=", ">", ">="].map { (change.field, " \($0) \(value)") }
    case .null?, .array?, .object?, nil: break
    }
    return conditions
  }

  private func diff(
    _ answer: FollowedAnswer, _ answers: [JSONValue?], _ reader: inout JournalReader
  ) throws -> Violation? {
    let last = answers.count - 1
    for (first, second) in [(last / 3, 2 * last / 3), (2 * last / 3, last), (last / 3, last)] {
      let changes = try explanations.differences(
        answer, &reader, Position(first)...Position(second))
      if changes.map(\.change) != FieldChange.between(answers[first], answers[second])
        || changes.contains(where: { $0.positions.isEmpty })
      {
        return Violation("diff = two queries", "\(name(answer)) from \(first) to \(second)")
      }
      // The field of an answer that came into being without members is the answer itself.
      for dated in Self.sample(changes, Self.changes) where !dated.change.field.isEmpty {
        let field = dated.change.field
        let found = try explanations.history(answer, field, &reader, Position(second)).steps
          .map(\.event.position).filter { $0 > Position(first) }
        if found != dated.positions {
          return Violation(
            "the events from diff = those from why",
            "\(name(answer)) \(field) from \(first): \(dated.positions), not \(found)")
        }
      }
    }
    return nil
  }

  private func without(
    _ answer: FollowedAnswer, _ answers: [JSONValue?], _ reader: inout JournalReader
  ) throws -> Violation? {
    let last = answers.count - 1
    // The second event that changed the answer; without one, the event in the middle.
    let changed = answers.indices.dropFirst().filter { answers[$0] != answers[$0 - 1] }
    let left: Set<Position> = [Position(changed.dropFirst().first ?? max(1, last / 2))]
    let key = AnswerKey(answer.model.name, answer.parameters)
    let expected = try AskedAnswers(
      [key], domains, in: &reader, zone, at: answer.context.moment.time, without: left)
    let hypothetical = FollowedAnswer(
      answer.model, answer.parameters, answer.context, without: left)
    let found = try explanations.answer(hypothetical, &reader, Position(last))
    guard let expected = expected.answers[key], found != expected.last ?? nil else { return nil }
    return Violation(
      "without an event = a journal that lacks it", "\(name(answer)) without \(left)")
  }

  // MARK: - Many answers

  private func diffOfAll(
    _ events: [StoredEvent], at time: Timestamp, _ reader: inout JournalReader
  ) throws -> Violation? {
    let range = Position(events.count / 3)...Position(events.count)
    let context = QueryContext(at: Moment(time, in: zone), isAudit: true)
    let all = Dictionary(
      uniqueKeysWithValues: try explanations.allDifferences(definitions, &reader, range, context))
    let touched = try definitions.answers(
      touchedBy: Array(events.dropFirst(range.lowerBound.rawValue)), in: &reader)
    for key in Self.sample(touched, Self.answers) {
      guard let answer = followed(key, at: time),
        try all[key, default: []] != explanations.differences(answer, &reader, range)
      else { continue }
      return Violation("diff of all = diff of each", "\(name(answer)) in \(range)")
    }
    return nil
  }

  // MARK: - Audits

  private func audit(
    _ events: [StoredEvent], _ asked: AskedAnswers, _ reader: inout JournalReader
  ) throws -> Violation? {
    let definitions = definitions
    // In half of the stories the audit soon folds whole states, as in a long journal about a few
    // popular things.
    var effects = EventEffects(
      of: events.map(\.position), definitions, in: zone,
      factsBeforeFolding: reader.head.rawValue.isMultiple(of: 2) ? 0 : 2000)
    for event in events {
      let found = explanations.effects(try effects.effects(of: event, in: &reader))
      for (key, (before, after)) in asked.around[event.position] ?? [:] {
        let changes = FieldChange.between(before, after)
        let listed = found.first { $0.key == key }?.changes ?? []
        let model = definitions.readModel(named: key.model)
        let mustBeNamed = model?.mustBeNamed(key.parameters, by: event.allTags) == true
        let isMissing = listed.isEmpty && mustBeNamed
        if listed != changes, isMissing || !listed.isEmpty {
          return Violation(
            "audit = queries before and after",
            "\(key.model) \(JSONValue.object(key.parameters)) at \(event.position)")
        }
      }
    }
    return nil
  }
}

/// The answers at every position, folded from all events.
private struct AskedAnswers {
  /// The answers at positions 0, 1, …, at one time.
  private(set) var answers: [AnswerKey: [JSONValue?]] = [:]
  /// The answers before and after some events, at the time of the event.
  private(set) var around: [Position: [AnswerKey: (JSONValue?, JSONValue?)]] = [:]

  /// - Parameters:
  ///   - time: the time of the queries.
  ///   - alone: events for which the answers before and after are also asked for at the event's
  ///     time.
  ///   - without: events that are left out.
  init(
    _ keys: [AnswerKey], _ domains: [CheckedDomain], in reader: inout JournalReader,
    _ zone: TimeZoneTable, at time: Timestamp, alone: Set<Position> = [],
    without: Set<Position> = []
  ) throws {
    let models = CheckedReadModels(domains)
    var fold = models.fold(in: zone)
    let states = Dictionary(models.states.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    func ask(_ key: AnswerKey, at time: Timestamp) throws -> JSONValue? {
      let context = QueryContext(at: Moment(time, in: zone), isAudit: true)
      do {
        return try states[key.model].map {
          try JSONParser.parse(
            $0.answer(to: key.parameters, context), limits: JSONLimits(depth: 512))
        }
      } catch QueryRefusal.notFound { return nil }
    }
    for key in keys { answers[key] = [try ask(key, at: time)] }
    for event in try reader.read().events {
      let isAlone = alone.contains(event.position)
      let before = try isAlone ? keys.map { try ask($0, at: event.time) } : []
      if without.contains(event.position) {
        fold.skip(to: event.position)
      } else {
        try fold.run(&reader, through: event.position)
      }
      for key in keys { answers[key]?.append(try ask(key, at: time)) }
      guard isAlone else { continue }
      let after = try keys.map { try ask($0, at: event.time) }
      around[event.position] = Dictionary(
        uniqueKeysWithValues: zip(keys, zip(before, after).map { ($0, $1) }))
    }
  }
}
