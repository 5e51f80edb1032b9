/// The settings of a journal, stored in its manifest when it is created. They never change.
public struct JournalSettings: Hashable, Sendable {
  package var timeZone: TimeZoneTable
  package var passwordIterations: Int
  package var segmentBytes: Int

  /// The default number of iterations of PBKDF2.
  public static let defaultPasswordIterations = 600_000
  /// The default length at which a segment is closed: 16 MiB.
  public static let defaultSegmentBytes = 16 << 20

  /// Creates settings, with defaults for what is left out.
  ///
  /// - Parameters:
  ///   - timeZone: the time zone that determines calendar days.
  ///   - passwordIterations: iterations of PBKDF2 for every password hash, 1 to 100,000,000.
  ///   - segmentBytes: the length at which a segment is closed, in bytes, 1 to 2^40.
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
    if let remote { return try remote.exists() }
    return try has("journal.json")
  }

  /// Creates a journal here, parent directories included, unless there is one. The manifest is
  /// written last, so an interrupted creation leaves no journal and can be repeated.
  ///
  /// - Precondition: the time has a text.
  /// - Parameter wait: how long to wait for another process that creates it, in milliseconds.
  /// - Returns: whether this call created it.
  /// - Throws: `.invalidJournal` for settings outside the limits, or a folder with the name of a
  ///   server; `.cannotCreate`, with `.exists` for a folder that contains anything else; `.busy`;
  ///   `.damaged` if there are events without a manifest.
  @discardableResult
  public func create(
    _ settings: JournalSettings, at time: Timestamp, wait: Int = 10_000
  ) throws(JournalError) -> Bool {
    try requireNoURL()
    var random = SystemRandom()
    if try exists() { return false }
    // Both are checked before the key is created, so that a refused creation leaves no key.
    if let problem = Manifest.problem(settings.passwordIterations, settings.segmentBytes) {
      throw .invalidJournal(reason: problem.en, ru: problem.ru)
    }
    try origin?.requireCreatable(wait: wait)
    let key =
      if let origin { try JournalKey.readOrCreate(at: origin.keyPath) } else { JournalKey.random() }
    let manifest = Manifest(
      journal: JournalID(EventID(at: time, random: random.nextWords())), createdAt: time,
      timeZone: settings.timeZone, passwordIterations: settings.passwordIterations, key: key.id,
      segmentBytes: settings.segmentBytes)
    return try create(manifest, key: key, wait: wait)
  }

  /// Creates a journal with this identity.
  func create(
    _ manifest: Manifest, key: JournalKey?, wait: Int = 10_000
  ) throws(JournalError) -> Bool {
    if let remote { return try remote.create(manifest, wait: wait) }
    if try exists() { return false }
    try requireVacant()
    let (directory, lock) = try makeLocked(wait: wait)
    defer { lock.release() }
    return try directory.fill(manifest, key)
  }

  /// Creates the folder if it is missing, and locks it.
  func makeLocked(
    wait: Int
  ) throws(JournalError) -> (directory: JournalDirectory, lock: JournalLock) {
    do throws(SystemError) { try makeDirectories(to: path) } catch {
      throw .cannotCreate(path: path, error)
    }
    let locked: (directory: JournalDirectory, lock: JournalLock)
    do throws(JournalError) { locked = try self.locked(.exclusive, wait: wait) } catch {
      // A link that leads nowhere is at the path.
      guard case .missing = error else { throw error }
      throw .cannotCreate(path: path, .noSuchFile)
    }
    try locked.directory.requireOwned()
    return locked
  }

  /// Creates the files. Called under the lock.
  private func fill(_ manifest: Manifest, _ key: JournalKey?) throws(JournalError) -> Bool {
    if try exists() { return false }
    try requireVacant()
    let first = segmentPath(Position(1))
    var paths = [keyPath + ".new", manifestPath + ".new"]
    do throws(JournalError) {
      try makeSegmentsFolder()
      if let key {
        try replace(keyPath, with: key.encoded)
        paths.append(keyPath)
      }
      paths.append(first)
      try attempt("creating", first) { () throws(SystemError) in
        if try !files.exists(first) { try files.open(first, for: .creating).sync() }
        try files.syncDirectory(segmentsPath)
      }
      try replace(manifest)
    } catch {
      discard(paths)
      guard case .storageFailed(_, _, let cause) = error else { throw error }
      throw .cannotCreate(path: path, cause)
    }
    return true
  }

  /// Removes files of a new journal, unless it has a manifest.
  func discard(_ paths: [String]) {
    DerivedFiles.ignoringFailure {
      if try files.exists(manifestPath) { return }
      for path in paths where try files.exists(path) { try files.remove(path) }
    }
  }

  /// Removes the files of a journal in which nothing was ever recorded, such as one whose first
  /// append has failed. Folders stay, and so does a journal with anything else in it.
  package func removeIfEmpty(wait: Int) throws(JournalError) {
    guard remote == nil, origin == nil, try isUnused() else { return }
    let (directory, lock) = try locked(.exclusive, wait: wait)
    defer { lock.release() }
    guard try directory.isUnused() else { return }
    // Removed first: without its manifest it is no journal, even if the other files stay.
    try directory.attempt("removing", manifestPath) { () throws(SystemError) in
      try directory.files.remove(manifestPath)
    }
    directory.discard([syncedPath, keyPath, segmentPath(Position(1))])
  }

  /// Creates the folder of the segments if it is missing, and syncs its name.
  func makeSegmentsFolder() throws(JournalError) {
    try attempt("making", segmentsPath) { () throws(SystemError) in
      try makeDirectory(segmentsPath)
      try files.syncDirectory(path)
    }
  }

  /// Creates the missing folders of a path; they are on stable storage when this returns.
  func makeDirectories(to path: String) throws(SystemError) {
    var parent = path.hasPrefix("/") ? "/" : "."
    for component in path.unicodeScalars.split(separator: "/").map(String.init) {
      let directory =
        switch parent {
        case "/": "/\(component)"
        case ".": component
        default: "\(parent)/\(component)"
        }
      let isNew = try makeDirectory(directory)
      do throws(SystemError) { try files.syncDirectory(parent) } catch {
        // A folder that existed already needs no sync, and its owner may not allow one.
        if isNew { throw error }
      }
      parent = directory
    }
  }

  /// Creates a folder unless it exists.
  ///
  /// - Returns: whether this call created it.
  @discardableResult
  func makeDirectory(_ directory: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try files.createDirectory(directory)
      return true
    } catch {
      if error == .exists { return false }
      // Some read-only file systems report this even for a directory that exists.
      guard error == .readOnly, try files.exists(directory) else { throw error }
      return false
    }
  }

  /// Requires that there is a journal here. Creates nothing.
  ///
  /// - Throws: `.missing`; `.invalidJournal` for a path that is a URL; `.damaged` if there are events
  ///   without a manifest; `.busy` if another process holds the lock for longer than `wait`
  ///   milliseconds.
  func requireJournal(wait: Int) throws(JournalError) {
    try requireNoURL()
    if try exists() { return }
    if remote != nil { throw .missing(path: path) }
    guard try has("segments") else { throw .missing(path: path) }
    // Creation and import write the manifest last, under the lock.
    let (directory, lock) = try locked(.shared, wait: wait)
    defer { lock.release() }
    if try directory.exists() { return }
    try directory.refuseSegmentsWithoutManifest()
    throw .missing(path: path)
  }

  /// Throws `.damaged` for events without a manifest: they are a damaged journal, not a new one.
  func refuseSegmentsWithoutManifest() throws(JournalError) {
    for first in try segments() {
      let file = try openSegment(first, for: .reading)
      if try size(of: file, at: segmentPath(first)) > 0 {
        throw .damaged(Damage(path: manifestPath, reason: .missingManifest))
      }
    }
  }
}
