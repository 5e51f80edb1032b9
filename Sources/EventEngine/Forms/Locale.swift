/// A language the product speaks.
public enum Locale: String, CaseIterable, Codable, Sendable {
  case ru, en
}

/// A text a person reads, in every language the product speaks.
public struct Bilingual: Hashable, Sendable {
  public let ru: String
  public let en: String

  public init(ru: String, en: String) {
    self.ru = ru
    self.en = en
  }

  public subscript(locale: Locale) -> String {
    switch locale {
    case .ru: ru
    case .en: en
    }
  }
}
