import EventEngine

/// The texts of the help that belong to no subcommand.
enum HelpTexts {
  static let tool = Bilingual(
    ru: "журнал событий: на входе — команды, на выходе — модели для чтения",
    en: "an event-sourced journal: commands in, read models out")
  static let usage = Bilingual(ru: "вызов:", en: "usage:")
  static let options = Bilingual(ru: "[опции]", en: "[options]")
  static let optionsTitle = Bilingual(ru: "опции:", en: "options:")
  static let examplesTitle = Bilingual(ru: "примеры:", en: "examples:")

  /// The line that the list of subcommands replaces.
  static let place = "…"

  static func list(_ name: String) -> Bilingual {
    Bilingual(
      ru: """
        вызов: \(name) ПОДКОМАНДА [аргументы] [опции]

        подкоманды:
        \(place)

        \(name) ПОДКОМАНДА --help показывает опции и примеры.
        \(name) catalog перечисляет все команды, модели и поля; help ИМЯ описывает одну.
        """,
      en: """
        usage: \(name) SUBCOMMAND [arguments] [options]

        subcommands:
        \(place)

        \(name) SUBCOMMAND --help shows options and examples.
        \(name) catalog lists every command, read model and field; help NAME shows one.
        """)
  }

  /// The line after an error, with a call of the help.
  static func advice(_ call: String) -> Bilingual {
    Bilingual(ru: "справка: \(call)", en: "try: \(call)")
  }

  /// The line after the catalog's entry of a command or a read model.
  static func moreAbout(_ call: String) -> Bilingual {
    Bilingual(
      ru: "опции и примеры: \(call) --help", en: "options and examples: \(call) --help")
  }

  // MARK: - The manual page

  static let title = Bilingual(ru: "журнал событий", en: "an event-sourced journal")
  static let synopsis = Bilingual(
    ru: "\\fIПОДКОМАНДА\\fR [аргументы] [опции]",
    en: "\\fISUBCOMMAND\\fR [arguments] [options]")
  static let description = Bilingual(
    ru: """
      Команды записываются в журнал как события; модели для чтения строятся только по журналу.
      Опции могут стоять до и после подкоманды.
      """,
    en: """
      Commands are recorded as events in a journal; read models are built from the journal alone.
      Options may stand before or after the subcommand.
      """)

  /// The headings of the manual page.
  static let name = Bilingual(ru: "ИМЯ", en: "NAME")
  static let synopsisTitle = Bilingual(ru: "ОБЗОР", en: "SYNOPSIS")
  static let descriptionTitle = Bilingual(ru: "ОПИСАНИЕ", en: "DESCRIPTION")
  static let commonOptions = Bilingual(ru: "ОБЩИЕ ОПЦИИ", en: "COMMON OPTIONS")
  static let environmentTitle = Bilingual(ru: "ПЕРЕМЕННЫЕ СРЕДЫ", en: "ENVIRONMENT")
  static let exitStatusTitle = Bilingual(ru: "КОД ЗАВЕРШЕНИЯ", en: "EXIT STATUS")
  /// The beginning of a line of details that the manual page makes a paragraph of its own.
  static let exitStatus = Bilingual(ru: "Код завершения:", en: "Exit status:")

  static let environment: [(name: String, does: Bilingual)] = [
    (
      "REPLAY_JOURNAL",
      Bilingual(
        ru: "журнал, если не задан --journal", en: "the journal, unless --journal is given")
    ),
    (
      "REPLAY_LOCALE",
      Bilingual(ru: "язык текстов, ru или en", en: "the language of texts, ru or en")
    ),
    (
      "LC_ALL, LC_MESSAGES, LANG",
      Bilingual(
        ru: "тексты русские, если первая заданная из них начинается с ru",
        en: "texts are Russian if the first of them that is set begins with ru")
    ),
    (
      "PAGER",
      Bilingual(
        ru: "программа, которая показывает вывод длиннее экрана (по умолчанию less -FRX)",
        en: "the program that shows output longer than the screen (default: less -FRX)")
    ),
    ("NO_COLOR", Bilingual(ru: "без цвета, как и с TERM=dumb", en: "no colour, as with TERM=dumb")),
  ]

  static let statuses: [(status: String, means: Bilingual)] = [
    ("0", Bilingual(ru: "всё в порядке", en: "all well")),
    (
      "1",
      Bilingual(
        ru: "что-то отклонено, повреждено или подделано",
        en: "something was refused, damaged or falsified")
    ),
    ("64", Bilingual(ru: "неверный вызов", en: "wrong usage")),
    ("65", Bilingual(ru: "неверные входные данные", en: "malformed input")),
    ("66", Bilingual(ru: "нет такого журнала или файла", en: "no such journal or file")),
    ("73", Bilingual(ru: "нельзя создать", en: "cannot create")),
    (
      "74",
      Bilingual(
        ru: "ошибка ввода-вывода, в том числе нехватка места на диске",
        en: "an input or output error, a full disk included")
    ),
    (
      "75",
      Bilingual(
        ru: "журнал занят; попробуйте ещё раз", en: "the journal is busy; try again")
    ),
  ]
}
