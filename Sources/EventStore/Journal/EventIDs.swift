/// Which event ids a journal holds, and where: for appends that name their events' ids, so that
/// whoever sends them again records nothing twice.
///
/// Made by reading the journal once, when it is first needed, and kept up to date from then on.
/// About 50 bytes of memory per event. Void when an append whose ids were inserted turns out not
/// to be recorded: then it is made anew.
package struct EventIDs: Sendable {
  private var positions: [EventID: Position] = [:]
  /// Events up to here are known.
  private var known = Position.start

  /// Knows nothing yet; `catchUp` comes first.
  package init() {}

  /// Takes in what the reader can see and this has not seen. O(length of what is new).
  package mutating func catchUp(with reader: inout JournalReader) throws(JournalError) {
    let start = known
    guard start < reader.head else { return }
    try reader.forEach(after: start) { (view) throws(JournalError) in
      insert(view.id, at: view.position)
      return true
    }
  }

  /// Where the event of this id is; nil when there is none. O(1).
  package func position(of id: EventID) -> Position? { positions[id] }

  /// Takes in an event that was just appended. Of two under one id, the first counts.
  package mutating func insert(_ id: EventID, at position: Position) {
    if positions[id] == nil { positions[id] = position }
    if position == known.next { known = position }
  }

  /// Takes in an event that is about to be appended behind those that are known; false when there
  /// is one under its id.
  mutating func insertIfNew(_ id: EventID, at position: Position) -> Bool {
    // A position that no event has tells a new entry from an old one in a single look-up.
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
