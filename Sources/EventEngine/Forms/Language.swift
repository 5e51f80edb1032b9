/// A language that the product supports.
public enum Language: String, CaseIterable, Codable, Sendable {
  /// Russian.
  case ru
  /// English.
  case en
}

/// A text for people in every supported language.
public struct Bilingual: Hashable, Sendable {
  /// The Russian text.
  package let ru: String
  /// The English text.
  package let en: String

  /// Creates a text from its two versions.
  public init(ru: String, en: String) {
    self.ru = ru
    self.en = en
  }

  /// The text in one language.
  public subscript(language: Language) -> String {
    switch language {
    case .ru: ru
    case .en: en
    }
  }
}

extension Bilingual {
  /// No text.
  package static let empty = Bilingual(ru: "", en: "")

  /// The texts one after the other, in each language.
  package static func + (left: Bilingual, right: Bilingual) -> Bilingual {
    Bilingual(ru: left.ru + right.ru, en: left.en + right.en)
  }
}
