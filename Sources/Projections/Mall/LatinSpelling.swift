import EventEngine

/// The Latin transliteration of names in lower case, so that a search in either script matches.
enum LatinSpelling {
  static func of(_ text: String) -> [Character] {
    TextSearch.lowerCase(text).flatMap { latin[$0] ?? [$0] }
  }

  private static let latin: [Character: [Character]] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z",
    "и": "i", "й": "i", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r",
    "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh",
    "щ": "shch", "ъ": "", "ь": "", "ы": "y", "э": "e", "ю": "yu", "я": "ya",
  ].mapValues { Array($0 as String) }
}
