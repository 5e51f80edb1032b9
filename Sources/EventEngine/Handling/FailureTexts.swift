import EventStore

extension JSONSyntaxError {
  /// The reason and its place in both languages.
  package var text: Bilingual { Bilingual(ru: russian, en: description) }
}

extension PayloadDecodingError {
  /// The member, the reason and its place in both languages.
  package var text: Bilingual { Bilingual(ru: russian, en: description) }
}

extension JournalError {
  /// The failure in both languages, for messages that append it to their own text.
  package var text: Bilingual { Bilingual(ru: russian, en: "\(self)") }

  private var russian: String {
    switch self {
    case .missing(let path): "в \(path) нет журнала"
    case .cannotCreate(let path, .exists):
      "не удалось создать журнал в \(path): в папке лежат другие файлы"
    case .cannotCreate(let path, let cause):
      "не удалось создать журнал в \(path): \(cause.text.ru)"
    case .invalidJournal(_, let reason): "путь или настройки журнала: \(reason)"
    case .busy(let path): "журнал в \(path) занят другим процессом"
    case .otherFormat(let path, let found, let known):
      "журнал в \(path) записан в формате \(found), а эта версия читает формат \(known)"
    case .damaged(let damage): "журнал повреждён: \(damage.text.ru)"
    case .replaced(let path): "журнал в \(path) переместили, удалили или заменили"
    case .exposed(let path, let reason): reason.russian(path)
    case .closed(let path): "движок журнала в \(path) закрыт"
    case .consumerDamaged(let name, let path):
      "позиция потребителя \(name) неизвестна: её файл \(path) повреждён или от другого журнала"
    case .storageFailed(let doing, let path, let cause):
      "\(Self.russian(doing)) \(path): \(cause.text.ru)"
    case .outcomeUnknown(let path, let cause):
      "запись в \(path) не удалась, и отменить её не получилось: \(cause.text.ru)"
    case .erasureUnfinished(let path, _): "удаление в \(path) записано, но не закончено"
    case .erasedMeanwhile(let path):
      "при каждой попытке чтения журнала \(path) из него удаляли личные данные"
    case .invalidEvent(let reason): "такое событие нельзя записать: \(reason)"
    case .conditionFailed: "в журнале есть событие, которое исключает условие добавления"
    case .tooLarge(let what, let limit): "\(what.russian) превышает предел: \(limit)"
    case .keyUnavailable(let path, let defect): defect.russian(path)
    case .origin(let name, let failure): "\(name): \(failure.russian)"
    case .undecodable(let position, let type, _):
      "не удалось прочитать событие \(position) типа \(type)"
    }
  }
}

extension Exposure {
  fileprivate func russian(_ path: String) -> String {
    let word = path.shellWord
    return switch self {
    case .writable(let permissions):
      "в \(path) могут писать посторонние (права \(permissions)); исправить: chmod go-w \(word)"
    case .otherOwner: "папка журнала \(path) принадлежит другому пользователю"
    case .linkedFolder:
      "\(path) — ссылка; поместите сюда то, на что она указывает, или перенесите весь журнал и "
        + "сделайте ссылку на него"
    case .linkedFile:
      "у файла \(path) есть второе имя (жёсткая ссылка), и писать могут в оба; дайте журналу свою "
        + "копию: cp -p \(word) \(word).new && mv \(word).new \(word)"
    }
  }
}

extension JournalError {
  /// The operation that failed, in Russian: a noun before a path, with a colon where the path would be inflected.
  private static func russian(_ doing: String) -> String {
    switch doing {
    case "appending to": "запись в"
    case "clearing": "очистка"
    case "copying": "копирование в"
    case "creating", "making": "создание"
    case "listing": "содержимое папки"
    case "locking": "блокировка"
    case "looking at", "looking for": "поиск"
    case "opening": "открытие"
    case "reading": "чтение"
    case "reading back": "чтение записанного:"
    case "removing": "удаление"
    case "renaming segments in": "переименование сегментов в"
    case "repairing": "исправление"
    case "replacing": "замена"
    case "syncing": "запись на диск:"
    case "writing": "запись"
    default: "\(doing)"
    }
  }
}

extension JournalError.Quantity {
  fileprivate var russian: String {
    switch self {
    case .appendEvents: "число событий в одном добавлении"
    case .appendBytes: "длина одного добавления в байтах"
    case .batchBytes: "длина пачки в байтах"
    case .recordBytes: "длина записи в байтах"
    case .typeCharacters: "длина типа в символах"
    case .tags: "число тегов события"
    case .tagBytes: "длина тега в байтах"
    }
  }
}

extension KeyDefect {
  fileprivate func russian(_ path: String) -> String {
    switch self {
    case .missing: "файла с ключом журнала нет: \(path)"
    case .ofAnotherJournal: "ключ \(path) от другого журнала"
    case .withoutKey: "в файле \(path) нет ключа журнала"
    case .open(let permissions):
      "ключ \(path) могут прочитать посторонние (права \(permissions)); исправить: chmod 600 \(path)"
    case .damagedSecret: "секрет \(path) повреждён"
    case .otherSecret:
      "\(path) — не тот секрет, что назвало событие; верните его из резервной копии"
    case .impossibleSecretName: "имя секрета \(path) не годится для файла"
    }
  }
}

extension SystemError {
  /// The error in both languages.
  package var text: Bilingual { Bilingual(ru: russian, en: "\(self)") }

  private var russian: String {
    switch self {
    case .noSuchFile: "такого файла нет"
    case .noSpace: "на диске нет места"
    case .quotaExceeded: "превышена квота диска"
    case .exists: "файл или папка с таким именем уже есть"
    case .isDirectory: "это папка"
    case .notDirectory: "это не папка"
    case .notAFile: "это не обычный файл"
    case .symbolicLink: "это символическая ссылка, а здесь они не допускаются"
    case .notPermitted, .operationNotPermitted: "нет прав доступа"
    case .readOnly: "файловая система доступна только для чтения"
    case .inputOutput: "ошибка ввода-вывода"
    case .closedPipe: "читающая программа закрыла канал"
    case .closedFile: "поток или файл закрыт"
    case .connectionReset: "соединение с сервером прервано"
    default: "ошибка системы \(code)"
    }
  }
}
