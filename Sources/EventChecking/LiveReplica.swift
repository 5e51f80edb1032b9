import EventEngine

/// Follows a journal, as a process does that keeps what it has folded: where an erasure names
/// anything of that, all is folded anew.
struct LiveReplica: ~Copyable {
  /// Whether an erasure voids what was folded up to a position.
  typealias Voiding = @Sendable (SubjectErased, Position) -> Bool

  private var reader: JournalReader
  private var replay: Replay
  private let begin: () -> [DomainFold]
  private let isVoid: Voiding
  /// Whose personal data has been met, in that order.
  private(set) var subjects: [Tag] = []
  /// Of the last event.
  private(set) var time = Timestamp.earliest

  /// - Parameter begin: makes new folds, of which nothing has been folded yet.
  static func open(
    _ directory: JournalDirectory, isVoid: @escaping Voiding = { $0.names(anyUpTo: $1) },
    _ begin: @escaping () -> [DomainFold]
  ) throws -> LiveReplica {
    let reader = try JournalReader.open(directory)
    let replay = Replay(begin(), zone: reader.manifest.timeZone)
    return LiveReplica(reader: reader, replay: replay, begin: begin, isVoid: isVoid)
  }

  private init(
    reader: consuming JournalReader, replay: consuming Replay,
    begin: @escaping () -> [DomainFold],
    isVoid: @escaping Voiding
  ) {
    self.reader = reader
    self.replay = replay
    self.begin = begin
    self.isVoid = isVoid
  }

  /// Takes in what was recorded since.
  mutating func catchUp() throws(JournalError) {
    let before = reader.head
    try reader.refresh()
    if try fold(after: before) { return }
    replay = Replay(begin(), zone: reader.manifest.timeZone)
    subjects = []
    _ = try fold(after: .start)
  }

  /// - Returns: false when what was folded before is void.
  private mutating func fold(after start: Position) throws(JournalError) -> Bool {
    var stillHolds = true
    try reader.forEach(after: start) { (view) throws(JournalError) in
      if let erasure = try view.erasure(), isVoid(erasure, start) {
        stillHolds = false
        return false
      }
      for subject in StoredEvent(view).erasable?.subjects ?? [] where !subjects.contains(subject) {
        subjects.append(subject)
      }
      try replay.apply(view)
      time = view.time
      return true
    }
    return stillHolds
  }
}

/// The states of all read models in a process that lives as long as a story.
final class LiveReadModels {
  private let domains: [CheckedDomain]
  private(set) var states: [any CheckedFold] = []

  init(_ domains: [CheckedDomain]) { self.domains = domains }

  /// Forgets everything.
  func begin() -> [DomainFold] {
    let folds = domains.map { $0.readModels.checkedFold() }
    states = folds.flatMap(\.states)
    return folds.map(\.fold)
  }
}
