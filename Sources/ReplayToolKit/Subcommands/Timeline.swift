import EventEngine

/// Prints the history of a tag: one line per event, with the time between the events.
struct Timeline: Subcommand {
  static let name = "timeline"
  static let summary = Bilingual(
    ru: "вывести события тега по одному на строке и время между ними",
    en: "list the events of a tag, one per line, with the time between them")
  static let usage = "[TAG]"
  static let isPaged = true
  static let options = SelectedHistory.options + RowOptions.specs
  static let examples: [Example] = [
    Example(
      "\(toolName) timeline \(Sample.current.tag)",
      ru: "что произошло, в каком порядке и сколько это заняло",
      en: "what happened, in which order, and how long it took"),
    Example(
      "\(toolName) timeline \(Sample.current.tag) --since 2026-05-11 -n 20",
      ru: "последние 20 событий с 11 мая",
      en: "the last 20 events since 11 May"),
    Example(
      "\(toolName) timeline \(Sample.current.tag) --json | jq .elapsed",
      ru: "миллисекунды между событиями",
      en: "the milliseconds between the events"),
  ]
  private static let personal = ReplayTool.text(
    ifUsing: .erasure,
    ru: " Личные данные показываются, пока их не удалили.",
    en: " Personal data is shown until it is erased.")

  static let details = Bilingual(
    ru: """
      Выводит те же события, что audit для TAG, от старых к новым, но без изменённых ответов: позиция,
      время, время с предыдущего события, тип, участник и данные события; на терминале данные обрезаются
      по ширине экрана.\(personal.ru)

      В построчных форматах и в JSON elapsed — время с предыдущего события в миллисекундах; у первого
      события его нет.
      """,
    en: """
      Prints the same events as audit for TAG, oldest first, but without the answers that they changed:
      position, time, the time since the previous event, type, actor, and the event's data, which a
      terminal shows up to the edge of the screen.\(personal.en)

      In row formats and JSON, elapsed is the time since the previous event in milliseconds; the first
      event has none.
      """)

  private let common: CommonOptions
  private var history: SelectedHistory
  private let rows: RowOptions

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    history = try SelectedHistory(arguments, common, of: Self.name)
    rows = try RowOptions(
      arguments, json: .jsonl, columns: EventColumns.all + ["personal", "erased", "elapsed"])
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try common.reader()
    let positions = try history.positions(in: &reader, wait: common.wait, &terminal)
    if positions.isEmpty { history.noteNoEvents(&terminal) }
    if rows.isText {
      if positions.isEmpty { return .success }
      var text = TimelineText(in: common.locale, width: terminal.output.width)
      try forEach(positions, in: &reader) { try text.add($0, &terminal) }
      try text.finish(&terminal)
      return .success
    }
    let personal = try EventColumns.personal(
      at: positions, in: &reader, for: rows, wait: common.wait)
    var writer = RowWriter(
      rows, columns: ["position", "time", "elapsed", "type", "actor", "tags", "data"] + personal,
      hasColour: terminal.hasColour)
    try forEach(positions, in: &reader) { event in
      try terminal.printRow(&writer) { $0 += event.json }
    }
    try terminal.printRows { writer.finish(&$0) }
    return .success
  }

  /// Calls `body` with each event in the order that the options ask for. The elapsed time is always
  /// that since the selected event before it in the journal.
  private func forEach(
    _ positions: [Position], in reader: inout JournalReader,
    _ body: (TimelineEvent) throws -> Void
  ) throws {
    let indices = Array(positions.indices)
    let ordered = history.isReversed ? indices.reversed() : indices
    /// The time of the event before, unless it is still to be read.
    var known: Timestamp?
    for index in ordered.prefix(rows.limit ?? .max) {
      let (event, before) = try reader.undisturbed(wait: common.wait) { reader in
        (
          try reader.event(at: positions[index]),
          index > 0 ? try known ?? reader.event(at: positions[index - 1])?.time : nil
        )
      }
      guard let event else { preconditionFailure("The event was there.") }
      if !history.isReversed { known = event.time }
      let elapsed = before.map { event.time.milliseconds(since: $0) }
      try body(TimelineEvent(stored: event, elapsed: elapsed))
    }
  }
}
