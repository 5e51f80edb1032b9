/// A journal in files, or the copy of one on a server, as a backend. The writer's reader reads the
/// events, after it has caught up with the batches that it does not have yet.
extension JournalWriter: JournalBackend {
  package var recordedHead: Position { unread?.last ?? reader.head }

  package var recordedTime: Timestamp? { unread?.time ?? reader.lastTime }

  package func requireWhole() throws(JournalError) { try reader.requireWhole() }

  package mutating func forEach(
    _ query: Query, after position: Position, through last: Position?,
    _ body: (RecordView) throws(JournalError) -> Bool
  ) throws(JournalError) {
    try readRecorded()
    try reader.forEach(query, after: position, through: last, body)
  }

  package mutating func first(ofCommand id: String) throws(JournalError) -> Position? {
    try readRecorded()
    return try reader.first(ofCommand: id)
  }

  package mutating func snapshot(
    of state: String, version: SchemaVersion, through last: Position
  ) throws(JournalError) -> Snapshot? {
    try readRecorded()
    return try reader.snapshot(of: state, version: version, through: last)
  }

  package mutating func store(_ snapshot: Snapshot) {
    do throws(JournalError) { try readRecorded() } catch { return }
    reader.store(snapshot)
  }
}

extension JournalReader: RecordSource {
  package var recordedHead: Position { head }

  package var recordedTime: Timestamp? { lastTime }

  package mutating func snapshot(
    of state: String, version: SchemaVersion, through last: Position
  ) throws(JournalError) -> Snapshot? {
    try SnapshotStore(directory).latest(of: state, version: version, through: last, in: &self)
  }

  package mutating func store(_ snapshot: Snapshot) {
    do { try SnapshotStore(directory).store(snapshot, folded: &self) } catch { return }
  }
}
