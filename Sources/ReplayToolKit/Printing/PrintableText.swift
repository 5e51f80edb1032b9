import EventEngine

extension String {
  /// The text for a terminal or a page. Characters that move the cursor, change colours or change
  /// the direction of writing are escaped as in JSON (`\u202e`), so that no recorded text can
  /// pretend to be the tool's own.
  var printable: String { escaped(except: []) }

  /// Returns the text with the same characters escaped, except for those in `kept`.
  func escaped(except kept: Set<Unicode.Scalar>) -> String {
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar.isCommand && !kept.contains(scalar) }
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if isEscaped(scalar) {
        let digits = String(scalar.value, radix: 16)
        text += "\\u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The number of columns on a terminal.
  var columns: Int {
    unicodeScalars.allSatisfy(\.isNarrow)
      ? unicodeScalars.count : reduce(0) { $0 + $1.columns }
  }

  /// Pads the text with spaces, up to `width` columns.
  ///
  /// - Parameters:
  ///   - isRight: whether the text is aligned to the right.
  ///   - style: the style of the text; nil for none.
  package func padded(
    to width: Int, isRight: Bool = false, style: Terminal.Style? = nil
  ) -> String {
    let padding = String(repeating: " ", count: max(0, width - columns))
    let text = isEmpty ? self : style?.applied(to: self) ?? self
    return isRight ? padding + text : text + padding
  }
}

extension String {
  /// The text in at most `width` columns; `…` stands for what is cut.
  func cut(toColumns width: Int) -> String {
    guard columns > width else { return self }
    var text = ""
    var used = 1
    for character in self {
      used += character.columns
      if used > width { break }
      text.append(character)
    }
    return text + "…"
  }

  /// The text as one word of a shell. Characters that a terminal interprets are written as in
  /// `$'\u202e'`, which Bash and Zsh understand.
  var pastedWord: String {
    if printable == self { return shellWord }
    return "$'\(escaping("\\", as: #"\\"#).escaping("'", as: #"\'"#).printable)'"
  }
}

extension Unicode.Scalar {
  /// Whether a terminal interprets the scalar instead of showing it: control characters (also C1),
  /// line and paragraph separators, and the marks of the bidirectional algorithm (UAX 9).
  fileprivate var isCommand: Bool {
    // Unicode will not add any. The lookup of properties would take a tenth of printing's time.
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether the scalar is in a range whose scalars take one column and do not combine with each
  /// other. The lookup of properties would take most of the time of printing a long table.
  fileprivate var isNarrow: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x2010...0x2027, 0x2190...0x2319:
      true
    default: false
    }
  }

  /// Whether the scalar takes two columns: an emoji, or one whose East Asian Width is W or F
  /// (Unicode Standard Annex 11). The ranges are rounded to blocks.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }

  /// The columns of the scalar: marks take none of their own, and neither do the vowels and final
  /// consonants of Hangul after the first consonant.
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    default: return isWide ? 2 : 1
    }
  }

  /// Whether the scalar makes a picture of the one before it, or joins two of them.
  fileprivate var makesPicture: Bool {
    value == 0xFE0F || value == 0x200D || properties.isEmojiModifier
  }
}

extension Character {
  /// The columns of the character: two for a picture or a flag, else those of its parts.
  var columns: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first, scalars.count > 1 else { return scalars.first?.columns ?? 0 }
    let isFlag = (0x1F1E6...0x1F1FF).contains(first.value)
    if isFlag || first.properties.isEmoji && scalars.contains(where: \.makesPicture) { return 2 }
    return scalars.reduce(0) { $0 + $1.columns }
  }
}
