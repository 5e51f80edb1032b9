/// The position of every event id of a journal, for appends that name their events' ids, so that a
/// retry records nothing twice.
///
/// Built by reading the journal once, on first use, and kept up to date from then on. About 50
/// bytes of memory per event. If an append fails whose ids were inserted, the table is invalid, and
/// its owner discards it.
package struct EventIDs: Sendable {
  private var positions: [EventID: Position] = [:]
  /// The last position covered.
  private var known = Position.start

  /// An empty table; call `catchUp` first.
  package init() {}

  /// Adds the events that the reader can see and the table does not cover yet. O(length of the new
  /// part).
  package mutating func catchUp(with reader: inout JournalReader) throws(JournalError) {
    let start = known
    guard start < reader.head else { return }
    try reader.forEach(after: start) { (view) throws(JournalError) in
      insert(view.id, at: view.position)
      return true
    }
  }

  /// The position of the event with this id; nil if there is none. O(1).
  package func position(of id: EventID) -> Position? { positions[id] }

  /// Adds an event that was just appended. If two events have the same id, the first counts.
  package mutating func insert(_ id: EventID, at position: Position) {
    if positions[id] == nil { positions[id] = position }
    if position == known.next { known = position }
  }

  /// Adds an event that is about to be appended after the covered ones. Returns false if its id is
  /// taken.
  mutating func insertIfNew(_ id: EventID, at position: Position) -> Bool {
    // A position that no event has distinguishes a new entry from an old one in a single look-up.
    let unknown = Position(-1)
    func enter(_ found: inout Position) -> Bool {
      guard found == unknown else { return false }
      found = position
      return true
    }
    guard enter(&positions[id, default: unknown]) else { return false }
    if position == known.next { known = position }
    return true
  }
}
