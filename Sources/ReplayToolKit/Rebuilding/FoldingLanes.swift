import EventEngine
import Synchronization

/// Some states of one domain that are folded together.
struct FoldingLane: Sendable {
  let domain: DomainDefinition
  let states: [ReadState]

  /// The number of events at either end of the journal that serve as a sample of its domains.
  private static let sample = 4096

  /// Makes a lane of each domain, so that no event is decoded twice. If there are more threads than
  /// domains with events, makes a lane of each state, which decodes its events itself.
  static func lanes(
    of states: [ReadState], _ domains: [DomainDefinition], threads: Int,
    from reader: inout JournalReader, through last: Position
  ) throws(JournalError) -> [FoldingLane] {
    var recorded: Set<String> = []
    for start in [0, max(0, last.rawValue - sample)] {
      let end = min(last, Position(start + sample))
      try reader.forEach(after: Position(start), through: end) { view in
        if let domain = view.type.domainName { recorded.insert(String(domain)) }
        return true
      }
    }
    let areApart = threads > domains.count { recorded.contains($0.name) }
    return domains.flatMap { domain in
      let names = Set(([domain].states(of: []) + [domain].snapshotStates(of: [])).map(\.name))
      let own = states.filter { names.contains($0.name) }
      return areApart && own.count > 1
        ? own.map { FoldingLane(domain: domain, states: [$0]) }
        : [FoldingLane(domain: domain, states: own)]
    }
  }
}

/// Finds the lanes that fold a record, by its type.
struct LaneRoutes: Sendable {
  private let types: TypeIndex
  /// For each number in `types`, the lanes that fold the type.
  private let routes: [[Int]]
  /// For each domain, the lane that counts the types that the domain does not know.
  private let unknown: [Substring: [Int]]
  init(_ lanes: [FoldingLane]) {
    var routes: [EventType: [Int]] = [:]
    var unknown: [Substring: [Int]] = [:]
    for (number, lane) in lanes.enumerated() {
      for shape in lane.domain.readModels.eventShapes { routes[shape.type, default: []] += [] }
      for type in Set(lane.states.flatMap(\.factTypes)) { routes[type, default: []].append(number) }
      if unknown[lane.domain.name[...]] == nil { unknown[lane.domain.name[...]] = [number] }
    }
    let ordered = routes.sorted { $0.key.rawValue < $1.key.rawValue }
    types = TypeIndex(ordered.map(\.key))
    self.routes = ordered.map(\.value)
    self.unknown = unknown
  }

  func lanes(of view: RecordView) -> [Int] {
    if let number = types.number(of: view) { return routes[number] }
    return view.type.domainName.flatMap { unknown[$0] } ?? []
  }
}

final class LaneFold<Output: StateResult>: Sendable {
  private struct State: ~Copyable {
    var rebuild: Rebuild
    var results: [Output] = []
  }

  private let state: Mutex<State>
  private let make: @Sendable (borrowing Rebuild) throws -> [Output]

  init(
    _ lane: FoldingLane, in zone: TimeZoneTable,
    _ make: @escaping @Sendable (borrowing Rebuild) throws -> [Output]
  ) {
    state = Mutex(State(rebuild: Rebuild(lane.states, of: [lane.domain], zone: zone)))
    self.make = make
  }

  /// Folds the records that the lane has in a batch.
  func take(_ batch: RecordBatch, lane: Int) throws(JournalError) {
    try state.withLock { (state) throws(JournalError) in
      try state.rebuild.take(batch, lane: lane)
    }
  }

  /// Makes the results. Call it after every record up to `last` that the lane needs is folded.
  func finish(through last: Position) throws {
    try state.withLock { state in
      state.rebuild.complete(through: last)
      state.results = try make(state.rebuild)
    }
  }

  var results: [Output] { state.withLock { $0.results } }

  var unknownTypes: [(type: String, count: Int)] { state.withLock { $0.rebuild.unknownTypes } }
}
