/// The result of copying a journal.
package struct CopiedJournal: Sendable {
  package let verification: Verification
  package let hasKey: Bool
  /// Why the key was not copied; nil if it was, or was not asked for.
  package let keyDefect: KeyDefect?
  /// The number of secrets copied.
  package let secrets: Int
}

extension JournalDirectory {
  /// Copies the journal as it is now, up to its last complete append, into a vacant folder, and
  /// verifies the copy. Other processes can keep writing meanwhile.
  ///
  /// The copy is a journal itself. Its manifest is written last, so a partial copy never passes for
  /// a journal. All of it is on stable storage when this returns, and no file is left when it
  /// throws, unless it throws `.erasureUnfinished`: the copy is complete then, and its next writer
  /// finishes the erasure. O(length), in constant memory.
  ///
  /// - Parameters:
  ///   - withKeys: whether to copy the key and the secrets, if they are there.
  ///   - progress: receives the number of bytes done and the total from time to time, for the first
  ///     time before the folder has any file. An error that it throws ends the copying.
  /// - Throws: `.damaged` if the journal is damaged; `.cannotCreate` if the folder cannot be used;
  ///   `.keyUnavailable` if the key is to be copied, is there and cannot be used; `.erasedMeanwhile`
  ///   as `atOneMoment` does.
  package func copy(
    to target: JournalDirectory, withKeys: Bool, wait: Int = 10_000,
    progress: (Int, Int) throws(JournalError) -> Void = { _, _ in }
  ) throws(JournalError) -> CopiedJournal {
    func copy(_ source: JournalDirectory) throws(JournalError) -> CopiedJournal {
      try source.atOneMoment(wait: wait) { (scope) throws(JournalError) in
        try JournalCopy.make(of: scope, in: target, withKeys: withKeys, wait: wait, progress)
      }
    }
    guard let origin else { return try copy(self) }
    do throws(JournalError) { return try copy(origin.refresh(wait: wait).directory) } catch {
      // Damage with the server's name is in the events that the server sent. The machine's copy is
      // intact then, and stays: it proves which events the server had.
      guard case .damaged(let damage) = error, damage.path != origin.name else { throw error }
      origin.discardCopy()
      return try copy(origin.refresh(wait: wait).directory)
    }
  }
}

/// Copies the readable part of a journal into a new folder.
struct JournalCopy {
  private let source: JournalDirectory
  private let target: JournalDirectory
  private let withKeys: Bool

  private static let block = 1 << 20

  /// Copies the segments of `scope` into `target`. An interrupted erasure is finished in the copy,
  /// which would otherwise hold data that counts as erased.
  ///
  /// - Parameters:
  ///   - recovers: whether `scope` is the intact part of a damaged journal. Its open segment may be
  ///     missing and is then created, and erasures without a recorded event are noted in the
  ///     manifest.
  ///   - wait: how long to wait for another process that holds the folder's lock, in milliseconds.
  static func make(
    of scope: VerificationScope, in target: JournalDirectory, withKeys: Bool,
    recovers: Bool = false, wait: Int, _ progress: (Int, Int) throws(JournalError) -> Void
  ) throws(JournalError) -> CopiedJournal {
    let copied = try fill(
      target, with: scope, withKeys: withKeys, recovers: recovers, wait: wait, progress)
    guard scope.isErasing else { return copied }
    do throws(JournalError) { _ = try JournalWriter.open(target, wait: wait) } catch {
      // The copy is a journal by now, to which others may have appended. Its readers see the erasure
      // as finished, and its next writer finishes it.
      throw .erasureUnfinished(path: target.path, reason: "\(error)")
    }
    var verification = try target.verify(wait: wait)
    verification.unrecordedErasures = copied.verification.unrecordedErasures
    return CopiedJournal(
      verification: verification, hasKey: copied.hasKey, keyDefect: copied.keyDefect,
      secrets: copied.secrets)
  }

  private static func fill(
    _ target: JournalDirectory, with scope: VerificationScope, withKeys: Bool, recovers: Bool,
    wait: Int, _ progress: (Int, Int) throws(JournalError) -> Void
  ) throws(JournalError) -> CopiedJournal {
    guard try target.isVacant(resumes: false) else {
      throw .cannotCreate(path: target.path, .exists)
    }
    // Reports known damage before copying, since a damaged segment may be very long.
    if !recovers, let damage = scope.damage { throw .damaged(damage) }
    let (target, lock) = try target.makeLocked(wait: wait)
    defer { lock.release() }
    // Another process may have created a journal here before the lock was acquired.
    guard try target.isVacant(resumes: false) else {
      throw .cannotCreate(path: target.path, .exists)
    }
    let copy = JournalCopy(source: scope.directory, target: target, withKeys: withKeys)
    do throws(JournalError) {
      // A caller may hold back signals from the first report on; it waits for no lock any more.
      try progress(0, 2 * scope.bytes)
      do throws(JournalError) { try target.makeSegmentsFolder() } catch {
        guard case .storageFailed(_, _, let cause) = error else { throw error }
        throw .cannotCreate(path: target.path, cause)
      }
      let copied = try copy.fill(with: scope, recovers, progress)
      try target.requireInPlace()
      return copied
    } catch {
      copy.discard()
      throw error
    }
  }

  private func fill(
    with scope: VerificationScope, _ recovers: Bool,
    _ progress: (Int, Int) throws(JournalError) -> Void
  ) throws(JournalError) -> CopiedJournal {
    let (key, keyDefect) =
      withKeys ? try usableKey(of: scope.manifest, recovers: recovers) : (nil, nil)
    // Reading back the copy is the second half of the work.
    let total = 2 * scope.bytes
    var copies = VerificationScope(
      directory: target, manifest: scope.manifest, foreignFiles: scope.foreignFiles,
      isErasing: scope.isErasing)
    // The cut segment of a damaged journal ends before its mark.
    if !recovers { copies.synced = scope.synced }
    var done = 0
    for segment in scope.segments {
      let length = try copy(segment, of: scope) { (count) throws(JournalError) in
        try progress(done + count, total)
      }
      copies.segments.append(
        .init(first: segment.first, length: length, size: length, file: nil))
      done += length
    }
    let open = scope.manifest.firstOpen
    if recovers, !copies.segments.contains(where: { $0.first == open }) {
      let path = target.segmentPath(open)
      let file = try newSegment(path)
      try target.attempt("syncing", path) { () throws(SystemError) in try file.sync() }
      copies.segments.append(.init(first: open, length: 0, size: 0, file: nil))
    }
    var result = Verification(of: copies)
    let closed = scope.manifest.closed.last?.last.rawValue ?? 0
    if closed == 0 { result.earlierTree = MerkleTree() }
    // Damage is reported at its place in the source journal.
    var walk = VerificationWalk(source, copies, rootAt: closed, acceptsUnrecorded: recovers)
    let written = copies.bytes
    try walk.run(&result) { (done, _) throws(JournalError) in
      try progress(written + done, total)
    }
    if let damage = result.damages.first { throw .damaged(damage) }
    let torn = result.torn?.tail
    try finish(copies, torn: torn)
    result.torn = nil
    if let key { try target.replace(target.keyPath, with: key.encoded) }
    let secrets = withKeys ? try SecretStore(source).copy(to: SecretStore(target)) : 0
    // A writer finishes the erasure as soon as the copy is a journal.
    if scope.isErasing { try target.markErasure() }
    var manifest = scope.manifest
    if recovers {
      // The erasures that only the damaged journal records, finished or not.
      result.unrecordedErasures = PositionRanges(
        (manifest.unrecordedErasures?.ranges ?? []) + result.unrecordedErasures.ranges)
      manifest.unrecordedErasures =
        result.unrecordedErasures.isEmpty ? nil : result.unrecordedErasures
    }
    if manifest.frontier != nil { manifest.frontier = result.earlierTree?.frontier }
    try target.replace(manifest)
    if let last = copies.segments.last {
      target.markSynced(last.first, end: torn?.offset ?? last.size, of: manifest.journal)
    }
    result.manifest = manifest.fixedPart
    return CopiedJournal(
      verification: result, hasKey: key != nil, keyDefect: keyDefect, secrets: secrets)
  }

  /// Copies one segment; the copy is on stable storage when this returns.
  ///
  /// - Returns: the length of the copy in bytes.
  private func copy(
    _ segment: VerificationScope.Segment, of scope: VerificationScope,
    _ progress: (Int) throws(JournalError) -> Void
  ) throws(JournalError) -> Int {
    let path = target.segmentPath(segment.first)
    let original = try scope.file(of: segment)
    let file = try newSegment(path)
    var offset = 0
    while offset < segment.size {
      let count = min(Self.block, segment.size - offset)
      let bytes = try source.attempt("reading", source.segmentPath(segment.first)) {
        () throws(SystemError) in try original.contents(count, at: offset)
      }
      // Missing bytes at the end are detected when the copy is verified.
      if bytes.isEmpty { break }
      try target.attempt("writing", path) { () throws(SystemError) in
        try file.write(bytes, at: offset)
      }
      offset += bytes.count
      try progress(offset)
    }
    try target.attempt("syncing", path) { () throws(SystemError) in try file.sync() }
    return offset
  }

  private func newSegment(_ path: String) throws(JournalError) -> any StoredFile {
    try target.attempt("creating", path) { () throws(SystemError) in
      try target.files.open(path, for: .creating)
    }
  }

  private func finish(
    _ copies: VerificationScope, torn: TornTail?
  ) throws(JournalError) {
    if let torn, let last = copies.segments.last {
      let path = target.segmentPath(last.first)
      try target.attempt("writing", path) { () throws(SystemError) in
        let file = try target.files.open(path, for: .writing)
        try file.truncate(to: torn.offset)
        try file.sync()
      }
    }
    try target.attempt("syncing", target.segmentsPath) { () throws(SystemError) in
      try target.files.syncDirectory(target.segmentsPath)
    }
  }

  /// Returns the key, or its defect if it cannot be used.
  ///
  /// - Throws: `.keyUnavailable` for every defect but a missing file, unless `recovers`.
  private func usableKey(
    of manifest: Manifest, recovers: Bool
  ) throws(JournalError) -> (JournalKey?, KeyDefect?) {
    do throws(JournalError) { return (try source.key(for: manifest), nil) } catch {
      guard case .keyUnavailable(_, let defect) = error, recovers || defect == .missing else {
        throw error
      }
      return (nil, defect)
    }
  }

  /// Removes the files written so far. Leftovers are harmless: without a manifest they are no
  /// journal.
  private func discard() {
    do throws(SystemError) {
      let files = target.files
      for path in [target.manifestPath, target.erasureMarkPath, target.syncedPath]
      where try files.exists(path) {
        try files.remove(path)
      }
      for name in try files.names(in: target.segmentsPath) {
        try files.remove("\(target.segmentsPath)/\(name)")
      }
      for name in try files.names(in: target.path)
      where name.hasPrefix("journal.json") || name.hasPrefix("journal.key") {
        try files.remove("\(target.path)/\(name)")
      }
      try SecretStore(target).removeAll()
    } catch {
      // Nothing depends on the removal.
    }
  }
}
