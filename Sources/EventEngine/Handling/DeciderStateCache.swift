import EventStore

/// The states of all deciders and the used command ids, cached between commands.
///
/// Its owner must discard it after a failed batch whose events it includes.
struct DeciderStateCache: ~Copyable {
  let domains: [any CommandDomain]
  private var fold: JournalFold
  private let ledger: CommandLedger

  init(_ domains: [any CommandDomain], zone: TimeZoneTable) {
    let ledger = CommandLedger()
    self.domains = domains
    self.ledger = ledger
    fold = JournalFold(in: zone) {
      ledger.discard()
      for domain in domains { domain.discard() }
      return domains.map(\.fold)
    }
  }

  /// The position at which each command id was first used.
  var commandIDs: [CommandID: Position] { ledger.ids }

  /// Applies the events appended since the last call. After an erasure of folded data all states
  /// are folded again.
  ///
  /// - Parameter onlyIfShort: folds nothing if the events are many, and does not fold again after
  ///   such an erasure; the states are then incomplete, or discarded.
  /// - Returns: whether the states contain all recorded events.
  mutating func catchUp(
    with reader: inout some RecordSource & ~Copyable, onlyIfShort: Bool = false
  ) throws(JournalError) -> Bool {
    let rest = reader.recordedHead.rawValue - fold.position.rawValue
    guard rest > 0 else { return true }
    if onlyIfShort && rest > Self.mostEventsUnderLock { return false }
    let note = { [ledger] in ledger.note($0, $1) }
    if onlyIfShort { return try fold.advance(with: &reader, note) }
    try fold.catchUp(with: &reader, note)
    return true
  }

  /// The number of events that are folded under the lock: about 10 ms.
  private static let mostEventsUnderLock = 10_000

  /// Advances to `position`, past events of this process that the deciders have already applied.
  ///
  /// - Parameters:
  ///   - id: the command that caused these events.
  ///   - first: the position of the first of them.
  mutating func skip(to position: Position, id: CommandID?, first: Position) {
    fold.skip(to: position)
    if let id { ledger.note(id, at: first) }
  }

  func dueForErasure(
    _ key: Result<JournalKey, JournalError>, at now: Timestamp
  ) -> [DueErasure] {
    domains.map(\.dueErasures).deletedSubjects(key, ledger.erased, at: now)
  }
}

/// The used command ids and the erased subjects.
private final class CommandLedger {
  private(set) var ids: [CommandID: Position] = [:]
  private(set) var erased = ErasedSubjects()

  func discard() {
    ids = [:]
    erased = ErasedSubjects()
  }

  func note(_ view: RecordView, _ erasure: SubjectErased?) {
    if let erasure { erased.note(erasure, at: view.position) }
    if view.index == 1, let id = view.commandID {
      note(CommandID(rawValue: id), at: view.position)
    }
  }

  func note(_ id: CommandID, at position: Position) {
    // The first event with an id counts. A second one is rare, so no look-up precedes the
    // insertion.
    if let first = ids.updateValue(position, forKey: id) { ids[id] = first }
  }
}
