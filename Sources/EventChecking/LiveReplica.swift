import EventEngine

/// Simulates a long-running reader that survives erasures: an erasure of folded data makes it fold
/// everything again.
struct LiveReplica: ~Copyable {
  /// Whether an erasure invalidates a fold up to the given position.
  typealias Voiding = @Sendable (SubjectErased, Position) -> Bool

  private var reader: JournalReader
  private var fold: JournalFold
  private let isVoid: Voiding
  private let met: Encounters

  /// The subjects whose personal data occurred, in the order of their first occurrence.
  var subjects: [Tag] { met.subjects }
  /// The time of the last event.
  var time: Timestamp { met.time }

  private final class Encounters {
    var subjects: [Tag] = []
    var time = Timestamp.earliest
  }

  /// - Parameter begin: creates empty folds.
  static func open(
    _ directory: JournalDirectory, isVoid: @escaping Voiding = { $0.names(anyUpTo: $1) },
    _ begin: @escaping JournalFold.Begin
  ) throws -> LiveReplica {
    let reader = try JournalReader.open(directory)
    let met = Encounters()
    let fold = JournalFold(in: reader.manifest.timeZone) {
      met.subjects = []
      return begin()
    }
    return LiveReplica(reader: reader, fold: fold, isVoid: isVoid, met: met)
  }

  private init(
    reader: consuming JournalReader, fold: consuming JournalFold, isVoid: @escaping Voiding,
    met: Encounters
  ) {
    self.reader = reader
    self.fold = fold
    self.isVoid = isVoid
    self.met = met
  }

  /// Applies all events recorded since.
  mutating func catchUp() throws(JournalError) {
    try reader.refresh()
    try fold.catchUp(with: &reader, unless: isVoid) { [met] (view, _) in
      for subject in StoredEvent(view).erasable?.subjects ?? []
      where !met.subjects.contains(subject) {
        met.subjects.append(subject)
      }
      met.time = view.time
    }
  }
}

/// The states of all read models of some domains.
final class LiveReadModels {
  private let domains: [CheckedDomain]
  private(set) var states: [CheckedFold] = []

  init(_ domains: [CheckedDomain]) { self.domains = domains }

  /// Creates a fold that updates the states, which are reset.
  func fold(in zone: TimeZoneTable) -> JournalFold { JournalFold(in: zone, begin) }

  /// Resets the states.
  func begin() -> [DomainFold] {
    let folds = domains.map { $0.readModels.checkedFold() }
    states = folds.flatMap(\.states)
    return folds.map(\.fold)
  }
}
