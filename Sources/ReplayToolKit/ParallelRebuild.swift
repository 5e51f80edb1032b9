import EventEngine

/// What became of states that were rebuilt.
package struct Rebuilt<Made: OfReadState>: Sendable {
  /// How many events were read.
  package let events: Int
  /// The position of the last one.
  package let head: Position
  /// How long reading and folding took, in seconds.
  package let seconds: Double
  package let unknownTypes: [(type: String, count: Int)]
  /// What was made of the states, by their names.
  package let made: [Made]
}

/// A rebuild on several threads. Each reads the whole journal and folds some of the states; reading
/// costs much less than folding, and nothing has to be handed over.
package struct ParallelRebuild<Made: OfReadState>: Sendable {
  private let directory: JournalDirectory
  private let wait: Int
  private let domains: [DomainDefinition]
  private let states: [ReadState]
  private let threads: Int?
  private let make: @Sendable (borrowing Rebuild) throws -> [Made]

  /// - Parameters:
  ///   - threads: nil: one per processor, where the journal is long enough and that saves time.
  ///   - make: what is to be made of the states; done by the thread that has folded them.
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
      // What is told is what comes first in the journal, whichever thread has met it.
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

/// Who folds which states, so that all threads are done at about the same time.
struct RebuildShares {
  /// The states for each thread.
  let shares: [[ReadState]]

  /// Fewer events are folded before another thread has begun.
  private static let worthwhile = 50_000
  /// So many events from either end of the journal tell what it is made of.
  private static let sample = 4096
  /// What decoding an event costs, where folding it into a state and digesting that costs 1.
  private static let decoding = 2
  /// What reading it costs every thread.
  private static let reading = 1
  /// Threads hinder each other: together they have to save so much of the cost of one.
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

  /// The heaviest first, each to the thread that is then done earliest.
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
    /// What the thread decodes.
    var types: Set<EventType> = []
    var states: [ReadState] = []
  }
}

/// Something that is done on another thread meanwhile.
struct Background<Result: Sendable> {
  private let work: ReadAhead<Result>

  init(_ make: @escaping @Sendable () throws -> Result) {
    work = ReadAhead(depth: 1) { give in _ = give(try make()) }
  }

  /// Waits for it.
  func result() throws -> Result {
    guard let result = try work.next() else { preconditionFailure("It makes one or throws.") }
    return result
  }
}
