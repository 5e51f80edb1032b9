import EventEngine

/// Generates commands: most are well-formed, some have a defect.
struct Drafting {
  let infos: [CommandInfo]
  let check: any DomainCheck

  /// A command as JSON.
  func command(at now: Moment, _ choices: inout Choices) -> JSONObject {
    let info = choices.weighted(
      infos.map { (weight: check.weight(of: $0.name, at: now.time), value: $0) })
    return command(info, at: now, &choices)
  }

  private func command(
    _ info: CommandInfo, at now: Moment, _ choices: inout Choices
  ) -> JSONObject {
    let actor = actor(for: info, &choices)
    var draft = Draft(command: info.name, actor: actor, now: now)
    for field in info.fields where field.isRequired || choices.below(2) == 1 {
      guard let value = check.value(of: field.name, in: draft, &choices) else { continue }
      draft.data[field.name] = value
    }
    var command: JSONObject = ["command": .string(info.name)]
    command["actor"] = actor.map(JSONValue.string)
    command["at"] = check.time(of: draft, &choices).map { .string($0.rfc3339) }
    if !info.fields.isEmpty { command["data"] = .object(draft.data) }
    if choices.once(in: 12) { spoil(&command, info, &choices) }
    return command
  }

  private func actor(for info: CommandInfo, _ choices: inout Choices) -> String? {
    switch info.actor {
    case .person: check.person(for: info.name, &choices)
    case .anyone: choices.once(in: 6) ? "anybody" : nil
    case .admin, .gateway, .system: info.actor.rawValue
    }
  }

  // MARK: Defects of a form

  private func spoil(
    _ command: inout JSONObject, _ info: CommandInfo, _ choices: inout Choices
  ) {
    var data = JSONObject()
    if case .object(let given) = command["data"] { data = given }
    switch choices.below(10) {
    case 0: data["surprise"] = .bool(true)
    case 1: if let field = choices.pickAny(info.fields.map(\.name)) { data[field] = nil }
    case 2: if let field = choices.pickAny(info.fields.map(\.name)) { data[field] = .null }
    case 3...5:
      if let field = choices.pickAny(info.fields) { data[field.name] = wrong(field, &choices) }
    case 6:
      command["actor"] = choices.text(["admin", "gateway", "system", "kim", "no id", ""])
    case 7: command["actor"] = nil
    case 8:
      let member = choices.pick(["mood", "at", "id", "correlation", "locale", "data"])
      command[member] = choices.pick([.bool(true), "", "29.02.2025", []])
      return
    default: command["command"] = .string(info.name + "s")
    }
    command["data"] = .object(data)
  }

  private var surprise: JSONValue { .object(["surprise": .bool(true)]) }

  private func wrong(_ field: FieldShape, _ choices: inout Choices) -> JSONValue {
    switch field.kind {
    case .id: choices.pick(["", "no id", "ид", .whole(7)])
    case .text, .secret: choices.pick(["", "  \u{a0}", .whole(7), []])
    case .day: choices.pick(["2026-02-29", "1.5.2026", .whole(7)])
    case .instant: choices.pick(["2026-05-08", .whole(7)])
    case .integer: choices.pick([.whole(-1), "1", .bool(true), .whole(1_000_000_000_000_000)])
    case .boolean: choices.pick(["true", .whole(1)])
    case .list: choices.pick(["mon", [""], [.whole(1)], []])
    case .word: choices.pick(["", "none of these", .whole(1)])
    case .object: choices.pick(["one", [], surprise])
    case .objects: choices.pick(["one", [.whole(1)], .array([surprise])])
    }
  }
}
