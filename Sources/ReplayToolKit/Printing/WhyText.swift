import EventEngine

/// The events that changed an answer, for people.
struct WhyText {
  let question: AnswerQuestion
  let steps: [AnswerHistory.Step]
  let answer: JSONValue?

  func print(_ terminal: inout Terminal) throws {
    // The column of paths is left out if every event changes exactly the field asked for.
    let showsFields = steps.contains { changes(of: $0).map(\.field) != [question.field] }
    let rows = steps.flatMap { self.rows(of: $0, showsFields) }
    let styles: [Terminal.Style?] =
      [.bold, .dim, .cyan, nil] + (showsFields ? [nil] : []) + [.red, .green, .dim]
    let layout = Table.Layout(
      header: styles.map { _ in "" }, rows: rows.map { $0.map(Cell.init(text:)) })
    let widthWithoutLinks = layout.width - (layout.widths.last ?? 0) - 2
    if let width = terminal.output.width, widthWithoutLinks > width {
      try printList(rows, styles, showsFields, &terminal)
    } else {
      for row in rows {
        let (lead, link) = layout.divided(row, styles: terminal.hasColour ? styles : [])
        try terminal.print(lead, wrapping: link)
      }
    }
    try printNow(&terminal)
  }

  /// Prints each event as a line with each of its changes below it.
  private func printList(
    _ rows: [[String]], _ styles: [Terminal.Style?], _ showsFields: Bool,
    _ terminal: inout Terminal
  ) throws(SystemError) {
    for row in rows {
      var cells = zip(row, styles).map { text, style in
        text.isEmpty ? text : style.map { terminal.styled(text, $0) } ?? text
      }
      let link = cells.removeLast()
      let event = (cells.prefix(4) + [link]).filter { !$0.isEmpty }
      if !event.isEmpty { try terminal.print(wrapping: event.joined(separator: "  "), hanging: 6) }
      if showsFields { cells[4] += ":" }
      let change = cells.dropFirst(4).filter { !$0.isEmpty }
      try terminal.print("    ", wrapping: change.joined(separator: " "), hanging: 6)
    }
  }

  private func printNow(_ terminal: inout Terminal) throws {
    let now = Bilingual(ru: "сейчас", en: "now")[question.locale]
    let value = question.field.map { answer?.value(at: $0) } ?? answer
    switch value {
    case .object?, .array?:
      try terminal.print(now)
      try AnswerView((value ?? .null).bytes).print(to: &terminal)
    case let plain?:
      try terminal.print("\(now) \(plain.plain)")
    case nil:
      let nothing = Bilingual(ru: "ничего", en: "nothing") + missingField
      try terminal.print("\(now) \(nothing[question.locale])")
    }
  }

  /// The reason for an answer without the field asked for; empty if there is no answer at all.
  private var missingField: Bilingual {
    guard answer != nil, let field = question.field?.printable else {
      return .empty
    }
    return Bilingual(ru: ": в ответе нет \(field)", en: ": the answer has no \(field)")
  }

  /// The changes of the field asked for, also where an event added or removed a value around it.
  private func changes(of step: AnswerHistory.Step) -> [FieldChange] {
    guard let field = question.field else { return step.changes }
    return step.changes.map { $0.narrowed(to: field) }
  }

  private func rows(of step: AnswerHistory.Step, _ showsFields: Bool) -> [[String]] {
    let event = step.event
    let who = [
      "\(event.position)", event.time.short, event.type.rawValue.printable,
      event.cause?.actor?.printable ?? "",
    ]
    return changes(of: step).enumerated().map { index, change in
      let isFirst = index == 0
      let field = showsFields ? [change.field.printable] : []
      let after = change.after.map { "→ \($0.short)" } ?? "→"
      return (isFirst ? who : who.map { _ in "" }) + field
        + [change.before?.short ?? "", after, isFirst ? link(of: step) : ""]
    }
  }

  /// Returns the tags that link the event to the answer, followed by the event's other tags whose
  /// keys are parameters of the read model. Empty for an event with the answer's own tags.
  private func link(of step: AnswerHistory.Step) -> String {
    if step.links.isEmpty { return "" }
    let kinds = Set(question.model.fields.map(\.name))
    let others = step.event.tags.filter {
      kinds.contains(String($0.key)) && !step.links.contains($0)
    }
    return (step.links + others).map(\.rawValue.printable).joined(separator: " ")
  }
}

extension JSONValue {
  /// The value in at most 40 columns; --json prints it whole.
  fileprivate var short: String { plain.cut(toColumns: 40) }
}

extension Timestamp {
  /// Month, day, hour and minute in UTC: `05-11 10:21`.
  fileprivate var short: String {
    String(rfc3339.dropFirst(5).prefix(11)).replacing("T", with: " ")
  }
}

/// The events that changed an answer, for programs.
struct WhyRows {
  static let columns = EventColumns.all + ["changes"] + ofChange
  private static let ofChange = ["field", "before", "after"]

  let steps: [AnswerHistory.Step]

  func print(_ options: RowOptions, _ terminal: inout Terminal) throws {
    // If a column of a single change is chosen, each change is a row.
    let asksForChanges = options.columns?.contains { Self.ofChange.contains($0) } ?? false
    if options.format?.isJSON ?? false, !asksForChanges {
      var writer = RowWriter(options, columns: [], hasColour: false)
      for step in steps {
        try terminal.printRow(&writer) { $0 += Self.json(of: step) }
      }
      return try terminal.printRows { writer.finish(&$0) }
    }
    let asksForLists = options.columns?.contains("changes") ?? false
    let rows = try steps.flatMap { step in
      asksForLists && !asksForChanges
        ? [try row(of: step, nil, listing: true)]
        : try step.changes.map { try row(of: step, $0, listing: asksForLists) }
    }
    try terminal.printRows(
      rows, options,
      columns: ["position", "time", "type", "actor", "field", "before", "after"])
  }

  static func json(of step: AnswerHistory.Step) -> [UInt8] { json(of: step, nil, listing: true) }

  /// - Parameters:
  ///   - change: a single change, whose members are added.
  ///   - listing: whether all changes are a member.
  private static func json(
    of step: AnswerHistory.Step, _ change: FieldChange?, listing: Bool
  ) -> [UInt8] {
    JSONWriter.object { json in
      step.event.writeMembers(to: &json)
      if listing { json.objects("changes", step.changes) { $1.writeMembers(to: &$0) } }
      change?.writeMembers(to: &json)
    }
  }

  private func row(
    of step: AnswerHistory.Step, _ change: FieldChange?, listing: Bool
  ) throws -> JSONObject {
    let json = Self.json(of: step, change, listing: listing)
    guard case .object(let row) = try JSONParser.parse(json, limits: .deepest) else { return [:] }
    return row
  }
}
