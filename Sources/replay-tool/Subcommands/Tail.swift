import Domain
import EventStore

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
    ]
  static let examples: [(command: String, does: String)] = [
    ("replay-tool tail --follow --json", "every event as it comes, one JSON object per line"),
    ("replay-tool tail --tag order:9421", "the events of one order"),
    (
      "replay-tool tail --type courier.orderPlaced --type courier.orderCancelled --since 2026-05-08T00:00:00+03:00",
      "orders placed and cancelled since midnight in Moscow"
    ),
    (
      "replay-tool tail --consumer billing --follow --json | while read -r event; do echo \"$event\"; done",
      "each event at least once, in order, whenever it is started again"
    ),
  ]
  static let details = """
    A consumer's place is kept in the journal's folder consumers, after each line that was written.
    Started again, it goes on behind that place; --after says where it begins the first time.
    """

  private let common: CommonOptions
  private var selection: EventSelection
  private var limit: Int
  private let follows: Bool
  private let consumer: String?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    selection = try EventSelection(arguments)
    limit = try arguments.integer("--limit", in: 0...Int.max) ?? .max
    follows = arguments.has("--follow")
    consumer = arguments.value("--consumer")
    if let consumer, !CommandID.isValid(consumer) || consumer.allSatisfy({ $0 == "." }) {
      throw UsageError(
        "--consumer takes 1 to 64 letters, digits, \".\", \"_\" and \"-\", not \"\(consumer)\"")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try common.reader()
    var place = try consumer.map { name throws(JournalError) in
      try ConsumerPlace(name, in: reader.directory, of: reader.manifest.journal)
    }
    if let position = place?.position { selection.after = position }
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
    _ reader: inout JournalReader, _ place: inout ConsumerPlace?, _ terminal: inout Terminal
  ) throws {
    guard limit > 0 else { return }
    let head = reader.head
    var failure: (any Error)?
    try reader.forEach(selection.query, after: selection.after) { view in
      guard selection.includes(view) else { return true }
      do {
        try print(view, &terminal)
        if place != nil {
          try terminal.flush()
          try place?.move(to: view.position)
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

  private func print(_ view: RecordView, _ terminal: inout Terminal) throws(SystemError) {
    if common.json {
      try terminal.output.line { view.appendEvent(to: &$0) }
    } else {
      try terminal.print(EventText.line(view, terminal))
    }
  }
}
