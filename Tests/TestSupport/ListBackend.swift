import EventEngine
import Synchronization

/// A journal in an array: the smallest backend. It has no file, no index and no snapshot. Deciders
/// and folds behave on it as on files.
package struct ListBackend: ~Copyable, JournalBackend, FollowingSource {
  /// The recorded lines, which any number of backends share.
  package final class Lines: Sendable {
    fileprivate let recorded = Mutex<[Line]>([])
    fileprivate let isLocked = Mutex(false)
    fileprivate let lent = Mutex((all: 0, locked: 0))

    package init() {}

    /// The numbers of records that were lent since the last call: all, and those within a batch.
    package func takeLent() -> (all: Int, locked: Int) {
      lent.withLock { lent in
        defer { lent = (0, 0) }
        return lent
      }
    }
  }

  fileprivate struct Line: Sendable {
    let bytes: [UInt8]
    let time: Timestamp
  }

  package let manifest: Manifest
  package let key: Result<JournalKey, JournalError>
  private let lines: Lines
  private var seen: [Line] = []
  private var isInBatch = false
  private var pending = PendingAppends()
  private var records: RecordWriter

  /// - Parameter model: the journal whose settings and key it takes.
  package init(_ lines: Lines, like model: JournalDirectory) throws(JournalError) {
    let writer = try JournalWriter.open(model)
    manifest = writer.manifest
    key = writer.key
    records = RecordWriter(journal: writer.manifest.journal)
    self.lines = lines
  }

  package var recordedHead: Position { Position(seen.count) }
  package var recordedTime: Timestamp? { seen.last?.time }
  package var head: Position { pending.last ?? recordedHead }
  package var lastTime: Timestamp? { pending.lastTime ?? recordedTime }
  package var hasPending: Bool { pending.last != nil }
  package var isBatchFull: Bool { pending.json.bytes.count >= Limits.batchBytes }

  package func requireWhole() {}

  package mutating func refresh(wait: Int) throws(JournalError) {
    seen += lines.recorded.withLock { Array($0.dropFirst(seen.count)) }
  }

  package mutating func forEach(
    _ query: Query, after position: Position, through last: Position?,
    _ body: (RecordView) throws(JournalError) -> Bool
  ) throws(JournalError) {
    let filter = RecordFilter(query)
    var decoder = SingleRecordDecoder(journal: manifest.journal)
    let last = min(last ?? recordedHead, recordedHead).rawValue
    for line in seen.prefix(last).dropFirst(position.rawValue) {
      var goesOn: Result<Bool, JournalError> = .success(true)
      let damage = decoder.read(line.bytes[...]) { view in
        guard filter.matches(view) else { return nil }
        lines.lent.withLock { $0 = ($0.all + 1, $0.locked + (isInBatch ? 1 : 0)) }
        goesOn = Result { () throws(JournalError) in try body(view) }
        return nil
      }
      precondition(damage == nil, "The lines are records.")
      if try !goesOn.get() { return }
    }
  }

  package mutating func first(ofCommand id: String) throws(JournalError) -> Position? {
    var found: Position?
    try forEach(after: .start) { view in
      if view.hasCommandID(Array(id.utf8)) { found = view.position }
      return found == nil
    }
    return found
  }

  package func snapshot(of state: String, version: SchemaVersion, through last: Position)
    -> Snapshot?
  { nil }

  package func store(_ snapshot: Snapshot) {}

  package mutating func begin() throws(JournalError) {
    let isFree = lines.isLocked.withLock { isLocked in
      defer { isLocked = true }
      return !isLocked
    }
    guard isFree else { throw .busy(path: "list") }
    isInBatch = true
    try refresh(wait: 0)
  }

  package mutating func appendEncoded(
    _ events: [NewEvent], at time: Timestamp, cause: Cause?, if condition: AppendCondition?
  ) throws(JournalError) -> [RecordLocation] {
    try NewEvent.check(events, cause, at: time)
    if let condition { try check(condition) }
    return try pending.append(
      events, after: recordedHead, at: time, notBefore: lastTime, cause: cause, with: &records)
  }

  private mutating func check(_ condition: AppendCondition) throws(JournalError) {
    var isFound = pending.contains(
      condition.noneMatch, after: condition.after, of: manifest.journal)
    try forEach(condition.noneMatch, after: condition.after, through: nil) { _ in
      isFound = true
      return false
    }
    if isFound { throw .conditionFailed }
  }

  package func store(_ secret: StoredSecret) {}

  package mutating func commit() throws(JournalError) {
    var new: [Line] = []
    var decoder = SingleRecordDecoder(journal: manifest.journal)
    decoder.forEach(written: pending.json.bytes[...]) { line, view in
      new.append(Line(bytes: Array(line), time: view.time))
    }
    lines.recorded.withLock { $0 += new }
    seen += new
    abandon()
  }

  package mutating func abandon() {
    pending.clear()
    guard isInBatch else { return }
    isInBatch = false
    lines.isLocked.withLock { $0 = false }
  }

  package func checkBeforeLock(
    _ condition: AppendCondition?
  ) -> Result<AppendCondition?, JournalError> { .success(condition) }

  package func finishBatch() {}
}
