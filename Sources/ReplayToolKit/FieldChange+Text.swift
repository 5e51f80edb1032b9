import EventEngine

extension FieldChange {
  /// The change as text for people: `status: "available" → "accepted"`.
  var text: String {
    switch (before, after) {
    case (nil, let after?): "\(field.printable): added \(after.description.printable)"
    case (let before?, nil): "\(field.printable): removed \(before.description.printable)"
    default:
      "\(field.printable): \((before ?? .null).description.printable) → "
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
