/// What a journal is made with; all of it is kept in its manifest and never changes.
public struct JournalSettings: Hashable, Sendable {
  public var timeZone: TimeZoneTable
  /// Iterations of PBKDF2 for every password hash.
  public var passwordIterations: Int
  /// The length at which a segment is closed, in bytes.
  public var segmentBytes: Int

  public static let defaultPasswordIterations = 600_000
  public static let defaultSegmentBytes = 16 << 20

  public init(
    timeZone: TimeZoneTable = .moscow,
    passwordIterations: Int = JournalSettings.defaultPasswordIterations,
    segmentBytes: Int = JournalSettings.defaultSegmentBytes
  ) {
    self.timeZone = timeZone
    self.passwordIterations = passwordIterations
    self.segmentBytes = segmentBytes
  }
}

extension JournalDirectory {
  /// Whether there is a journal here.
  public func exists() throws(JournalError) -> Bool {
    try attempt("looking for", manifestPath) { () throws(SystemError) in
      try files.exists(manifestPath)
    }
  }

  /// Makes a journal here, parent directories included, unless there is one. The manifest comes
  /// last: whatever is there without one is no journal yet, and making it is begun again.
  ///
  /// - Returns: whether it was made just now.
  @discardableResult
  public func create(_ settings: JournalSettings, at time: Timestamp) throws(JournalError) -> Bool {
    var random = SystemRandom()
    let key = JournalKey.random()
    let manifest = Manifest(
      journal: JournalID(EventID(at: time, random: random.nextWords())), createdAt: time,
      timeZone: settings.timeZone, passwordIterations: settings.passwordIterations, key: key.id,
      segmentBytes: settings.segmentBytes)
    return try create(manifest, key: key)
  }

  /// Makes a journal with this identity.
  func create(_ manifest: Manifest, key: JournalKey?) throws(JournalError) -> Bool {
    if try exists() { return false }
    let lock: JournalLock
    do throws(SystemError) {
      try makeDirectories()
      lock = try JournalLock(self, for: .locking)
    } catch { throw .cannotCreate(path: path, error) }
    try lock.acquire(.exclusive, until: JournalLock.deadline(after: 10_000))
    defer { lock.release() }
    if try exists() { return false }
    try refuseSegmentsWithoutManifest()
    do throws(JournalError) {
      if let key { try replace(keyPath, with: key.encoded) }
      let first = segmentPath(Position(1))
      try attempt("creating", first) { () throws(SystemError) in
        if try !files.exists(first) { try files.open(first, for: .creating).sync() }
        try files.syncDirectory(segmentsPath)
      }
      let bytes: [UInt8]
      do throws(PayloadEncodingError) { bytes = try manifest.encoded() } catch {
        preconditionFailure("a manifest can be encoded: \(error)")
      }
      try replace(manifestPath, with: bytes)
    } catch {
      guard case .storageFailed(_, let path, let cause) = error else { throw error }
      throw .cannotCreate(path: path, cause)
    }
    return true
  }

  /// Makes what is missing of the way to the segments and sees to it that all of it is on stable
  /// storage before the manifest is.
  func makeDirectories() throws(SystemError) {
    var parent = path.hasPrefix("/") ? "/" : "."
    for component in "\(path)/segments".split(separator: "/") {
      let directory =
        switch parent {
        case "/": "/\(component)"
        case ".": String(component)
        default: "\(parent)/\(component)"
        }
      let isNew = try makeDirectory(directory)
      do throws(SystemError) { try files.syncDirectory(parent) } catch {
        // Another's directory that was there before needs no sync and may not allow one.
        if isNew || parent == path { throw error }
      }
      parent = directory
    }
  }

  /// - Returns: whether it was not there before.
  private func makeDirectory(_ directory: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try files.createDirectory(directory)
      return true
    } catch {
      if error == .exists { return false }
      // On a read-only file system some answer so even for a directory that exists.
      guard error == .readOnly, try files.exists(directory) else { throw error }
      return false
    }
  }

  /// Sees to it that there is a journal here. Where there is none, nothing is made.
  ///
  /// - Throws: `.missing`; `.damaged` where events have lost their manifest; `.busy` where somebody
  ///   has been at work there for longer than `wait` milliseconds.
  func requireJournal(wait: Int) throws(JournalError) {
    if try exists() { return }
    let holdsSegments = try attempt("looking for", segmentsPath) { () throws(SystemError) in
      try files.exists(segmentsPath)
    }
    guard holdsSegments else { throw .missing(path: path) }
    // Who puts a journal here puts its manifest last.
    let lock = try JournalReader.lock(of: self)
    try lock?.acquire(.shared, until: JournalLock.deadline(after: wait))
    defer { lock?.release() }
    if try exists() { return }
    try refuseSegmentsWithoutManifest()
    throw .missing(path: path)
  }

  /// Events without a manifest are no new journal but a damaged one.
  func refuseSegmentsWithoutManifest() throws(JournalError) {
    for first in try segments() {
      let file = try openSegment(first, for: .reading)
      let size = try attempt("reading", segmentPath(first)) { () throws(SystemError) in
        try file.size()
      }
      if size > 0 {
        throw .damaged(Damage(path: manifestPath, reason: .missingManifest))
      }
    }
  }
}
