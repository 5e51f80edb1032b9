import EventEngine

extension ExplainRequest {
  /// Returns the answer, one line of JSON.
  ///
  /// - Throws: `CommandResult.Problem`, and `JournalError` if the journal fails.
  func answer(
    from reader: inout JournalReader, _ domains: [DomainDefinition], allowsFuture: Bool
  ) throws -> [UInt8] {
    do {
      switch kind {
      case .dryRun(let command):
        return try rehearse(command, from: &reader, domains, allowsFuture)
      case .trace(let root):
        return value(try root.consequences(in: &reader).map(\.json))
      case .audit(let tag): return value(try audit(tag, from: &reader, domains))
      case .why(let field, let selection):
        let (answer, last) = try followed(from: &reader, domains)
        let history = try answer.history(of: field, in: &reader, through: last)
        guard history.hasEverExisted else { throw question(answer).neverAnswered }
        let steps = try selection.choose(history.steps, in: reader.timeZone)
        return value(steps.map(WhyRows.json))
      case .when(let condition):
        let (answer, last) = try followed(from: &reader, domains)
        let intervals = try answer.intervals(in: &reader, through: last, where: condition)
        return value(intervals.map(\.json))
      case .diff(let from, let to):
        return value(
          try differences(MomentRange(from: from, to: to), from: &reader, domains))
      }
    } catch let error as QueryRefusal {
      throw error.problem(in: locale)
    } catch let error as FormError {
      throw error.problem(in: locale)
    } catch let error as UnknownField {
      throw error.formError.problem(in: locale)
    } catch let error as UsageError {
      throw CommandResult.Problem(.malformed, code: "invalidField", message: error.text[locale])
    } catch let error as ToolFailure {
      let isRefused = error.status == .refused
      let isNamed = isRefused || error.code == .noSuchEvent
      throw CommandResult.Problem(
        isRefused ? .refusal : .malformed, code: isNamed ? error.code.rawValue : "invalidField",
        message: error.text[locale])
    }
  }

  private func differences(
    _ range: MomentRange, from reader: inout JournalReader, _ domains: [DomainDefinition]
  ) throws -> [[UInt8]] {
    guard let model else {
      return try range.differences(in: &reader, domains, without: without, locale: locale)
        .map { $0.json(naming: true) }
    }
    let question = try question(domains)
    let (first, last, moment) = try range.resolve(in: &reader)
    let answer = try question.followed(as: moment, in: reader)
    let changes = try answer.differences(in: &reader, from: first, to: last)
    let key = AnswerKey(model, parameters)
    return [AnswerDifference(key: key, from: first, to: last, changes: changes).json(naming: false)]
  }

  /// Checks the form before the position that the request may name.
  private func question(_ domains: [DomainDefinition]) throws -> AnswerQuestion {
    let model = model ?? ""
    guard let found = domains.readModel(named: model) else {
      throw CommandResult.Problem.unknownReadModel(model, in: domains, locale)
    }
    try found.requireForm(parameters)
    return AnswerQuestion(found, parameters, without: without, locale: locale)
  }

  private func question(_ answer: FollowedAnswer) -> AnswerQuestion {
    AnswerQuestion(answer.model, parameters, without: without, locale: locale)
  }

  private func followed(
    from reader: inout JournalReader, _ domains: [DomainDefinition]
  ) throws -> (answer: FollowedAnswer, last: Position) {
    let question = try question(domains)
    let (last, moment) = try asOf.history(in: &reader)
    return (try question.followed(as: moment, in: reader), last)
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
    return try rehearsal.result(
      of: .init(.success(command), line: line), in: &reader, through: last, clock: moment.time
    ).json
  }

  private func value(_ items: [[UInt8]]) -> [UInt8] {
    JSONWriter.object { json in
      json.bool("ok", true)
      if !without.positions.isEmpty { json.bool("hypothetical", true) }
      json.array("value", items) { $0.raw($1) }
    }
  }
}
