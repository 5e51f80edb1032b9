import EventEngine

extension Erase {
  /// The message that no event was ever about a subject.
  static func unknown(_ subject: String, _ nearest: String?) -> Bilingual {
    let near = nearest.map { Bilingual(ru: " (может быть, \($0)?)", en: " (did you mean \($0)?)") }
    return Bilingual(
      ru: "событий с тегом \(subject) не было\(near?.ru ?? ""); ничего не удалено",
      en: "no event was ever about \(subject)\(near?.en ?? ""); nothing was erased")
  }
}
