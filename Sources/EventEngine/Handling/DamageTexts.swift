import EventStore

extension Damage {
  /// The kind and the place of the damage, for the sender of a command.
  package var text: Bilingual {
    var (ru, en) = (path, path)
    if let position {
      ru += ", позиция \(position)"
      en += ", position \(position)"
    }
    if let offset {
      ru += ", байт \(offset)"
      en += ", byte \(offset)"
    }
    return Bilingual(ru: "\(ru): \(reason.russian)", en: "\(en): \(reason)")
  }
}

extension RecordsImportError {
  /// The reason in both languages.
  package var text: Bilingual {
    switch self {
    case .header:
      Bilingual(ru: "строка 1: это не первая строка, которую пишет export --records", en: "\(self)")
    case .otherFormat(let found, let known):
      Bilingual(ru: "строка 1: формат \(found), а эта версия читает формат \(known)", en: "\(self)")
    case .line(let number, let reason):
      Bilingual(ru: "строка \(number): \(reason.russian)", en: "\(self)")
    case .tooLong(let line):
      Bilingual(ru: "строка \(line): больше \(Limits.recordBytes) байт", en: "\(self)")
    case .timeInFuture(let number, let time):
      Bilingual(
        ru: "строка \(number): \(Timestamp.russianInFutureText(time))",
        en: "\(self)")
    case .incomplete(let expected, let found):
      Bilingual(
        ru: "записей во вводе только \(found) из \(expected)", en: "\(self)")
    case .notEmpty(let path, let events):
      Bilingual(ru: "в журнале в \(path) уже есть события: \(events)", en: "\(self)")
    case .journal(let error): error.text
    }
  }
}

extension Damage.Reason {
  fileprivate var russian: String {
    switch self {
    case .checksum:
      "контрольная сумма не совпадает (изменён байт, или это запись из другого журнала)"
    case .malformed(_, let what): "это не запись (\(what))"
    case .position(let found, let expected):
      "в записи указана позиция \(found), а не \(expected)"
    case .timeBackwards: "время раньше, чем у записи перед ней"
    case .appendOrder: "записи одного добавления не следуют друг за другом"
    case .commitment: "удаляемая часть записи не соответствует своему дайджесту SHA-256"
    case .unnamedErasure:
      "личных данных нет, но ни в одном событии удаления эта позиция не указана: их удалили "
        + "вручную или событие удаления потеряно"
    case .notErased(let position):
      "в событии удаления указана позиция \(position), но личные данные там не удалены или их "
        + "никогда не было"
    case .root: "события до этого места не соответствуют записанному корню"
    case .missingSegment: "этого сегмента нет"
    case .unexpectedSegment: "лишний сегмент: он не продолжает остальные"
    case .foreignFile: "это не сегмент, и ничего другого здесь лежать не может; уберите его"
    case .truncated: "сегмент кончается не своей последней записью"
    case .manifest(_, let what): "манифест повреждён (\(what))"
    case .missingManifest:
      "события есть, а манифеста нет; верните его из резервной копии или повторите прерванный "
        + "import --records; после прерванного копирования (restore, backup, recover) удалите папку "
        + "и скопируйте ещё раз"
    }
  }
}

extension DerivedFinding {
  /// The file and what is wrong with it, in both languages.
  package var text: Bilingual { Bilingual(ru: "\(path): \(reason.russian)", en: "\(self)") }
}

extension DerivedFinding.Reason {
  fileprivate var russian: String {
    switch self {
    case .code:
      "сделан не с ключом журнала или с тех пор изменён или обрезан; его не читают"
    case .otherHistory: "сделан из другой истории, чем у этого журнала; его не читают"
    case .erasedSince: "сделан до удаления, которое должно было его убрать; его не читают"
    case .contents:
      "противоречит событиям, но сделан с ключом журнала: возможно, ключ есть у кого-то ещё"
    }
  }
}
