import EventEngine
import Synchronization

/// The states of one domain, which are folded together.
struct FoldingLane: Sendable {
  let domain: DomainDefinition
  let states: [ReadState]

  static func lanes(of states: [ReadState], _ domains: [DomainDefinition]) -> [FoldingLane] {
    domains.map { domain in
      let names = Set(([domain].states(of: []) + [domain].snapshotStates(of: [])).map(\.name))
      return FoldingLane(domain: domain, states: states.filter { names.contains($0.name) })
    }
  }
}

/// Finds the lane that folds a record, by its type.
struct LaneRoutes {
  private let types: TypeIndex
  /// For each number in `types`, the lane that folds the type; nil if none does.
  private let routes: [Int?]
  private let domains: Set<Substring>
  /// The number of events of each type that its domain does not know.
  private(set) var unknownTypes: [EventType: Int] = [:]

  init(_ lanes: [FoldingLane]) {
    var routes: [EventType: Int?] = [:]
    for (number, lane) in lanes.enumerated() {
      let folded = Set(lane.states.flatMap(\.factTypes))
      for shape in lane.domain.readModels.eventShapes {
        routes.updateValue(folded.contains(shape.type) ? number : nil, forKey: shape.type)
      }
    }
    let ordered = routes.sorted { $0.key.rawValue < $1.key.rawValue }
    types = TypeIndex(ordered.map(\.key))
    self.routes = ordered.map(\.value)
    domains = Set(lanes.map { $0.domain.name[...] })
  }

  /// The lane of a record; nil if nothing folds it. Counts a record of an unknown type.
  mutating func lane(of view: RecordView) -> Int? {
    if let number = types.number(of: view) { return routes[number] }
    let type = view.type
    if let domain = type.domainName, domains.contains(domain) {
      unknownTypes[type, default: 0] += 1
    }
    return nil
  }
}

final class LaneFold<Output: StateResult>: Sendable {
  private struct State: ~Copyable {
    var rebuild: Rebuild
    var results: [Output] = []
  }

  private let state: Mutex<State>
  private let decoders: BatchDecoders
  private let zone: TimeZoneTable
  private let make: @Sendable (borrowing Rebuild) throws -> [Output]

  init(
    _ lane: FoldingLane, in zone: TimeZoneTable,
    _ make: @escaping @Sendable (borrowing Rebuild) throws -> [Output]
  ) {
    let rebuild = Rebuild(lane.states, of: [lane.domain], zone: zone)
    decoders = rebuild.decoders[0]
    self.zone = zone
    state = Mutex(State(rebuild: rebuild))
    self.make = make
  }

  /// A decoder of the lane's events, for one thread.
  func decoder() -> BatchDecoder { decoders.decoder(in: zone) }

  /// Folds the records that the lane has in a batch.
  func take(_ batch: RecordBatch, lane: Int) throws(JournalError) {
    try state.withLock { (state) throws(JournalError) in
      try state.rebuild.take(batch, lane: lane)
    }
  }

  /// Folds events that were decoded ahead.
  func take(_ batch: any DecodedBatch) { state.withLock { _ in batch.fold() } }

  /// Makes the results. Call it after every record up to `last` that the lane needs is folded.
  func finish(through last: Position) throws {
    try state.withLock { state in
      state.rebuild.complete(through: last)
      state.results = try make(state.rebuild)
    }
  }

  var results: [Output] { state.withLock { $0.results } }
}
