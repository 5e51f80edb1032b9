import EventStore
import Projections

/// What became of read models that were rebuilt.
struct Rebuilt<Model: OfReadModel>: Sendable {
  /// How many events were read.
  let events: Int
  /// The position of the last one.
  let head: Position
  /// How long reading and folding took, in seconds.
  let seconds: Double
  let unknownTypes: [(type: String, count: Int)]
  /// What was made of the states, by the name of the read model.
  let models: [Model]
}

/// A rebuild on several threads. Each reads the whole journal and folds some of the read models;
/// reading costs much less than folding, and nothing has to be handed over.
struct SharedRebuild<Model: OfReadModel>: Sendable {
  private let directory: JournalDirectory
  private let wait: Int
  /// Of read models; empty: all.
  private let names: [String]
  private let threads: Int?
  private let make: @Sendable (borrowing Rebuild) throws -> [Model]

  /// - Parameters:
  ///   - threads: nil: one per processor, where the journal is long enough.
  ///   - make: what is to be made of the states; done by the thread that has folded them.
  init(
    _ directory: JournalDirectory, wait: Int, _ names: [String], threads: Int?,
    _ make: @escaping @Sendable (borrowing Rebuild) throws -> [Model]
  ) {
    self.directory = directory
    self.wait = wait
    self.names = names
    self.threads = threads
    self.make = make
  }

  func run(
    _ reader: inout JournalReader, through last: Position, _ terminal: inout Terminal
  ) throws -> Rebuilt<Model> {
    let shares = try RebuildShares(names, threads: threads, from: &reader, through: last).shares
    guard shares.count > 1 else { return try rebuild(names, &reader, last, &terminal) }
    do {
      let others = shares.dropFirst().map { names in
        Background {
          var terminal = Terminal(isQuiet: true)
          var reader = try JournalReader.open(directory, wait: wait)
          return try rebuild(names, &reader, last, &terminal)
        }
      }
      var parts = [try rebuild(shares[0], &reader, last, &terminal)]
      for other in others { parts.append(try other.result()) }
      return Rebuilt(
        events: parts[0].events, head: parts[0].head,
        seconds: parts.map(\.seconds).max() ?? 0, unknownTypes: parts[0].unknownTypes,
        models: parts.flatMap(\.models).sorted { $0.model < $1.model })
    } catch is JournalError {
      // What is told is what comes first in the journal, whichever thread has met it.
      return try rebuild(names, &reader, last, &terminal)
    }
  }

  private func rebuild(
    _ names: [String], _ reader: inout JournalReader, _ last: Position,
    _ terminal: inout Terminal
  ) throws -> Rebuilt<Model> {
    var rebuild = Rebuild(names, zone: reader.manifest.timeZone)
    let seconds = try rebuild.run(&reader, through: last, &terminal)
    return Rebuilt(
      events: rebuild.events, head: rebuild.head, seconds: seconds,
      unknownTypes: rebuild.unknownTypes, models: try make(rebuild))
  }
}

/// Who folds which read models, so that all threads are done at about the same time.
struct RebuildShares {
  /// The names of the read models for each thread.
  let shares: [[String]]

  /// Fewer events are folded before another thread has begun.
  private static let worthwhile = 50_000
  /// So many events from either end of the journal tell what it is made of.
  private static let sample = 4096
  /// What decoding an event costs, where folding it into a read model and digesting that costs 1.
  private static let decoding = 2

  init(
    _ names: [String], threads: Int?, from reader: inout JournalReader, through last: Position
  ) throws(JournalError) {
    let threads = threads ?? (last.rawValue >= Self.worthwhile ? Processors.count : 1)
    if threads == 1 {
      shares = [names]
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
    let models = RegisteredDomain.readModels(named: names)
    shares = Self.split(models, threads: threads, counts)
  }

  /// The heaviest first, each to the thread that is then done earliest.
  private static func split(
    _ models: [ReadModel], threads: Int, _ counts: [EventType: Int]
  ) -> [[String]] {
    var loads: [Load] = Array(repeating: Load(), count: min(threads, models.count))
    let weighed = models.map { model in
      (model: model, weight: model.factTypes.reduce(0) { $0 + counts[$1, default: 0] })
    }
    for (model, weight) in weighed.sorted(by: { $0.weight > $1.weight }) {
      let costs = loads.map { load in
        let new = model.factTypes.filter { !load.types.contains($0) }
        return load.cost + weight + new.reduce(0) { $0 + counts[$1, default: 0] * decoding }
      }
      guard let cost = costs.min(), let index = costs.firstIndex(of: cost) else { break }
      loads[index].cost = cost
      loads[index].types.formUnion(model.factTypes)
      loads[index].names.append(model.name)
    }
    return loads.map(\.names).filter { !$0.isEmpty }
  }

  private struct Load {
    var cost = 0
    /// What the thread decodes.
    var types: Set<EventType> = []
    var names: [String] = []
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
