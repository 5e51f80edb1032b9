import EventStore

/// A fold of several states over a journal, each record decoded once for all of them.
///
/// Deciders, read models, due work, audits, checks and replays all fold through it.
public struct JournalFold: ~Copyable {
  /// Empties the states and returns what folds into them.
  public typealias Begin = () -> [DomainFold]

  private let zone: TimeZoneTable
  private let begin: Begin
  private var replay: Replay
  /// The last position whose record was taken in or skipped.
  public private(set) var position = Position.start

  /// - Parameter begin: called now, and again whenever everything is folded anew.
  public init(in zone: TimeZoneTable, _ begin: @escaping Begin) {
    self.zone = zone
    self.begin = begin
    replay = Replay(begin(), zone: zone)
  }

  /// The number of records taken in.
  public var count: Int { replay.count }

  /// The position of the last record taken in.
  public var head: Position { replay.position }

  /// How often each type occurred that belongs to a domain but that the domain doesn't know.
  public var unknownTypes: [EventType: Int] { replay.unknownTypes }

  /// Takes in the next record.
  ///
  /// - Throws: for an event that cannot be decoded.
  public mutating func apply(_ view: RecordView) throws(JournalError) {
    try replay.apply(view)
    position = view.position
  }

  /// Notes that the states hold everything up to `position`, by a snapshot or in another way.
  public mutating func skip(to position: Position) { self.position = position }

  /// Folds on from where it is, from the index or by a scan. O(length read).
  ///
  /// - Parameters:
  ///   - facts: what is read of the journal.
  ///   - last: nil: the journal's end.
  ///   - look: receives each record after it was folded.
  /// - Throws: where the journal cannot be read, and for an event that cannot be decoded.
  public mutating func run(
    _ reader: inout JournalReader, _ facts: Query = .everything, through last: Position? = nil,
    _ look: (RecordView) throws(JournalError) -> Void = { _ in }
  ) throws(JournalError) {
    try reader.forEach(facts, after: position, through: last) { (view) throws(JournalError) in
      try replay.apply(view)
      try look(view)
      return true
    }
    position = max(position, min(last ?? reader.head, reader.head))
  }

  /// Takes in everything recorded since. Where an erasure names something folded before, all is
  /// discarded and folded anew.
  ///
  /// - Parameters:
  ///   - isVoid: whether an erasure voids what was folded up to a position.
  ///   - look: receives each record before it is folded, and the erasure that it holds.
  public mutating func catchUp(
    with reader: inout JournalReader,
    unless isVoid: (SubjectErased, Position) -> Bool = { $0.names(anyUpTo: $1) },
    _ look: (RecordView, SubjectErased?) -> Void
  ) throws(JournalError) {
    if try advance(&reader, isVoid, look) { return }
    replay = Replay(begin(), zone: zone)
    position = .start
    _ = try advance(&reader, isVoid, look)
  }

  /// - Returns: false where what was folded before is void.
  private mutating func advance(
    _ reader: inout JournalReader, _ isVoid: (SubjectErased, Position) -> Bool,
    _ look: (RecordView, SubjectErased?) -> Void
  ) throws(JournalError) -> Bool {
    let start = position
    var stillHolds = true
    position = reader.head
    try reader.forEach(after: start) { (view) throws(JournalError) in
      let erasure = try view.erasure()
      if let erasure, isVoid(erasure, start) {
        stillHolds = false
        return false
      }
      look(view, erasure)
      try replay.apply(view)
      return true
    }
    return stillHolds
  }
}
