import EventStore

extension CommandParser {
  /// Prepares a command that a program issues as a value instead of JSON. There is no form to read
  /// and no content to compare. Its actor, its ids and the key that it needs are checked.
  func prepare<D: Decider>(
    _ command: D.Command, of decider: D.Type, _ request: CommandRequest
  ) -> ParsedCommand {
    func refused(_ problem: CommandResult.Problem) -> ParsedCommand {
      ParsedCommand(
        outcome: .finalResult(CommandResult(request, problem)), line: nil, locale: request.locale)
    }
    guard let registered = commands[request.command] else {
      let text = EngineTexts.unnamedCommand(request.command, of: "\(D.self)")
      return refused(.init(.malformed, code: "malformedCommand", message: text[request.locale]))
    }
    if let problem = problem(with: request, registered) { return refused(problem) }
    let prepared = PreparedCommand(
      request, registered, TypedCommand<D>(command), nil, comparesContent: false)
    return ParsedCommand(outcome: .wellFormed(prepared), line: nil, locale: request.locale)
  }

  private func problem(
    with request: CommandRequest, _ command: RegisteredCommand
  ) -> CommandResult.Problem? {
    let locale = request.locale
    if request.actor == nil && command.info.actor != .anyone {
      return FormError.missingField("actor", takes: .idRule).problem(in: locale)
    }
    if let invalid = request.invalidID { return invalid.problem(in: locale) }
    if let actor = request.actor, !command.info.actor.allows(actor) {
      let text = EngineTexts.actorNotAllowed(command.info.actor)
      return .init(.refusal, code: "actorNotAllowed", message: text[locale])
    }
    if command.info.needsKey || command.isSlow, case .failure(let error) = key {
      return .failure(error, in: locale)
    }
    return nil
  }
}

extension CommandRequest {
  fileprivate var invalidID: FormError? {
    let ids = [
      ("actor", actor?.rawValue), ("id", id?.rawValue), ("correlation", correlation?.rawValue),
    ]
    for case (let name, let text?) in ids where !CommandID.isValid(text) {
      return .invalidField(name, takes: .idRule)
    }
    return nil
  }
}
