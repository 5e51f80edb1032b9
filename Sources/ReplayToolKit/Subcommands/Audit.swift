import EventEngine

/// Prints the history of anything: the actor, time, command, cause and changes of each event.
struct Audit: Subcommand {
  static let name = "audit"
  static let summary = "show the history of anything, with what each event changed"
  static let usage = "[TAG]"
  static let isPaged = true
  static let options =
    [
      OptionSpec(
        "--position", "N", "the event at position N; with TAG or a filter, the history up to N"),
      OptionSpec("--as-of", "WHEN", "the history up to a time: 2026-05-08, 2026-05-08T12:00"),
      OptionSpec(
        "--domain", "DOMAIN",
        "only events of one domain, such as \(Sample.own?.domain ?? "courier")"),
      OptionSpec("--proof", "N", "prove that the journal holds the event at position N"),
      OptionSpec("--receipt", "FILE", "with --proof: the receipt that the proof refers to"),
    ] + EventSelection.options + RowOptions.specs
  static let examples: [(command: String, does: String)] = [
    Sample.own.map { ("\(toolName) audit \($0.tag)", "the history of a tag") }
      ?? ("\(toolName) audit order:9421", "what happened to an order"),
    Sample.own.map {
      ("\(toolName) audit \($0.tag) --as-of 2026-05-08T12:00:00Z", "the history up to noon")
    }
      ?? (
        "\(toolName) audit user:anna --as-of 2026-05-08T12:00:00Z", "a user's history, up to noon"
      ),
    ("\(toolName) audit --position 12", "one event"),
    (
      "\(toolName) audit \(Sample.own?.tag ?? "courier:ivanov") --json | jq .changes",
      "as JSON, one event per line"
    ),
    (
      "\(toolName) audit --proof 12 --receipt receipt.json > proof.json",
      "for the receipt's holder: \(toolName) verify --proof proof.json --receipt receipt.json"
    ),
  ]
  static let details = """
    Prints every event that carries TAG or changed an answer about it, oldest first: time, actor, the
    command that caused it, the event it follows from, its data, and every answer it changed, before
    and after, field by field. Answers of other keys and those about everything are included: a sale
    empties other carts and changes the rating. Each event is printed as soon as it is known.

    With --proof, prints one JSON object: the event's record without its erasable part, and the
    digests that prove to the holder of a receipt that the journal holds it (RFC 6962). The journal
    must extend the receipt; if it does not, it was falsified.
    """

  private let common: CommonOptions
  private let past: Past
  private let tag: Tag?
  private var selection: EventSelection
  private let rows: RowOptions
  /// The given position if there is neither a tag nor a filter.
  private let position: Position?
  private let domain: String?
  private let proof: ProofRequest?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    guard arguments.positionals.count <= 1 else { throw UsageError("audit takes one tag") }
    tag = arguments.positionals.first.map(Tag.init(rawValue:))
    selection = try EventSelection(arguments, and: tag)
    rows = try RowOptions(arguments, json: .jsonl)
    try rows.requireColumns(in: EventColumns.all + ["personal", "erased", "changes"])
    let isAboutOne = tag == nil && !selection.isGiven
    past = Past(arguments, from: isAboutOne ? .start.next : .start, in: common.locale)
    position = isAboutOne ? past.position : nil
    proof = try ProofRequest(arguments)
    if isAboutOne && arguments.value("--position") == nil && proof == nil {
      throw UsageError(
        "whose history? For example: \(toolName) audit \(Sample.own?.tag ?? "order:9421")")
    }
    domain = arguments.value("--domain")
    let known = common.tool.domains.map(\.name)
    if let domain, !known.contains(domain) {
      throw UsageError.unknown(
        "domain", domain, nearest: Spelling.nearest(to: domain, in: known))
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    if let proof { return try proof.run(common, &terminal) }
    var reader = try common.reader()
    let positions = try reader.undisturbed(wait: common.wait) { reader in
      let (last, _) = try past.resolve(in: &reader)
      try selection.prepare(in: &reader, through: last)
      if let position { selection.after = Position(position.rawValue - 1) }
      return try find(in: &reader, through: last)
    }
    try print(positions, from: &reader, &terminal)
    if positions.isEmpty {
      if let tag { try ExistingNames.require([tag], in: &reader) }
      let what = tag.map { "no event carries \($0.rawValue.printable)" } ?? "no such event"
      terminal.note("\(toolName): \(what)" + (domain.map { " in the domain \($0)" } ?? ""))
    }
    return .success
  }

  private func print(
    _ positions: [Position], from reader: inout JournalReader, _ terminal: inout Terminal
  ) throws {
    var audited = AuditedEvents(
      positions, common.tool.domains, in: reader, locale: common.locale)
    var writer = RowWriter(
      rows, columns: EventColumns.columns(of: rows.format) + ["changes"],
      hasColour: terminal.hasColour)
    let isText = rows.format == nil && rows.columns == nil
    func print(_ event: AuditText, _ terminal: inout Terminal) throws {
      if isText { return try event.print(&terminal) }
      try terminal.printRows { bytes throws(JSONSyntaxError) in
        try writer.write(json: { $0 += event.json }, to: &bytes)
      }
    }
    if selection.isReversed {
      let events = try positions.map { try audited.event(at: $0, in: &reader, wait: common.wait) }
      for event in events.reversed().prefix(rows.limit ?? .max) { try print(event, &terminal) }
    } else {
      for position in positions.prefix(rows.limit ?? .max) {
        try print(audited.event(at: position, in: &reader, wait: common.wait), &terminal)
        try terminal.flush()
      }
    }
    if !isText { try terminal.printRows { writer.finish(&$0) } }
  }

  /// Returns the positions of the events to show, oldest first.
  private func find(
    in reader: inout JournalReader, through last: Position
  ) throws -> [Position] {
    var found: Set<Position> = []
    func look(_ view: RecordView) -> Bool {
      if selection.isOver(at: view) { return false }
      guard selection.includes(view) else { return true }
      if let domain, view.type.domainName.map(String.init) != domain { return true }
      found.insert(view.position)
      return true
    }
    try reader.forEach(selection.query, after: selection.after, through: last) { look($0) }
    if let tag, !found.isEmpty {
      let effects = EventEffects(of: [], common.tool.domains, in: reader.timeZone)
      for position in try effects.related(to: tag, in: &reader, through: last)
      where position > selection.after {
        try reader.forEach(after: Position(position.rawValue - 1), through: position) { look($0) }
      }
    }
    return found.sorted()
  }
}
