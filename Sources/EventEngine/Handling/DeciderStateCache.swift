import EventStore

/// What is known between commands: the states of all deciders, and which command ids were used.
/// Void as soon as anything it has seen turns out not to be recorded.
struct DeciderStateCache: ~Copyable {
  let domains: [any CommandDomain]
  private let zone: TimeZoneTable
  private var replay: Replay
  private(set) var commandIDs: [CommandID: Position] = [:]
  private(set) var erased = ErasedSubjects()
  private(set) var position = Position.start

  init(_ domains: [any CommandDomain], zone: TimeZoneTable) {
    for domain in domains { domain.forget() }
    self.domains = domains
    self.zone = zone
    replay = Replay(domains.map(\.fold), zone: zone)
  }

  /// Takes in what was appended since. Where that is an erasure of something folded before, all is
  /// folded anew.
  mutating func catchUp(with reader: inout JournalReader) throws(JournalError) {
    guard position < reader.head else { return }
    if try fold(reader: &reader) { return }
    self = DeciderStateCache(domains, zone: zone)
    _ = try fold(reader: &reader)
  }

  /// - Returns: false when what was known is void.
  private mutating func fold(reader: inout JournalReader) throws(JournalError) -> Bool {
    let start = position
    var isVoid = false
    position = reader.head
    try reader.forEach(after: start) { (view) throws(JournalError) in
      if let erasure = try view.erasure() {
        isVoid = erasure.names(anyUpTo: start)
        erased.note(erasure, at: view.position)
      }
      if isVoid { return false }
      if view.index == 1, let id = view.commandID {
        remember(CommandID(rawValue: id), view.position)
      }
      try replay.apply(view)
      return true
    }
    return !isVoid
  }

  /// Takes in events of this process's own, which the deciders have seen already.
  mutating func passOver(to position: Position, id: CommandID?, first: Position) {
    self.position = position
    if let id { remember(id, first) }
  }

  private mutating func remember(_ id: CommandID, _ position: Position) {
    // The first event under an id counts; that there is another one is rare.
    if let first = commandIDs.updateValue(position, forKey: id) { commandIDs[id] = first }
  }
}
