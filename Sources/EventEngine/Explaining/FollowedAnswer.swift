import EventStore

/// An answer of a read model that is followed through the history.
///
/// The time of its queries is fixed, so that only events change it. Only the facts that it depends
/// on are read. If one of them makes it depend on further facts, another pass reads all these facts
/// from the beginning. That is safe, since folding more facts than needed does not change an
/// answer.
package struct FollowedAnswer: Sendable {
  package let model: ReadModel
  /// The parameters of the query.
  package let parameters: JSONObject
  /// The time and the language of the query.
  package let context: QueryContext
  /// Events that are left out of the history.
  package let without: Set<Position>

  package init(
    _ model: ReadModel, _ parameters: JSONObject, _ context: QueryContext,
    without: Set<Position> = []
  ) {
    self.model = model
    self.parameters = parameters
    self.context = context
    self.without = without
  }

  /// The answer as of `last`, without the events that are left out; nil if there is none.
  ///
  /// - Throws: `QueryRefusal` if the parameters are malformed or the query is not permitted.
  package func answer(
    in reader: inout JournalReader, through last: Position
  ) throws -> JSONValue? {
    try ends(in: &reader, from: last, to: last).last?.json
  }

  /// The size of the answer as of `last`, in bytes; zero if there is none. It is not parsed.
  ///
  /// - Throws: the errors of ``answer(in:through:)``.
  package func byteCount(
    in reader: inout JournalReader, through last: Position
  ) throws -> Int {
    try ends(in: &reader, from: last, to: last).last?.bytes?.count ?? 0
  }

  /// The answers at two positions; no answer in between is computed. An answer has no bytes if the
  /// thing that the query names does not exist.
  ///
  /// - Throws: the errors of ``answer(in:through:)``.
  func ends(
    in reader: inout JournalReader, from first: Position, to last: Position
  ) throws -> (first: AnswerValue?, last: AnswerValue?) {
    try model.permit(parameters, in: &reader, context)
    var before: AnswerValue?
    var end: AnswerTrace?
    try FactPasses(model: model, parameters: parameters).run(&reader, through: last) { trace in
      before = nil
      end = trace
    } visit: { view, trace, _ in
      if without.contains(view.position) { return true }
      if view.position > first, before == nil { before = AnswerValue(try trace.answer(context)) }
      try trace.apply(view)
      return true
    }
    guard let end else { return (nil, nil) }
    let after = try end.answer(context)
    return (before ?? AnswerValue(after), before?.followed(by: after) ?? AnswerValue(after))
  }

  /// Passes the answer at `first` and after each event that changes it to an observer.
  ///
  /// - Throws: the errors of ``answer(in:through:)`` and those of the observer.
  package func follow(
    _ observer: inout some AnswerObserver, in reader: inout JournalReader,
    after first: Position = .start, through last: Position
  ) throws {
    try model.permit(parameters, in: &reader, context)
    let (context, without) = (context, without)
    var current: AnswerValue?
    var end: AnswerTrace?
    try FactPasses(model: model, parameters: parameters).run(&reader, through: last) { trace in
      current = nil
      end = trace
    } visit: { view, trace, facts in
      guard !without.contains(view.position) else { return true }
      guard view.position > first, facts.includes(view) else {
        try trace.apply(view)
        return true
      }
      let before: AnswerValue
      if let current {
        before = current
      } else {
        before = AnswerValue(try trace.answer(context))
        try observer.begin(with: before)
      }
      try trace.apply(view)
      let after = before.followed(by: try trace.answer(context))
      current = after
      if after === before { return true }
      return try observer.change(StoredEvent(view), facts.query, from: before, to: after)
    }
    if current == nil, let end { try observer.begin(with: AnswerValue(try end.answer(context))) }
  }
}

/// Receives the answer before and after each event that changes it.
package protocol AnswerObserver {
  /// Begins anew with the answer before the first event.
  mutating func begin(with answer: AnswerValue) throws

  /// - Parameter facts: the facts that the answer depended on before the event.
  /// - Returns: whether to continue.
  mutating func change(
    _ event: StoredEvent, _ facts: Query, from before: AnswerValue, to after: AnswerValue
  ) throws -> Bool
}

/// An encoded answer, which is parsed on first use. Comparing bytes is much faster than parsing.
package final class AnswerValue {
  /// The JSON; nil for no answer.
  package let bytes: [UInt8]?
  private var parsed: ParsedText?
  /// An earlier answer, whose unchanged parsed values this answer reuses: the latest one that was
  /// already parsed when this answer was created, or else the first one. Nil once this answer is
  /// parsed.
  private var earlier: AnswerValue?

  package init(_ bytes: [UInt8]?) { self.bytes = bytes }

  private init(_ bytes: [UInt8]?, after former: AnswerValue) {
    self.bytes = bytes
    earlier = former.parsed == nil ? former.earlier ?? former : former
  }

  /// The answer that follows this one: the same object if the bytes are equal.
  package func followed(by bytes: [UInt8]?) -> AnswerValue {
    bytes == self.bytes ? self : AnswerValue(bytes, after: self)
  }

  package var json: JSONValue? {
    get throws {
      if let parsed { return parsed.value }
      parsed = try bytes.map {
        try ParsedText($0, like: earlier?.parsed, limits: JSONLimits(depth: 512))
      }
      earlier = nil
      return parsed?.value
    }
  }
}

/// Reads the facts of one answer in repeated passes, until all facts that it depends on at any
/// position are known.
struct FactPasses {
  let model: ReadModel
  let parameters: JSONObject

  /// - Parameters:
  ///   - begin: called before each pass.
  ///   - visit: applies a fact to the trace, and receives the facts that the answer depended on
  ///     before it; returns whether to continue. A pass that finds a missing fact no longer calls
  ///     `visit`, since it is going to be repeated.
  func run(
    _ reader: inout JournalReader, through last: Position, begin: (AnswerTrace) -> Void,
    visit: (RecordView, AnswerTrace, NeededFacts) throws -> Bool
  ) throws {
    let zone = reader.manifest.timeZone
    var known: Set<Query.Item> = []
    while true {
      let trace = model.trace(parameters, zone)
      var seen = NeededFacts(try trace.facts())
      var needed = known.union(seen.query.alternatives)
      let queried = needed
      var failure: (any Error)?
      begin(trace)
      try reader.forEach(Query(Array(queried)), through: last) { view in
        do {
          var goesOn = true
          if needed.count == queried.count {
            goesOn = try visit(view, trace, seen)
          } else {
            try trace.apply(view)
          }
          needed.formUnion(seen.replace(by: try trace.facts()))
          return goesOn
        } catch {
          failure = error
          return false
        }
      }
      if let failure { throw failure }
      if needed.count == queried.count { return }
      known = needed
    }
  }
}

/// The facts that an answer depends on at some position. An event that they do not include cannot
/// change the answer there.
struct NeededFacts {
  private(set) var query: Query
  private var filter: RecordFilter

  init(_ query: Query) {
    self.query = query
    filter = RecordFilter(query)
  }

  /// Replaces the facts by others. If the new query begins with the former items, like that of a
  /// growing list, only the added items are prepared for comparison.
  ///
  /// - Returns: the facts that were not needed before, and possibly others.
  mutating func replace(by facts: Query) -> ArraySlice<Query.Item> {
    guard !query.items.isEmpty, facts.items.starts(with: query.items) else {
      self = NeededFacts(facts)
      return facts.alternatives[...]
    }
    let new = facts.items.dropFirst(query.items.count)
    if !new.isEmpty { filter.extend(to: facts, with: new) }
    query = facts
    return new
  }

  func includes(_ view: RecordView) -> Bool { filter.matches(view) }
}

extension Query {
  /// The items; one that matches every event if there are none.
  var alternatives: [Item] { items.isEmpty ? [Item()] : items }
}
