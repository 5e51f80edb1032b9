import EventEngine

/// A long-running reader of a journal that survives erasures: where one names something folded
/// before, all is folded anew.
struct LiveReplica: ~Copyable {
  /// Whether an erasure voids what was folded up to a position.
  typealias Voiding = @Sendable (SubjectErased, Position) -> Bool

  private var reader: JournalReader
  private var fold: JournalFold
  private let isVoid: Voiding
  private let met: Encounters

  /// The subjects whose personal data has been met, in that order.
  var subjects: [Tag] { met.subjects }
  /// The time of the last event.
  var time: Timestamp { met.time }

  private final class Encounters {
    var subjects: [Tag] = []
    var time = Timestamp.earliest
  }

  /// - Parameter begin: makes folds of which nothing has been folded yet.
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

  /// Takes in everything recorded since.
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

  /// A fold into the states, which are empty.
  func fold(in zone: TimeZoneTable) -> JournalFold { JournalFold(in: zone, begin) }

  /// Starts with empty states.
  func begin() -> [DomainFold] {
    let folds = domains.map { $0.readModels.checkedFold() }
    states = folds.flatMap(\.states)
    return folds.map(\.fold)
  }
}
