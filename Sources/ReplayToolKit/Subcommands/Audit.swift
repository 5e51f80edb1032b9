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
    Prints every event that carries TAG, oldest first: time, actor, the command that caused it, the
    event it follows from, its data, and the read models it changed, before and after, field by
    field.

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
    let events = try reader.undisturbed(wait: common.wait) { reader in
      let (last, _) = try past.resolve(in: &reader)
      try selection.prepare(in: &reader, through: last)
      if let position { selection.after = Position(position.rawValue - 1) }
      var events = try find(in: &reader, through: last)
      try TransitiveEffects.find(for: &events, of: common.tool.domains, in: &reader)
      try AuditTraces(common.tool.domains, zone: reader.manifest.timeZone, locale: common.locale)
        .follow(&events, in: &reader)
      return events
    }
    try print(selection.isReversed ? events.reversed() : events, &terminal)
    if events.isEmpty {
      if let tag { try ExistingNames.require([tag], in: &reader) }
      let what = tag.map { "no event carries \($0.rawValue.printable)" } ?? "no such event"
      terminal.note("\(toolName): \(what)" + (domain.map { " in the domain \($0)" } ?? ""))
    }
    return .success
  }

  private func print(_ events: [AuditedEvent], _ terminal: inout Terminal) throws {
    guard rows.format != nil || rows.columns != nil else {
      for event in events.prefix(rows.limit ?? .max) {
        try AuditText(event: event).print(&terminal)
      }
      return
    }
    var writer = RowWriter(
      rows, columns: EventColumns.columns(of: rows.format) + ["changes"],
      hasColour: terminal.hasColour)
    for event in events {
      try terminal.printRows { bytes throws(JSONSyntaxError) in
        try writer.write(json: { $0 += AuditText(event: event).json }, to: &bytes)
      }
    }
    try terminal.printRows { writer.finish(&$0) }
  }

  /// Returns the events to show, oldest first, each with the read model answers that it may have
  /// changed.
  private func find(
    in reader: inout JournalReader, through last: Position
  ) throws -> [AuditedEvent] {
    var events: [AuditedEvent] = []
    var touching = EffectReader(common.tool.domains, reader.manifest.timeZone)
    try reader.forEach(selection.query, after: selection.after, through: last) {
      (view) throws(JournalError) in
      if selection.isOver(at: view) { return false }
      guard selection.includes(view) else { return true }
      if let domain, view.type.domainName.map(String.init) != domain { return true }
      let touched = try touching.touched(by: view)
      events.append(
        AuditedEvent(stored: StoredEvent(view), touched: touched.keys, others: touched.others))
      return true
    }
    return events
  }
}
