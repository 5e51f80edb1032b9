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
    let lock: JournalLock
    do throws(SystemError) {
      try makeDirectories()
      lock = try JournalLock(self, for: .locking)
    } catch { throw .cannotCreate(path: path, error) }
    try lock.acquire(.exclusive, until: SystemClock.ticks() + 10_000_000_000)
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
      try syncParent()
    } catch {
      guard case .storageFailed(_, let path, let cause) = error else { throw error }
      throw .cannotCreate(path: path, cause)
    }
    return true
  }

  func makeDirectories() throws(SystemError) {
    var made = ""
    for component in "\(path)/segments".split(separator: "/", omittingEmptySubsequences: false) {
      made +=
        made.isEmpty && component.isEmpty
        ? "/" : made.isEmpty || made == "/" ? component : "/" + component
      if made == "/" { continue }
      do throws(SystemError) { try files.createDirectory(made) } catch {
        if error == .exists { continue }
        // On a read-only file system some answer so even for a directory that exists.
        guard error == .readOnly, try files.exists(made) else { throw error }
      }
    }
  }

  /// Events without a manifest are no new journal but a damaged one.
  func refuseSegmentsWithoutManifest() throws(JournalError) {
    for first in try segments() {
      let file = try openSegment(first, for: .reading)
      let size = try attempt("reading", segmentPath(first)) { () throws(SystemError) in
        try file.size()
      }
      if size > 0 {
        throw .damaged(Damage(path: manifestPath, reason: .manifest("it is missing")))
      }
    }
  }

  func syncParent() throws(JournalError) {
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    let directory = path.hasPrefix("/") ? "/\(parent)" : parent.isEmpty ? "." : parent
    try attempt("syncing", directory) { () throws(SystemError) in
      try files.syncDirectory(directory)
    }
  }
}
