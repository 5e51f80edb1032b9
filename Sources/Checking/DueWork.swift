import EventEngine

/// The work of a domain that falls due at a time, by the ids of what it is about. A tick that
/// records something leaves nothing that is due.
struct DueWork<ID: TextValue> {
  private typealias Entry = (time: Timestamp, id: ID)

  private var times: [ID: Timestamp] = [:]
  /// All times, those that no longer apply included: a heap with the earliest one first, since ticks
  /// are many and the work that is not due yet is much.
  private var heap: [Entry] = []
  /// The time of the tick that recorded the last event; nil if something else did.
  private var tick: Timestamp?
  private let violation: @Sendable (ID) -> String

  /// - Parameter violation: describes what a tick has left undone.
  init(_ violation: @escaping @Sendable (ID) -> String) { self.violation = violation }

  /// The time at which the work falls due; nil if there is none to do.
  subscript(id: ID) -> Timestamp? {
    get { times[id] }
    set {
      times[id] = newValue
      if let newValue { push((newValue, id)) }
    }
  }

  /// Describes what a tick has left undone, earliest first, once an event follows that is not its
  /// own. This must be called before that event changes the work.
  mutating func violations(before event: Recorded<some Sendable>) -> [String] {
    let last = tick
    tick = event.actor == "system" ? event.time : nil
    guard let last, last != tick else { return [] }
    return violations(at: last)
  }

  /// Describes what a tick at `now` should have recorded, earliest first.
  mutating func violations(at now: Timestamp) -> [String] {
    var violations: [String] = []
    while let first = heap.first, first.time <= now {
      removeFirst()
      if times[first.id] == first.time { violations.append(violation(first.id)) }
    }
    return violations
  }

  private static func isEarlier(_ left: Entry, _ right: Entry) -> Bool {
    (left.time, left.id.rawValue) < (right.time, right.id.rawValue)
  }

  private mutating func push(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0, Self.isEarlier(heap[child], heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      let children = (2 * parent + 1..<2 * parent + 3).clamped(to: heap.indices)
      guard let least = children.min(by: { Self.isEarlier(heap[$0], heap[$1]) }),
        Self.isEarlier(heap[least], heap[parent])
      else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
