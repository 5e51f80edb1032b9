import EventStore

/// The engine's own messages, which are independent of the domain.
package enum EngineTexts {
  static func malformed(_ reason: Bilingual) -> Bilingual {
    Bilingual(ru: "Это не команда: \(reason.ru)", en: "This is not a command: \(reason.en)")
  }

  static let noObject = Bilingual(
    ru: "нужен объект JSON с полем «command»", en: "expected a JSON object with a \"command\"")

  static func unknownCommand(_ name: String, nearest: String?) -> Bilingual {
    let hint = suggestion(nearest)
    return Bilingual(
      ru: "Команды «\(name)» нет\(hint.ru)", en: "There is no command \"\(name)\"\(hint.en)")
  }

  /// The message about a typed command whose name is that of no shape in the engine's domains.
  static func unnamedCommand(_ name: String, of decider: String) -> Bilingual {
    Bilingual(
      ru: "Ни одна команда доменов не называется «\(name)»: либо в них нет \(decider), либо его "
        + "name(of:) возвращает имя, которого нет ни у одной его команды",
      en: "No command of the domains is named \"\(name)\": either \(decider) is in none of them, "
        + "or its name(of:) returns a name that none of its command shapes has")
  }

  private static func suggestion(_ nearest: String?) -> Bilingual {
    Bilingual(
      ru: nearest.map { ". Может быть, «\($0)»?" } ?? "",
      en: nearest.map { ". Did you mean \"\($0)\"?" } ?? "")
  }

  static func actorNotAllowed(_ rule: ActorRule) -> Bilingual {
    switch rule {
    case .admin, .gateway, .system:
      Bilingual(
        ru: "Эту команду отправляет только \(rule.rawValue)",
        en: "Only \(rule.rawValue) may send this command")
    case .person, .anyone:
      Bilingual(
        ru: "admin, gateway и system не могут отправлять эту команду",
        en: "admin, gateway and system may not send this command")
    }
  }

  static func commandIDReused(_ id: CommandID?) -> Bilingual {
    let id = id.map { " \($0)" } ?? ""
    return Bilingual(
      ru: "Команда с id\(id) уже была, с другим содержанием. Возьмите новый id команды",
      en: "A command with the id\(id) was sent before with other content. Use a new command id")
  }

  package static func unknownReadModel(_ name: String, nearest: String? = nil) -> Bilingual {
    let hint = suggestion(nearest)
    return Bilingual(
      ru: "Модели «\(name)» нет\(hint.ru)", en: "There is no read model \"\(name)\"\(hint.en)")
  }

  static func positionNotReached(_ position: Position, _ head: Position) -> Bilingual {
    Bilingual(
      ru: "События \(position) нет, последнее в журнале — \(head)",
      en: "There is no event \(position); the last one is at position \(head)")
  }

  static func reserved(_ type: EventType) -> Bilingual {
    Bilingual(
      ru: "События типа «\(type)» записывают только команды",
      en: "Only commands record events of type \"\(type)\"")
  }

  static let appendConditionFailed = Bilingual(
    ru: "Условие не выполнено: есть событие, которое оно исключает",
    en: "The condition does not hold: there is an event that it rules out")

  package static let unusedID = Bilingual(
    ru: "UUID, которого ещё нет ни у одного события", en: "a UUID that no event has yet")

  static let unknownCausingEvent = Bilingual(
    ru: "позиция записанного события", en: "the position of a recorded event")

  static let cancelled = Bilingual(
    ru: "Отправитель отменил команду раньше, чем её начали выполнять",
    en: "The sender cancelled the command before it was carried out")

  /// - Parameter isQuestion: whether the request that fails would have recorded nothing.
  static func failure(
    _ error: JournalError, isQuestion: Bool = false
  ) -> (code: String, text: Bilingual) {
    switch error {
    case .busy(let path), .erasedMeanwhile(let path):
      (
        "journalBusy",
        Bilingual(
          ru: "Журнал в \(path) занят другим процессом. Отправьте запрос ещё раз",
          en: "Another process is using the journal in \(path). Send the request again")
      )
    case .damaged(let damage):
      (
        "journalDamaged",
        Bilingual(
          ru: "Журнал повреждён: \(damage.text.ru)",
          en: "The journal is damaged: \(damage.text.en)")
      )
    case .otherFormat, .undecodable:
      (
        "journalDamaged",
        Bilingual(
          ru: "Журнал не прочитать этой версией программы: \(error.text.ru)",
          en: "This version cannot read the journal: \(error)")
      )
    case .outcomeUnknown, .erasureUnfinished:
      ("outcomeUnknown", isQuestion ? unanswered(error) : outcomeUnknown(error))
    case .replaced(let path):
      (
        "journalMoved",
        Bilingual(
          ru: "Журнала в \(path) больше нет: его переместили, удалили или заменили",
          en: "The journal in \(path) is no longer there: it was moved, removed or replaced")
      )
    case .origin(let name, let failure) where failure.kind == .forked:
      (
        "journalForked",
        Bilingual(ru: "\(name): \(failure.russian)", en: "\(name): \(failure.reason)")
      )
    // The journal works; the domain has made an event that it cannot hold.
    case .invalidEvent: ("malformedInput", nothingRecorded(error))
    case .tooLarge: ("tooLarge", nothingRecorded(error))
    case .missing, .cannotCreate, .storageFailed, .origin, .conditionFailed, .keyUnavailable,
      .exposed, .closed, .consumerDamaged, .invalidJournal:
      ("storageFailed", nothingRecorded(error))
    }
  }

  private static func outcomeUnknown(_ error: JournalError) -> Bilingual {
    Bilingual(
      ru: "Неизвестно, записано ли это. Если id был, отправьте ещё раз с тем же id; если нет, "
        + "сначала проверьте последние события (\(error.text.ru))",
      en: "It is unknown whether this was recorded. If it had an id, send it again with the same "
        + "id; if not, check the last events first (\(error))")
  }

  private static func unanswered(_ error: JournalError) -> Bilingual {
    Bilingual(
      ru: "Неизвестно, записан ли запрос перед этим вопросом. Задайте вопрос ещё раз "
        + "(\(error.text.ru))",
      en: "It is unknown whether a request before this question was recorded. Ask again (\(error))")
  }

  private static func nothingRecorded(_ error: JournalError) -> Bilingual {
    let reason = error.danglingLink ?? error.text
    return Bilingual(
      ru: "Ничего не записано: \(reason.ru)", en: "Nothing was recorded: \(reason.en)")
  }
}

extension CommandInfo {
  /// The advice on a field of the command that stands beside `data`; empty for any other error.
  func advice(on error: FormError) -> Bilingual {
    guard case .unknownField(let name, _) = error, fields.contains(where: { $0.name == name })
    else { return .empty }
    return Bilingual(
      ru: ". Поля самой команды — внутри «data»",
      en: ". The command's own fields go into \"data\"")
  }
}
