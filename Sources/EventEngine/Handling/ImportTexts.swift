import EventStore

extension ForeignEventError {
  /// The reason in both languages.
  package var text: Bilingual { Bilingual(ru: russian, en: "\(self)") }

  private var russian: String {
    switch self {
    case .syntax(let error): "это не объект JSON: \(error.text.ru)"
    case .lineTooLong: "длиннее \(Limits.commandBytes) байт"
    case .unknownMember(let key):
      "неизвестное поле «\(Self.excerpt(key))»; у события есть type, time, tags, data, id, position и version"
    case .missingMember(let key): "поля «\(key)» нет"
    case .invalidMember(let key, let takes): "в «\(key)» нужно: \(takes.russian)"
    case .invalidTime(let error): "в «time» нужен момент по RFC 3339: \(error.russian)"
    case .invalidPart(let part, let source, let value, let takes):
      "в \(Self.russianName(part, source)) нужно: \(takes.russian), а там «\(Self.excerpt(value))»"
    case .invalidPartTime(let source, let value, let error):
      "в \(Self.russianName("time", source)) нужно время вида 2026-05-08T12:00:00Z, а там "
        + "«\(Self.excerpt(value))»: \(error.russian)"
    case .missingPart(let part, let source): "нет значения в \(Self.russianName(part, source))"
    case .csv(let reason): reason.russian
    case .xml: "это XML, а его import не читает"
    case .noHeader: "нет заголовка"
    case .repeatedColumn(let name):
      "два столбца называются «\(Self.excerpt(name))»; дайте каждому своё название"
    case .unclearSeparator:
      "одного разделителя в заголовке столько же, сколько другого; заключите в кавычки названия, "
        + "в которых есть запятая, ; или табуляция"
    case .noUsualName(let part, let source, let names):
      "ни у одного \(source.russian.genitive) нет привычного названия для \(part); укажите: --map "
        + "\(part)=NAME; \(source.russian.plural): \(Self.list(names))"
    case .ambiguousNames(let part, let source, let names):
      "для \(part) подходит больше одного \(source.russian.genitive): \(Self.list(names)); "
        + "выберите: --map \(part)=\(names.first ?? "NAME")"
    case .cellCount(let count, let columns):
      "ячеек в строке: \(count), а столбцов в заголовке: \(columns)"
    case .repeatedDataKey(let key):
      "«\(Self.excerpt(key))» есть и в объекте, который становится данными, и рядом с ним"
    case .repeatedID(let id): "id \(id) есть и у одной из предыдущих строк"
    case .dataTooLong: "его данные длиннее \(Limits.commandBytes) байт"
    case .reservedType(let type):
      "«\(type)» — событие самой системы, и записывают его только её команды; весь журнал "
        + "переносят export --records и import --records"
    case .timeInFuture(let time): Timestamp.russianInFutureText(time)
    case .timeBeforeLastEvent(let time, let last):
      "время \(time) раньше, чем у события перед ним, \(last); --sort располагает по времени"
    case .timeBeforeJournal(let time, let last):
      "время \(time) раньше последнего события журнала, \(last); его примет только новый журнал"
    }
  }

  private static func russianName(_ part: String, _ source: String) -> String {
    part == source ? "«\(source)»" : "«\(source)» (\(part))"
  }
}

extension ForeignEventError.Source {
  package var russian: (plural: String, genitive: String) {
    switch self {
    case .column: ("столбцы", "столбца")
    case .member: ("поля", "поля")
    }
  }
}

extension ForeignEventError.Expected {
  fileprivate var russian: String {
    switch self {
    case .text: "строка"
    case .nonemptyText: "непустая строка"
    case .typeName: "строка от 1 до \(Limits.typeCharacters) символов"
    case .texts: "массив строк"
    case .jsonTexts: "массив строк JSON"
    case .object: "объект JSON"
    case .uuid: "UUID"
    case .instant: "момент по RFC 3339"
    case .version1: "«1.0»"
    case .scalars: "строка, число или их список"
    case .attribute: "строка, число или логическое значение, как у атрибутов"
    case .fewShortTags:
      "тегов не больше \(Limits.tags), и каждый не длиннее \(Limits.tagBytes) байт"
    }
  }
}

extension ForeignTimes.Failure {
  fileprivate var russian: String {
    switch self {
    case .timestamp(let error): error.text.ru
    case .skipped(let zone): "часы пояса \(zone) пропускают это время"
    }
  }
}

extension TimestampError {
  /// The reason in both languages.
  package var text: Bilingual { Bilingual(ru: russian, en: "\(self)") }

  private var russian: String {
    switch self {
    case .malformed: "нужен вид ГГГГ-ММ-ДДTЧЧ:ММ:СС[.мс] и Z или смещение"
    case .missingOffset: "нет смещения: Z, +ЧЧ:ММ или -ЧЧ:ММ"
    case .tooManyFractionDigits: "после точки больше трёх цифр"
    case .noSuchDay: "такого дня нет"
    case .noSuchTime: "такого времени суток нет"
    case .leapSecond: "дополнительных секунд нет: секунды идут от 00 до 59"
    case .offsetOutOfRange: "смещение вне пределов: часы от 00 до 23, минуты от 00 до 59"
    case .outsideCalendar: "момент вне лет от 0000 до 9999"
    }
  }
}

extension Timestamp {
  static func russianInFutureText(_ time: Timestamp) -> String {
    "timeInFuture: время \(time) опережает часы больше чем на сутки"
  }
}

extension CSVError.Reason {
  /// The reason in both languages.
  package var text: Bilingual { Bilingual(ru: russian, en: "\(self)") }

  fileprivate var russian: String {
    switch self {
    case .notUTF8:
      "это не UTF-8; сначала перекодируйте файл, например: iconv -f windows-1251 -t utf-8"
    case .nul: "байт NUL; сохраните файл как текст в UTF-8"
    case .loneCarriageReturn:
      "возврат каретки без перевода строки вне кавычек; строки кончаются на LF или CR LF"
    case .quoteInCell(let cell):
      "в ячейке \(cell) есть кавычка; заключите ячейку в кавычки, а кавычки внутри удвойте"
    case .textAfterQuote(let cell):
      "ячейка \(cell) продолжается после закрывающей кавычки; кавычки внутри ячейки удваивают"
    case .unclosedQuote: "кавычка, открытая здесь, нигде не закрыта"
    case .tooLong: "длиннее \(Limits.commandBytes) байт; не закрыта кавычка?"
    }
  }
}
