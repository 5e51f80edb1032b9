import Domain

/// What somebody is looking for in names, in Latin or Cyrillic whichever the names are in: whole
/// user-perceived characters in a row, lower-cased; an empty search is none.
struct NameSearch {
  private let wanted: [Character]

  init(_ text: String?) { wanted = Self.inLatin((text ?? "").trimmed) }

  func finds(_ names: [MallObjectName]) -> Bool {
    wanted.isEmpty || names.contains { Self.inLatin($0.rawValue).contains(wanted) }
  }

  /// In lower case, what is Cyrillic written in Latin.
  static func inLatin(_ text: String) -> [Character] {
    text.lowercased().flatMap { latin[$0] ?? [$0] }
  }

  private static let latin: [Character: [Character]] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z",
    "и": "i", "й": "i", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r",
    "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh",
    "щ": "shch", "ъ": "", "ь": "", "ы": "y", "э": "e", "ю": "yu", "я": "ya",
  ].mapValues { Array($0 as String) }
}
