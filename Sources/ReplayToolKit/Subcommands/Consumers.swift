import EventEngine

/// Lists the consumers of `tail --consumer`, and moves them.
struct Consumers: Subcommand {
  static let name = "consumers"
  static let summary = "list the consumers of tail with their positions, or move one"
  static let usage = "[reset NAME]"
  static let options = [
    OptionSpec("--to", "N", "with reset: the last event that counts as handled (default 0)")
  ]
  static let examples: [(command: String, does: String)] = [
    ("\(toolName) consumers", "every consumer with its position and lag"),
    ("\(toolName) consumers reset billing", "billing starts again at the first event"),
    ("\(toolName) consumers reset billing --to 120", "billing resumes at event 121"),
  ]
  static let details = """
    End a running tail before you move its consumer: tail keeps the position in memory.
    Exit status: 0 listed or moved; 1 there is no such consumer, or no such event; 66 no journal.
    """

  private let common: CommonOptions
  /// The consumer to move; nil to list them.
  private let moved: String?
  private let target: Position

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    let to = try arguments.integer("--to", in: 0...Int.max)
    target = Position(to ?? 0)
    let words = arguments.positionals
    guard let first = words.first else {
      if to != nil {
        throw UsageError("--to needs reset: \(toolName) consumers reset NAME --to N")
      }
      moved = nil
      return
    }
    guard first == "reset" else {
      throw UsageError.unknown(
        "word", first, nearest: "reset", otherwise: "\(toolName) consumers reset NAME")
    }
    guard words.count == 2 else {
      throw UsageError("which consumer? \(toolName) consumers reset NAME [--to N]")
    }
    moved = try Consumer.name(words[1])
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let reader = try common.reader()
    let names = try reader.directory.consumers()
    if let moved {
      try move(moved, among: names, in: reader, &terminal)
    } else {
      for name in names { try print(name, in: reader, &terminal) }
      if names.isEmpty { terminal.note("\(toolName): the journal has no consumers") }
    }
    return .success
  }

  private func move(
    _ name: String, among names: [String], in reader: borrowing JournalReader,
    _ terminal: inout Terminal
  ) throws {
    guard names.contains(name) else {
      let nearest = Spelling.nearest(to: name, in: names)
      throw ToolFailure(
        .refused, .unknownConsumer,
        "there is no consumer \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
    }
    guard target <= reader.head else {
      throw ToolFailure(
        .refused, .noSuchEvent, "there is no event \(target): the journal ends at \(reader.head)")
    }
    // A damaged file is replaced.
    var place = ConsumerCheckpoint(
      atStart: name, in: reader.directory, of: reader.manifest.journal)
    try place.move(to: target)
    try print(name, in: reader, &terminal)
  }

  private func print(
    _ name: String, in reader: borrowing JournalReader, _ terminal: inout Terminal
  ) throws {
    let place = try ConsumerCheckpoint(name, in: reader.directory, of: reader.manifest.journal)
    let position = place.position ?? .start
    let lag = max(0, reader.head.rawValue - position.rawValue)
    guard common.json else {
      try terminal.print(
        "\(terminal.styled(name, .bold)): at position \(position), \(lag.counted("event")) to go")
      return
    }
    var json = JSONWriter()
    json.beginObject()
    json.literalKey("name")
    json.string(name)
    json.literalKey("position")
    json.int(position.rawValue)
    json.literalKey("lag")
    json.int(lag)
    json.endObject()
    try terminal.print(json.bytes)
  }
}
