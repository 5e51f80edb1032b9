import EventEngine

/// The result of a rebuild.
package struct Rebuilt<Made: OfReadState>: Sendable {
  /// The number of events read.
  package let events: Int
  /// The position of the last event.
  package let head: Position
  /// The duration of reading and folding, in seconds.
  package let seconds: Double
  package let unknownTypes: [(type: String, count: Int)]
  /// The results of the states, sorted by name.
  package let made: [Made]
}

/// A rebuild on several threads. Each thread reads the whole journal and folds some of the states:
/// reading costs much less than folding, and nothing has to be handed over.
package struct ParallelRebuild<Made: OfReadState>: Sendable {
  private let directory: JournalDirectory
  private let wait: Int
  private let domains: [DomainDefinition]
  private let states: [ReadState]
  private let threads: Int?
  private let make: @Sendable (borrowing Rebuild) throws -> [Made]

  /// - Parameters:
  ///   - threads: nil for one per processor if the journal is long enough and that saves time.
  ///   - make: makes the results of some states, on the thread that has folded them.
  package init(
    _ directory: JournalDirectory, wait: Int, _ states: [ReadState],
    of domains: [DomainDefinition], threads: Int?,
    _ make: @escaping @Sendable (borrowing Rebuild) throws -> [Made]
  ) {
    self.directory = directory
    self.wait = wait
    self.domains = domains
    self.states = states
    self.threads = threads
    self.make = make
  }

  package func run(
    _ reader: inout JournalReader, through last: Position, _ terminal: inout Terminal
  ) throws -> Rebuilt<Made> {
    let shares = try RebuildShares(states, threads: threads, from: &reader, through: last).shares
    guard shares.count > 1 else { return try rebuild(states, &reader, last, &terminal) }
    do {
      let others = shares.dropFirst().map { states in
        Background {
          var terminal = Terminal(isQuiet: true)
          var reader = try JournalReader.open(directory, wait: wait)
          return try rebuild(states, &reader, last, &terminal)
        }
      }
      var parts = [try rebuild(shares[0], &reader, last, &terminal)]
      for other in others { parts.append(try other.result()) }
      return Rebuilt(
        events: parts[0].events, head: parts[0].head,
        seconds: parts.map(\.seconds).max() ?? 0, unknownTypes: parts[0].unknownTypes,
        made: parts.flatMap(\.made).sorted { $0.state < $1.state })
    } catch is JournalError {
      // The error to report is the first one in the journal, whichever thread met it.
      return try rebuild(states, &reader, last, &terminal)
    }
  }

  private func rebuild(
    _ states: [ReadState], _ reader: inout JournalReader, _ last: Position,
    _ terminal: inout Terminal
  ) throws -> Rebuilt<Made> {
    var rebuild = Rebuild(states, of: domains, zone: reader.manifest.timeZone)
    let seconds = try rebuild.run(&reader, through: last, &terminal)
    return Rebuilt(
      events: rebuild.events, head: rebuild.head, seconds: seconds,
      unknownTypes: rebuild.unknownTypes, made: try make(rebuild).sorted { $0.state < $1.state })
  }
}

/// A distribution of states over threads that finish at about the same time.
struct RebuildShares {
  /// The states for each thread.
  let shares: [[ReadState]]

  /// The number of events that are folded before another thread has started.
  private static let worthwhile = 50_000
  /// The number of events at either end of the journal that serve as a sample of its types.
  private static let sample = 4096
  /// The cost of decoding an event, relative to folding it into one state and digesting that.
  private static let decoding = 2
  /// The cost of reading an event, for every thread.
  private static let reading = 1
  /// The smallest share of one thread's cost that several threads must save, since they hinder each
  /// other.
  private static let leastSaving = 0.15

  init(
    _ states: [ReadState], threads: Int?, from reader: inout JournalReader, through last: Position
  ) throws(JournalError) {
    let most = threads ?? (last.rawValue >= Self.worthwhile ? Processors.count : 1)
    if most == 1 {
      shares = [states]
      return
    }
    var counts: [EventType: Int] = [:]
    for start in [0, max(0, last.rawValue - Self.sample)] {
      let end = Position(start + Self.sample)
      try reader.forEach(after: Position(start), through: end) { view in
        counts[view.type, default: 0] += 1
        return true
      }
    }
    let loads = Self.split(states, threads: most, counts)
    let cost = loads.map(\.cost).max() ?? 0
    let costOfOne = Self.split(states, threads: 1, counts).first?.cost ?? 0
    let reading = counts.values.reduce(0, +) * Self.reading
    let saved = Double(costOfOne - cost) / Double(max(1, costOfOne + reading))
    shares = threads == nil && saved < Self.leastSaving ? [states] : loads.map(\.states)
  }

  /// Assigns the heaviest state first, each to the thread that is done earliest with it.
  private static func split(
    _ states: [ReadState], threads: Int, _ counts: [EventType: Int]
  ) -> [Partition] {
    var loads: [Partition] = Array(repeating: Partition(), count: min(threads, states.count))
    let weighed = states.map { state in
      (state: state, weight: state.factTypes.reduce(0) { $0 + counts[$1, default: 0] })
    }
    for (state, weight) in weighed.sorted(by: { $0.weight > $1.weight }) {
      let costs = loads.map { load in
        let new = state.factTypes.filter { !load.types.contains($0) }
        return load.cost + weight + new.reduce(0) { $0 + counts[$1, default: 0] * decoding }
      }
      guard let cost = costs.min(), let index = costs.firstIndex(of: cost) else { break }
      loads[index].cost = cost
      loads[index].types.formUnion(state.factTypes)
      loads[index].states.append(state)
    }
    return loads.filter { !$0.states.isEmpty }
  }

  private struct Partition {
    var cost = 0
    /// The types that the thread decodes.
    var types: Set<EventType> = []
    var states: [ReadState] = []
  }
}

/// Work on another thread.
struct Background<Result: Sendable> {
  private let work: ReadAhead<Result>

  init(_ make: @escaping @Sendable () throws -> Result) {
    work = ReadAhead(depth: 1) { give in _ = give(try make()) }
  }

  /// Waits for the result.
  func result() throws -> Result {
    guard let result = try work.next() else {
      preconditionFailure("The work ended without a result or an error.")
    }
    return result
  }
}
