// Syntax characters are searched by Unicode scalar, since an accent after such a character makes
// both one `Character`.

extension StringProtocol {
  /// The parts before and after the first `sign`; nil without one. O(length).
  package func divided(at sign: Unicode.Scalar) -> (before: String, after: String)? {
    guard let place = unicodeScalars.firstIndex(of: sign) else { return nil }
    return (String(self[..<place]), String(self[unicodeScalars.index(after: place)...]))
  }

  /// The parts between commas. O(length).
  package var commaSeparated: [String] {
    unicodeScalars.split(separator: ",", omittingEmptySubsequences: false).map {
      String(String.UnicodeScalarView($0))
    }
  }

  /// The text with each `sign` replaced by `escape`. O(length).
  package func escaping(_ sign: Unicode.Scalar, as escape: String) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar == sign { text += escape } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  /// The text as one word of a shell, in quotation marks unless it is plain. O(length).
  package var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./:,=@+%".unicodeScalars.contains(scalar)
    }
    return isPlain && !isEmpty ? String(self) : "'\(escaping("'", as: #"'\''"#))'"
  }
}
