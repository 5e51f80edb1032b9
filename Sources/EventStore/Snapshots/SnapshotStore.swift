/// The snapshots beside a journal: `DIR/snapshots/STATE@POSITION.snapshot`.
///
/// None of them is required. A snapshot is ignored if it is damaged, made without the journal's
/// key, of another journal or history, or from before an erasure of an event it includes. Without
/// the key all snapshots are ignored.
package struct SnapshotStore: Sendable {
  /// The number of snapshots stored per state: queries about the past resume from an older one.
  static let snapshotsPerState = 4

  /// The least number of events folded for one answer whose state is worth a snapshot.
  package static let leastEvents = 100_000

  private let directory: JournalDirectory

  package init(_ directory: JournalDirectory) { self.directory = directory }

  private var path: String { "\(directory.path)/snapshots" }

  private static func file(_ state: String, _ position: Position) -> String {
    "\(state)@\(position.rawValue).snapshot"
  }

  private func path(_ state: String, _ position: Position) -> String {
    "\(path)/\(Self.file(state, position))"
  }

  /// The names in the folder; none if it cannot be read.
  private var names: [String] {
    DerivedFiles.ignoringFailure { try directory.files.names(in: path) } ?? []
  }

  /// The positions of a state's snapshots, in descending order.
  private func positions(of state: String) -> [Position] {
    names.compactMap { name -> Position? in
      guard name.hasPrefix("\(state)@"), name.hasSuffix(".snapshot"),
        let number = Int(name.dropFirst(state.count + 1).dropLast(9)),
        1...Limits.lastPosition ~= number,
        name == Self.file(state, Position(number))
      else { return nil }
      return Position(number)
    }
    .sorted(by: >)
  }

  /// The latest valid snapshot of `state` at position `last` or earlier; nil if there is none.
  /// O(length of the snapshot + the look-up in the journal).
  package func latest(
    of state: String, version: SchemaVersion, through last: Position,
    in reader: inout JournalReader
  ) throws(JournalError) -> Snapshot? {
    let positions = positions(of: state)
    guard !positions.isEmpty, let key = reader.index.loadKey() else { return nil }
    for position in positions where position <= last {
      guard let found = read(state, position, key), found.header.version == version,
        try Self.problem(found.header, in: &reader) == nil
      else { continue }
      return found.snapshot
    }
    return nil
  }

  /// The reason why a snapshot made with the journal's key is unusable; nil if it is usable.
  private static func problem(
    _ header: Snapshot.Header, in reader: inout JournalReader
  ) throws(JournalError) -> DerivedFinding.Reason? {
    guard header.journal == reader.manifest.journal,
      try reader.id(at: header.position)?.description == header.event
    else { return .otherHistory }
    return try reader.hasErased(anyUpTo: header.position) ? .erasedSince : nil
  }

  /// The unusable files of all states, with reasons. Only folding can check that the other files
  /// have the right states.
  ///
  /// - Parameter reader: catches up with the journal's end if a snapshot is of later events.
  package func findings(
    in reader: inout JournalReader
  ) throws(JournalError) -> [DerivedFinding] {
    guard let key = reader.index.loadKey() else { return [] }
    var findings: [DerivedFinding] = []
    for name in names.sorted() where name.hasSuffix(".snapshot") {
      let path = "\(path)/\(name)"
      // Another process may have removed the file meanwhile: as the oldest, or with an erasure.
      guard let bytes = DerivedFiles.ignoringFailure({ try contents(path) }) else { continue }
      let found = Snapshot.decoded(bytes, key)
      if let found, found.header.position > reader.head { try reader.refresh() }
      let reason: DerivedFinding.Reason? =
        if let found, Self.file(found.snapshot.name, found.snapshot.position) == name {
          try Self.problem(found.header, in: &reader)
        } else { .code }
      if let reason { findings.append(DerivedFinding(path: path, reason: reason)) }
    }
    return findings
  }

  /// The path of a state's snapshot.
  package func path(of snapshot: Snapshot) -> String { path(snapshot.name, snapshot.position) }

  /// All usable snapshots of a state, in descending order.
  package func all(
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

  private func contents(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try directory.files.open(path, for: .reading)
    let size = try file.size()
    guard size <= Limits.snapshotBytes else { throw .tooLarge }
    return try file.contents(size)
  }

  private func read(
    _ state: String, _ position: Position, _ key: JournalKey
  ) -> (header: Snapshot.Header, snapshot: Snapshot)? {
    let bytes = DerivedFiles.ignoringFailure { try contents(path(state, position)) }
    guard let bytes, let found = Snapshot.decoded(bytes, key), found.snapshot.name == state,
      found.snapshot.position == position
    else { return nil }
    return found
  }

  /// Stores a snapshot folded from the events that `reader` has read. Removes the state's oldest
  /// snapshots, if there are too many, and the unfinished files of interrupted processes.
  ///
  /// - Returns: false if the snapshot may contain personal data that was erased since, if another
  ///   process is storing the same snapshot, or if there is no event at its position.
  /// - Throws: `JournalError`, `.keyUnavailable` and `.exposed` among them.
  @discardableResult
  package func store(_ snapshot: Snapshot, folded reader: inout JournalReader) throws -> Bool {
    guard let event = try reader.id(at: snapshot.position) else { return false }
    let bytes = try snapshot.encoded(
      journal: reader.manifest.journal, event: event, reader.key())
    try directory.createDerivedFolder(path)
    tidy()
    let target = path(snapshot.name, snapshot.position)
    do {
      let isWritten = try reader.writeDerivedFile(target, madeUpTo: snapshot.position) { file in
        try file.write(bytes, at: 0)
      }
      guard isWritten else { return false }
    } catch let error as SystemError {
      throw JournalError.storageFailed(doing: "writing", path: target, error)
    }
    // Snapshots after the journal's end are of events that it lost. They must not outlive this one.
    let found = positions(of: snapshot.name)
    let lost = try reader.mayHaveNews() ? [] : found.filter { $0 > reader.head }
    let older = found.filter { $0 <= reader.head }.dropFirst(Self.snapshotsPerState)
    for position in lost + older {
      // Another process that stores a snapshot may remove it first.
      DerivedFiles.ignoringFailure { try directory.files.remove(path(snapshot.name, position)) }
    }
    return true
  }

  private func tidy() {
    for name in names where name.hasSuffix(".new") {
      DerivedFiles.ignoringFailure { try directory.files.removeLeftover("\(path)/\(name)") }
    }
  }
}

extension JournalReader {
  /// The id of the event at `position`; nil if there is none.
  mutating func id(at position: Position) throws(JournalError) -> EventID? {
    try withEvent(at: position) { $0.id }
  }
}
