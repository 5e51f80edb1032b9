import EventEngine

/// The exit status of the process (sysexits.h).
package enum ExitStatus: Int32, Comparable {
  case success = 0
  /// Something was refused, damaged or falsified.
  case refused = 1
  case usage = 64
  case malformedInput = 65
  case noInput = 66
  case cannotCreate = 73
  case inputOutput = 74
  case busy = 75

  package static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.weight < right.weight }

  /// The precedence if several statuses apply; the greatest is returned.
  private var weight: Int {
    switch self {
    case .success: 0
    case .refused: 1
    case .malformedInput: 2
    case .busy: 3
    case .noInput: 4
    case .cannotCreate: 5
    case .inputOutput: 6
    case .usage: 7
    }
  }
}

/// The failure of a subcommand, with advice.
package struct ToolFailure: Error {
  package let status: ExitStatus
  package let code: FailureCode
  package let text: Bilingual
  package var hint: Bilingual?
  /// The line of JSON that answers a refused or malformed request; nil if the line is made from
  /// the code and the text.
  private(set) var answer: [UInt8]?

  /// - Parameter code: the code; nil for the code of the status.
  package init(
    _ status: ExitStatus, _ code: FailureCode?, _ text: Bilingual, hint: Bilingual? = nil
  ) {
    self.status = status
    self.code = code ?? FailureCode(status)
    self.text = text
    self.hint = hint
  }

  package init(_ status: ExitStatus, _ text: Bilingual, hint: Bilingual? = nil) {
    self.init(status, nil, text, hint: hint)
  }

  package init(
    _ status: ExitStatus, _ code: FailureCode? = nil, ru: String, en: String,
    hint: Bilingual? = nil
  ) {
    self.init(status, code, Bilingual(ru: ru, en: en), hint: hint)
  }

  /// A failure with one text in every language, because a part of it is not translated.
  package init(
    _ status: ExitStatus, _ code: FailureCode? = nil, untranslated message: String,
    hint: String? = nil
  ) {
    self.init(
      status, code, Bilingual(untranslated: message), hint: hint.map(Bilingual.init(untranslated:)))
  }

  /// Returns `language`, or English for an untranslated text: no failure mixes two languages.
  package func language(_ language: Language) -> Language { text.isUntranslated ? .en : language }
}

extension Terminal {
  /// Prints the message of a failure for people, and its hint.
  mutating func note(_ failure: ToolFailure, in language: Language) {
    let language = failure.language(language)
    note("\(toolName): \(failure.text[language])")
    if let hint = failure.hint { note(hint: hint[language], in: language) }
  }

  /// Prints the message of a failure that the output already reports as JSON; nothing for nil.
  mutating func note(reported failure: ToolFailure?, in language: Language) throws(SystemError) {
    guard let failure else { return }
    // The results come before the notes about them.
    try flush()
    note(failure, in: language)
  }

  /// Prints advice.
  mutating func note(hint: String, in language: Language) {
    note("\(Bilingual(ru: "подсказка", en: "hint")[language]): \(hint)")
  }
}

extension Bilingual {
  /// A text that is the same in every language.
  package init(untranslated text: String) { self.init(ru: text, en: text) }

  var isUntranslated: Bool { ru == en }

  static let standardInput = Bilingual(ru: "стандартный ввод", en: "standard input")

  static func reading(_ what: Bilingual, _ error: SystemError) -> Bilingual {
    Bilingual(
      ru: "не удалось прочитать \(what.ru): \(error.text.ru)",
      en: "cannot read \(what.en): \(error)")
  }

  static func writing(_ path: String, _ error: SystemError) -> Bilingual {
    Bilingual(
      ru: "не удалось записать \(path): \(error.ofOutput.ru)", en: "cannot write \(path): \(error)")
  }

  static let commands = Bilingual(ru: "команды", en: "the commands")
  static let incomplete = Bilingual(
    ru: "незаконченный файл удалён", en: "the incomplete file was removed")

  static func lastEvent(_ position: Position) -> Bilingual {
    if position == .start {
      return Bilingual(ru: "в журнале ещё нет событий", en: "the journal has no events yet")
    }
    return Bilingual(
      ru: "последнее событие — на позиции \(position)",
      en: "the last event is at position \(position)")
  }

  /// Returns the texts with the same change made to both.
  func map(_ change: (String) -> String) -> Bilingual {
    Bilingual(ru: change(ru), en: change(en))
  }
}

extension ToolFailure {
  /// Returns the result of `body`, and adds the path to an error of the operating system.
  package static func naming<Result: ~Copyable>(
    _ path: String, hint: Bilingual? = nil, _ body: () throws(SystemError) -> Result
  ) throws(ToolFailure) -> Result {
    do throws(SystemError) { return try body() } catch {
      throw ToolFailure(error.status, error.text.map { "\(path): \($0)" }, hint: hint)
    }
  }
}

extension LineInput {
  /// Returns the next lines; empty at the end.
  ///
  /// - Parameter what: the name of the input in a failure.
  mutating func nextBatch(of what: Bilingual) throws(ToolFailure) -> [Line] {
    do throws(SystemError) { return try nextBatch() } catch {
      throw ToolFailure(error.status, .reading(what, error))
    }
  }
}

extension SystemError {
  /// The error for a file to be written, which lacks its folder if something is missing.
  var ofOutput: Bilingual {
    self == .noSuchFile ? Bilingual(ru: "такой папки нет", en: "\(self)") : text
  }

  /// The exit status for a file that cannot be read: `noInput` if there is no file at the path,
  /// else `inputOutput`.
  var status: ExitStatus {
    [.noSuchFile, .notDirectory, .isDirectory].contains(self) ? .noInput : .inputOutput
  }
}

extension TemporaryFolders {
  package static func discard(_ path: String) throws(ToolFailure) {
    try ToolFailure.naming(path) { () throws(SystemError) in try remove(path) }
  }
}

extension Damage {
  /// The advice for damage that can be repaired without loss.
  var remedy: Bilingual? {
    if isOfManifest {
      // The path is a URL.
      if path.contains("://") {
        return Bilingual(
          ru: "верните его строку в replay.journal с реплики или из резервной копии",
          en: "restore its row in replay.journal from a standby or a backup")
      }
      return Bilingual(
        ru: "верните journal.json из любой, даже старой резервной копии; записи лежат в segments/",
        en: "restore journal.json from a backup, however old; the records are in segments/")
    }
    return reason == .foreignFile
      ? Bilingual(ru: "уберите \(path.printable)", en: "move \(path.printable) away") : nil
  }
}

extension ToolFailure {
  /// The failure for a position after the end of a journal.
  static func noSuchEvent(_ position: Position, head: Position) -> ToolFailure {
    ToolFailure(
      .malformedInput, .noSuchEvent,
      ru: "события \(position) нет: журнал кончается событием \(head)",
      en: "there is no event \(position): the journal ends at \(head)")
  }

  static let emptyFolder = Bilingual(
    ru: "укажите пустую папку или ту, которой ещё нет: --journal DIR",
    en: "give an empty folder, or one that does not exist yet: --journal DIR")

  /// - Parameter address: the options of the command line that name the journal, for the advice.
  package init(_ error: JournalError, at address: String = "") {
    let code = FailureCode(error)
    let link = error.danglingLink
    self.init(
      code.status, code, link ?? error.text, hint: link == nil ? error.advice(address) : nil)
  }
}

extension FailureCode {
  /// The exit status of a failure of the journal.
  fileprivate var status: ExitStatus {
    switch self {
    case .noJournal: .noInput
    case .cannotCreate: .cannotCreate
    case .journalBusy: .busy
    case .journalMoved, .storageFailed, .outcomeUnknown, .keyUnavailable: .inputOutput
    case .malformedInput, .tooLarge: .malformedInput
    default: .refused
    }
  }
}

extension ToolFailure {
  /// The failure for a refused request.
  init(_ problem: CommandResult.Problem) {
    self.init(problem.status, untranslated: "\(problem.code): \(problem.message.printable)")
    answer = CommandResult(problem).json
  }

  /// The failure for a malformed request.
  init(_ error: FormError, in language: Language, hint: Bilingual?) {
    self.init(.malformedInput, error.message.map { "\(error.code): \($0)" }, hint: hint)
    answer = CommandResult(error.problem(in: language)).json
  }
}
