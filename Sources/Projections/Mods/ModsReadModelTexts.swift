import Domain
import EventEngine

/// The messages of refused queries, in both languages.
enum ModsReadModelTexts {
  static func unknown(_ path: ModPath) -> Bilingual {
    Bilingual(ru: "Мода \(path) нет", en: "There is no mod \(path)")
  }

  static func unknownCategory(_ name: String) -> Bilingual {
    let names = ModCategory.allCases.map(\.rawValue).joined(separator: ", ")
    return Bilingual(
      ru: "Категории «\(name)» нет. Есть: \(names)",
      en: "There is no category \"\(name)\". The categories are: \(names)")
  }

  static func analyticsDays(atMost count: Int) -> Bilingual {
    Bilingual(
      ru: "не больше \(count) дней от from до to",
      en: "at most \(count) days between from and to")
  }

  static func unset(_ document: LegalDocument) -> Bilingual {
    switch document {
    case .privacy:
      Bilingual(
        ru: "Политика конфиденциальности на этом языке не задана",
        en: "The privacy policy is not set in this language")
    case .terms:
      Bilingual(
        ru: "Условия использования на этом языке не заданы",
        en: "The terms of use are not set in this language")
    }
  }
}
