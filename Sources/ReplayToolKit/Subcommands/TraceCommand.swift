import EventEngine

/// Prints the tree of what followed from a command.
struct TraceCommand: Subcommand {
  static let name = "trace"
  static let summary = Bilingual(
    ru: "показать, что последовало за событием или командой",
    en: "show what followed from an event or a command")
  static let usage = "[N]"
  static let isPaged = true
  static let options = [
    OptionSpec(
      "--command-id", "ID",
      ru: "что последовало за командой с этим id",
      en: "what followed from the command with this id"),
    OptionSpec(
      "--correlation", "ID",
      ru: "все команды с этой корреляцией и что последовало",
      en: "all commands with this correlation, and what followed"),
  ]
  static let examples: [Example] = [
    Example(
      "\(toolName) trace 1",
      ru: "что последовало за командой, которая записала событие 1",
      en: "what followed from the command that recorded event 1"),
    Example(
      "\(toolName) trace --command-id c-17",
      ru: "что последовало за командой",
      en: "what followed from a command"),
    Example(
      "\(toolName) trace 1 --json",
      ru: "в JSON, по событию на строке",
      en: "as JSON, one event per line"),
  ]
  static let details = Bilingual(
    ru: """
      Выводит команду и её события, под каждым событием — события, которые оно вызвало, а затем
      следующие команды с той же корреляцией, по порядку. У события из импорта или append команды нет:
      дерево начинается с него одного.
      Код завершения: 0 найдено; 1 нет такой команды или корреляции; 64 N — не позиция; 65 события N
      нет; 66 нет журнала.
      """,
    en: """
      Prints a command and its events, below each event the events that it caused, and then the later
      commands with the same correlation, in order. An event that was imported or appended has no
      command: the tree begins with it alone.
      Exit status: 0 found; 1 there is no such command or correlation; 64 N is not a position; 65 there
      is no event N; 66 no journal.
      """)

  private let common: CommonOptions
  private let root: ConsequenceRoot

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    let words = arguments.positionals
    let (id, correlation) = (arguments.value("--command-id"), arguments.value("--correlation"))
    guard words.count + (id == nil ? 0 : 1) + (correlation == nil ? 0 : 1) == 1 else {
      throw UsageError(
        ru: "trace принимает позицию события, --command-id или --correlation",
        en: "trace takes the position of an event, --command-id or --correlation")
    }
    if let id {
      root = .command(id)
    } else if let correlation {
      root = .correlation(correlation)
    } else {
      guard let number = Int(words[0]), number > 0 else {
        throw UsageError(
          ru: "trace принимает позицию события, а не «\(words[0])»",
          en: "trace takes the position of an event, not \"\(words[0])\"")
      }
      root = .event(Position(number))
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try common.reader()
    let found = try reader.undisturbed(wait: common.wait) { try root.consequences(in: &$0) }
    var command: IssuedCommand?
    for next in found {
      if common.json {
        try terminal.print(next.json)
      } else {
        try print(next, after: &command, &terminal)
      }
    }
    return .success
  }

  /// A command with what identifies it: its id or, if it has none, its append.
  private struct IssuedCommand: Equatable {
    let cause: Cause
    let append: Int?

    init?(_ event: StoredEvent) {
      guard var cause = event.cause else { return nil }
      // The events of a tick are of one command, though they follow from different events.
      cause.because = nil
      self.cause = cause
      append = cause.id == nil ? event.position.rawValue - event.index : nil
    }
  }

  /// Prints an event. Prints its command first, unless the previous event has the same command.
  private func print(
    _ next: Consequence, after command: inout IssuedCommand?, _ terminal: inout Terminal
  ) throws(SystemError) {
    let indent = String(repeating: "  ", count: 2 * next.depth)
    let issued = IssuedCommand(next.event)
    if let cause = issued?.cause, issued != command {
      var words = [terminal.styled(cause.command.printable, .green)]
      if let id = cause.id { words.append("id=\(id.printable)") }
      if let correlation = cause.correlation {
        words.append("correlation=\(correlation.printable)")
      }
      if let actor = cause.actor { words.append(EventText.by(actor, in: common.locale)) }
      try terminal.print(
        indent, wrapping: words.joined(separator: " "), hanging: indent.columns + 2)
    }
    command = issued
    try EventText.print(next.event, after: "\(indent)  ", &terminal)
  }
}

extension ConsequenceRoot {
  /// Returns the events of the root and those that followed from them.
  ///
  /// - Throws: `ToolFailure` if no event has the position, the command id or the correlation.
  func consequences(in reader: inout JournalReader) throws -> [Consequence] {
    let found = try reader.consequences(of: self)
    guard found.isEmpty else { return found }
    switch self {
    case .event(let position):
      try reader.requireWhole()
      throw ToolFailure(
        .malformedInput, .noSuchEvent,
        ru: "события \(position) нет", en: "there is no event \(position)",
        hint: .lastEvent(reader.head))
    case .command(let id):
      let nearest = try ExistingNames.nearest(to: id, of: .commandID, in: &reader)
      throw ToolFailure(
        .refused, .noSuchEvent,
        Bilingual(
          ru: "нет команды с id \(id.printable)", en: "no command with the id \(id.printable)")
          + Bilingual.suggesting(nearest))
    case .correlation(let id):
      let nearest = try ExistingNames.nearest(to: id, of: .correlation, in: &reader)
      throw ToolFailure(
        .refused, .noSuchEvent,
        Bilingual(
          ru: "нет команды с корреляцией \(id.printable)",
          en: "no command with the correlation \(id.printable)")
          + Bilingual.suggesting(nearest))
    }
  }
}

extension Consequence {
  var json: [UInt8] {
    JSONWriter.object { json in
      event.writeMembers(to: &json)
      json.int("depth", depth)
    }
  }
}
