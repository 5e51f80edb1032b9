/// The positions of event ids, for appends that name their events' ids, so that a retry records
/// nothing twice.
///
/// The ids after some position are in a table, which is read on first use and kept up to date from
/// then on: about 50 bytes of memory per event. Those up to that position are looked up in the
/// index, until so many were looked up that reading them all would have cost as much. If an append
/// whose ids were inserted fails, the table is invalid, and its owner must discard it.
package struct EventIDs: Sendable {
  private var positions: [EventID: Position] = [:]
  /// The last position covered.
  private var known: Position
  /// The position after which the table has the ids.
  private var start: Position
  private var lookUps = 0

  /// The number of events that are read in the time of a look-up in the index.
  private static let eventsPerLookUp = 100

  /// An empty table of the ids after `start`.
  package init(after start: Position = .start) {
    self.start = start
    known = start
  }

  /// Adds the events that the reader can see and the table does not cover yet. O(length of the new
  /// part).
  package mutating func catchUp(with reader: inout JournalReader) throws(JournalError) {
    guard known < reader.head else { return }
    try reader.forEach(after: known) { (view) throws(JournalError) in
      insert(view.id, at: view.position)
      return true
    }
  }

  /// Catches up before `count` ids are looked up. Also reads the events up to `start` into the
  /// table if that is cheaper by now than looking them up, or if the index no longer covers them.
  package mutating func prepare(
    for count: Int, with reader: inout JournalReader
  ) throws(JournalError) {
    lookUps += count
    if start > .start,
      lookUps * Self.eventsPerLookUp > start.rawValue || reader.indexedHead < start
    {
      self = EventIDs()
    }
    try catchUp(with: &reader)
  }

  /// The position of the event with this id; nil if there is none. O(1) in the table, O(log n) in
  /// the index.
  package mutating func position(
    of id: EventID, with reader: inout JournalReader
  ) throws(JournalError) -> Position? {
    try catchUp(with: &reader)
    if let position = positions[id] { return position }
    return start > .start ? try reader.first(ofEvent: id, through: start) : nil
  }

  /// Adds an event that was just appended. If two events have the same id, the first counts.
  package mutating func insert(_ id: EventID, at position: Position) {
    if positions[id] == nil { positions[id] = position }
    if position == known.next { known = position }
  }

  /// Whether the table has the id, of an event after `position`.
  func isKnown(_ id: EventID, after position: Position) -> Bool {
    positions[id].map { $0 > position } ?? false
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
