import EventEngine

/// The catalog of one domain.
struct CatalogDomain {
  struct EventShape {
    let type: EventType
    let version: SchemaVersion
    let isRetired: Bool
    var members: @Sendable () -> [PayloadMember] = { [] }
  }

  let name: String
  private(set) var commands: [CommandInfo]
  private(set) var models: [ReadModel]
  private(set) var events: [EventShape]

  /// Returns the catalogs of the domains. Adds the catalog of `system`, the engine's own domain:
  /// its command and its event, each only if one of the domains uses it.
  static func all(of domains: [DomainDefinition]) -> [CatalogDomain] {
    domains.map { domain in
      CatalogDomain(
        name: domain.commands.domain, commands: domain.commands.commands,
        models: domain.readModels.models,
        events: zip(domain.readModels.eventShapes, domain.readModels.eventMembers).map {
          EventShape(
            type: $0.type, version: $0.version, isRetired: $0.isRetired, members: $1)
        })
    }
      + [
        CatalogDomain(
          name: "system", commands: domains.ticks, models: [],
          events: domains.use(.erasure)
            ? [EventShape(type: SubjectErased.type, version: 1, isRetired: false)] : [])
      ].filter { !$0.commands.isEmpty || !$0.events.isEmpty }
  }

  /// The names of the domain and of its items.
  var names: [String] {
    [name] + commands.map(\.name) + models.map(\.name) + events.map(\.type.rawValue)
  }

  /// All names that ``find(_:in:)`` finds.
  var words: [String] { names + parts }

  /// The names of all fields and refusals.
  private var parts: [String] {
    let fields = commands.flatMap(\.fields) + models.flatMap(\.fields)
    return fields.map(\.name) + commands.flatMap(\.refusals) + models.flatMap(\.shows)
      + events.flatMap { $0.members().map(\.name) }
  }

  /// Returns the items of this name in the domains; if there are none, those with a field or a
  /// refusal of the name.
  static func find(_ wanted: String, in domains: [CatalogDomain]) -> [CatalogDomain] {
    let named = domains.compactMap { $0.only(wanted) }
    return named.isEmpty ? domains.compactMap { $0.having(wanted) } : named
  }

  private func having(_ part: String) -> CatalogDomain? {
    guard parts.contains(part) else { return nil }
    func isMissing(in fields: [FieldShape], _ others: [String]) -> Bool {
      !others.contains(part) && !fields.contains { $0.name == part }
    }
    var domain = self
    domain.commands.removeAll { isMissing(in: $0.fields, $0.refusals) }
    domain.models.removeAll { isMissing(in: $0.fields, $0.shows) }
    domain.events.removeAll { isMissing(in: [], $0.members().map(\.name)) }
    return domain
  }

  /// Returns the domain with only the items of this name, or the whole domain for its own name; nil
  /// if the domain has no such name.
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
        events.map { .object(Self.json($0)) }),
    ]
  }

  private static func json(_ event: EventShape) -> JSONObject {
    var json: JSONObject = [
      "type": .string(event.type.rawValue),
      "version": .number(JSONNumber(event.version.rawValue)),
      "retired": .bool(event.isRetired),
    ]
    let fields = event.members().map { member in
      JSONValue.object([
        "name": .string(member.name), "kind": .string(member.kind.rawValue),
        "required": .bool(!member.isOptional), "personal": .bool(member.isPersonal),
      ])
    }
    if !fields.isEmpty { json["fields"] = .array(fields) }
    return json
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
        var json: JSONObject = [
          "name": .string(field.name), "kind": .string(field.kind.rawValue),
          "required": .bool(field.isRequired), "takes": .string(field.takes[locale]),
        ]
        if !field.fields.isEmpty { json["fields"] = Self.json(field.fields, locale) }
        return .object(json)
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
        "  ",
        wrapping: "\(Label.command[locale]) \(terminal.styled(command.name, .cyan)) "
          + "(\(Label.actor[locale]): \(actor)) — \(command.summary[locale])", hanging: 4)
      try Self.print(
        command.fields, anyOf: command.edits.map(\.name), to: &terminal, locale)
      if !command.refusals.isEmpty {
        try Self.print(Label.refusals[locale], command.refusals, to: &terminal)
      }
    }
    for model in models {
      try terminal.print("")
      try terminal.print(
        "  ",
        wrapping: "\(Label.model[locale]) \(terminal.styled(model.name, .cyan)) — "
          + model.summary[locale], hanging: 4)
      try Self.print(model.fields, anyOf: model.alternatives, to: &terminal, locale)
      if !model.shows.isEmpty { try Self.print(Label.shows[locale], model.shows, to: &terminal) }
      let untagged = model.untaggedParameters
      if !untagged.isEmpty { try Self.print(Label.unaudited[locale], untagged, to: &terminal) }
    }
    guard !events.isEmpty else { return }
    if commands.isEmpty && models.isEmpty {
      for event in events { try Self.print(event, to: &terminal, locale) }
      return
    }
    try terminal.print("")
    try terminal.print("  \(Label.events[locale])")
    let rows = events.map { event in
      [
        event.type.rawValue, "\(event.version.rawValue)",
        event.isRetired ? Label.retired[locale] : "",
      ]
    }
    try Self.print([Label.type[locale], Label.version[locale], ""], rows, to: &terminal)
  }

  private static func print(
    _ event: EventShape, to terminal: inout Terminal, _ locale: Language
  ) throws(SystemError) {
    let retired = event.isRetired ? ", \(Label.retired[locale])" : ""
    try terminal.print("")
    try terminal.print(
      "  \(Label.event[locale]) \(terminal.styled(event.type.rawValue, .cyan)) "
        + "(\(Label.version[locale]): \(event.version.rawValue)\(retired))")
    let rows = event.members().map { member in
      [
        member.name, member.kind.rawValue,
        (member.isOptional ? Label.optional : Label.required)[locale],
        member.isPersonal ? Label.personal[locale] : "",
      ]
    }
    try print([Label.field[locale], Label.kind[locale], "", ""], rows, to: &terminal)
  }

  private static func print(
    _ fields: [FieldShape], anyOf alternatives: [String], to terminal: inout Terminal,
    _ locale: Language
  ) throws {
    let rows = fields.map { field in
      [
        field.name, field.kind.rawValue,
        (field.isRequired ? Label.required : Label.optional)[locale],
        field.takes[locale],
      ]
    }
    try print(
      [Label.field[locale], Label.kind[locale], "", Label.takes[locale]], rows, to: &terminal)
    if alternatives.isEmpty { return }
    try print(Label.anyOf[locale], alternatives, to: &terminal)
  }

  private static func print(
    _ title: String, _ names: [String], to terminal: inout Terminal
  ) throws(SystemError) {
    try terminal.print(
      "    ", wrapping: "\(title): \(names.joined(separator: ", "))", hanging: 6)
  }

  private static func print(
    _ header: [String], _ rows: [[String]], to terminal: inout Terminal
  ) throws(SystemError) {
    if rows.isEmpty { return }
    for (lead, last) in Table(header: header, rows: rows).dividedLines(terminal) {
      try terminal.print("    \(lead)", wrapping: last)
    }
  }
}

/// The words of the catalog for people.
enum Label {
  static let command = Bilingual(ru: "команда", en: "command")
  static let commands = Bilingual(ru: "команды", en: "commands")
  static let actor = Bilingual(ru: "кто", en: "actor")
  static let refusals = Bilingual(ru: "отказы", en: "refusals")
  static let anyRefusals = Bilingual(
    ru: "отказы, возможные для любой команды", en: "refusals possible for any command")
  static let model = Bilingual(ru: "модель", en: "read model")
  static let models = Bilingual(ru: "модели", en: "read models")
  static let shows = Bilingual(ru: "показывает", en: "shows")
  static let unaudited = Bilingual(
    ru: "теги событий не называют (в audit — только через keys(touchedBy:))",
    en: "no tag names (in audit only through keys(touchedBy:))")
  static let event = Bilingual(ru: "событие", en: "event")
  static let events = Bilingual(ru: "события", en: "events")
  static let retired = Bilingual(ru: "больше не записывается", en: "retired")
  static let personal = Bilingual(ru: "личное, можно удалить", en: "personal, can be erased")
  static let type = Bilingual(ru: "тип", en: "type")
  static let version = Bilingual(ru: "версия", en: "version")
  static let required = Bilingual(ru: "обязательно", en: "required")
  static let optional = Bilingual(ru: "необязательно", en: "optional")
  static let anyOf = Bilingual(ru: "хотя бы одно из полей", en: "at least one of")
  static let field = Bilingual(ru: "поле", en: "field")
  static let kind = Bilingual(ru: "вид", en: "kind")
  static let takes = Bilingual(ru: "что принимает", en: "takes")
}
