import EventEngine

/// The catalog of one domain.
struct CatalogDomain {
  typealias EventShape = (type: EventType, version: SchemaVersion, isRetired: Bool)

  let name: String
  private(set) var commands: [CommandInfo]
  private(set) var models: [ReadModel]
  private(set) var events: [EventShape]

  /// Returns every domain, and the engine's own, which has one command.
  static func all(of domains: [DomainDefinition]) -> [CatalogDomain] {
    domains.map { domain in
      CatalogDomain(
        name: domain.commands.domain, commands: domain.commands.commands,
        models: domain.readModels.models, events: domain.readModels.eventShapes)
    } + [
      CatalogDomain(
        name: "system", commands: [Tick.info], models: [],
        events: [(type: SubjectErased.type, version: 1, isRetired: false)])
    ]
  }

  /// Every name that the catalog can be asked for.
  var names: [String] {
    [name] + commands.map(\.name) + models.map(\.name) + events.map(\.type.rawValue)
  }

  /// Returns the domain with the items of this name only; nil if there are none.
  func only(_ wanted: String) -> CatalogDomain? {
    if wanted == name { return self }
    guard names.contains(wanted) else { return nil }
    var domain = self
    domain.commands.removeAll { $0.name != wanted }
    domain.models.removeAll { $0.name != wanted }
    domain.events.removeAll { $0.type.rawValue != wanted }
    return domain
  }
}

// MARK: - For programs

extension CatalogDomain {
  func json(in locale: Language) -> JSONObject {
    [
      "domain": .string(name),
      "commands": .array(commands.map { .object(Self.json($0, locale)) }),
      "readModels": .array(
        models.map { model in
          .object([
            "name": .string(model.name), "parameters": Self.json(model.fields, locale),
            "shows": .array(model.shows.map { .string($0) }),
            "summary": .string(model.summary[locale]),
          ])
        }),
      "events": .array(
        events.map { event in
          .object([
            "type": .string(event.type.rawValue),
            "version": .number(JSONNumber(event.version.rawValue)),
            "retired": .bool(event.isRetired),
          ])
        }),
    ]
  }

  private static func json(_ command: CommandInfo, _ locale: Language) -> JSONObject {
    [
      "name": .string(command.name), "actor": .string(command.actor.rawValue),
      "fields": json(command.fields, locale),
      "refusals": .array(command.refusals.map { .string($0) }),
      "summary": .string(command.summary[locale]),
    ]
  }

  private static func json(_ fields: [FieldShape], _ locale: Language) -> JSONValue {
    .array(
      fields.map { field in
        .object([
          "name": .string(field.name), "kind": .string(field.kind.rawValue),
          "required": .bool(field.isRequired), "takes": .string(field.takes[locale]),
        ])
      })
  }
}

// MARK: - For people

extension CatalogDomain {
  func print(to terminal: inout Terminal, in locale: Language) throws {
    try terminal.print(terminal.styled(name, .bold))
    for command in commands {
      let actor = command.actor.rawValue
      try terminal.print("")
      try terminal.print(
        "  command \(terminal.styled(command.name, .cyan)) (actor: \(actor)) — "
          + command.summary[locale])
      try Self.print(command.fields, to: &terminal, locale)
      if !command.refusals.isEmpty {
        try terminal.print("    refusals: \(command.refusals.joined(separator: ", "))")
      }
    }
    for model in models {
      try terminal.print("")
      try terminal.print(
        "  read model \(terminal.styled(model.name, .cyan)) — \(model.summary[locale])")
      try Self.print(model.fields, to: &terminal, locale)
      if !model.shows.isEmpty {
        try terminal.print("    shows: \(model.shows.joined(separator: ", "))")
      }
    }
    guard !events.isEmpty else { return }
    try terminal.print("")
    try terminal.print("  events")
    let rows = events.map { event in
      [event.type.rawValue, "\(event.version.rawValue)", event.isRetired ? "retired" : ""]
    }
    for line in Table(header: ["type", "version", ""], rows: rows).lines(terminal) {
      try terminal.print("    \(line)")
    }
  }

  private static func print(
    _ fields: [FieldShape], to terminal: inout Terminal, _ locale: Language
  ) throws {
    let rows = fields.map { field in
      [
        field.name, field.kind.rawValue, field.isRequired ? "required" : "optional",
        field.takes[locale],
      ]
    }
    guard !rows.isEmpty else { return }
    for line in Table(header: ["field", "kind", "", "takes"], rows: rows).lines(terminal) {
      try terminal.print("    \(line)")
    }
  }
}
