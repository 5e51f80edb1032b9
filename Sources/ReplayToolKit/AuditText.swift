import EventEngine

/// An audited event as text and as JSON.
struct AuditText {
  let stored: StoredEvent
  let effects: [AnswerEffect]

  // MARK: - For people

  func print(_ terminal: inout Terminal) throws(SystemError) {
    let title = "event \(stored.position)"
    try terminal.print(
      "\(terminal.styled(title, .bold)) \(terminal.styled(stored.type.rawValue.printable, .cyan))")
    try line("Time", "\(stored.time)", &terminal)
    if let cause = stored.cause {
      if let actor = cause.actor { try line("Actor", actor, &terminal) }
      var command = cause.command
      if let id = cause.id { command += " id=\(id)" }
      if let correlation = cause.correlation { command += " correlation=\(correlation)" }
      try line("Command", command, &terminal)
      if let because = cause.because { try line("Because", "event \(because)", &terminal) }
    }
    if !stored.tags.isEmpty {
      try line("Tags", stored.tags.map(\.rawValue).joined(separator: " "), &terminal)
    }
    try line("Data", String(decoding: stored.data, as: UTF8.self), &terminal)
    if let personal = stored.erasable?.personal {
      try line("Personal", String(decoding: personal, as: UTF8.self), &terminal)
    } else if stored.isErased {
      try line("Personal", "erased", &terminal)
    }
    for effect in effects { try print(effect, &terminal) }
    try terminal.print("")
  }

  private func line(
    _ name: String, _ text: String, _ terminal: inout Terminal
  ) throws(SystemError) {
    try terminal.print("\((name + ":").padded(to: 9)) \(text.printable)")
  }

  private func print(_ effect: AnswerEffect, _ terminal: inout Terminal) throws(SystemError) {
    try terminal.print("")
    try terminal.print("    \(terminal.styled(effect.key.text, .green))")
    for change in effect.changes { try terminal.print("      \(change.text)") }
  }

  // MARK: - For programs

  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    stored.writeMembers(to: &json)
    json.personal(of: stored)
    json.literalKey("changes")
    json.beginArray()
    for effect in effects { write(effect, to: &json) }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  private func write(_ effect: AnswerEffect, to json: inout JSONWriter) {
    json.beginObject()
    json.literalKey("model")
    json.string(effect.key.model)
    json.literalKey("parameters")
    json.value(.object(effect.key.parameters))
    json.literalKey("fields")
    json.beginArray()
    for change in effect.changes { change.write(to: &json) }
    json.endArray()
    json.endObject()
  }
}
