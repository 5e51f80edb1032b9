/// Appends to a journal, a batch at a time: lock, catch up with what others appended, decide, one
/// write, one sync, unlock. Only then may anything be answered.
///
/// It cannot be copied: whoever holds it is the only one who writes through it. Other processes
/// are kept out by the journal's lock, for the length of a batch.
public struct JournalWriter: ~Copyable {
  /// What is there, as of the beginning of the batch.
  public package(set) var reader: JournalReader
  public let key: Result<JournalKey, JournalError>
  /// Unfinished appends that were cut off since the writer was opened.
  public private(set) var repaired: [TornTail] = []

  private let lock: JournalLock
  private let wait: UInt64
  private var records: RecordWriter
  private var pending = PendingAppends()
  private var isInBatch = false
  private var hasKeptSecret = false
  /// After a failed write or sync nothing is known of the open files any more.
  private var mustReopen = false

  /// Opens the journal for appending. Waits for the lock once, to find the journal's end.
  ///
  /// - Parameter wait: how long to wait for the lock, in milliseconds, now and for every batch.
  public static func open(_ directory: JournalDirectory, wait: Int = 10_000)
    throws(JournalError) -> JournalWriter
  {
    let manifest = try directory.manifest()
    let lock: JournalLock
    do throws(SystemError) { lock = try JournalLock(directory, for: .locking) } catch {
      throw .storageFailed(doing: "opening", path: directory.lockPath, error)
    }
    let wait = UInt64(max(0, wait)) * 1_000_000
    try lock.acquire(.exclusive, until: SystemClock.ticks() + wait)
    defer { lock.release() }
    let key: Result<JournalKey, JournalError>
    do throws(JournalError) { key = .success(try directory.key(for: manifest)) } catch {
      key = .failure(error)
    }
    let reader = try JournalReader.openQuiet(directory, manifest: manifest, for: .writing)
    var writer = JournalWriter(reader, key, lock, wait)
    try writer.prepare()
    return writer
  }

  private init(
    _ reader: consuming JournalReader, _ key: Result<JournalKey, JournalError>,
    _ lock: JournalLock, _ wait: UInt64
  ) {
    records = RecordWriter(journal: reader.manifest.journal)
    self.reader = reader
    self.key = key
    self.lock = lock
    self.wait = wait
  }

  public var manifest: Manifest { reader.manifest }

  /// The position of the last event, those of the present batch included.
  public var head: Position { pending.last ?? reader.head }

  /// The time of the last event, those of the present batch included; no event may be earlier.
  public var lastTime: Timestamp? { pending.lastTime ?? reader.lastTime }

  /// Whether the present batch has appended anything.
  public var hasPending: Bool { pending.last != nil }

  /// Whether the present batch has grown to the size at which it should be written.
  public var isBatchFull: Bool { pending.json.bytes.count >= Limits.batchBytes }

  /// Runs `body` with the journal locked and caught up, then writes what it appended. When this
  /// returns, everything that `body` saw and appended is on stable storage.
  ///
  /// - Throws: `.busy`, `.damaged` and `.storageFailed` when surely nothing was recorded,
  ///   `.outcomeUnknown` when that cannot be said. All state folded in the batch is void then.
  public mutating func batch<Result>(
    _ body: (inout JournalWriter) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try begin()
    let result: Result
    do throws(JournalError) { result = try body(&self) } catch {
      abandon()
      throw error
    }
    try commit()
    return result
  }

  /// Takes the lock and catches up. `commit` or `abandon` must follow.
  public mutating func begin() throws(JournalError) {
    precondition(!isInBatch, "A batch within a batch would wait for itself.")
    try lock.acquire(.exclusive, until: SystemClock.ticks() + wait)
    isInBatch = true
    do throws(JournalError) { try catchUp() } catch {
      abandon()
      throw error
    }
  }

  /// Writes what was appended, syncs it, and lets go of the lock, whether that succeeds or not.
  public mutating func commit() throws(JournalError) {
    defer { abandon() }
    try write()
    if hasKeptSecret { SecretStore(reader.directory).recorded() }
  }

  /// Lets go of the lock; nothing of the batch is recorded.
  public mutating func abandon() {
    isInBatch = false
    hasKeptSecret = false
    pending.clear()
    lock.release()
  }

  private mutating func catchUp() throws(JournalError) {
    if mustReopen {
      let directory = reader.directory
      reader = try JournalReader.openQuiet(
        directory, manifest: directory.manifest(), for: .writing)
      mustReopen = false
    } else {
      try reader.extend(for: .writing)
    }
    try prepare()
  }

  /// Appends `events` to the batch, all or none of them. They are recorded when the batch ends.
  ///
  /// - Parameters:
  ///   - time: of all of them; raised to the last event's where it is earlier.
  ///   - condition: checked against everything there is, the batch's own events included.
  /// - Throws: `.conditionFailed` and `.tooLarge`; then nothing was appended and the batch goes on.
  @discardableResult
  public mutating func append(
    _ events: [NewEvent], at time: Timestamp, cause: Cause? = nil,
    if condition: AppendCondition? = nil
  ) throws(JournalError) -> [StoredPlace] {
    precondition(isInBatch, "Appending needs the lock.")
    try Self.check(events)
    if let condition { try check(condition) }
    return try pending.append(
      events, behind: reader.head, at: max(time, lastTime ?? time), cause: cause, with: &records)
  }

  /// Keeps a secret that an event of the batch names by its key. When this returns it is on stable
  /// storage, before the event is; should the batch fail, the next one drops it.
  public mutating func keep(_ secret: KeptSecret) throws(JournalError) {
    precondition(isInBatch, "Keeping a secret needs the lock.")
    try SecretStore(reader.directory).keep(secret)
    hasKeptSecret = true
  }

  private mutating func check(_ condition: AppendCondition) throws(JournalError) {
    if pending.contains(condition.noneMatch, after: condition.after) { throw .conditionFailed }
    var found = false
    try reader.forEach(condition.noneMatch, after: condition.after) { _ in
      found = true
      return false
    }
    if found { throw .conditionFailed }
  }

  private static func check(_ events: [NewEvent]) throws(JournalError) {
    if events.count > Limits.appendEvents {
      throw .tooLarge(what: "the number of events in one append", limit: Limits.appendEvents)
    }
    for event in events {
      if event.tags.count > Limits.tags {
        throw .tooLarge(what: "the number of an event's tags", limit: Limits.tags)
      }
      if event.tags.contains(where: { $0.rawValue.utf8.count > Limits.tagBytes }) {
        throw .tooLarge(what: "the length of a tag in bytes", limit: Limits.tagBytes)
      }
    }
  }
}

// MARK: - Writing

extension JournalWriter {
  /// What has to be done under the lock before anything is decided: cut what was never
  /// acknowledged, make durable what others did not come to, record closed segments, roll.
  private mutating func prepare() throws(JournalError) {
    let directory = reader.directory
    let suspect = try directory.suspect()
    if let tail = reader.torn ?? suspect.map({ _ in TornTail(offset: reader.open.end, bytes: 0) }) {
      let (file, end) = (reader.open.file, reader.open.end)
      try directory.attempt("repairing", directory.segmentPath(reader.open.first)) {
        () throws(SystemError) in
        try file.truncate(to: end)
        try file.sync()
      }
      reader.open.synced = end
      if tail.bytes > 0 { repaired.append(tail) }
      reader.torn = nil
      if suspect != nil { try directory.clearSuspect() }
    }
    try reader.syncOpenSegment()
    if reader.open.end >= manifest.segmentBytes { try roll() }
    if reader.closed.count > manifest.closed.count { try recordClosedSegments() }
    try dropUnrecordedSecrets()
  }

  /// A batch that failed after a secret was kept leaves a key that no event names.
  private mutating func dropUnrecordedSecrets() throws(JournalError) {
    let store = SecretStore(reader.directory)
    guard try store.mayHoldUnrecorded() else { return }
    try store.dropUnrecorded { (key) throws(JournalError) in
      var isRecorded = false
      try reader.forEach(Query([.init(tags: [key.tag])])) { _ in
        isRecorded = true
        return false
      }
      return isRecorded
    }
  }

  /// Closes the open segment and begins the next one, which is there, empty, before the manifest
  /// calls the former closed.
  private mutating func roll() throws(JournalError) {
    let directory = reader.directory
    let first = reader.open.next
    let path = directory.segmentPath(first)
    let file = try directory.attempt("creating", path) { () throws(SystemError) in
      let file = try directory.files.open(path, for: .creating)
      try file.sync()
      try directory.files.syncDirectory(directory.segmentsPath)
      return file
    }
    reader.rolled(to: file)
  }

  private mutating func recordClosedSegments() throws(JournalError) {
    var manifest = manifest
    manifest.closed = reader.closed
    let bytes: [UInt8]
    do throws(PayloadEncodingError) { bytes = try manifest.encoded() } catch {
      preconditionFailure("a manifest can be encoded: \(error)")
    }
    try reader.directory.replace(reader.directory.manifestPath, with: bytes)
    reader.manifest = manifest
  }

  /// One write and one sync for all the appends of the batch.
  private mutating func write() throws(JournalError) {
    guard let last = pending.last, let time = pending.lastTime else { return }
    let (file, end) = (reader.open.file, reader.open.end)
    do throws(SystemError) {
      try file.write(pending.json.bytes, at: end)
      try file.sync()
    } catch {
      mustReopen = true
      try takeBack(after: error)
    }
    reader.open.end = end + pending.json.bytes.count
    reader.open.synced = reader.open.end
    reader.open.next = last.next
    reader.open.lastTime = time
  }

  /// After a failed write or sync: cuts the segment back to what was on stable storage before. A
  /// failed sync is never tried again and believed.
  private mutating func takeBack(after failure: SystemError) throws(JournalError) -> Never {
    let directory = reader.directory
    let path = directory.segmentPath(reader.open.first)
    let (file, end) = (reader.open.file, reader.open.end)
    do throws(SystemError) {
      try file.truncate(to: end)
      try file.sync()
    } catch {
      // Readers and the next writer stop at the mark. That it could not be made either changes
      // nothing for the sender: the outcome is unknown.
      do throws(JournalError) {
        try directory.mark(Suspect(segment: reader.open.first, length: end))
      } catch { throw .outcomeUnknown(path: path, failure) }
      throw .outcomeUnknown(path: path, failure)
    }
    throw .storageFailed(doing: "appending to", path: path, failure)
  }
}
