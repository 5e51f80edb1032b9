import EventEngine

/// The result of a rebuild.
package struct Rebuilt<Output: StateResult>: Sendable {
  /// The number of events read.
  package let events: Int
  /// The position of the last event.
  package let head: Position
  /// The duration of reading and folding, in seconds.
  package let seconds: Double
  package let unknownTypes: [(type: String, count: Int)]
  /// The results of the states, sorted by name.
  package let results: [Output]
}

/// A rebuild on several threads.
///
/// One thread reads the journal in batches. Each domain has a lane that folds every batch into its
/// states, in order. A free thread continues with its lane, or takes the one that has folded least.
/// If there is none, it decodes a batch ahead of its fold. The reading thread does so, too, while
/// enough batches wait.
package struct ParallelRebuild<Output: StateResult>: Sendable {
  private let domains: [DomainDefinition]
  private let states: [ReadState]
  private let threads: Int?
  private let make: @Sendable (borrowing Rebuild) throws -> [Output]

  /// The number of events from which several threads are used.
  private static var leastEvents: Int { 50_000 }

  /// - Parameters:
  ///   - threads: nil for one per processor if the journal is long enough.
  ///   - make: makes the results of some states, on any of the threads.
  package init(
    _ states: [ReadState], of domains: [DomainDefinition], threads: Int?,
    _ make: @escaping @Sendable (borrowing Rebuild) throws -> [Output]
  ) {
    self.domains = domains
    self.states = states
    self.threads = threads
    self.make = make
  }

  package func run(
    _ reader: inout JournalReader, through last: Position, _ terminal: inout Terminal
  ) throws -> Rebuilt<Output> {
    let threads = threads ?? (last.rawValue >= Self.leastEvents ? Processors.count : 1)
    guard threads > 1 else { return try rebuild(&reader, last, &terminal) }
    do {
      return try rebuild(on: threads, &reader, last, &terminal)
    } catch is JournalError {
      // The lanes may meet a later error first. A rebuild on one thread reports the first one in
      // the journal.
      return try rebuild(&reader, last, &terminal)
    }
  }

  private func rebuild(
    _ reader: inout JournalReader, _ last: Position, _ terminal: inout Terminal
  ) throws -> Rebuilt<Output> {
    var rebuild = Rebuild(states, of: domains, zone: reader.manifest.timeZone)
    let seconds = try rebuild.run(&reader, through: last, &terminal)
    return Rebuilt(
      events: rebuild.events, head: rebuild.head, seconds: seconds,
      unknownTypes: rebuild.unknownTypes, results: try make(rebuild).sorted { $0.state < $1.state })
  }

  private func rebuild(
    on threads: Int, _ reader: inout JournalReader, _ last: Position,
    _ terminal: inout Terminal
  ) throws -> Rebuilt<Output> {
    let lanes = FoldingLane.lanes(of: states, domains)
    let zone = reader.timeZone
    var progress = ScanProgress(
      .replaying, of: terminal.showsProgress ? try reader.byteCount() : 0)
    let schedule = FoldingSchedule(lanes.count)
    let folds = lanes.map { LaneFold($0, in: zone, make) }
    let others = (1..<threads).map { _ in
      Background {
        var thread = FoldingThread(schedule, folds, through: last)
        try thread.run()
      }
    }
    var thread = FoldingThread(schedule, folds, through: last)
    defer { terminal.clearProgress() }
    var routes = LaneRoutes(lanes)
    try thread.read(&reader, &routes, &progress, &terminal)
    try thread.run()
    for other in others { try other.result() }
    return Rebuilt(
      events: progress.events, head: last, seconds: schedule.secondsOfFolding,
      unknownTypes: routes.unknownTypes.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 },
      results: folds.flatMap { $0.results }.sorted { $0.state < $1.state })
  }
}

/// The number of threads of a rebuild.
let threadsOption = OptionSpec(
  "--threads", "N",
  ru: "число потоков (по умолчанию по одному на процессор, если журнал не короткий)",
  en: "number of threads (default: one per processor, unless the journal is short)")

extension Arguments {
  /// The number of threads that is asked for; nil for the usual one.
  var threads: Int? {
    get throws(UsageError) { try integer(threadsOption.name, in: 1...64) }
  }
}
