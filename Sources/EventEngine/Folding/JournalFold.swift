import EventStore

/// A fold of several states over a journal, each record decoded once for all of them.
///
/// Deciders, read models, scheduled work, audits, checks and replays all use it.
package struct JournalFold: ~Copyable {
  /// Resets the states and returns the folds that update them.
  package typealias Begin = () -> [DomainFold]

  private let zone: TimeZoneTable
  private let begin: Begin
  private var replay: Replay
  /// The position of the last record that was applied or skipped.
  package private(set) var position = Position.start

  /// - Parameter begin: called immediately, and again each time the fold restarts.
  package init(in zone: TimeZoneTable, _ begin: @escaping Begin) {
    self.zone = zone
    self.begin = begin
    replay = Replay(begin(), zone: zone)
  }

  /// The number of applied records.
  package var count: Int { replay.count }

  /// The position of the last applied record.
  package var head: Position { replay.position }

  /// The number of occurrences of each type that has a domain's prefix but is not in its catalog.
  package var unknownTypes: [EventType: Int] { replay.unknownTypes }

  /// Applies the next record.
  ///
  /// - Throws: if the event cannot be decoded.
  package mutating func apply(_ view: RecordView) throws(JournalError) {
    try replay.apply(view)
    position = view.position
  }

  /// Marks the states as complete up to `position`, for example after a snapshot was restored.
  package mutating func skip(to position: Position) { self.position = position }

  /// Continues the fold, through the index or by a scan. O(length read).
  ///
  /// - Parameters:
  ///   - facts: the events to read.
  ///   - last: the last position to read; nil: the journal's end.
  ///   - look: receives each record after it was folded.
  /// - Throws: if the journal cannot be read or an event cannot be decoded.
  package mutating func run(
    _ reader: inout some RecordSource & ~Copyable, _ facts: Query = .everything,
    through last: Position? = nil,
    _ look: (RecordView) throws(JournalError) -> Void = { _ in }
  ) throws(JournalError) {
    try reader.forEach(facts, after: position, through: last) { (view) throws(JournalError) in
      try replay.apply(view)
      try look(view)
      return true
    }
    let head = reader.recordedHead
    position = max(position, min(last ?? head, head))
  }

  /// Applies all events recorded after `position`. If one of them is an erasure of data that was
  /// folded before, all states are discarded and folded again.
  ///
  /// - Parameters:
  ///   - invalidates: whether an erasure invalidates a fold up to the given position.
  ///   - look: receives each record before it is folded, with the erasure that it holds.
  package mutating func catchUp(
    with reader: inout some RecordSource & ~Copyable,
    unless invalidates: (SubjectErased, Position) -> Bool = { $0.names(anyUpTo: $1) },
    _ look: (RecordView, SubjectErased?) -> Void
  ) throws(JournalError) {
    if try advance(with: &reader, unless: invalidates, look) { return }
    _ = try advance(with: &reader, unless: invalidates, look)
  }

  /// Applies all events recorded after `position`, unless one of them is an erasure of data that
  /// was folded before: all states are then discarded, and the next call begins anew.
  ///
  /// - Returns: whether the states contain all recorded events.
  package mutating func advance(
    with reader: inout some RecordSource & ~Copyable,
    unless invalidates: (SubjectErased, Position) -> Bool = { $0.names(anyUpTo: $1) },
    _ look: (RecordView, SubjectErased?) -> Void
  ) throws(JournalError) -> Bool {
    let start = position
    var stillHolds = true
    position = reader.recordedHead
    // Without the lock, the reader may meet events after this position, which come next time.
    try reader.forEach(.everything, after: start, through: position) {
      (view) throws(JournalError) in
      let erasure = try view.erasure()
      if let erasure, invalidates(erasure, start) {
        stillHolds = false
        return false
      }
      look(view, erasure)
      try replay.apply(view)
      return true
    }
    if stillHolds { return true }
    replay = Replay(begin(), zone: zone)
    position = .start
    return false
  }
}
