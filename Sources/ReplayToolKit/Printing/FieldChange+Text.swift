import EventEngine

extension FieldChange {
  /// The change as text for people: `status: "available" → "accepted"`, the value before in red and
  /// the one after in green.
  ///
  /// - Parameter asJSON: whether a text is in quotation marks, and nothing is `null`, as in JSON.
  func text(
    in language: Language, _ terminal: borrowing Terminal, asJSON: Bool = true
  ) -> String {
    func text(_ value: JSONValue?) -> String {
      asJSON ? (value ?? .null).description.printable : (value ?? .null).plain
    }
    let field = field.printable
    let old = terminal.styled(text(before), .red)
    let new = terminal.styled(text(after), .green)
    switch (before, after) {
    case (nil, _?):
      return "\(field): \(Bilingual(ru: "появилось", en: "added")[language]) \(new)"
    case (_?, nil):
      return "\(field): \(Bilingual(ru: "исчезло", en: "removed")[language]) \(old)"
    default: return "\(field): \(old) → \(new)"
    }
  }
}

extension AnswerKey {
  /// The read model and its parameters as on a command line.
  var text: String {
    let parameters = parameters.members.map { member in
      if case .string(let text) = member.value { return "\(member.key)=\(text)" }
      return "\(member.key):=\(member.value)"
    }
    return ([model] + parameters).joined(separator: " ").printable
  }
}
