import EventEngine

/// Checks and failures of a consumer on the command line.
enum Consumer {
  /// Returns the name if it is valid; it is also the name of a file.
  static func name(_ name: String) throws(UsageError) -> String {
    guard CommandID.isValid(name), !name.allSatisfy({ $0 == "." }) else {
      throw UsageError(
        ru: "имя потребителя — от 1 до 64 латинских букв, цифр, «.», «_» и «-», а не «\(name)»",
        en: "a consumer's name has 1 to 64 ASCII letters, digits, \".\", \"_\" and \"-\", not "
          + "\"\(name)\"")
    }
    return name
  }

  /// Checks that the consumer's position is not after the end of the journal.
  ///
  /// - Parameter address: the option that names the journal.
  static func require(
    _ position: Position, for name: String, in reader: borrowing JournalReader,
    at address: String
  ) throws {
    let head = reader.head
    guard position > head else { return }
    throw ToolFailure(
      .refused, .noSuchEvent,
      ru: "потребитель \(name) стоит на позиции \(position), а журнал кончается событием \(head)",
      en: "the consumer \(name) is at position \(position), but the journal ends at \(head)",
      hint: Bilingual(
        ru: "назад его передвинет \(toolName) consumers reset \(name) --to N\(address)",
        en: "\(toolName) consumers reset \(name) --to N\(address) moves it back"))
  }

  static func failure(_ ending: ShellCommand.Ending, at position: Position) -> ToolFailure {
    ToolFailure(
      .refused, .handlerFailed,
      ru: "команда для события \(position) \(ending.text.ru); потребитель остаётся перед этим "
        + "событием",
      en: "the command for event \(position) \(ending.text.en); the consumer stays before that "
        + "event",
      hint: Bilingual(
        ru: "запущенный снова, tail повторит событие \(position)",
        en: "started again, tail retries event \(position)"))
  }
}

extension ShellCommand.Ending {
  var text: Bilingual {
    switch self {
    case .exited(let status):
      Bilingual(ru: "завершилась с кодом \(status)", en: "ended with status \(status)")
    case .ended(let signal):
      Bilingual(ru: "прервана сигналом \(signal)", en: "was killed by signal \(signal)")
    }
  }
}
