import EventEngine

/// A query of a read model: its name, parameters, past and language.
struct ShowRequest {
  let model: String
  let parameters: JSONObject
  let asOf: AsOfParameters
  let locale: Language

  /// Returns the answer, one JSON object.
  ///
  /// - Parameter live: the states that were folded for earlier answers.
  /// - Throws: `CommandResult.Problem`, and `JournalError` if the journal fails.
  func answer(
    from reader: inout JournalReader, _ live: inout LiveReadModels, _ domains: [DomainDefinition]
  ) throws -> [UInt8] {
    guard let model = domains.readModel(named: model) else {
      throw CommandResult.Problem.unknownReadModel(model, in: domains, locale)
    }
    return try CommandResult.Problem.refusing(in: locale) {
      let (through, moment) = try past(of: model, in: &reader)
      let context = QueryContext(
        at: moment, locale: locale, isAboutThePast: asOf.isAboutThePast,
        secretsOf: reader.directory)
      guard asOf.isAboutThePast else {
        return try model.answer(to: parameters, from: &live, &reader, context)
      }
      return try model.answer(to: parameters, from: &reader, through: through, context)
    }
  }

  /// The position and the moment of the answer. A fault in the form of the query comes before one in
  /// these.
  private func past(
    of model: ReadModel, in reader: inout JournalReader
  ) throws -> (through: Position, moment: Moment) {
    do { return try asOf.resolve(in: &reader) } catch {
      try model.requireForm(parameters)
      throw error
    }
  }

  /// Returns the answer to a query that leaves events out.
  func answer(
    to question: AnswerQuestion, from reader: inout JournalReader
  ) throws -> [UInt8] {
    try CommandResult.Problem.refusing(in: locale) {
      let (through, moment) = try past(of: question.model, in: &reader)
      let answer = try question.followed(as: moment, in: reader)
        .answer(in: &reader, through: through)
      guard let answer else {
        let text = Bilingual(
          ru: "Без этих событий ответа нет", en: "Without these events, there is no answer")
        throw CommandResult.Problem(.refusal, code: "notFound", message: text[locale])
      }
      return answer.bytes
    }
  }
}

extension CommandResult.Problem {
  /// Runs a query, and throws its refusals as problems.
  static func refusing<Value>(in locale: Language, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as QueryRefusal {
      throw error.problem(in: locale)
    } catch let error as FormError {
      throw error.problem(in: locale)
    }
  }

  static func unknownReadModel(
    _ name: String, in domains: [DomainDefinition], _ locale: Language
  ) -> Self {
    let isCommand = domains.commands.contains { $0.commands.contains { $0.name == name } }
    let nearest =
      isCommand ? nil : Spelling.nearest(to: name, in: domains.readModels.map(\.name))
    let hint = isCommand ? Bilingual(ru: "; это команда", en: "; it is a command") : .empty
    let text = EngineTexts.unknownReadModel(name, nearest: nearest) + hint
    return .init(.refusal, code: "notFound", message: text[locale])
  }
}

extension QueryRefusal {
  func problem(in locale: Language) -> CommandResult.Problem {
    switch self {
    case .form(let error): error.problem(in: locale)
    case .notFound(let text): .init(.refusal, code: "notFound", message: text[locale])
    case .unauthorised(let text):
      .init(.refusal, code: "unauthorised", message: text[locale])
    case .failure(let error):
      .init(
        .failure, code: CommandResult.Problem.failure(error, in: locale).code,
        message: Bilingual(
          ru: "Не удалось прочитать данные для ответа: \(error.text.ru)",
          en: "The data for the answer cannot be read: \(error)")[locale], cause: error)
    }
  }
}
