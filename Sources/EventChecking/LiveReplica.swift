import EventEngine

/// Simulates a long-running reader that survives erasures: an erasure of folded data makes it fold
/// everything again.
struct LiveReplica: ~Copyable {
  /// Whether an erasure invalidates a fold up to the given position.
  typealias Invalidation = @Sendable (SubjectErased, Position) -> Bool

  private var reader: JournalReader
  private var fold: JournalFold
  private let invalidates: Invalidation
  private let seen: SeenData

  /// The subjects whose personal data occurred, in the order of their first occurrence.
  var subjects: [Tag] { seen.subjects }
  /// The time of the last event.
  var time: Timestamp { seen.time }

  private final class SeenData {
    var subjects: [Tag] = []
    var time = Timestamp.earliest
  }

  /// - Parameter begin: creates empty folds.
  static func open(
    _ directory: JournalDirectory, invalidates: @escaping Invalidation = { $0.names(anyUpTo: $1) },
    _ begin: @escaping JournalFold.Begin
  ) throws -> LiveReplica {
    let reader = try JournalReader.open(directory)
    let seen = SeenData()
    let fold = JournalFold(in: reader.manifest.timeZone) {
      seen.subjects = []
      return begin()
    }
    return LiveReplica(reader: reader, fold: fold, invalidates: invalidates, seen: seen)
  }

  private init(
    reader: consuming JournalReader, fold: consuming JournalFold,
    invalidates: @escaping Invalidation, seen: SeenData
  ) {
    self.reader = reader
    self.fold = fold
    self.invalidates = invalidates
    self.seen = seen
  }

  /// Applies all events recorded since the last call.
  mutating func catchUp() throws(JournalError) {
    try reader.refresh()
    try fold.catchUp(with: &reader, unless: invalidates) { [seen] (view, _) in
      for subject in StoredEvent(view).erasable?.subjects ?? []
      where !seen.subjects.contains(subject) {
        seen.subjects.append(subject)
      }
      seen.time = view.time
    }
  }
}

/// The states of all read models of some domains.
final class CheckedReadModels {
  private let domains: [CheckedDomain]
  private let ofAllTypes: Bool
  private(set) var states: [CheckedFold] = []

  /// - Parameter ofAllTypes: whether to fold events of types that a `factTypes` omits, too.
  init(_ domains: [CheckedDomain], ofAllTypes: Bool = false) {
    self.domains = domains
    self.ofAllTypes = ofAllTypes
  }

  /// Resets the states and creates a fold that keeps them up to date.
  func fold(in zone: TimeZoneTable) -> JournalFold { JournalFold(in: zone, begin) }

  /// Resets the states.
  func begin() -> [DomainFold] {
    let folds = domains.map { $0.readModels.checkedFold(ofAllTypes) }
    states = folds.flatMap(\.states)
    return folds.map(\.fold)
  }
}
