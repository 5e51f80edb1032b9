import EventStore

extension Damage {
  /// The kind and the place of the damage, for the sender of a command.
  var text: Bilingual {
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
