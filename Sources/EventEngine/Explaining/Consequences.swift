import EventStore

/// An event in the tree of the events that followed from a command.
public struct Consequence: Sendable {
  /// The recorded event.
  public let event: StoredEvent
  /// The number of steps from the command: zero for its own events, and for those of later commands
  /// with the same correlation.
  public let depth: Int
}

/// The beginning of a tree of consequences.
public enum ConsequenceRoot: Sendable {
  /// The command that recorded the event at this position; only its append if the command has no
  /// id, and only the event if no command recorded it.
  case event(Position)
  /// The command with this id.
  case command(String)
  /// All commands with this correlation.
  case correlation(String)
}

extension JournalReader {
  /// The tree of consequences: the events of the root, each followed by the events that name it as
  /// their cause, and then the events of later commands with the same correlation. Empty if there
  /// is no such event. O(length from the command on); from the beginning for a correlation.
  package mutating func consequences(
    of root: ConsequenceRoot, through last: Position? = nil
  ) throws(JournalError) -> [Consequence] {
    guard var tree = try start(of: root) else { return [] }
    try forEach(after: tree.before, through: last) { view in
      tree.add(view)
      return true
    }
    return tree.events
  }

  private mutating func start(
    of root: ConsequenceRoot
  ) throws(JournalError) -> ConsequenceTree? {
    switch root {
    case .correlation(let correlation):
      return ConsequenceTree(before: .start, correlation: correlation) { _ in false }
    case .command(let id):
      guard let first = try first(ofCommand: id), let event = try event(at: first) else {
        return nil
      }
      return ConsequenceTree(
        before: Position(first.rawValue - 1), correlation: event.cause?.correlation
      ) { $0.commandID == id }
    case .event(let position):
      guard let event = try event(at: position) else { return nil }
      guard let cause = event.cause else {
        return ConsequenceTree(before: Position(position.rawValue - 1), correlation: nil) {
          $0.position == position
        }
      }
      if let id = cause.id { return try start(of: .command(id)) }
      let first = position.rawValue - event.index + 1
      let own = Position(first)...Position(first + event.count - 1)
      return ConsequenceTree(
        before: Position(first - 1), correlation: cause.correlation
      ) { own.contains($0.position) }
    }
  }
}

private struct ConsequenceTree {
  /// The position before the first event.
  let before: Position
  let correlation: String?
  let isOwn: (RecordView) -> Bool
  var roots: [StoredEvent] = []
  /// The events that follow from each one.
  var following: [Position: [StoredEvent]] = [:]
  var known: Set<Position> = []

  mutating func add(_ view: RecordView) {
    if let because = view.because, known.contains(because) {
      following[because, default: []].append(StoredEvent(view))
    } else if isOwn(view) || correlation != nil && view.cause?.correlation == correlation {
      roots.append(StoredEvent(view))
    } else {
      return
    }
    known.insert(view.position)
  }

  /// The events, each followed by those that follow from it.
  var events: [Consequence] {
    var events: [Consequence] = []
    var waiting = roots.reversed().map { Consequence(event: $0, depth: 0) }
    while let next = waiting.popLast() {
      events.append(next)
      let after = following[next.event.position] ?? []
      waiting += after.reversed().map { Consequence(event: $0, depth: next.depth + 1) }
    }
    return events
  }
}
