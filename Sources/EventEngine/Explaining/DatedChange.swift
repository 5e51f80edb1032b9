import EventStore

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
    var ends = EndsObserver()
    try follow(&ends, in: &reader, after: first, through: last)
    let changes = FieldChange.between(try ends.first?.json, try ends.last?.json)
    if changes.isEmpty { return [] }
    var observer = DifferenceObserver(changes)
    try follow(&observer, in: &reader, after: first, through: last)
    let dated = zip(changes, observer.positions).map { DatedChange(change: $0, positions: $1) }
    guard dated.contains(where: \.positions.isEmpty) else { return dated }
    return try byValue(dated, in: &reader, from: first, to: last)
  }

  /// Finds the events for those differences that have none yet. The path of such a field differs
  /// between the steps: the objects of a list may have identities at one position and none at
  /// another.
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

/// Keeps the first answer and the last one.
private struct EndsObserver: AnswerObserver {
  private(set) var first: AnswerValue?
  private(set) var last: AnswerValue?

  mutating func begin(with answer: AnswerValue) { (first, last) = (answer, answer) }

  mutating func change(
    _: StoredEvent, _: Query, from _: AnswerValue, to after: AnswerValue
  ) -> Bool {
    last = after
    return true
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
      // `path[]` is the order of the list at `path`, which is part of its value.
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
