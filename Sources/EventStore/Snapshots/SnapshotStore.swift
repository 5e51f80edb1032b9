/// The snapshots beside a journal: `DIR/snapshots/STATE@POSITION.snapshot`.
///
/// None of it is synced and none of it is needed: one that is damaged, of another journal, of
/// another history or from before an erasure of something it has folded is passed over.
public struct SnapshotStore: Sendable {
  /// How many are kept of a state: as of the past one folds on from an older one.
  static let kept = 4

  /// So many events folded for one answer make it worth while to keep the state.
  public static let worthwhile = 100_000

  private let directory: JournalDirectory

  public init(_ directory: JournalDirectory) { self.directory = directory }

  private var path: String { "\(directory.path)/snapshots" }

  private static func file(_ state: String, _ position: Position) -> String {
    "\(state)@\(position.rawValue).snapshot"
  }

  private func path(_ state: String, _ position: Position) -> String {
    "\(path)/\(Self.file(state, position))"
  }

  /// The positions of a state's snapshots, the last first.
  private func positions(of state: String) -> [Position] {
    let names = Derived.attempt { try directory.files.names(in: path) } ?? []
    return names.compactMap { name -> Position? in
      guard name.hasPrefix("\(state)@"), name.hasSuffix(".snapshot"),
        let number = Int(name.dropFirst(state.count + 1).dropLast(9)), number > 0,
        name == Self.file(state, Position(number))
      else { return nil }
      return Position(number)
    }
    .sorted(by: >)
  }

  /// The latest snapshot of a state that is of use up to `last`; nil where there is none.
  /// O(length of the snapshot + what is looked up in the journal).
  public func latest(
    of state: String, version: SchemaVersion, through last: Position,
    in reader: inout JournalReader
  ) throws(JournalError) -> Snapshot? {
    for position in positions(of: state) where position <= last {
      guard let found = read(state, position), found.header.version == version,
        found.header.journal == reader.manifest.journal,
        try reader.id(at: position)?.description == found.header.event,
        try !reader.hasErased(anyUpTo: position)
      else { continue }
      return found.snapshot
    }
    return nil
  }

  /// All snapshots of a state that are of use, the last first.
  public func all(
    of state: String, version: SchemaVersion, in reader: inout JournalReader
  ) throws(JournalError) -> [Snapshot] {
    var snapshots: [Snapshot] = []
    var last = reader.head
    while let found = try latest(of: state, version: version, through: last, in: &reader) {
      snapshots.append(found)
      last = Position(found.position.rawValue - 1)
    }
    return snapshots
  }

  private func read(
    _ state: String, _ position: Position
  ) -> (header: Snapshot.Header, snapshot: Snapshot)? {
    let bytes = Derived.attempt {
      let file = try directory.files.open(path(state, position), for: .reading)
      return try file.contents(file.size())
    }
    guard let found = bytes.flatMap(Snapshot.decoded), found.snapshot.name == state,
      found.snapshot.position == position
    else { return nil }
    return found
  }

  /// Keeps a snapshot that was folded from what `reader` has read, and removes the oldest of the
  /// state and what others, cut off, have left unfinished.
  ///
  /// - Returns: false when personal data was erased since: the snapshot may hold it. Or when
  ///   somebody else is keeping the same.
  /// - Throws: `JournalError`, and `PayloadEncodingError` for a snapshot that cannot be encoded.
  @discardableResult
  public func keep(_ snapshot: Snapshot, folded reader: inout JournalReader) throws -> Bool {
    guard let event = try reader.id(at: snapshot.position) else { return false }
    let bytes = try snapshot.encoded(journal: reader.manifest.journal, event: event)
    try directory.attempt("making", path) { () throws(SystemError) in
      try directory.createDerivedFolder(path)
    }
    tidy()
    let target = path(snapshot.name, snapshot.position)
    do {
      let isPlaced = try reader.place(target, madeUpTo: snapshot.position) { file in
        try file.write(bytes, at: 0)
      }
      guard isPlaced else { return false }
    } catch let error as SystemError {
      throw JournalError.storageFailed(doing: "writing", path: target, error)
    }
    for position in positions(of: snapshot.name).dropFirst(Self.kept) {
      // Somebody else who has kept one removes it, too.
      Derived.attempt { try directory.files.remove(path(snapshot.name, position)) }
    }
    return true
  }

  private func tidy() {
    let names = Derived.attempt { try directory.files.names(in: path) } ?? []
    for name in names where name.hasSuffix(".new") {
      Derived.attempt { try directory.files.removeLeftover("\(path)/\(name)") }
    }
  }
}

extension JournalReader {
  /// The id of the event at `position`; nil where there is none.
  mutating func id(at position: Position) throws(JournalError) -> EventID? {
    var id: EventID?
    try forEachAt(position) { id = $0.id }
    return id
  }
}
