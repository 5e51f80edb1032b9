import EventStore

/// Measures the engine on this machine.
struct Bench: Subcommand {
  static let name = "bench"
  static let summary = "measure the engine on this machine"
  static let usage = ""
  static let options = [
    OptionSpec("--events", "N", "events in the journal that is replayed (default 1000000)"),
    OptionSpec("--mixed", nil, "replay a journal of all applications instead"),
    OptionSpec("--samples", "DIR", "where their sample stories are (default events)"),
    OptionSpec("--keep", nil, "keep the journals, and say where they are"),
  ]
  static let examples: [(command: String, does: String)] = [
    ("replay-tool bench", "a million events"),
    ("replay-tool bench --events 100000 --json", "fewer, as JSON"),
    ("replay-tool bench --mixed", "a million events of all five applications, replayed"),
  ]
  static let details = """
    A courier journal is generated in a folder of its own below $TMPDIR, else /tmp, always the same
    one, and removed afterwards: about 430 bytes an event. Decoding, replaying, digests and verify
    are given in the processor time of one core, and what waits for the disk by the clock. Replaying
    and decoding run three times; the middle run counts. Single appends are compared with writing
    the same bytes to a plain file and waiting for the disk, in turns.

    With --mixed the sample stories of all applications are told over and over, each time by other
    people about other things, and replayed into all read models.
    """

  private let common: CommonOptions
  private let events: Int
  private let keeps: Bool
  /// Where the sample stories are; nil for a courier journal.
  private let samples: String?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    events = try arguments.integer("--events", in: 1...100_000_000) ?? 1_000_000
    keeps = arguments.has("--keep")
    let folder = arguments.value("--samples")
    samples = arguments.has("--mixed") ? folder ?? "events" : folder
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let folder = TemporaryFolders.newPath(named: "replay-bench")
    var benchmark = Benchmark(in: folder, events: events)
    do {
      if let samples {
        try benchmark.runMixed(samples) { terminal.progress($0) }
      } else {
        try benchmark.run { terminal.progress($0) }
      }
    } catch {
      terminal.clearProgress()
      try TemporaryFolders.remove(folder)
      throw error
    }
    terminal.clearProgress()
    if common.json {
      try terminal.print(benchmark.figures.json)
    } else {
      try benchmark.figures.print(&terminal)
    }
    if keeps {
      terminal.note("replay-tool: the journals are in \(folder)")
    } else {
      try TemporaryFolders.remove(folder)
    }
    return .success
  }
}
