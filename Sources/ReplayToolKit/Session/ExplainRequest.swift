import EventEngine

/// A question of a session about the history: why, when, diff, trace, audit, or a dry run.
struct ExplainRequest {
  private enum Asked {
    case why(field: String?, StepSelection)
    case when(AnswerCondition)
    /// Without a read model every answer that differs.
    case diff(from: HistoryMoment, to: HistoryMoment?)
    case trace(ConsequenceRoot)
    case audit(tag: Tag?)
    case dryRun(JSONValue)
  }

  private let asked: Asked
  /// Nil for a diff of every answer, and where there is none.
  private let model: String?
  private let parameters: JSONObject
  private let without: Set<Position>
  private let asOf: AsOf
  private let locale: Language

  private static let names = ["why", "when", "diff", "trace", "audit", "dryRun"]

  /// Nil if the request is none of these.
  init?(_ object: JSONObject, locale: Language) throws(FormError) {
    guard let name = Self.names.first(where: { object[$0] != nil }) else { return nil }
    switch name {
    case "why", "when", "diff": try self.init(aboutAnswer: object, name, locale)
    case "trace": try self.init(trace: object, locale)
    case "audit": try self.init(audit: object, locale)
    default: try self.init(dryRun: object, locale)
    }
  }

  private init(
    _ asked: Asked, _ form: Form, model: String? = nil, _ locale: Language
  ) throws(FormError) {
    self.asked = asked
    self.model = model
    parameters = try form.optional(Self.parameters) ?? JSONObject()
    without = Set(try form.optional(Self.without) ?? [])
    asOf = try AsOf(form)
    self.locale = try form.optional(Self.language) ?? locale
  }

  // MARK: - Fields

  private static let parameters = Field<JSONObject>.members("parameters")
  private static let language = Field<Language>.word("locale")
  private static let path = Field<String>.verbatim(
    "field", takes: Bilingual(ru: "путь к полю", en: "the path of a field"))
  private static let without = Field<[Position]>(
    "without", .list,
    takes: Bilingual(ru: "список номеров событий", en: "a list of positions of events")
  ) { json in
    guard case .array(let items) = json else { return .invalid }
    let positions = items.compactMap { $0.position }
    return positions.count == items.count ? .value(positions) : .invalid
  }
  private static let condition = Field<AnswerCondition>(
    "where", .text,
    takes: Bilingual(ru: "«ПОЛЕ ЗНАК ЗНАЧЕНИЕ» или «ПОЛЕ»", en: "\"FIELD OP VALUE\" or \"FIELD\"")
  ) { json in
    guard case .string(let text) = json, let condition = AnswerCondition(text) else {
      return .invalid
    }
    return .value(condition)
  }

  private static func moment(_ name: String, _ edge: When.Edge) -> Field<HistoryMoment> {
    Field(
      name, .text,
      takes: Bilingual(
        ru: "номер события или время: \(When.forms.ru)",
        en: "the position of an event or a time: \(When.forms.en)")
    ) { json in
      if let position = json.position { return .value(.position(position, name: name)) }
      guard case .string(let text) = json, let when = When(text) else { return .invalid }
      return .value(.time(WhenOption(name: name, when: when, edge: edge)))
    }
  }

  private static func form(_ object: JSONObject, _ fields: [FieldShape]) throws(FormError) -> Form {
    try Form(
      object,
      fields: fields + [
        parameters.optional, without.optional, AsOf.instant.optional, AsOf.position.optional,
        language.optional,
      ])
  }

  /// The read model; of a diff also `true`, for all.
  private static func model(_ name: String) -> Field<String?> {
    let takesAll = name == "diff"
    let takes =
      takesAll
      ? Bilingual(
        ru: "название модели или true: все ответы", en: "the name of a read model, or true for all")
      : Bilingual(ru: "название модели", en: "the name of a read model")
    return Field(name, .text, takes: takes) { json in
      switch json {
      case .string(let text): .value(text)
      case .bool(true) where takesAll: .value(nil)
      default: .invalid
      }
    }
  }

  private init(
    aboutAnswer object: JSONObject, _ name: String, _ locale: Language
  ) throws(FormError) {
    let model = Self.model(name)
    let (from, to) = (Self.moment("from", .start), Self.moment("to", .end))
    let own =
      switch name {
      case "why": [Self.path.optional] + StepSelection.fields
      case "when": [Self.condition.required]
      default: [from.required, to.optional]
      }
    let form = try Self.form(object, [model.required] + own)
    let asked: Asked =
      switch name {
      case "why": .why(field: try form.optional(Self.path), try StepSelection(form))
      case "when": .when(try form.required(Self.condition))
      default: .diff(from: try form.required(from), to: try form.optional(to))
      }
    try self.init(asked, form, model: try form.required(model), locale)
    if self.model == nil, !parameters.members.isEmpty || !without.isEmpty {
      throw .invalidField(
        name,
        takes: Bilingual(
          ru: "название модели, если есть «parameters» или «without»",
          en: "the name of a read model if there are \"parameters\" or \"without\""))
    }
  }

  private init(trace object: JSONObject, _ locale: Language) throws(FormError) {
    let root = Field<ConsequenceRoot>(
      "trace", .text,
      takes: Bilingual(
        ru: "номер события, {\"commandId\":…} или {\"correlation\":…}",
        en: "the position of an event, {\"commandId\":…} or {\"correlation\":…}")
    ) { json in
      if let position = json.position { return .value(.event(position)) }
      guard case .object(let object) = json, object.members.count == 1 else { return .invalid }
      if let id = object["commandId"]?.text { return .value(.command(id)) }
      if let id = object["correlation"]?.text { return .value(.correlation(id)) }
      return .invalid
    }
    let form = try Self.form(object, [root.required])
    try self.init(.trace(try form.required(root)), form, locale)
  }

  private init(audit object: JSONObject, _ locale: Language) throws(FormError) {
    let tag = Field<Tag?>(
      "audit", .text,
      takes: Bilingual(
        ru: "тег, например order:9421, или true вместе с «position»",
        en: "a tag such as order:9421, or true with \"position\"")
    ) { json in
      switch json {
      case .string(let text) where !text.isEmpty: .value(Tag(rawValue: text))
      case .bool(true) where object["position"] != nil: .value(nil)
      default: .invalid
      }
    }
    let form = try Self.form(object, [tag.required])
    try self.init(.audit(tag: try form.required(tag)), form, locale)
  }

  private init(dryRun object: JSONObject, _ locale: Language) throws(FormError) {
    let command = Field<JSONObject>.members("dryRun")
    let form = try Self.form(object, [command.required])
    try self.init(.dryRun(.object(try form.required(command))), form, locale)
  }
}

extension JSONValue {
  /// The position that a number names.
  fileprivate var position: Position? {
    guard case .number(let number) = self, let value = number.exactInteger, value >= 0 else {
      return nil
    }
    return Position(Int(value))
  }
}

// MARK: - Answers

extension ExplainRequest {
  /// Returns the answer, one line of JSON.
  ///
  /// - Throws: `CommandResult.Problem`, and `JournalError` if the journal fails.
  func answer(
    from reader: inout JournalReader, _ domains: [DomainDefinition], allowsFuture: Bool
  ) throws -> [UInt8] {
    do {
      switch asked {
      case .dryRun(let command):
        return try rehearse(command, from: &reader, domains, allowsFuture)
      case .trace(let root):
        return value(try root.consequences(in: &reader).map(\.json))
      case .audit(let tag): return value(try audit(tag, from: &reader, domains))
      case .why(let field, let selection):
        let (answer, last, _) = try followed(from: &reader, domains)
        if let field { try require(field, "field", of: answer.model) }
        let history = try answer.history(of: field, in: &reader, through: last)
        guard history.hasEverExisted else { throw question(answer).neverAnswered }
        let steps = try selection.choose(history.steps, in: reader.timeZone)
        return value(steps.map(WhyRows.json))
      case .when(let condition):
        let (answer, last, _) = try followed(from: &reader, domains)
        try require(condition.field, "where", of: answer.model)
        let stretches = try answer.stretches(in: &reader, through: last) {
          try condition.holds(for: $1())
        }
        return value(stretches.map(\.json))
      case .diff(let from, let to):
        return value(
          try differences(MomentRange(from: from, to: to), from: &reader, domains))
      }
    } catch let error as QueryRefusal {
      throw error.problem(in: locale)
    } catch let error as FormError {
      throw error.problem(in: locale)
    } catch let error as UsageError {
      throw CommandResult.Problem(.malformed, code: "invalidField", message: error.message)
    } catch let error as ToolFailure {
      let isRefused = error.status == .refused
      throw CommandResult.Problem(
        isRefused ? .refusal : .malformed, code: isRefused ? error.code.rawValue : "invalidField",
        message: error.message)
    }
  }

  private func differences(
    _ range: MomentRange, from reader: inout JournalReader, _ domains: [DomainDefinition]
  ) throws -> [[UInt8]] {
    guard let model else {
      return try range.differences(in: &reader, domains, locale: locale)
        .map { $0.json(naming: true) }
    }
    let (first, last, moment) = try range.resolve(in: &reader)
    let answer = try question(domains).followed(as: moment, in: reader)
    let changes = try answer.differences(in: &reader, from: first, to: last)
    let key = AnswerKey(model, parameters)
    return [AnswerDifference(key: key, from: first, to: last, changes: changes).json(naming: false)]
  }

  private func question(_ domains: [DomainDefinition]) throws -> AnswerQuestion {
    let model = model ?? ""
    guard let found = domains.readModel(named: model) else {
      let nearest = Spelling.nearest(to: model, in: domains.readModels.map(\.name))
      let text = EngineTexts.unknownReadModel(model, nearest: nearest)
      throw CommandResult.Problem(.refusal, code: "notFound", message: text[locale])
    }
    return AnswerQuestion(found, parameters, without: without, locale: locale)
  }

  /// Throws if no answer of the read model has such a member.
  private func require(
    _ field: String, _ name: String, of model: ReadModel
  ) throws(FormError) {
    do throws(UsageError) { try AnswerQuestion.require(field, of: model) } catch {
      let fields = model.shows.joined(separator: ", ")
      throw .invalidField(
        name,
        takes: Bilingual(
          ru: "поле ответа \(model.name): \(fields)", en: "a field of \(model.name): \(fields)"))
    }
  }

  private func question(_ answer: FollowedAnswer) -> AnswerQuestion {
    AnswerQuestion(answer.model, parameters, without: without, locale: locale)
  }

  private func followed(
    from reader: inout JournalReader, _ domains: [DomainDefinition]
  ) throws -> (answer: FollowedAnswer, last: Position, moment: Moment) {
    let (last, moment) = try asOf.history(in: &reader)
    return (try question(domains).followed(as: moment, in: reader), last, moment)
  }

  private func audit(
    _ tag: Tag?, from reader: inout JournalReader, _ domains: [DomainDefinition]
  ) throws -> [[UInt8]] {
    let (last, _) = try asOf.resolve(in: &reader)
    let positions = try AuditedEvents.positions(of: tag, in: &reader, through: last, domains)
    if let tag, positions.isEmpty { try ExistingNames.require([tag], in: &reader) }
    var audited = AuditedEvents(positions, domains, in: reader, locale: locale)
    return try positions.map { try audited.event(at: $0, in: &reader, wait: 0).json }
  }

  private func rehearse(
    _ command: JSONValue, from reader: inout JournalReader, _ domains: [DomainDefinition],
    _ allowsFuture: Bool
  ) throws -> [UInt8] {
    let (last, moment) = try asOf.resolve(in: &reader)
    let rehearsal = Rehearsal(
      domains.commands, for: &reader, locale: locale, allowsFuture: allowsFuture)
    let result = try rehearsal.result(
      of: .init(command), in: &reader, through: last, clock: moment.time)
    var json = JSONWriter()
    result.write(to: &json)
    return json.bytes
  }

  private func value(_ items: [[UInt8]]) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.literalKey("ok")
    json.bool(true)
    if !without.isEmpty {
      json.literalKey("hypothetical")
      json.bool(true)
    }
    json.literalKey("value")
    json.beginArray()
    for item in items { json.raw(item) }
    json.endArray()
    json.endObject()
    return json.bytes
  }
}
