import EventEngine

/// A question about the history of one answer: its read model and parameters, the language, and the
/// events that are left out.
struct AnswerQuestion {
  let model: ReadModel
  let parameters: JSONObject
  /// The path of a field, if one is asked for.
  let field: String?
  let without: LeftOutEvents
  let locale: Language

  init(
    _ model: ReadModel, _ parameters: JSONObject, field: String? = nil,
    without: LeftOutEvents = LeftOutEvents(), locale: Language
  ) {
    self.model = model
    self.parameters = parameters
    self.field = field
    self.without = without
    self.locale = locale
  }

  /// Reads `MODEL [parameter=value …] [FIELD]`.
  ///
  /// - Throws: `UsageError`, and `ToolFailure` for a file that cannot be read.
  init(_ arguments: Arguments, _ common: CommonOptions, takesField: Bool) throws {
    guard let name = arguments.positionals.first else {
      throw UsageError(
        ru: "нужна модель; список выводит \(toolName) catalog",
        en: "a read model is missing; \(toolName) catalog lists them")
    }
    let model = try common.readModel(named: name)
    var words = Array(arguments.positionals.dropFirst())
    let fields = takesField ? words.filter { !$0.isAssignment } : []
    if fields.count > 1 {
      throw UsageError(
        ru: "можно указать только одно поле; уберите «\(fields[1])»",
        en: "only one field can be given; leave out \"\(fields[1])\"")
    }
    if takesField { words.removeAll { !$0.isAssignment } }
    if let field = fields.first { try Self.require(field, of: model) }
    self.init(
      model, try CommandLineFields(words, of: model).members,
      field: fields.first, without: try LeftOutEvents(arguments), locale: common.locale)
  }

  /// Throws if the path is incomplete, or if the read model lists the members of its answers and
  /// this is none of them.
  static func require(_ field: String, of model: ReadModel) throws(UsageError) {
    guard field.isWholePath else {
      throw UsageError(
        ru: "поле — это путь, например \(Sample.current.path), а не «\(field)»",
        en: "a field is a path such as \(Sample.current.path), not \"\(field)\"")
    }
    do throws(UnknownField) { try model.requireField(field, in: "field") } catch {
      throw error.usageError
    }
  }

  /// Returns the answer to follow. The time of its query is `moment`, at every position.
  ///
  /// - Throws: `ToolFailure` if the journal has no event at a position that is to be left out.
  func followed(
    as moment: Moment, in reader: borrowing JournalReader
  ) throws -> FollowedAnswer {
    try without.require(in: reader)
    return FollowedAnswer(
      model, parameters,
      QueryContext(
        at: moment, locale: locale, isAboutThePast: true, secretsOf: reader.directory),
      without: without.positions)
  }

  /// The refusal if there has never been an answer.
  var neverAnswered: CommandResult.Problem {
    let name = AnswerKey(model.name, parameters).text
    let text = Bilingual(
      ru: "У \(name) никогда не было ответа", en: "\(name) has never had an answer")
    return .init(.refusal, code: "notFound", message: text[locale])
  }
}

extension AsOfParameters {
  /// The last position of a history and the time for which its answers are computed: the time that
  /// was asked for, else that of the last event.
  func history(in reader: inout JournalReader) throws -> (through: Position, moment: Moment) {
    let (through, moment) = try resolve(in: &reader)
    if isAboutThePast { return (through, moment) }
    return (through, reader.lastTime.map { Moment($0, in: reader.timeZone) } ?? moment)
  }
}

extension ReplayTool {
  /// The advice for a read model without a required parameter: its entry in the help. The message
  /// is in one language already, and so is the advice.
  func advice(
    on problem: CommandResult.Problem, _ words: [String], in language: Language
  ) -> Bilingual? {
    guard problem.code == FormError.missingFields([]).code,
      let model = words.first(where: { domains.readModel(named: $0) != nil })
    else { return nil }
    return Bilingual(untranslated: HelpTexts.advice("\(name) help \(model)")[language])
  }

  /// The error for an unknown command or read model: what else has the name, or else the nearest of
  /// `names`.
  func unknown(_ kind: UsageError.Kind, _ name: String, among names: [String]) -> UsageError {
    guard let advice = advice(on: name) else {
      return .unknown(kind, name, among: names, otherwise: UsageError.catalog)
    }
    return .unknown(kind, name, among: [], otherwise: advice)
  }
}

extension CommonOptions {
  func readModel(named name: String) throws(UsageError) -> ReadModel {
    if let model = tool.domains.readModel(named: name) { return model }
    throw tool.unknown(.model, name, among: tool.domains.readModels.map(\.name))
  }

  /// Runs a query of a read model.
  ///
  /// - Throws: `CommandResult.Problem` if it is refused.
  func answering<Value>(
    _ body: (inout JournalReader) throws -> Value
  ) throws -> Value {
    var reader = try reader()
    do {
      return try CommandResult.Problem.refusing(in: locale) {
        try reader.undisturbed(wait: wait) { try body(&$0) }
      }
    } catch let error as UnknownField {
      throw error.usageError
    }
  }
}

extension UnknownField {
  fileprivate var usageError: UsageError {
    let list = known.joined(separator: ", ")
    return .unknown(
      .field(of: model), member, among: known,
      otherwise: Bilingual(ru: "есть поля: \(list)", en: "its fields are \(list)"))
  }
}

extension String {
  /// Whether a word is `parameter=value`; a path such as `items[id=7]` is not.
  fileprivate var isAssignment: Bool {
    divided(at: "=")?.before.utf8.contains(UInt8(ascii: "[")) == false
  }
}
