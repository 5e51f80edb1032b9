import EventEngine

/// Prints events, oldest first, and follows new ones.
struct Tail: Subcommand {
  static let name = "tail"
  static let summary = "print events, and follow them as they come"
  static let usage = ""
  static let options =
    EventSelection.options + [
      OptionSpec("--limit", "N", "stop after N events"),
      OptionSpec("--follow", nil, "wait for further events; they are printed within 50 ms"),
      OptionSpec("--consumer", "NAME", "resume at the position of the consumer with this name"),
      OptionSpec(
        "--run", "COMMAND", "with --consumer: the shell command for each event, its JSON on stdin"),
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
      "each event at least once, in order, also after restarts"
    ),
  ]
  static let details = """
    With --consumer, COMMAND runs once for each event, in order, with the event as a line of JSON on
    its standard input. When it ends with status 0, the consumer's position moves past the event, on
    stable storage. Another status, or a signal, ends tail with status 1 and leaves the position:
    started again, tail retries the same event. The same happens when tail is killed. So COMMAND sees
    each event at least once and must be idempotent; a retried event has the same position and id.
    SIGTERM and SIGHUP are forwarded to COMMAND.

    Positions are files in the journal's folder consumers; --after sets where a new consumer starts.
    \(toolName) consumers lists the consumers and moves them.

    A type or tag that no event has ever had is an error; with --follow, types of the domains are
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
        "--consumer needs --run COMMAND for each event: output to a pipe may never be read")
    }
    if consumer == nil && command != nil {
      throw UsageError("--run needs --consumer NAME, which stores its position")
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

  /// - Returns: whether there are new events. A busy journal, such as one during an erasure, only
  ///   has to be waited for.
  private func refresh(_ reader: inout JournalReader) throws(JournalError) -> Bool {
    try reader.requireInPlace()
    guard try reader.mayHaveNews() else { return false }
    let head = reader.head
    do throws(JournalError) { try reader.refresh(wait: 1000) } catch {
      guard case .busy = error else { throw error }
    }
    return reader.head > head
  }

  /// Prints the events after the last one that was looked at.
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

  /// Runs the command, and moves the consumer's position after success.
  private func handle(
    _ view: RecordView, with command: ShellCommand, _ place: inout ConsumerCheckpoint?
  ) throws {
    let position = view.position
    var line: [UInt8] = []
    view.appendEvent(to: &line)
    line.append(0x0a)
    do {
      try command.run(input: line) { ending in
        guard ending == .exited(0) else { throw Consumer.failure(ending, at: position) }
        try place?.move(to: position)
      }
    } catch let error as SystemError {
      throw ToolFailure(.inputOutput, "cannot run the command for event \(position): \(error)")
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
