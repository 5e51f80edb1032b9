import EventEngine

/// An audited event as text and as JSON.
struct AuditText {
  let stored: StoredEvent
  let effects: [AnswerEffect]
  let language: Language

  // MARK: - For people

  /// Prints the event without its effects.
  func printEvent(_ terminal: inout Terminal) throws(SystemError) {
    let title = "\(Self.event[language]) \(stored.position)"
    try terminal.print(
      "\(terminal.styled(title, .bold)) \(terminal.styled(stored.type.rawValue.printable, .cyan))")
    try printLine(Bilingual(ru: "Время", en: "Time"), "\(stored.time)", &terminal)
    if let cause = stored.cause {
      if let actor = cause.actor {
        try printLine(Bilingual(ru: "Кто", en: "Actor"), actor, &terminal)
      }
      var command = cause.command
      if let id = cause.id { command += " id=\(id)" }
      if let correlation = cause.correlation { command += " correlation=\(correlation)" }
      try printLine(Bilingual(ru: "Команда", en: "Command"), command, &terminal)
      if let because = cause.because {
        try printLine(
          Bilingual(ru: "Причина", en: "Because"), "\(Self.event[language]) \(because)", &terminal)
      }
    }
    if !stored.tags.isEmpty {
      let tags = stored.tags.map(\.rawValue).joined(separator: " ")
      try printLine(Bilingual(ru: "Теги", en: "Tags"), tags, &terminal)
    }
    let data = String(decoding: stored.data, as: UTF8.self)
    try printLine(Bilingual(ru: "Данные", en: "Data"), data, &terminal)
    let personal = Bilingual(ru: "Личные", en: "Personal")
    if let json = stored.erasable?.personal {
      try printLine(personal, String(decoding: json, as: UTF8.self), &terminal)
    } else if stored.isErased {
      try printLine(personal, Bilingual(ru: "удалены", en: "erased")[language], &terminal)
    }
  }

  func printEffects(_ terminal: inout Terminal) throws(SystemError) {
    for effect in effects { try print(effect, &terminal) }
    try terminal.print("")
  }

  private static let event = Bilingual(ru: "событие", en: "event")

  private func printLine(
    _ name: Bilingual, _ text: String, _ terminal: inout Terminal
  ) throws(SystemError) {
    try terminal.print("\((name[language] + ":").padded(to: 9)) ", wrapping: text.printable)
  }

  private func print(_ effect: AnswerEffect, _ terminal: inout Terminal) throws(SystemError) {
    try terminal.print("")
    try terminal.print(
      "    ", wrapping: terminal.styled(effect.key.text, .green), hanging: 6)
    for change in effect.changes {
      try terminal.print("      ", wrapping: change.text(in: language, terminal), hanging: 8)
    }
  }

  // MARK: - For programs

  var json: [UInt8] {
    JSONWriter.object { json in
      stored.writeMembers(to: &json)
      json.personal(of: stored)
      json.objects("changes", effects) { json, effect in
        json.string("model", effect.key.model)
        json.value("parameters", .object(effect.key.parameters))
        json.objects("fields", effect.changes) { $1.writeMembers(to: &$0) }
      }
    }
  }
}
