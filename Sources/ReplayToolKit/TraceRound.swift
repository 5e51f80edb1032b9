import EventEngine

/// One pass over the journal for some answers, each of which gets the facts that it is known to
/// depend on.
final class TraceRound {
  typealias Facts = Set<Query.Item>

  private struct Running {
    let key: TraceKey
    let trace: AnswerTrace
    /// The facts that the answer gets.
    let facts: Facts
    /// The facts that the answer turns out to depend on before and after the compared events.
    var needed: Facts
  }

  private struct Subscriber {
    let index: Int
    let item: Query.Item
  }

  private var running: [Running] = []
  private var places: [TraceKey: Int] = [:]
  private let traces: AuditTraces
  /// The answers by tag, or by type if their facts name no tag.
  private var byTag: [Tag: [Subscriber]] = [:]
  private var byType: [EventType: [Int]] = [:]
  private var types: Set<EventType> = []
  private var takesEverything: [Int] = []

  /// - Parameter facts: the facts of answers that depend on more than they named at first.
  init(_ keys: [TraceKey], _ traces: AuditTraces, _ facts: [TraceKey: Facts]) throws {
    self.traces = traces
    for (index, key) in keys.enumerated() {
      let trace = try traces.trace(key)
      let facts = facts[key] ?? trace.facts.asked
      running.append(Running(key: key, trace: trace, facts: facts, needed: facts))
      places[key] = index
      for item in facts { register(item, of: index) }
    }
  }

  private func register(_ item: Query.Item, of index: Int) {
    types.formUnion(item.types)
    if let tag = item.tags.first {
      byTag[tag, default: []].append(Subscriber(index: index, item: item))
    } else if item.types.isEmpty {
      takesEverything.append(index)
    } else {
      for type in item.types { byType[type, default: []].append(index) }
    }
  }

  /// The answers that depend on more facts than they got.
  var widened: [(key: TraceKey, facts: Facts)] {
    running.filter { $0.needed != $0.facts }.map { ($0.key, $0.needed) }
  }

  /// - Parameters:
  ///   - wanted: returns the answers to compare at a position: answering costs more than folding.
  ///   - compare: gets the answer before and after the event; nil stands for no answer.
  func run(
    _ reader: inout JournalReader, through last: Position, wanted: (Position) -> [TraceKey],
    compare: (Position, TraceKey, JSONValue?, JSONValue?) -> Void
  ) throws {
    var failure: (any Error)?
    try reader.forEach(through: last) { view in
      do {
        let wanted = Set(wanted(view.position).compactMap { self.places[$0] })
        self.learnNeeds(of: wanted)
        for index in self.takers(of: view) {
          try self.feed(view, to: self.running[index], wanted.contains(index), compare)
        }
        self.learnNeeds(of: wanted)
      } catch {
        failure = error
        return false
      }
      return true
    }
    if let failure { throw failure }
  }

  /// Collects the facts of answers. An answer depends on less after something has left it, but the
  /// answer before that is compared, too.
  private func learnNeeds(of answers: Set<Int>) {
    for index in answers { running[index].needed.formUnion(running[index].trace.facts.asked) }
  }

  private func feed(
    _ view: RecordView, to running: Running, _ isWanted: Bool,
    _ compare: (Position, TraceKey, JSONValue?, JSONValue?) -> Void
  ) throws {
    guard isWanted else { return try running.trace.apply(view) }
    let asking = traces.asking(at: view.time)
    let before = try answer(running, asking)
    try running.trace.apply(view)
    compare(view.position, running.key, before, try answer(running, asking))
  }

  private func answer(_ running: Running, _ asking: QueryContext) throws -> JSONValue? {
    guard let bytes = try running.trace.answer(asking) else { return nil }
    return try JSONParser.parse(bytes, limits: JSONLimits(depth: 512))
  }

  /// Returns the answers that depend on this record.
  private func takers(of view: RecordView) -> [Int] {
    let type = view.type
    guard types.contains(type) || !takesEverything.isEmpty else { return [] }
    let tags = view.tags + view.personalTags
    var takers = Set(takesEverything)
    for tag in tags {
      for taker in byTag[tag] ?? [] where taker.item.matches(type, tags) {
        takers.insert(taker.index)
      }
    }
    takers.formUnion(byType[type] ?? [])
    return takers.sorted()
  }
}

extension Query {
  /// The query's items as a set; one that matches every event if there are none.
  fileprivate var asked: TraceRound.Facts { items.isEmpty ? [Item()] : Set(items) }
}
