import Domain
import EventStore
import Projections

/// One pass over the journal for some answers, each of which is fed the facts it is known to
/// depend on.
final class TraceRound {
  private struct Running {
    let key: TraceKey
    let trace: any AnswerTrace
    let facts: Query
  }

  private var running: [Running] = []
  private let traces: AuditTraces
  /// Answers by a tag, and by a type where their facts name no tag.
  private var byTag: [Tag: [Int]] = [:]
  private var byType: [EventType: [Int]] = [:]
  private var types: Set<EventType> = []
  private var takesEverything: [Int] = []

  /// - Parameter facts: of answers that have turned out to depend on more than they said at first.
  init(_ keys: [TraceKey], _ traces: AuditTraces, _ facts: [TraceKey: Query]) throws {
    self.traces = traces
    for key in keys {
      let trace = try traces.trace(key)
      running.append(Running(key: key, trace: trace, facts: facts[key] ?? trace.facts))
    }
    for index in running.indices {
      for item in running[index].facts.items { register(item, of: index) }
      if running[index].facts.items.isEmpty { takesEverything.append(index) }
    }
  }

  private func register(_ item: Query.Item, of index: Int) {
    types.formUnion(item.types)
    if let tag = item.tags.first {
      byTag[tag, default: []].append(index)
    } else if item.types.isEmpty {
      takesEverything.append(index)
    } else {
      for type in item.types { byType[type, default: []].append(index) }
    }
  }

  /// Answers that depend on more than was read for them.
  var widened: [(key: TraceKey, facts: Query)] {
    running.compactMap { running in
      let facts = running.trace.facts
      return facts == running.facts ? nil : (running.key, facts)
    }
  }

  /// - Parameters:
  ///   - wants: whether an answer is to be compared at a position: asking costs more than folding.
  ///   - compare: is given the answer before and after the event there; nil is no answer.
  func run(
    _ reader: inout JournalReader, through last: Position, wants: (Position, TraceKey) -> Bool,
    compare: (Position, TraceKey, JSONValue?, JSONValue?) -> Void
  ) throws {
    var failure: (any Error)?
    try reader.forEach(through: last) { view in
      do {
        for index in self.takers(of: view) {
          try self.feed(view, to: self.running[index], wants, compare)
        }
      } catch {
        failure = error
        return false
      }
      return true
    }
    if let failure { throw failure }
  }

  private func feed(
    _ view: RecordView, to running: Running, _ wants: (Position, TraceKey) -> Bool,
    _ compare: (Position, TraceKey, JSONValue?, JSONValue?) -> Void
  ) throws {
    guard wants(view.position, running.key) else { return try running.trace.apply(view) }
    let asking = traces.asking(at: view.time)
    let before = try answer(running, asking)
    try running.trace.apply(view)
    compare(view.position, running.key, before, try answer(running, asking))
  }

  private func answer(_ running: Running, _ asking: Asking) throws -> JSONValue? {
    guard let bytes = try running.trace.answer(asking) else { return nil }
    return try JSONParser.parse(bytes, limits: JSONLimits(depth: 512))
  }

  /// The answers that depend on this record.
  private func takers(of view: RecordView) -> [Int] {
    let type = view.type
    guard types.contains(type) || !takesEverything.isEmpty else { return [] }
    let tags = view.tags + view.personalTags
    var takers = takesEverything
    for tag in tags { takers += byTag[tag] ?? [] }
    takers += byType[type] ?? []
    guard !takers.isEmpty else { return [] }
    return Set(takers).sorted().filter { running[$0].facts.matches(type, tags) }
  }
}
