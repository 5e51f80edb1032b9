import EventEngine

/// Lists the consumers of `tail --consumer`, and moves them.
struct Consumers: Subcommand {
  static let name = "consumers"
  static let summary = Bilingual(
    ru: "перечислить потребителей tail и их позиции или передвинуть одного",
    en: "list the consumers of tail and their positions, or move one")
  static let usage = "[reset NAME]"
  static let isPaged = true
  static let options =
    [
      OptionSpec(
        "--to", "N",
        ru: "с reset: последнее событие, которое считается обработанным (по умолчанию 0)",
        en: "with reset: the last event that counts as handled (default 0)")
    ] + RowOptions.specs
  static let examples: [Example] = [
    Example(
      "\(toolName) tail --consumer billing --run cat",
      ru: "создаёт потребителя billing; каждое событие обрабатывает команда cat",
      en: "creates the consumer billing; the command cat handles each event"),
    Example(
      "\(toolName) consumers",
      ru: "все потребители, их позиции и отставание",
      en: "every consumer with its position and lag"),
    Example(
      "\(toolName) consumers reset billing",
      ru: "billing начнёт снова с первого события",
      en: "billing starts again at the first event"),
    Example(
      "\(toolName) consumers reset billing --to 1",
      ru: "billing продолжит с события 2",
      en: "billing resumes at event 2"),
  ]
  static let details = Bilingual(
    ru: """
      Прежде чем передвинуть потребителя, завершите его tail: tail держит позицию в памяти.
      Код завершения: 0 выведено или передвинуто; 1 такого потребителя нет; 65 такого события нет;
      66 нет журнала.
      """,
    en: """
      Before you move a consumer, end its running tail: tail keeps the position in memory.
      Exit status: 0 listed or moved; 1 there is no such consumer; 65 there is no such event; 66 no
      journal.
      """)

  private static let columns = ["name", "position", "lag"]

  private static let none = Bilingual(
    ru: "у журнала нет потребителей", en: "the journal has no consumers")

  private let common: CommonOptions
  private let rows: RowOptions
  /// The consumer to move; nil to list them.
  private let moved: String?
  private let target: Position

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    rows = try RowOptions(arguments, json: .jsonl, columns: Self.columns)
    let to = try arguments.integer("--to", in: 0...Int.max)
    target = Position(to ?? 0)
    let words = arguments.positionals
    guard let first = words.first else {
      if to != nil {
        throw UsageError(
          ru: "--to требует reset: \(toolName) consumers reset NAME --to N",
          en: "--to needs reset: \(toolName) consumers reset NAME --to N")
      }
      moved = nil
      return
    }
    guard first == "reset" else {
      throw UsageError.unknown(.word, first, nearest: "reset")
    }
    guard words.count <= 2 else {
      throw UsageError(
        ru: "reset принимает только одно имя; уберите «\(words[2])»",
        en: "reset takes only one name; leave out \"\(words[2])\"")
    }
    guard words.count == 2 else {
      throw UsageError(
        ru: "для reset нужно имя потребителя: \(toolName) consumers reset NAME [--to N]",
        en: "reset needs the name of a consumer: \(toolName) consumers reset NAME [--to N]")
    }
    moved = try Consumer.name(words[1])
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try common.reader()
    let names = try reader.directory.consumers()
    if let moved {
      try move(moved, among: names, in: &reader)
      try print([moved], in: &reader, &terminal)
    } else {
      try print(names, in: &reader, &terminal)
      if names.isEmpty { terminal.note(Self.none) }
    }
    return .success
  }

  private func move(
    _ name: String, among names: [String], in reader: inout JournalReader
  ) throws {
    guard names.contains(name) else {
      let nearest = Spelling.nearest(to: name, in: names)
      throw ToolFailure(
        .refused, .unknownConsumer,
        Bilingual(ru: "потребителя «\(name)» нет", en: "there is no consumer \"\(name)\"")
          + Bilingual.suggesting(nearest))
    }
    guard target <= reader.head else {
      throw ToolFailure.noSuchEvent(target, head: reader.head)
    }
    // A damaged file is replaced.
    var place = ConsumerCheckpoint(
      atStart: name, in: reader.directory, of: reader.manifest.journal)
    try place.move(to: target, reader.event(at: target)?.id)
  }

  private func print(
    _ names: [String], in reader: inout JournalReader, _ terminal: inout Terminal
  ) throws {
    var writer = RowWriter(rows, columns: Self.columns, hasColour: terminal.hasColour)
    var damaged: [JournalError] = []
    var left = rows.limit ?? .max
    for name in names {
      let place: ConsumerCheckpoint
      do throws(JournalError) {
        place = try ConsumerCheckpoint(name, in: reader.directory, of: reader.manifest.journal)
      } catch {
        guard case .consumerDamaged = error else { throw error }
        damaged.append(error)
        continue
      }
      let position = place.position ?? .start
      var fault: Bilingual?
      do throws(JournalError) { fault = try Consumer.fault(of: place, in: &reader) } catch {
        // The event at its position cannot be read.
        if !damaged.contains(error) { damaged.append(error) }
      }
      let lag = max(0, reader.head.rawValue - position.rawValue)
      if rows.isText {
        if left == 0 { continue }
        left -= 1
        let text =
          fault
          ?? Bilingual(
            ru: "позиция \(position), осталось событий: \(lag.russian)",
            en: "at position \(position), \(lag.counted("event")) to go")
        try terminal.print("\(terminal.styled(name, .bold)): \(text[common.locale])")
        continue
      }
      try terminal.printRows {
        var row: JSONObject = [
          "name": .string(name), "position": .number(JSONNumber(position.rawValue)),
          "lag": .number(JSONNumber(lag)),
        ]
        if let fault { row["fault"] = .string(fault[common.locale]) }
        writer.write(row, to: &$0)
      }
    }
    if !rows.isText { try terminal.printRows { writer.finish(&$0) } }
    try terminal.report(damaged, at: common.journalOption, in: common.locale)
  }
}
