import EventEngine

/// The titles of those parts of a screen that it shows, by the names of the parts.
public struct PartTitles: Encodable, Equatable, Sendable {
  private struct Title: Equatable, Sendable {
    let part: String
    let text: String
  }

  private var titles: [Title] = []

  mutating func add(_ part: String, _ text: Bilingual, in locale: Language) {
    titles.append(Title(part: part, text: text[locale]))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextKey.self)
    for title in titles {
      try container.encode(title.text, forKey: TextKey(stringValue: title.part))
    }
  }
}
