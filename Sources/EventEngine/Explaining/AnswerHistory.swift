import EventStore

/// The events that changed an answer, and the answer after them.
public struct AnswerHistory: Sendable {
  /// An event with the fields of the answer that it changed.
  public struct Step: Sendable {
    /// The event that changed the answer.
    public let event: StoredEvent
    /// The fields that it changed; at least one.
    public let changes: [FieldChange]
    /// The tags that link the event with the answer; empty for an event that is about the
    /// parameters themselves.
    public let links: [Tag]
  }

  /// The events that changed the answer, oldest first.
  public fileprivate(set) var steps: [Step] = []
  /// The answer after the last event; nil if there is none.
  public fileprivate(set) var answer: JSONValue?
  /// Whether there ever was an answer.
  public fileprivate(set) var hasEverExisted = false
  /// The members of all answers.
  fileprivate var members: Set<String> = []
  fileprivate let field: String?
  /// The facts about the parameters themselves.
  fileprivate let ownFacts: Query
}

extension AnswerHistory {
  /// The same history with only some of the changes; steps without any are kept.
  package func keeping(_ isKept: (FieldChange) -> Bool) -> AnswerHistory {
    var history = self
    history.steps = steps.map { step in
      Step(event: step.event, changes: step.changes.filter(isKept), links: step.links)
    }
    return history
  }
}

extension FollowedAnswer {
  /// The history of the answer: exactly the positions N at which the answer at N differs from the
  /// one at N − 1. O(facts of the answer × its size).
  ///
  /// - Parameters:
  ///   - field: the path of a field: only changes that concern it; nil: all.
  ///   - first: changes up to this position are left out.
  ///   - last: the last position of the history.
  /// - Throws: `UnknownField` if no answer ever had such a field.
  public func history(
    of field: String? = nil, in reader: inout JournalReader, after first: Position = .start,
    through last: Position
  ) throws -> AnswerHistory {
    if let field { try model.requireField(field, in: "field") }
    var history = AnswerHistory(field: field, ownFacts: model.firstFacts(parameters))
    try follow(&history, in: &reader, after: first, through: last)
    // Without the first answers the members are not all known.
    if let field, first == .start {
      try model.requireField(field, in: "field", seen: history.members)
    }
    return history
  }
}

extension AnswerHistory: AnswerObserver {
  package mutating func begin(with answer: AnswerValue) throws {
    steps = []
    self.answer = try answer.json
    members = Set(self.answer?.memberNames ?? [])
    hasEverExisted = answer.bytes != nil
  }

  package mutating func change(
    _ event: StoredEvent, _ facts: Query, from before: AnswerValue, to after: AnswerValue
  ) throws -> Bool {
    let (before, after) = (try before.json, try after.json)
    answer = after
    hasEverExisted = hasEverExisted || after != nil
    if field != nil { members.formUnion(after?.memberNames ?? []) }
    var changes = FieldChange.between(before, after)
    if let field { changes.removeAll { !$0.concerns(field) } }
    if !changes.isEmpty {
      steps.append(Step(event: event, changes: changes, links: links(of: event, facts)))
    }
    return true
  }
}

extension AnswerHistory {
  private func links(of event: StoredEvent, _ facts: Query) -> [Tag] {
    let tags = event.allTags
    guard !ownFacts.matches(event.type, tags) else { return [] }
    let linking = facts.items.filter { $0.matches(event.type, tags) }.flatMap(\.tags)
    return event.tags.filter(linking.contains)
  }
}

// MARK: - Stretches

/// A stretch of the history in which a condition held.
public struct HistoryStretch: Sendable {
  /// The first position at which it held; zero if it held in the empty journal.
  public let from: Position
  /// The last position at which it held; nil if it still holds.
  public fileprivate(set) var to: Position?
  /// The event that began it; nil if the condition held before the first event.
  public let began: StoredEvent?
  /// The event that ended it; nil if it still holds.
  public fileprivate(set) var ended: StoredEvent?
}

extension FollowedAnswer {
  /// The stretches of the history in which a condition held, oldest first.
  ///
  /// - Parameters:
  ///   - limit: the greatest number of stretches, after which the history is not followed further.
  ///   - holds: returns whether the condition holds. It receives each different answer in bytes,
  ///     and a function that parses it; nil stands for no answer.
  public func stretches(
    in reader: inout JournalReader, through last: Position, limit: Int = .max,
    where holds: @escaping ([UInt8]?, () throws -> JSONValue?) throws -> Bool
  ) throws -> [HistoryStretch] {
    var observer = StretchObserver(limit: limit, holds: holds)
    try follow(&observer, in: &reader, through: last)
    return observer.stretches
  }
}

extension FollowedAnswer {
  /// The stretches of the history in which a condition on a field held, oldest first.
  ///
  /// - Throws: `UnknownField` if no answer ever had such a field.
  package func stretches(
    in reader: inout JournalReader, through last: Position, limit: Int = .max,
    where condition: AnswerCondition
  ) throws -> [HistoryStretch] {
    try model.requireField(condition.field, in: "where")
    var members: Set<String> = []
    let found = try stretches(in: &reader, through: last, limit: limit) { _, json in
      let answer = try json()
      members.formUnion(answer?.memberNames ?? [])
      return condition.holds(for: answer)
    }
    // At the limit the history was not followed to its end.
    if found.count < limit {
      try model.requireField(condition.field, in: "where", seen: members)
    }
    return found
  }
}

private struct StretchObserver: AnswerObserver {
  let limit: Int
  let holds: ([UInt8]?, () throws -> JSONValue?) throws -> Bool
  var stretches: [HistoryStretch] = []
  var isHeld = false

  mutating func begin(with answer: AnswerValue) throws {
    stretches = []
    isHeld = try holds(answer.bytes) { try answer.json }
    if isHeld { stretches.append(HistoryStretch(from: .start, began: nil)) }
  }

  mutating func change(
    _ event: StoredEvent, _ facts: Query, from _: AnswerValue, to after: AnswerValue
  ) throws -> Bool {
    let holdsNow = try holds(after.bytes) { try after.json }
    defer { isHeld = holdsNow }
    if holdsNow && !isHeld { stretches.append(HistoryStretch(from: event.position, began: event)) }
    if isHeld && !holdsNow {
      stretches[stretches.count - 1].to = Position(event.position.rawValue - 1)
      stretches[stretches.count - 1].ended = event
      return stretches.count < limit
    }
    return true
  }
}

// MARK: - Two moments

/// A field that differs between two moments, with the events that made the difference.
public struct DatedChange: Sendable {
  /// The field with its values at the two moments.
  public let change: FieldChange
  /// The positions of the events that changed the field, or a field above or below it.
  public let positions: [Position]
}

extension FollowedAnswer {
  /// The differences between the answers at two positions, each with the events that made it.
  /// O(facts × size of the answer) time; memory for each difference and each field that changed in
  /// between.
  public func differences(
    in reader: inout JournalReader, from first: Position, to last: Position
  ) throws -> [DatedChange] {
    let changes = FieldChange.between(
      try answer(in: &reader, through: first), try answer(in: &reader, through: last))
    if changes.isEmpty { return [] }
    var observer = DifferenceObserver(changes)
    try follow(&observer, in: &reader, after: first, through: last)
    let dated = zip(changes, observer.positions).map { DatedChange(change: $0, positions: $1) }
    guard dated.contains(where: \.positions.isEmpty) else { return dated }
    return try byValue(dated, in: &reader, from: first, to: last)
  }

  /// Finds the events for the differences without any. The path of such a field differs between the
  /// steps: the objects of a list may have identities at one position and none at another.
  private func byValue(
    _ changes: [DatedChange], in reader: inout JournalReader, from first: Position,
    to last: Position
  ) throws -> [DatedChange] {
    let unknown = changes.filter(\.positions.isEmpty).map(\.change.field)
    var observer = ValueObserver(fields: unknown)
    try follow(&observer, in: &reader, after: first, through: last)
    return changes.map { change in
      change.positions.isEmpty
        ? DatedChange(
          change: change.change, positions: observer.positions[change.change.field] ?? [])
        : change
    }
  }
}

/// Collects the events that changed the values at some paths.
private struct ValueObserver: AnswerObserver {
  let fields: [String]
  var positions: [String: [Position]] = [:]

  mutating func begin(with answer: AnswerValue) { positions = [:] }

  mutating func change(
    _ event: StoredEvent, _ facts: Query, from earlier: AnswerValue, to later: AnswerValue
  ) throws -> Bool {
    let (before, after) = (try earlier.json, try later.json)
    for field in fields {
      // The order of a list is part of its value.
      let path = field.hasSuffix("[]") ? String(field.dropLast(2)) : field
      if before?.value(at: path) != after?.value(at: path) {
        positions[field, default: []].append(event.position)
      }
    }
    return true
  }
}

/// Collects, for each of some differences, the events that made it.
private struct DifferenceObserver: AnswerObserver {
  /// The index of the difference of each field.
  private var indices: [String: Int] = [:]
  /// The indices of the differences at and below each path.
  private var below: [String: [Int]] = [:]
  /// A cache by field: the differences to which a change of the field contributes. Many events
  /// change the same fields.
  private var made: [String: Made] = [:]
  /// The positions of the events, by the index of the difference.
  private(set) var positions: [[Position]]

  private struct Made {
    var indices: Set<Int>
    /// The differences in the order of lists above the field: members that come or go change it,
    /// too.
    var orders: Set<Int> = []
  }

  init(_ differences: [FieldChange]) {
    positions = differences.map { _ in [] }
    for (index, difference) in differences.enumerated() {
      indices[difference.field] = index
      for path in difference.field.pathsAbove { below[path, default: []].append(index) }
    }
  }

  mutating func begin(with answer: AnswerValue) { positions = positions.map { _ in [] } }

  mutating func change(
    _ event: StoredEvent, _ facts: Query, from earlier: AnswerValue, to later: AnswerValue
  ) throws -> Bool {
    var made: Set<Int> = []
    for change in FieldChange.between(try earlier.json, try later.json) {
      let known = self.made[change.field] ?? differences(at: change.field)
      made.formUnion(known.indices)
      if change.before == nil || change.after == nil { made.formUnion(known.orders) }
    }
    for index in made { positions[index].append(event.position) }
    return true
  }

  private mutating func differences(at field: String) -> Made {
    var found = Made(indices: Set(below[field] ?? []))
    for path in field.pathsAbove {
      if let index = indices[path] { found.indices.insert(index) }
      if path != field, let index = indices[path + "[]"] { found.orders.insert(index) }
    }
    made[field] = found
    return found
  }
}

extension String {
  /// The path itself and all paths above it, including the empty one.
  fileprivate var pathsAbove: [String] {
    let ends = utf8.indices.filter { [UInt8(ascii: "."), UInt8(ascii: "[")].contains(utf8[$0]) }
    return [self, ""] + ends.map { String(self[..<$0]) }
  }
}
