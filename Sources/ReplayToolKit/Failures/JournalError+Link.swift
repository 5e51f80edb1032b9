import EventEngine

extension JournalError {
  /// The message about a journal whose path is a symbolic link that leads nowhere; nil for any other
  /// failure.
  var danglingLink: Bilingual? {
    let start: Bilingual
    let path: String
    switch self {
    case .missing(let missing): (start, path) = (text, missing)
    case .cannotCreate(let wanted, .noSuchFile):
      path = wanted
      start = Bilingual(
        ru: "не удалось создать журнал в \(path)", en: "cannot create a journal in \(path)")
    default: return nil
    }
    return SystemFileSystem.target(ofDanglingLink: path).map { target in
      start
        + Bilingual(
          ru: ": это ссылка на \(target), а там ничего нет",
          en: ": it is a link to \(target), and nothing is there")
    }
  }
}
