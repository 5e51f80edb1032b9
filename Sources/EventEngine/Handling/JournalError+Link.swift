import EventStore

extension JournalError {
  /// The message about a journal whose path is a symbolic link that leads nowhere; nil for any other
  /// failure.
  package var danglingLink: Bilingual? {
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
      Bilingual(
        ru: "\(start.ru): это ссылка на \(target), и она никуда не ведёт",
        en: "\(start.en): it is a link to \(target), which leads nowhere")
    }
  }
}
