import Domain

/// What somebody is looking for in names: whole user-perceived characters in a row, lower-cased;
/// an empty search is none.
struct TextSearch {
  private let wanted: [Character]

  init(_ text: String?) { wanted = Array((text ?? "").trimmed.lowercased()) }

  func finds(_ text: String) -> Bool {
    wanted.isEmpty || Array(text.lowercased()).contains(wanted)
  }
}
