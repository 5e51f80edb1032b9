import EventChecking
import EventEngine
import ReplayToolKit

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
    OptionSpec("--appends", "N", "only append: N times one event, and from 64 tasks at once"),
    OptionSpec("--by", "WHO", "let only writer, journal or file append, one by one"),
    OptionSpec("--opening", nil, "only open the journal that --journal names, and look into it"),
    OptionSpec("--generate", "DIR", "only make the journal, in DIR"),
    OptionSpec(
      "--segment-size", "BYTES", "when segments of that journal are closed (default 16777216)"),
  ]
  static let examples: [(command: String, does: String)] = [
    ("replay-tool bench", "a million events"),
    ("replay-tool bench --events 100000 --json", "fewer, as JSON"),
    ("replay-tool bench --mixed", "a million events of all five applications, replayed"),
    ("replay-tool bench --appends 1000", "durable appends, beside a bare write and fdatasync"),
    ("replay-tool bench --generate DIR --events 10000", "a journal to measure something else with"),
  ]
  static let details = """
    A courier journal is generated in a folder of its own below $TMPDIR, else /tmp, always the same
    one, and removed afterwards: about 430 bytes an event. Decoding, replaying, digests and verify
    are given in the processor time of one core, and what waits for the disk by the clock. Replaying
    and decoding run three times; the middle run counts. Single appends are compared with writing
    as many bytes to a plain file and waiting for the disk, in turns.

    With --mixed the sample stories of all applications are told over and over, each time by other
    people about other things, and replayed into all read models.

    benchmarks/run compares all of this with other programs.
    """

  /// The selected measurements.
  private enum Work {
    case everything
    case mixed(samples: String)
    case appends(Int, by: AppendMeasurement.Appender?)
    case opening
    /// No measurement: creates a journal.
    case generate(JournalDirectory, segmentBytes: Int?, samples: String?)
  }

  private let common: CommonOptions
  private let events: Int
  private let keeps: Bool
  private let work: Work

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    events = try arguments.integer("--events", in: 1...100_000_000) ?? 1_000_000
    keeps = arguments.has("--keep")
    work = try Self.work(arguments)
  }

  private static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let folder = arguments.value("--samples")
    let samples = arguments.has("--mixed") ? folder ?? "events" : folder
    let appends = try arguments.integer("--appends", in: 1...1_000_000)
    let segmentBytes = try arguments.integer("--segment-size", in: JournalCreation.segmentBytes)
    let wanted = [
      appends != nil ? "--appends" : nil, arguments.has("--opening") ? "--opening" : nil,
      arguments.value("--generate") != nil ? "--generate" : nil,
    ].compactMap { $0 }
    if wanted.count > 1 {
      throw UsageError("\(wanted.joined(separator: " and ")) don't go together")
    }
    if let path = arguments.value("--generate") {
      if path.isEmpty { throw UsageError("--generate needs the name of a folder") }
      return .generate(JournalDirectory(path), segmentBytes: segmentBytes, samples: samples)
    }
    if segmentBytes != nil { throw UsageError("--segment-size goes with --generate") }
    let appender = try Self.appender(arguments)
    if let appends { return .appends(appends, by: appender) }
    if appender != nil { throw UsageError("--by goes with --appends") }
    if arguments.has("--opening") { return .opening }
    return samples.map { .mixed(samples: $0) } ?? .everything
  }

  private static func appender(
    _ arguments: Arguments
  ) throws(UsageError) -> AppendMeasurement.Appender? {
    guard let name = arguments.value("--by") else { return nil }
    if let appender = AppendMeasurement.Appender(rawValue: name) { return appender }
    let known = AppendMeasurement.Appender.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError("--by takes one of: \(known)")
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let folder = try TemporaryFolders.newPath(named: "replay-bench")
    CleanupOnSignal.remove(folder)
    var benchmark = Benchmark(in: folder, events: events)
    do {
      try measure(&benchmark) { terminal.progress($0) }
    } catch {
      terminal.clearProgress()
      try TemporaryFolders.discard(folder)
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
      try TemporaryFolders.discard(folder)
    }
    return .success
  }

  private func measure(_ benchmark: inout Benchmark, _ report: (String) -> Void) throws {
    switch work {
    case .everything: try benchmark.run(report)
    case .mixed(let samples): try benchmark.runMixed(samples, report)
    case .appends(let count, let appender): try benchmark.measureAppends(count, by: appender)
    case .opening: try benchmark.measureOpening(common.directory)
    case .generate(let directory, let segmentBytes, let samples):
      report("generating")
      try benchmark.generate(
        directory, segmentBytes ?? JournalSettings.defaultSegmentBytes, samples: samples)
    }
  }
}
