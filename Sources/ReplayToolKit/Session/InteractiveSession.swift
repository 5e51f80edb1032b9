import EventEngine

/// A session with a person on a terminal. An editor reads the lines, which are words of the command
/// line or JSON.
struct InteractiveSession {
  private let common: CommonOptions
  private let future: FutureTimes
  private var editor: LineEditor
  /// The names of the fields that are secrets.
  private let secrets: [String]
  private var number = 0

  init(_ common: CommonOptions, _ future: FutureTimes) {
    self.common = common
    self.future = future
    let words = CompletionWords(common.tool, in: common.locale)
    secrets = words.names.flatMap(\.fields).filter { $0.kind == .secret }.map(\.name)
    editor = LineEditor(prompt: InteractiveLine.prompt) { before in
      Self.completion(of: before, words, common)
    }
  }

  mutating func run(
    _ journal: inout SessionJournal, _ terminal: inout Terminal
  ) throws(SystemError) -> ExitStatus {
    // The session's journal is a default, since some verbs give `--journal` a meaning of its own.
    ProcessEnvironment.set("REPLAY_JOURNAL", to: common.address.absoluteText)
    terminal.note(
      ru: "подкоманда с аргументами или запрос JSON; Tab дополняет, exit завершает сеанс",
      en: "a subcommand with its arguments, or a JSON request; Tab completes, exit ends the session"
    )
    while true {
      let answer = try editor.read(&terminal) { (terminal) throws(SystemError) in
        try journal.deliver(&terminal)
        return !terminal.output.bytes.isEmpty
      }
      switch answer {
      case .cancelled: continue
      case .end: return journal.status
      case .line(let text):
        if !mayHoldSecret(text) { editor.remember(text) }
        number += 1
        guard try answerLine(text, &journal, &terminal) else { return journal.status }
      }
      try journal.deliver(&terminal)
      try terminal.flush()
    }
  }

  /// - Returns: false if the session is to end.
  private func answerLine(
    _ text: String, _ journal: inout SessionJournal, _ terminal: inout Terminal
  ) throws(SystemError) -> Bool {
    let line = LineInput.Line(
      number: number, bytes: Array(text.utf8), isTooLong: text.utf8.count > Limits.commandBytes,
      isTerminated: true)
    switch InteractiveLine(line) {
    case .exit: return false
    case .unclosed:
      terminal.note(ru: "кавычка не закрыта", en: "a quotation mark is not closed")
    case .request:
      if let request = SessionRequest(line, locale: common.locale) {
        try journal.answer([request], &terminal)
      }
    case .words(let words) where words.first == MachineSession.name:
      terminal.note(
        ru: "это уже сеанс; exit завершает его", en: "this is a session already; exit ends it")
    case .words(let words):
      // The session's other options come first, so that those of the line take precedence.
      let verb = common.tool.typedVerb(in: words)
      let options =
        common.address.words + ["--locale", common.locale.rawValue]
        + ["--wait", "\(common.wait / 1000)"]
        + future.arguments(for: verb ?? "")
      let mayHoldSecret = mayHoldSecret(text)
      try run(options + ["--no-pager"] + words, mayHoldSecret: mayHoldSecret, &terminal)
    }
    return true
  }

  /// Runs a verb in a process of its own, which Ctrl-C ends without ending the session. A verb with
  /// a secret among its arguments runs in this process, since other users can read the arguments of
  /// a new one.
  private func run(
    _ words: [String], mayHoldSecret: Bool, _ terminal: inout Terminal
  ) throws(SystemError) {
    guard !mayHoldSecret, let path = ProcessEnvironment.executable else {
      _ = common.tool.run(words, &terminal)
      return
    }
    try terminal.flush()
    let isInterrupted: Bool
    do throws(SystemError) {
      isInterrupted = try Spawn.runToEnd(path, [toolName] + words)
    } catch {
      return terminal.note(
        ru: "не удалось запустить \(path): \(error.text.ru)", en: "cannot run \(path): \(error)")
    }
    // The terminal shows ^C.
    if isInterrupted { try terminal.print("") }
  }

  // MARK: - Secrets

  /// Whether the line may give a secret field a value other than the name of a file, even if the
  /// field is misspelt. Such a line is not remembered, and its verb runs in this process.
  private func mayHoldSecret(_ text: String) -> Bool {
    let line = LineInput.Line(
      number: 1, bytes: Array(text.utf8), isTooLong: false, isTerminated: true)
    switch InteractiveLine(line) {
    case .exit: return false
    case .unclosed: return namesSecret(text)
    case .words(let words):
      return words.contains { word in
        let name = word.prefix { $0.isLetter || $0.isNumber }
        return isSecret(String(name)) && !word.dropFirst(name.count).hasPrefix("=@")
      }
    case .request:
      return JSONValue(orNil: line.bytes).map(holdsSecret) ?? namesSecret(text)
    }
  }

  private func holdsSecret(_ json: JSONValue) -> Bool {
    switch json {
    case .object(let object):
      object.members.contains { isSecret($0.key) || holdsSecret($0.value) }
    case .array(let values): values.contains(where: holdsSecret)
    default: false
    }
  }

  private func isSecret(_ name: String) -> Bool {
    Spelling.nearest(to: name.lowercased(), in: secrets.map { $0.lowercased() }) != nil
  }

  private func namesSecret(_ text: String) -> Bool {
    let text = text.lowercased()
    return secrets.contains { text.contains($0.lowercased()) }
  }

  // MARK: - Completion

  /// Completes the last word of a command line. Offers nothing in JSON, or after a quotation mark
  /// or a backslash.
  private static func completion(
    of before: String, _ words: CompletionWords, _ common: CommonOptions
  ) -> LineEditor.Completion {
    let nothing = LineEditor.Completion(word: "", candidates: [])
    let isSpecial = before.contains { "{[\"'\\".contains($0) }
    guard !isSpecial, var typed = InteractiveLine.split(before) else { return nothing }
    let isBetween = before.last?.isWhitespace ?? true
    let word = isBetween ? "" : typed.popLast() ?? ""
    if typed.first == toolName { typed.removeFirst() }
    let offer = words.offer(after: typed, for: word, or: ["exit"]) { kind, prefix in
      words.recorded(kind, prefix, in: common)
    }
    guard case .words(let found) = offer else { return nothing }
    return LineEditor.Completion(word: word, candidates: Set(found).sorted())
  }
}
