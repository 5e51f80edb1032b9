import EventEngine

/// A request of a session about the history: why, when, diff, trace, audit, or a dry run.
struct ExplainRequest {
  enum Kind {
    case why(field: String?, StepSelection)
    case when(AnswerCondition)
    /// Without a read model, asks for every answer that differs.
    case diff(from: HistoryMoment, to: HistoryMoment?)
    case trace(ConsequenceRoot)
    case audit(tag: Tag?)
    case dryRun(JSONValue)
  }

  let kind: Kind
  /// The name of the read model; nil for a diff of every answer, and for `trace`, `audit` and
  /// `dryRun`.
  let model: String?
  let parameters: JSONObject
  let without: LeftOutEvents
  let asOf: AsOfParameters
  let locale: Language
  /// The line of the request.
  var line: Int?

  private static let names = ["why", "when", "diff", "trace", "audit", "dryRun"]

  /// Returns nil if the request is none of these.
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
    _ kind: Kind, _ form: Form, model: String? = nil, _ locale: Language
  ) throws(FormError) {
    self.kind = kind
    self.model = model
    parameters = try form.optional(Self.parameters) ?? JSONObject()
    without = LeftOutEvents(Set(try form.optional(Self.without) ?? []))
    asOf = try AsOfParameters(form)
    self.locale = try form.optional(Self.language) ?? locale
  }

  // MARK: - Fields

  private static let parameters = Field<JSONObject>.members("parameters")
  private static let language = Field<Language>.word("locale")
  private static let path = Field<String>.verbatim(
    "field", takes: Bilingual(ru: "путь к полю", en: "the path of a field"))
  private static let without = Field<[Position]>(
    "without", .list,
    takes: Bilingual(ru: "список позиций событий", en: "a list of positions of events")
  ) { json in
    guard case .array(let items) = json else { return .invalid }
    let positions = items.compactMap { $0.position }
    return positions.count == items.count ? .value(positions) : .invalid
  }
  private static let condition = Field<AnswerCondition>.string(
    "where", .text,
    takes: Bilingual(ru: "«FIELD OP VALUE» или «FIELD»; ", en: "\"FIELD OP VALUE\" or \"FIELD\"; ")
      + AnswerCondition.rule
  ) { AnswerCondition($0) }

  private static func moment(_ name: String, _ edge: TimeExpression.Edge) -> Field<HistoryMoment> {
    Field(
      name, .text,
      takes: Bilingual(
        ru: "позиция события или время: \(TimeExpression.forms.ru)",
        en: "the position of an event or a time: \(TimeExpression.forms.en)")
    ) { json in
      if let position = json.position { return .value(.position(position, name: name)) }
      guard case .string(let text) = json, let expression = TimeExpression(text) else {
        return .invalid
      }
      return .value(.time(TimeOption(name: name, expression: expression, edge: edge)))
    }
  }

  /// The fields that every request about an answer has in addition to its own.
  private static let ofAnswer = [parameters.optional, without.optional]
  private static let past = [AsOfParameters.instant.optional, AsOfParameters.position.optional]

  private static func form(_ object: JSONObject, _ fields: [FieldShape]) throws(FormError) -> Form {
    try Form(object, fields: fields + [language.optional])
  }

  /// Returns the field with the name of the read model. A diff also takes `true`, for all of them.
  private static func modelField(of name: String) -> Field<String?> {
    let takesAll = name == "diff"
    let takes =
      takesAll
      ? Bilingual(
        ru: "название модели или true — для всех ответов",
        en: "the name of a read model, or true for all answers")
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
    let model = Self.modelField(of: name)
    let (from, to) = (Self.moment("from", .start), Self.moment("to", .end))
    let own =
      switch name {
      case "why": [Self.path.optional] + StepSelection.fields + Self.past
      case "when": [Self.condition.required] + Self.past
      default: [from.required, to.optional]
      }
    let form = try Self.form(object, [model.required] + own + Self.ofAnswer)
    let kind: Kind =
      switch name {
      case "why": .why(field: try form.optional(Self.path), try StepSelection(form))
      case "when": .when(try form.required(Self.condition))
      default: .diff(from: try form.required(from), to: try form.optional(to))
      }
    try self.init(kind, form, model: try form.required(model), locale)
    if self.model == nil, !parameters.members.isEmpty {
      throw .invalidField(
        name,
        takes: Bilingual(
          ru: "название модели, если есть «parameters»",
          en: "the name of a read model if there are \"parameters\""))
    }
  }

  private init(trace object: JSONObject, _ locale: Language) throws(FormError) {
    let root = Field<ConsequenceRoot>(
      "trace", .text,
      takes: Bilingual(
        ru: "позиция события, {\"commandId\":…} или {\"correlation\":…}",
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
        ru: "тег, например \(Sample.current.tag), или true вместе с «position»",
        en: "a tag such as \(Sample.current.tag), or true with \"position\"")
    ) { json in
      switch json {
      case .string(let text) where !text.isEmpty: .value(Tag(rawValue: text))
      case .bool(true) where object["position"] != nil: .value(nil)
      default: .invalid
      }
    }
    let form = try Self.form(object, [tag.required] + Self.past)
    try self.init(.audit(tag: try form.required(tag)), form, locale)
  }

  private init(dryRun object: JSONObject, _ locale: Language) throws(FormError) {
    let command = Field<JSONObject>.members("dryRun")
    let form = try Self.form(object, [command.required] + Self.past)
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
