import EventStore

/// A field that differs between two moments, with the events that made the difference.
public struct DatedChange: Equatable, Sendable {
  /// The field with its values at the two moments.
  public let change: FieldChange
  /// The positions of the events that changed the field, or a field above or below it.
  public let positions: [Position]
}

extension FollowedAnswer {
  /// The differences between the answers at two positions, each with the events that made it.
  /// O(facts × size of the answer) time; memory for each difference and each field that changed in
  /// between.
  package func differences(
    in reader: inout JournalReader, from first: Position, to last: Position
  ) throws -> [DatedChange] {
    let ends = try ends(in: &reader, from: first, to: last)
    let changes = FieldChange.between(try ends.first?.json, try ends.last?.json)
    if changes.isEmpty { return [] }
    var observer = DifferenceObserver(changes)
    try follow(&observer, in: &reader, after: first, through: last)
    var values = ValueObserver(fields: observer.unexplainedFields)
    if !values.fields.isEmpty { try follow(&values, in: &reader, after: first, through: last) }
    return observer.datedChanges(by: values.positions)
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
  private var contributions: [String: Contribution] = [:]
  private let differences: [FieldChange]
  /// The positions of the events, by the index of the difference.
  private var positions: [[Position]]

  private struct Contribution {
    var indices: Set<Int>
    /// The differences that consist in the order of a list above the field. Adding or removing an
    /// element changes that order, too.
    var orders: Set<Int> = []
  }

  /// The fields of the differences for which no event was found. The changes by single events use
  /// other paths for them: the objects of a list may have identities at one position and none at
  /// another.
  var unexplainedFields: [String] {
    zip(differences, positions).filter(\.1.isEmpty).map(\.0.field)
  }

  init(_ differences: [FieldChange]) {
    self.differences = differences
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
    var changed: Set<Int> = []
    for change in FieldChange.between(try earlier.json, try later.json) {
      let contribution = contributions[change.field] ?? differences(at: change.field)
      changed.formUnion(contribution.indices)
      if change.before == nil || change.after == nil { changed.formUnion(contribution.orders) }
    }
    for index in changed { positions[index].append(event.position) }
    return true
  }

  /// The differences with their events.
  ///
  /// - Parameter values: the events that changed the values of the unexplained fields.
  func datedChanges(by values: [String: [Position]]) -> [DatedChange] {
    zip(differences, positions).map { change, positions in
      DatedChange(
        change: change, positions: positions.isEmpty ? values[change.field] ?? [] : positions)
    }
  }

  private mutating func differences(at field: String) -> Contribution {
    var found = Contribution(indices: Set(below[field] ?? []))
    for path in field.pathsAbove {
      if let index = indices[path] { found.indices.insert(index) }
      if path != field, let index = indices[path + "[]"] { found.orders.insert(index) }
    }
    contributions[field] = found
    return found
  }
}

extension [DomainDefinition] {
  /// The differences between the answers at two positions: of the read models that need no
  /// parameters, and of the other answers that the events in between may change.
  ///
  /// Reads the journal two or three times; if the answers are larger than `mostBytes`, as often for
  /// each part of them. A query that is refused for its form, such as one for all days of decades,
  /// is left out.
  package func differences(
    in reader: inout JournalReader, from first: Position, to last: Position,
    _ context: QueryContext, without: Set<Position>, mostBytes: Int = 128 << 20
  ) throws -> [(key: AnswerKey, changes: [DatedChange])] {
    var events: [StoredEvent] = []
    try reader.forEach(after: first, through: last) { view in
      events.append(StoredEvent(view))
      return true
    }
    let (domains, zone) = (self, reader.timeZone)
    func followedAnswers(_ keys: [AnswerKey]) -> FollowedAnswers {
      FollowedAnswers(keys, of: domains, context, without: without, in: zone)
    }
    var keys = try answers(touchedBy: events, in: &reader)[...]
    var differences: [(AnswerKey, [DatedChange])] = []
    while !keys.isEmpty {
      var ends = followedAnswers([AnswerKey](keys))
      let (found, compared) = try ends.differences(
        in: &reader, from: first, to: last, mostBytes: mostBytes)
      keys = keys.dropFirst(compared)
      var dated = found.map { DifferenceObserver($0.changes) }
      var middle = followedAnswers(found.map(\.key))
      try middle.follow(&dated, in: &reader, after: first, through: last)
      let undated = dated.indices.filter { !dated[$0].unexplainedFields.isEmpty }
      var values = undated.map { ValueObserver(fields: dated[$0].unexplainedFields) }
      var rest = followedAnswers(undated.map { found[$0].key })
      try rest.follow(&values, in: &reader, after: first, through: last)
      let positions = Dictionary(uniqueKeysWithValues: zip(undated, values.map(\.positions)))
      differences += dated.indices.map {
        (found[$0].key, dated[$0].datedChanges(by: positions[$0] ?? [:]))
      }
    }
    return differences
  }
}

extension String {
  /// The path itself and all paths above it, including the empty one.
  fileprivate var pathsAbove: [String] {
    let ends = utf8.indices.filter { [UInt8(ascii: "."), UInt8(ascii: "[")].contains(utf8[$0]) }
    return [self, ""] + ends.map { String(self[..<$0]) }
  }
}
