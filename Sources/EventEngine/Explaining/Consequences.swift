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
    guard let start = try start(of: root) else { return [] }
    var tree = CauseTree<Position, StoredEvent>()
    try forEach(after: start.before, through: last) { view in
      tree.add(StoredEvent(view), at: view.position, because: view.because) {
        start.isOwn(view)
          || start.correlation != nil && view.cause?.correlation == start.correlation
      }
      return true
    }
    return tree.list.map { Consequence(event: $0.event, depth: $0.depth) }
  }

  private mutating func start(
    of root: ConsequenceRoot
  ) throws(JournalError) -> ConsequenceStart? {
    switch root {
    case .correlation(let correlation):
      return ConsequenceStart(before: .start, correlation: correlation) { _ in false }
    case .command(let id):
      guard let first = try first(ofCommand: id), let event = try event(at: first) else {
        return nil
      }
      return ConsequenceStart(
        before: Position(first.rawValue - 1), correlation: event.cause?.correlation
      ) { $0.commandID == id }
    case .event(let position):
      guard let event = try event(at: position) else { return nil }
      guard let cause = event.cause else {
        return ConsequenceStart(before: Position(position.rawValue - 1), correlation: nil) {
          $0.position == position
        }
      }
      if let id = cause.id { return try start(of: .command(id)) }
      let first = position.rawValue - event.index + 1
      let own = Position(first)...Position(first + event.count - 1)
      return ConsequenceStart(
        before: Position(first - 1), correlation: cause.correlation
      ) { own.contains($0.position) }
    }
  }
}

/// Where a tree of consequences begins.
private struct ConsequenceStart {
  /// The position before the first event.
  let before: Position
  let correlation: String?
  let isOwn: (RecordView) -> Bool
}

/// A tree of events: those of its root, each followed by the events that name it as their cause.
package struct CauseTree<Place: Hashable, Event> {
  private typealias Node = (place: Place, event: Event)

  private var roots: [Node] = []
  /// The events that follow from each one.
  private var following: [Place: [Node]] = [:]
  private var known: Set<Place> = []

  package init() {}

  /// Adds an event that belongs to the tree; the events must come in their order.
  ///
  /// - Parameter isRoot: whether the event belongs to the root, if it follows from no other event.
  package mutating func add(
    _ event: @autoclosure () -> Event, at place: Place, because: Place?, _ isRoot: () -> Bool
  ) {
    if let because, known.contains(because) {
      following[because, default: []].append((place, event()))
    } else if isRoot() {
      roots.append((place, event()))
    } else {
      return
    }
    known.insert(place)
  }

  /// The events with the number of steps from the root, each followed by those that follow from it.
  package var list: [(event: Event, depth: Int)] {
    var list: [(event: Event, depth: Int)] = []
    var waiting = roots.reversed().map { (node: $0, depth: 0) }
    while let (node, depth) = waiting.popLast() {
      list.append((node.event, depth))
      waiting += (following[node.place] ?? []).reversed().map { ($0, depth + 1) }
    }
    return list
  }
}
