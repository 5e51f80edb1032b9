import EventEngine

/// A sort key for names: the lower-case form with ё as е, compared by code point; if those are
/// equal, the name itself.
struct SortedName: Comparable {
  /// The lower-case form with ё as е.
  let folded: String
  private let name: String

  init(_ name: String) {
    var folded = String.UnicodeScalarView()
    let name = name.inCanonicalOrder
    for scalar in name.lowercased().unicodeScalars {
      switch scalar {
      case "ё": folded.append("е")
      case "\u{308}" where folded.last == "е": break  // the dots of a ё in two code points
      default: folded.append(scalar)
      }
    }
    self.folded = String(folded)
    self.name = name
  }

  static func < (left: SortedName, right: SortedName) -> Bool {
    (left.folded, left.name) < (right.folded, right.name)
  }
}
