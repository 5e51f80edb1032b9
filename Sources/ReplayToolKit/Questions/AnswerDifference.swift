import EventEngine

/// The differences between an answer at two positions.
struct AnswerDifference {
  let key: AnswerKey
  let from: Position
  let to: Position
  let changes: [DatedChange]

  /// The difference with its first `count` changes; nil for all.
  func limited(to count: Int?) -> AnswerDifference {
    AnswerDifference(key: key, from: from, to: to, changes: Array(changes.prefix(count ?? .max)))
  }

  func print(
    _ terminal: inout Terminal, in language: Language, indent: String = ""
  ) throws(SystemError) {
    for dated in changes {
      let positions = dated.positions.map(\.description).joined(separator: " ")
      let places = terminal.styled(positions.isEmpty ? "" : "  (\(positions))", .dim)
      let text = dated.change.text(
        in: language, terminal, asJSON: !terminal.output.isForTerminal)
      try terminal.print(indent, wrapping: text + places, hanging: indent.columns + 2)
    }
  }

  /// - Parameter naming: whether the model and its parameters are members, too.
  func json(naming: Bool) -> [UInt8] {
    var answer = naming ? name : JSONObject()
    answer["from"] = .number(JSONNumber(from.rawValue))
    answer["to"] = .number(JSONNumber(to.rawValue))
    answer["changes"] = .array(rows.map(JSONValue.object))
    return JSONValue.object(answer).bytes
  }

  /// One row for each change.
  var rows: [JSONObject] {
    changes.map { dated in
      var row: JSONObject = ["field": .string(dated.change.field)]
      if let before = dated.change.before { row["before"] = before }
      if let after = dated.change.after { row["after"] = after }
      row["positions"] = .array(dated.positions.map { .number(JSONNumber($0.rawValue)) })
      return row
    }
  }

  /// One row for each change, with the model and its parameters.
  var namedRows: [JSONObject] {
    rows.map { row in
      var named = name
      for member in row.members { named[member.key] = member.value }
      return named
    }
  }

  private var name: JSONObject {
    ["model": .string(key.model), "parameters": .object(key.parameters)]
  }
}

extension Terminal {
  /// Prints the note that there is no difference to a person, to whom silence could mean anything.
  mutating func noteNoDifference() {
    if output.isForTerminal { note(ru: "различий нет", en: "no difference") }
  }
}
