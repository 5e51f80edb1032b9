import EventEngine

extension FieldChange {
  /// The change as text for people: `status: "available" → "accepted"`.
  func text(in language: Language) -> String {
    let field = field.printable
    switch (before, after) {
    case (nil, let after?):
      let added = Bilingual(ru: "появилось", en: "added")[language]
      return "\(field): \(added) \(after.description.printable)"
    case (let before?, nil):
      let removed = Bilingual(ru: "исчезло", en: "removed")[language]
      return "\(field): \(removed) \(before.description.printable)"
    default:
      return "\(field): \((before ?? .null).description.printable) → "
        + (after ?? .null).description.printable
    }
  }
}

extension JSONWriter {
  /// Writes the member `changes`.
  mutating func changes(_ changes: [FieldChange]) {
    literalKey("changes")
    beginArray()
    for change in changes { change.write(to: &self) }
    endArray()
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
