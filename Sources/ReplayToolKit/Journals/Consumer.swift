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

  /// Checks that the journal still has the event at the consumer's position.
  ///
  /// - Parameter address: the option that names the journal.
  static func require(
    _ place: ConsumerCheckpoint, in reader: inout JournalReader, at address: String
  ) throws {
    guard let fault = try fault(of: place, in: &reader) else { return }
    throw ToolFailure(
      .refused, .noSuchEvent,
      ru: "потребитель \(place.name): \(fault.ru)",
      en: "the consumer \(place.name) is \(fault.en)",
      hint: Bilingual(
        ru: "назад его передвинет \(toolName) consumers reset \(place.name) --to N\(address); N — "
          + "последнее обработанное событие, которое осталось в журнале",
        en: "\(toolName) consumers reset \(place.name) --to N\(address) moves it back; N is the "
          + "last event that it handled and the journal still has"))
  }

  /// Says that the journal has lost the event at the consumer's position; nil if it has it.
  ///
  /// - Throws: `.damaged` if the event cannot be read.
  static func fault(
    of place: ConsumerCheckpoint, in reader: inout JournalReader
  ) throws(JournalError) -> Bilingual? {
    guard let position = place.position else { return nil }
    let head = reader.head
    if position > head {
      // The readable part of a damaged journal ends early.
      try reader.requireWhole()
      return Bilingual(
        ru: "позиция \(position) после конца журнала (\(head))",
        en: "at position \(position), after the journal's end (\(head))")
    }
    if try place.matches(&reader) { return nil }
    return Bilingual(
      ru: "позиция \(position), но обработанное на ней событие журнал потерял; теперь там другое",
      en: "at position \(position), but the journal lost the event handled there and has another")
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
