import EventEngine

/// A search for a substring of whole user-perceived characters, in lower case or in another normal
/// form. An empty search matches everything.
///
/// O(total length of the texts); see ``Swift/String/inCanonicalOrder``.
struct TextSearch {
  typealias Spelling = (String) -> [Character]

  private let wanted: [Character]
  private let spelling: Spelling

  /// - Parameter spelling: the normal form of search and texts. If it makes the search empty, the
  ///   lower-case form is used instead.
  init(_ text: String?, spelling: @escaping Spelling = lowerCase) {
    let text = (text ?? "").trimmed.inCanonicalOrder
    let spelled = spelling(text)
    wanted = spelled.isEmpty ? Self.lowerCase(text) : spelled
    self.spelling = spelled.isEmpty ? Self.lowerCase : spelling
  }

  /// - Parameter text: the text; nil if it was erased.
  func finds(_ text: String?) -> Bool {
    if wanted.isEmpty { return true }
    guard let text else { return false }
    return spelling(text.inCanonicalOrder).contains(wanted)
  }

  /// The lower-case form with one letter for σ and ς, of which Σ is the upper-case form.
  static func lowerCase(_ text: String) -> [Character] {
    let lower = text.lowercased()
    guard lower.unicodeScalars.contains("ς") else { return Array(lower) }
    let scalars = lower.unicodeScalars.map { $0 == "ς" ? "σ" : $0 }
    return Array(String(String.UnicodeScalarView(scalars)))
  }
}

extension Field<String> {
  /// The text to search for.
  static var search: Field<String> {
    .verbatim("search", takes: Bilingual(ru: "текст", en: "a text"))
  }
}
