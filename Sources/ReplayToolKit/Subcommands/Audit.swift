import EventEngine

/// Prints the history of a tag or of selected events: the actor, time, command, cause and changes
/// of each event.
struct Audit: Subcommand {
  static let name = "audit"
  static let summary = Bilingual(
    ru: "показать историю тега и что изменило каждое событие",
    en: "show the history of a tag, and what each event changed")
  static let usage = "[TAG]"
  static let isPaged = true
  static let options =
    SelectedHistory.options + [
      OptionSpec(
        "--proof", "N",
        ru: "доказать, что событие на позиции N есть в журнале",
        en: "prove that the journal holds the event at position N"),
      OptionSpec(
        "--receipt", "FILE",
        ru: "с --proof: квитанция, к которой относится доказательство",
        en: "with --proof: the receipt that the proof refers to"),
    ] + RowOptions.specs
  static let examples: [Example] = [
    Example(
      "\(toolName) audit \(Sample.current.tag)",
      ru: "история тега",
      en: "the history of a tag"),
    Example(
      "\(toolName) audit \(Sample.current.tag) --as-of 2026-05-08T12:00:00Z",
      ru: "история до полудня",
      en: "the history up to noon"),
    Example(
      "\(toolName) audit --position 1",
      ru: "одно событие",
      en: "one event"),
    Example(
      "\(toolName) audit \(Sample.current.tag) --json | jq .changes",
      ru: "в JSON, по событию на строке",
      en: "as JSON, one event per line"),
    Example(
      "\(toolName) audit --proof 1 --receipt receipt.json > proof.json",
      ru: "для владельца квитанции: \(toolName) verify --proof proof.json --receipt receipt.json",
      en: "for the receipt's holder: \(toolName) verify --proof proof.json --receipt receipt.json"),
  ]
  static let details = Bilingual(
    ru: """
      Выводит все события, у которых есть TAG или которые изменили ответ о нём, от старых к новым:
      время, участник, команда, событие-причина, данные и каждый изменённый ответ — до и после, поле за
      полем. Выводятся и ответы о других тегах, и общие ответы. Событие выводится сразу, а изменённые им
      ответы — как только они известны.

      С --proof выводит один объект JSON: запись события без удаляемой части и дайджесты, которые
      доказывают владельцу квитанции, что событие есть в журнале (RFC 6962). Журнал должен продолжать
      квитанцию; если это не так, его подделали.
      """,
    en: """
      Prints every event that has TAG or that changed an answer about it, oldest first: time, actor, the
      command that caused it, the event it follows from, its data, and every answer it changed, before
      and after, field by field. Answers about other tags and global answers are included. Each event is
      printed immediately, and the answers that it changed as soon as they are known.

      With --proof, prints one JSON object: the event's record without its erasable part, and the
      digests that prove to the holder of a receipt that the journal holds it (RFC 6962). The journal
      must extend the receipt; if it does not, it was falsified.
      """)

  private let common: CommonOptions
  private var history: SelectedHistory
  private let rows: RowOptions
  private let proof: ProofRequest?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    history = try SelectedHistory(arguments, common, of: Self.name)
    rows = try RowOptions(
      arguments, json: .jsonl, columns: EventColumns.all + ["personal", "erased", "changes"])
    proof = try ProofRequest(arguments)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    if let proof { return try proof.run(common, &terminal) }
    var reader = try common.reader()
    terminal.showIndexing { reader.completeIndex($0) }
    let positions = try history.positions(in: &reader, wait: common.wait, &terminal)
    try print(positions, from: &reader, &terminal)
    if positions.isEmpty { history.noteNoEvents(&terminal) }
    return .success
  }

  private func print(
    _ positions: [Position], from reader: inout JournalReader, _ terminal: inout Terminal
  ) throws {
    var audited = AuditedEvents(
      positions, common.tool.domains, in: reader, locale: common.locale)
    let personal = try EventColumns.personal(
      at: positions, in: &reader, for: rows, wait: common.wait)
    var writer = RowWriter(
      rows, columns: EventColumns.columns(of: rows.format) + personal + ["changes"],
      hasColour: terminal.hasColour)
    func printEvent(_ event: AuditText, _ terminal: inout Terminal) throws {
      guard rows.isText else { return }
      terminal.clearProgress()
      try event.printEvent(&terminal)
      try terminal.flush()
    }
    func printRest(_ event: AuditText, _ terminal: inout Terminal) throws {
      terminal.clearProgress()
      if rows.isText { return try event.printEffects(&terminal) }
      try terminal.printRow(&writer) { $0 += event.json }
    }
    var throughput = Throughput()
    func show(_ count: Int, _ terminal: inout Terminal) {
      throughput.show(
        Bilingual(ru: "аудит", en: "auditing"), events: count, of: positions.count, &terminal)
    }
    if history.isReversed {
      var events: [AuditText] = []
      for position in positions.suffix(rows.limit ?? .max) {
        events.append(try audited.event(at: position, in: &reader, wait: common.wait))
        show(events.count, &terminal)
      }
      for event in events.reversed() {
        try printEvent(event, &terminal)
        try printRest(event, &terminal)
      }
    } else {
      for (index, position) in positions.prefix(rows.limit ?? .max).enumerated() {
        let event = try audited.event(at: position, in: &reader, wait: common.wait) { event in
          try printEvent(event, &terminal)
        }
        try printRest(event, &terminal)
        try terminal.flush()
        show(index + 1, &terminal)
      }
    }
    terminal.clearProgress()
    if !rows.isText { try terminal.printRows { writer.finish(&$0) } }
  }
}
