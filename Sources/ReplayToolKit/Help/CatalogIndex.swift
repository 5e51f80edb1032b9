import EventEngine

/// The index of the catalog: the names of commands and read models of each domain.
struct CatalogIndex {
  private let domains: [CatalogDomain]

  init(_ domains: [CatalogDomain]) { self.domains = domains }

  func print(to terminal: inout Terminal, in locale: Language) throws(SystemError) {
    let width = terminal.output.isTerminal ? terminal.output.width ?? 80 : 100
    let title = max(Label.commands[locale].count, Label.models[locale].count)
    for domain in domains {
      let events = domain.events.count { !$0.isRetired }
      try terminal.print(
        "\(terminal.styled(domain.name, .bold)) (\(Label.events[locale]): \(events))")
      let lists = [
        (Label.commands[locale], domain.commands.map(\.name)),
        (Label.models[locale], domain.models.map(\.name)),
      ]
      for (name, words) in lists where !words.isEmpty {
        let short = words.map { String($0.dropFirst(domain.name.count + 1)) }
        var start = "  \(name.padded(to: title))  "
        for line in Self.wrap(short, to: width - title - 4) {
          try terminal.print(start + line)
          start = String(repeating: " ", count: title + 4)
        }
      }
    }
    let more = Bilingual(
      ru: "\(toolName) catalog ИМЯ — поля и отказы домена, команды, модели или события",
      en: "\(toolName) catalog NAME shows the fields and refusals of a domain, command, model "
        + "or event")
    try terminal.print(wrapping: more[terminal.language], hanging: 2)
  }

  private static func wrap(_ words: [String], to width: Int) -> [String] {
    var lines: [String] = []
    for word in words {
      if let line = lines.last, line.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}

// MARK: - Rows

extension CatalogDomain {
  static let columns = ["kind", "domain", "name", "fields", "summary"]

  /// The rows of the commands, read models and events, then those of their fields and refusals.
  func rows(in locale: Language) -> [JSONObject] {
    var rows = commands.map {
      row("command", $0.name, fields: $0.fields.map(\.name), $0.summary[locale])
    }
    rows += models.map {
      row("readModel", $0.name, fields: $0.fields.map(\.name), $0.summary[locale])
    }
    rows += events.map { row("event", $0.type.rawValue, fields: $0.members().map(\.name)) }
    return rows + fieldRows(in: locale) + refusalRows(in: locale)
  }

  /// The rows of the refusals that any command may have.
  static func commonRefusalRows(in locale: Language) -> [JSONObject] {
    let summary = Bilingual(ru: "возможен для любой команды", en: "possible for any command")[
      locale]
    return CommandResult.commonRefusals.map { code in
      ["kind": .string("refusal"), "name": .string(code), "summary": .string(summary)]
    }
  }

  private func fieldRows(in locale: Language) -> [JSONObject] {
    func need(_ isRequired: Bool) -> String {
      (isRequired ? Label.required : Label.optional)[locale]
    }
    var rows: [JSONObject] = []
    let forms = commands.map { ($0.name, $0.fields) } + models.map { ($0.name, $0.fields) }
    for (owner, fields) in forms {
      rows += fields.map { field in
        let form = "\(field.kind.rawValue), \(need(field.isRequired))"
        return row("field", "\(owner).\(field.name)", "\(form): \(field.takes[locale])")
      }
    }
    for event in events where !event.isRetired {
      rows += event.members().map { member in
        let form = "\(member.kind.rawValue), \(need(!member.isOptional))"
        let personal = member.isPersonal ? "; \(Label.personal[locale])" : ""
        return row("field", "\(event.type.rawValue).\(member.name)", form + personal)
      }
    }
    return rows
  }

  private func refusalRows(in locale: Language) -> [JSONObject] {
    var codes: [String] = []
    for code in commands.flatMap(\.refusals) where !codes.contains(code) { codes.append(code) }
    return codes.map { code in
      let refused = commands.filter { $0.refusals.contains(code) }.map(\.name)
      let names = refused.joined(separator: ", ")
      let text = Bilingual(ru: "возможен для \(names)", en: "possible for \(names)")
      return row("refusal", code, text[locale])
    }
  }

  private func row(
    _ kind: String, _ name: String, fields: [String] = [], _ summary: String? = nil
  ) -> JSONObject {
    var row: JSONObject = [
      "kind": .string(kind), "domain": .string(self.name), "name": .string(name),
    ]
    if !fields.isEmpty { row["fields"] = .array(fields.map { .string($0) }) }
    if let summary { row["summary"] = .string(summary) }
    return row
  }
}
