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

extension Damage.Reason {
  fileprivate var russian: String {
    switch self {
    case .checksum:
      "контрольная сумма не подходит (байт изменён, или запись из другого журнала)"
    case .malformed(let what): "это не запись (\(what))"
    case .position(let found): "в записи указана позиция \(found)"
    case .timeBackwards: "время раньше, чем у записи перед ней"
    case .appendOrder: "записи одного добавления не следуют друг за другом"
    case .commitment: "стираемая часть записи не та, что была записана"
    case .unnamedErasure: "личные данные удалены вручную: ни одно стирание не называет эту позицию"
    case .notErased(let position):
      "стирание называет позицию \(position), но личные данные там не стёрты или их там не было"
    case .root: "события до этого места не те, что были записаны: записан другой корень"
    case .missingSegment: "этого сегмента нет"
    case .unexpectedFile: "этот сегмент не следует ни за каким другим"
    case .strangeFile: "это не сегмент, и ничего другого здесь лежать не может; уберите его"
    case .truncated: "сегмент кончается раньше своей последней записи"
    case .manifest(let what): "манифест повреждён (\(what))"
    case .missingManifest:
      "события есть, а манифеста нет; верните его из резервной копии или повторите прерванный "
        + "import --records"
    case .key(let what): "файл ключа повреждён (\(what))"
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
