import EventEngine

/// Prints events, oldest first, and goes on as they come.
struct Tail: Subcommand {
  static let name = "tail"
  static let summary = "print events, and follow them as they come"
  static let usage = ""
  static let options =
    EventSelection.options + [
      OptionSpec("--limit", "N", "stop after N events"),
      OptionSpec("--follow", nil, "wait for further events; they are printed within 50 ms"),
      OptionSpec("--consumer", "NAME", "go on where the consumer of this name has come to"),
      OptionSpec(
        "--run", "COMMAND", "with --consumer: what /bin/sh runs for each event, which it reads"),
    ]
  static let examples: [(command: String, does: String)] = [
    ("\(toolName) tail --follow --json", "every event as it comes, one JSON object per line"),
    Sample.own.map { ("\(toolName) tail --tag \($0.tag)", "the events with one tag") }
      ?? ("\(toolName) tail --tag order:9421", "the events of one order"),
    Sample.own.map {
      (
        "\(toolName) tail --type \($0.type) --since 2026-05-08T00:00:00+03:00",
        "events of one type since midnight in Moscow"
      )
    } ?? (
      "\(toolName) tail --type courier.orderPlaced --type courier.orderCancelled --since 2026-05-08T00:00:00+03:00",
      "orders placed and cancelled since midnight in Moscow"
    ),
    (
      "\(toolName) tail --consumer billing --follow --run 'jq -r .type >> billed.txt'",
      "each event at least once, in order, whenever it is started again"
    ),
  ]
  static let details = """
    With --consumer, COMMAND is run once for each event, one after the other, with the event as a
    line of JSON on its standard input. After it has ended with status 0 the consumer's place is
    moved behind the event, on stable storage. Another status, or a signal, ends tail with status 1,
    and the place stays: started again, tail begins with the same event. So does a tail that was
    killed meanwhile: COMMAND sees each event at least once and must bear to see one again, which
    has the same position and id. SIGTERM and SIGHUP are handed on to COMMAND.

    The places are kept in the journal's folder consumers; --after says where a consumer begins the
    first time. \(toolName) consumers lists them, and moves them back.

    A type or tag that no event has ever had is an error; with --follow the types of the domains are
    waited for.
    """

  private let common: CommonOptions
  private var selection: EventSelection
  private var limit: Int
  private let follows: Bool
  private let consumer: String?
  private let command: ShellCommand?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    selection = try EventSelection(arguments)
    limit = try arguments.integer("--limit", in: 0...Int.max) ?? .max
    follows = arguments.has("--follow")
    consumer = try arguments.value("--consumer").map(Consumer.name)
    command = arguments.value("--run").map(ShellCommand.init)
    if consumer != nil && command == nil {
      throw UsageError(
        "--consumer takes --run COMMAND, which handles each event: what is written to a pipe may "
          + "never be read")
    }
    if consumer == nil && command != nil {
      throw UsageError("--run takes --consumer NAME, under which its place is kept")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try common.reader()
    var place = try consumer.map { name throws(JournalError) in
      try ConsumerCheckpoint(name, in: reader.directory, of: reader.manifest.journal)
    }
    if let position = place?.position {
      try Consumer.require(position, for: consumer ?? "", in: reader)
      selection.after = position
    }
    try selection.requireKnown(in: &reader, mayCome: follows ? common.tool.domains.eventTypes : [])
    try selection.skipEarly(in: &reader)
    while true {
      try printNew(&reader, &place, &terminal)
      try terminal.flush()
      guard limit > 0 else { return .success }
      try reader.requireWhole()
      guard follows else { return .success }
      while try !refresh(&reader) {
        if terminal.output.isAbandoned { return .success }
        SystemClock.sleep(microseconds: 20_000)
      }
    }
  }

  /// - Returns: whether there is more to read. A journal that is busy, with an erasure say, has only
  ///   to be waited for.
  private func refresh(_ reader: inout JournalReader) throws(JournalError) -> Bool {
    try reader.requireInPlace()
    guard try reader.mayHaveNews() else { return false }
    let head = reader.head
    do throws(JournalError) { try reader.refresh(wait: 1000) } catch {
      guard case .busy = error else { throw error }
    }
    return reader.head > head
  }

  /// Prints what stands behind the last event that was looked at.
  private mutating func printNew(
    _ reader: inout JournalReader, _ place: inout ConsumerCheckpoint?, _ terminal: inout Terminal
  ) throws {
    guard limit > 0 else { return }
    let head = reader.head
    var failure: (any Error)?
    try reader.forEach(selection.query, after: selection.after) { view in
      guard selection.includes(view) else { return true }
      do {
        if let command {
          try handle(view, with: command, &place)
        } else {
          try print(view, &terminal)
        }
      } catch {
        failure = error
        return false
      }
      limit -= 1
      return limit > 0
    }
    if let failure { throw failure }
    selection.after = max(selection.after, head)
  }

  /// Runs the command, and moves the place when it has done its work.
  private func handle(
    _ view: RecordView, with command: ShellCommand, _ place: inout ConsumerCheckpoint?
  ) throws {
    let position = view.position
    var line: [UInt8] = []
    view.appendEvent(to: &line)
    line.append(0x0a)
    try command.run(input: line) { ending in
      guard ending == .exited(0) else { throw Consumer.failure(ending, at: position) }
      try place?.move(to: position)
    }
  }

  private func print(_ view: RecordView, _ terminal: inout Terminal) throws(SystemError) {
    if common.json {
      try terminal.print { view.appendEvent(to: &$0) }
    } else {
      try terminal.print(EventText.line(view, terminal))
    }
  }
}
