import EventEngine

/// An audited event as text and as JSON.
struct AuditText {
  let event: AuditedEvent

  private var stored: StoredEvent { event.stored }

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
    for change in event.changes { try print(change, &terminal) }
    try terminal.print("")
  }

  private func line(
    _ name: String, _ text: String, _ terminal: inout Terminal
  ) throws(SystemError) {
    try terminal.print("\((name + ":").padded(to: 9)) \(text.printable)")
  }

  private func print(_ change: AnswerChange, _ terminal: inout Terminal) throws(SystemError) {
    let parameters = change.key.parameters.members.map { member in
      if case .string(let text) = member.value { return "\(member.key)=\(text)" }
      return "\(member.key):=\(member.value)"
    }
    let name = ([change.key.model] + parameters).joined(separator: " ").printable
    try terminal.print("")
    try terminal.print("    \(terminal.styled(name, .green))")
    for field in change.fields { try terminal.print("      \(field.text)") }
  }

  // MARK: - For programs

  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    stored.writeMembers(to: &json)
    if let personal = stored.erasable?.personal {
      json.literalKey("personal")
      json.raw(personal)
    } else if stored.isErased {
      json.literalKey("erased")
      json.bool(true)
    }
    json.literalKey("changes")
    json.beginArray()
    for change in event.changes { write(change, to: &json) }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  private func write(_ change: AnswerChange, to json: inout JSONWriter) {
    json.beginObject()
    json.literalKey("model")
    json.string(change.key.model)
    json.literalKey("parameters")
    json.value(.object(change.key.parameters))
    json.literalKey("fields")
    json.beginArray()
    for field in change.fields { field.write(to: &json) }
    json.endArray()
    json.endObject()
  }
}
