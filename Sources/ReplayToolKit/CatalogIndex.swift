import EventEngine

/// The index of the catalog: the names of commands and read models of each domain.
struct CatalogIndex {
  private let domains: [CatalogDomain]

  init(_ domains: [CatalogDomain]) { self.domains = domains }

  func print(to terminal: inout Terminal, in locale: Language) throws(SystemError) {
    let width = terminal.output.isTerminal ? ProcessEnvironment.terminalWidth : 100
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
    try terminal.print(
      Bilingual(
        ru: "\(toolName) catalog ИМЯ — поля и отказы: домена, команды, модели или события",
        en:
          "\(toolName) catalog NAME shows fields and refusals: of a domain, command, model or event"
      )[locale])
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

  func rows(in locale: Language) -> [JSONObject] {
    func row(_ kind: String, _ name: String, _ fields: [String], _ summary: String?) -> JSONObject {
      var row: JSONObject = [
        "kind": .string(kind), "domain": .string(self.name), "name": .string(name),
      ]
      if !fields.isEmpty { row["fields"] = .array(fields.map { .string($0) }) }
      if let summary { row["summary"] = .string(summary) }
      return row
    }
    return commands.map { row("command", $0.name, $0.fields.map(\.name), $0.summary[locale]) }
      + models.map { row("readModel", $0.name, $0.fields.map(\.name), $0.summary[locale]) }
      + events.map { row("event", $0.type.rawValue, $0.members().map(\.name), nil) }
  }
}
