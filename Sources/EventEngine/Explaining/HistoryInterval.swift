import EventStore

/// An interval of the history in which a condition held.
public struct HistoryInterval: Sendable {
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
  /// The intervals of the history in which a condition held, oldest first.
  ///
  /// - Parameters:
  ///   - limit: the greatest number of intervals, after which the history is not followed further.
  ///   - holds: returns whether the condition holds. It receives each different answer in bytes,
  ///     and a function that parses it; nil stands for no answer.
  package func intervals(
    in reader: inout JournalReader, through last: Position, limit: Int = .max,
    where holds: @escaping ([UInt8]?, () throws -> JSONValue?) throws -> Bool
  ) throws -> [HistoryInterval] {
    var observer = IntervalObserver(limit: limit, holds: holds)
    try follow(&observer, in: &reader, through: last)
    return observer.intervals
  }

  /// The intervals of the history in which a condition on a field held, oldest first.
  ///
  /// - Throws: `UnknownField` if no answer ever had such a field.
  package func intervals(
    in reader: inout JournalReader, through last: Position, limit: Int = .max,
    where condition: AnswerCondition
  ) throws -> [HistoryInterval] {
    try model.requireField(condition.field, in: "where")
    var members: Set<String> = []
    let found = try intervals(in: &reader, through: last, limit: limit) { _, json in
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

private struct IntervalObserver: AnswerObserver {
  let limit: Int
  let holds: ([UInt8]?, () throws -> JSONValue?) throws -> Bool
  var intervals: [HistoryInterval] = []
  var isHeld = false

  mutating func begin(with answer: AnswerValue) throws {
    intervals = []
    isHeld = try holds(answer.bytes) { try answer.json }
    if isHeld { intervals.append(HistoryInterval(from: .start, began: nil)) }
  }

  mutating func change(
    _ event: StoredEvent, _ facts: Query, from _: AnswerValue, to after: AnswerValue
  ) throws -> Bool {
    let holdsNow = try holds(after.bytes) { try after.json }
    defer { isHeld = holdsNow }
    if holdsNow && !isHeld { intervals.append(HistoryInterval(from: event.position, began: event)) }
    if isHeld && !holdsNow {
      intervals[intervals.count - 1].to = Position(event.position.rawValue - 1)
      intervals[intervals.count - 1].ended = event
      return intervals.count < limit
    }
    return true
  }
}
