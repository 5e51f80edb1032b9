import EventEngine

/// A sort key for names: the lower-case form with ё as е, compared by code point; if those are
/// equal, the name itself.
struct SortedName: Comparable {
  private let folded: String
  private let name: String

  init(_ name: String) {
    folded = name.foldedName.endMarked
    self.name = name.inCanonicalOrder.endMarked
  }

  static func < (left: SortedName, right: SortedName) -> Bool {
    (left.folded, left.name) < (right.folded, right.name)
  }
}

extension String {
  /// The lower-case form with ё as е, also one that is written in several code points.
  var foldedName: String {
    var folded = String.UnicodeScalarView()
    var mayGetDots = false  // whether dots that follow make a ё of the last е
    for scalar in inCanonicalOrder.lowercased().unicodeScalars {
      switch scalar {
      case "ё": folded.append("е")
      case "\u{308}" where mayGetDots: break
      case "\u{344}" where mayGetDots: folded.append("\u{301}")  // the dots and an acute
      default:
        folded.append(scalar)
        mayGetDots = scalar == "е" || mayGetDots && scalar.isMarkBeforeDots
        continue
      }
      mayGetDots = false
    }
    return String(folded)
  }

  /// Whether the text is in NFC.
  var isNormalized: Bool {
    var span = utf8Span
    return span.checkForNFC(quickCheck: false)
  }

  /// The text with a mark at its end, for comparisons with others that have one.
  ///
  /// The standard library orders texts by the code points of their NFC, except for a text and the
  /// beginning of another one. Those it orders by their lengths in bytes, which mean nothing unless
  /// both are in NFC. No text with a mark is the beginning of another: the mark is U+0000 twice,
  /// which the text does not contain.
  var endMarked: String {
    var marked = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      marked.append(scalar)
      if scalar == "\0" { marked.append("\u{1}") }
    }
    marked.append(contentsOf: repeatElement("\0", count: 2))
    return String(marked)
  }
}

extension Unicode.Scalar {
  /// Whether the dots of a ё may follow this mark: they may not follow another one above.
  fileprivate var isMarkBeforeDots: Bool {
    if value < 0x300 || 0x400..<0x483 ~= value { return false }  // no marks: Latin and Cyrillic
    return switch properties.canonicalCombiningClass {
    case .notReordered, .above: false
    default: true
    }
  }
}
