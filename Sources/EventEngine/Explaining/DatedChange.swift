import EventStore

/// A field that differs between two moments, with the events that made the difference.
public struct DatedChange: Equatable, Sendable {
  /// The field with its values at the two moments.
  public let change: FieldChange
  /// The positions of the events that changed the field, or a field above or below it: those that
  /// the history of the field has between the two moments.
  public let positions: [Position]

  package init(_ change: FieldChange, _ positions: [Position]) {
    self.change = change
    self.positions = positions
  }
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
    return observer.datedChanges
  }
}

/// Collects, for each of some differences, the events that made it: those that
/// ``FollowedAnswer/history(of:in:after:through:)`` has for the path of the difference.
private struct DifferenceObserver: AnswerObserver {
  /// The index of the difference of each field.
  private var indices: [String: Int] = [:]
  /// The indices of the differences at and below each path.
  private var below: [String: [Int]] = [:]
  /// The indices of the differences whose paths lead through a list.
  private var inLists: [ListStep: [Int]] = [:]
  /// A cache by field: the differences to which a change of the field contributes. Many events
  /// change the same fields.
  private var contributions: [String: Contribution] = [:]
  private let differences: [FieldChange]
  /// The positions of the events, by the index of the difference.
  private var positions: [[Position]]

  private struct Contribution {
    var indices: Set<Int>
    /// Steps into the same lists by which differences name their elements in another way. Only the
    /// values show whether these differ.
    var steps: Set<ListStep>
  }

  init(_ differences: [FieldChange]) {
    self.differences = differences
    positions = differences.map { _ in [] }
    for (index, difference) in differences.enumerated() {
      indices[difference.field] = index
      for path in difference.field.pathsAbove { below[path, default: []].append(index) }
      for step in difference.field.listSteps { inLists[step, default: []].append(index) }
    }
  }

  mutating func begin(with answer: AnswerValue) { positions = positions.map { _ in [] } }

  mutating func change(
    _ event: StoredEvent, _ facts: Query, from earlier: AnswerValue, to later: AnswerValue
  ) throws -> Bool {
    let (before, after) = (try earlier.json, try later.json)
    var (changed, steps): (Set<Int>, Set<ListStep>) = ([], [])
    for change in FieldChange.between(before, after) {
      let contribution = contributions[change.field] ?? contribution(of: change.field)
      changed.formUnion(contribution.indices)
      steps.formUnion(contribution.steps)
    }
    for index in steps.flatMap({ inLists[$0] ?? [] }) where !changed.contains(index) {
      let path = differences[index].field
      if before?.value(at: path) != after?.value(at: path) { changed.insert(index) }
    }
    for index in changed { positions[index].append(event.position) }
    return true
  }

  /// The differences with their events.
  var datedChanges: [DatedChange] { zip(differences, positions).map { DatedChange($0, $1) } }

  private mutating func contribution(of field: String) -> Contribution {
    var found = Contribution(indices: Set(below[field] ?? []), steps: [])
    found.indices.formUnion(field.pathsAbove.compactMap { indices[$0] })
    found.steps.formUnion(field.listSteps.flatMap(\.others).filter { inLists[$0] != nil })
    contributions[field] = found
    return found
  }
}

/// A step of a path into a list. The objects of a list may have identities at one position and none
/// at another, so paths may lead to the same element by different steps.
private struct ListStep: Hashable {
  enum Naming { case place, identity, order }

  /// The path of the list.
  let list: String
  let naming: Naming

  /// The steps that may lead to what this step leads to. An order that differs moves elements to
  /// other places, but changes none that an identity names.
  var others: [ListStep] {
    let others: [Naming] =
      switch naming {
      case .place: [.identity, .order]
      case .identity: [.place, .order]
      case .order: [.place]
      }
    return others.map { ListStep(list: list, naming: $0) }
  }
}

extension [DomainDefinition] {
  /// The differences between the answers at two positions: of the read models that need no
  /// parameters, and of the other answers that the events in between may change.
  ///
  /// Reads the journal twice; if the answers are larger than `mostBytes`, as often for each part of
  /// them. A query that is refused for its form, such as one for all days of decades,
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
      differences += zip(found, dated).map { ($0.key, $1.datedChanges) }
    }
    return differences
  }
}

extension String {
  /// The steps of the path into lists.
  fileprivate var listSteps: [ListStep] {
    utf8.indices.filter { utf8[$0] == UInt8(ascii: "[") }.map { index in
      let rest = self[index...]
      return ListStep(
        list: String(self[..<index]),
        naming: rest == "[]" ? .order : rest.place == nil ? .identity : .place)
    }
  }

  /// The path itself and all paths above it, including the empty one.
  fileprivate var pathsAbove: [String] {
    let ends = utf8.indices.filter { [UInt8(ascii: "."), UInt8(ascii: "[")].contains(utf8[$0]) }
    return [self, ""] + ends.map { String(self[..<$0]) }
  }
}
