import Domain
import EventEngine

/// What somebody is looking for in names: whole user-perceived characters in a row, in lower case
/// or spelled otherwise; an empty search is none, and then everything is found.
///
/// Costs a time linear in the length of all texts: see ``Swift/String/inCanonicalOrder``.
struct TextSearch {
  typealias Spelling = (String) -> [Character]

  private let wanted: [Character]
  private let spelling: Spelling

  /// - Parameter spelling: of what is looked for and of what it is looked for in. What it leaves
  ///   nothing of is looked for as it stands.
  init(_ text: String?, spelling: @escaping Spelling = lowerCase) {
    let text = (text ?? "").trimmed.inCanonicalOrder
    let spelled = spelling(text)
    wanted = spelled.isEmpty ? Self.lowerCase(text) : spelled
    self.spelling = spelled.isEmpty ? Self.lowerCase : spelling
  }

  /// - Parameter text: nil where it was erased.
  func finds(_ text: String?) -> Bool {
    if wanted.isEmpty { return true }
    guard let text else { return false }
    return spelling(text.inCanonicalOrder).contains(wanted)
  }

  static func lowerCase(_ text: String) -> [Character] { Array(text.lowercased()) }
}
