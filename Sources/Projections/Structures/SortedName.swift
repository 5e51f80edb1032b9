import Domain
import EventEngine

/// A name in the place it has in a sorted list: by its lower-case form with ё as е, code point by
/// code point; names that differ only in that, by themselves.
struct SortedName: Comparable {
  /// What names that are alike have in common.
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
