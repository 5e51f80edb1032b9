import EventEngine

/// The result of a command as one line, of text for people or of JSON.
struct ResultLine {
  let result: CommandResult
  /// The language of the result's texts.
  let language: Language
  /// The line of the input that the command was on; nil for a command of the command line.
  var number: Int?
  /// The text that replaces the problem's message if a field is missing; nil to keep the message.
  var missingField: String?

  func text(_ terminal: borrowing Terminal) -> String {
    var words = [terminal.styled(verdict, result.problem == nil ? .green : .red)]
    if let line {
      let comma = result.problem?.kind == .malformed ? "" : ","
      words[0] += Bilingual(ru: "\(comma) строка \(line):", en: "\(comma) line \(line):")[language]
    }
    if let command = result.command { words.append(command) }
    if let id = result.id { words.append("id=\(id)") }
    if let problem = result.problem {
      words.append("\(problem.code): \(message(of: problem).printable)")
      if !result.events.isEmpty { words[words.count - 1] += "; \(recorded):" }
    }
    words += result.events.map { "\($0.position):\($0.type)" }
    if result.problem == nil && result.events.isEmpty { words.append(nothing) }
    words += values.map { value in
      if case .string(let text) = value.value { return "\(value.name)=\(text.printable)" }
      return "\(value.name)=\(value.value)"
    }
    return words.joined(separator: " ")
  }

  /// Prints the result as one line of JSON.
  ///
  /// - Parameter isAlone: whether the command is not one of a stream. Its problem is then a failure
  ///   of the tool, whose message for people goes to standard error.
  func printJSON(isAlone: Bool, _ terminal: inout Terminal) throws(SystemError) {
    try terminal.print(result)
    guard isAlone, let problem = result.problem else { return }
    let text = "\(problem.code): \(problem.message.printable)"
    try terminal.note(
      reported: ToolFailure(problem.status, untranslated: text), in: language)
  }

  private func message(of problem: CommandResult.Problem) -> String {
    problem.code == "missingField" ? missingField ?? problem.message : problem.message
  }

  /// The line that is named; nil if nothing is wrong with the command.
  private var line: Int? { result.problem.flatMap { $0.line ?? number } }

  private var nothing: String {
    Bilingual(ru: "(записывать нечего)", en: "(nothing to record)")[language]
  }

  /// The word before the events that record a refusal.
  private var recorded: String {
    let text =
      result.rehearsed == nil
      ? Bilingual(ru: "записано", en: "recorded")
      : Bilingual(ru: "было бы записано", en: "would be recorded")
    return text[language]
  }

  private var verdict: String {
    let text =
      switch (result.problem?.kind, result.isDuplicate) {
      case (nil, false): Bilingual(ru: "принято", en: "accepted")
      case (nil, true): Bilingual(ru: "уже принято", en: "accepted before")
      case (.refusal, false): Bilingual(ru: "отказано", en: "refused")
      case (.refusal, true): Bilingual(ru: "уже отказано", en: "already refused")
      case (.malformed, _):
        Bilingual(ru: line == nil ? "неверно" : "неверная", en: "malformed")
      case (.failure, _): Bilingual(ru: "сбой", en: "failed")
      }
    return text[language]
  }

  private var values: [CommandValue] {
    switch result.outcome {
    case .accepted(let values): values
    case .refused(let problem): (problem.refusal?.members ?? []) + problem.value
    }
  }
}

extension CommandResult.Problem {
  /// The exit status for the problem.
  package var status: ExitStatus {
    switch kind {
    case .malformed: .malformedInput
    case .refusal: .refused
    case .failure: cause.map { ToolFailure($0).status } ?? .inputOutput
    }
  }
}

extension Terminal {
  /// Prints the result of a command as one line of JSON.
  package mutating func print(_ result: CommandResult) throws(SystemError) {
    try print { bytes in
      var json = JSONWriter()
      swap(&bytes, &json.bytes)
      result.write(to: &json)
      swap(&bytes, &json.bytes)
    }
  }
}

extension CommandResult {
  /// The result as one line of JSON.
  var json: [UInt8] {
    var json = JSONWriter()
    write(to: &json)
    return json.bytes
  }
}
