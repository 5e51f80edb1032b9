import EventEngine

// The texts and parameters that the read models of several applications share.

extension Bilingual {
  /// Stands for a text that was erased.
  static let erased = Bilingual(ru: "удалено", en: "erased")

  static func unknownUser(_ user: some CustomStringConvertible) -> Bilingual {
    Bilingual(ru: "Пользователя \(user) нет", en: "There is no user \(user)")
  }

  static func unknownCategory(
    _ name: String, among known: [some RawRepresentable<String>]
  ) -> Bilingual {
    let known = known.map(\.rawValue).joined(separator: ", ")
    return Bilingual(
      ru: "Категории «\(name)» нет. Есть: \(known)",
      en: "There is no category \"\(name)\". The categories are: \(known)")
  }
}

extension Query {
  /// The union with another query, if there is one.
  static func | (left: Query, right: Query?) -> Query { right.map { left | $0 } ?? left }
}

extension Field<Timestamp> {
  /// The time for which a query is answered.
  static var now: Field { .instant("now") }
}
