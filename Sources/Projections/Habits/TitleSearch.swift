import Domain

/// What somebody looks for in titles: whole user-perceived characters in a row, whatever their
/// case. Characters are equal when canonically equivalent.
struct TitleSearch {
  private let wanted: [Character]

  init(_ text: String) { wanted = Array(text.lowercased()) }

  /// O(title · search); titles have at most 38 characters.
  func finds(_ title: String) -> Bool {
    let title = Array(title.lowercased())
    guard wanted.count <= title.count else { return false }
    return (0...(title.count - wanted.count)).contains { start in
      title[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }
}
