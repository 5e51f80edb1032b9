import EventEngine

/// The language in which content is written or requested: `en`, `zh-Hant`, `zh-Hant-TW`. Distinct
/// from `Language`, the languages of the product itself.
///
/// The text is normalised to the spelling that RFC 5646 recommends, so that comparison ignores
/// case.
public struct ContentLocale: TextValue {
  public let rawValue: String

  /// Trusts that the text already has the recommended spelling.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Parses two or three letters, an optional script of four letters and an optional region of two
  /// letters or three digits, joined by `-`, in any case. Returns nil for any other text.
  public init?(_ text: String) {
    var rest = text.split(separator: "-", omittingEmptySubsequences: false)[...]
    guard let language = rest.popFirst(), language.isLetters(2...3) else { return nil }
    var subtags = [language.lowercased()]
    if let script = rest.first, script.isLetters(4...4) {
      subtags.append(script.prefix(1).uppercased() + script.dropFirst().lowercased())
      rest.removeFirst()
    }
    if let region = rest.first, region.isLetters(2...2) || region.isThreeDigits {
      subtags.append(region.uppercased())
      rest.removeFirst()
    }
    guard rest.isEmpty else { return nil }
    rawValue = subtags.joined(separator: "-")
  }

  /// The locale itself, then each prefix that remains after dropping subtags from the end.
  public var fallbacks: [ContentLocale] {
    var found = [self]
    var text = rawValue[...]
    while let end = text.lastIndex(of: "-") {
      text = text[..<end]
      found.append(ContentLocale(rawValue: String(text)))
    }
    return found
  }
}

extension Substring {
  fileprivate func isLetters(_ count: ClosedRange<Int>) -> Bool {
    count.contains(utf8.count)
      && utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }

  fileprivate var isThreeDigits: Bool { utf8.count == 3 && utf8.areASCIIDigits }
}

extension Field<ContentLocale> {
  /// A field for a language of content, trimmed of white space at both ends.
  public static func contentLocale(_ name: String) -> Field {
    Field(
      name, .text,
      takes: Bilingual(
        ru: "язык вида en, zh-Hant или zh-Hant-TW", en: "a language like en, zh-Hant or zh-Hant-TW")
    ) { json in
      guard case .string(let text) = json else { return .invalid }
      let trimmed = text.trimmed
      return trimmed.isEmpty ? .empty : ContentLocale(trimmed).map { .value($0) } ?? .invalid
    }
  }
}

/// Content in several languages.
public struct Translations<Content: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  private var translated: [ContentLocale: Content] = [:]

  public init() {}

  public mutating func set(_ content: Content, in locale: ContentLocale) {
    translated[locale] = content
  }

  /// Returns the best match for the requested language; nil means the original.
  public func nearest(to wanted: ContentLocale?) -> Content? {
    for locale in wanted?.fallbacks ?? [] {
      if let content = translated[locale] { return content }
    }
    return nil
  }
}
