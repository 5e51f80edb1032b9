/// Suggestions for misspelled names.
package enum Spelling {
  /// The word with the smallest edit distance, if that is small enough for a typing error; the
  /// first in alphabetical order among equals. Words that differ by more than one letter must begin
  /// alike: `version` is not `session`. A name without its domain has the distance 0, and so has
  /// the value of a tag without its key: `lend` is `library.lend`, `anna` is `user:anna`.
  ///
  /// - Parameter orAny: whether the word with the smallest edit distance is returned if none is near
  ///   enough.
  package static func nearest(
    to word: String, in words: [String], orAny: Bool = false
  ) -> String? {
    // Computing the distance takes time proportional to the product of both lengths.
    guard word.utf8.count <= longest else { return nil }
    let limit = max(1, word.count / 3)
    let end = word.lowercased()
    let ranked = words.sorted().map { other in
      let isPart = [".\(end)", ":\(end)"].contains { other.lowercased().hasSuffix($0) }
      return (word: other, distance: isPart ? 0 : distance(word, other))
    }
    let near = ranked.filter { other, distance in
      distance <= 1 || distance <= limit && first(other) == first(word)
    }
    return (near.isEmpty && orAny ? ranked : near).min { $0.distance < $1.distance }?.word
  }

  /// The first letter; for an option such as `--at`, the first after the hyphens.
  private static func first(_ word: String) -> String? {
    word.first { $0 != "-" }?.lowercased()
  }

  /// The greatest length of a word that is compared, in bytes. Every name is shorter.
  private static let longest = 256

  /// The number of insertions, deletions, substitutions and swaps of neighbours between two words
  /// (optimal string alignment).
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.lowercased()), right = Array(right.lowercased())
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var rows = [[Int]](
      repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in 0...left.count { rows[row][0] = row }
    for column in 0...right.count { rows[0][column] = column }
    for row in 1...left.count {
      for column in 1...right.count {
        let change = left[row - 1] == right[column - 1] ? 0 : 1
        rows[row][column] = min(
          rows[row - 1][column] + 1, rows[row][column - 1] + 1, rows[row - 1][column - 1] + change)
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          rows[row][column] = min(rows[row][column], rows[row - 2][column - 2] + 1)
        }
      }
    }
    return rows[left.count][right.count]
  }
}
