/// A journal that was copied, as its copy was found to be.
package struct CopiedJournal: Sendable {
  package let verification: Verification
  package let hasKey: Bool
  /// How many secrets were copied.
  package let secrets: Int
}

extension JournalDirectory {
  /// Copies the journal as it is now, up to its last whole append, into a folder where there is
  /// nothing yet, and checks the copy thoroughly. Others go on writing meanwhile.
  ///
  /// The copy is a journal itself; its manifest comes last, so that nothing half-done is ever taken
  /// for one. All of it is on stable storage when this returns, and no file is left when it throws.
  /// O(length), in constant memory.
  ///
  /// - Parameters:
  ///   - withKeys: whether to copy the key and the secrets, as far as they are there.
  ///   - progress: is told, now and then, how many bytes of how many are done.
  /// - Throws: `.damaged` when the journal is; `.cannotCreate` when the folder cannot be used;
  ///   `.erasedMeanwhile` as `atOneMoment` does.
  package func copy(
    to target: JournalDirectory, withKeys: Bool, wait: Int = 10_000,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(JournalError) -> CopiedJournal {
    try atOneMoment(wait: wait) { (scope) throws(JournalError) in
      try JournalCopy.make(of: scope, in: target, withKeys: withKeys, wait: wait, progress)
    }
  }
}

/// Copies what there is of a journal into a folder of its own.
struct JournalCopy {
  private let source: JournalDirectory
  private let target: JournalDirectory
  private let withKeys: Bool

  private static let block = 1 << 20

  /// - Parameters:
  ///   - recovers: whether the journal may end anywhere: the segment that the next event goes to is
  ///     made anew where it is not among those that are copied, and erasures of which nothing is
  ///     recorded are noted in the manifest.
  ///   - wait: how long to wait for another process at work in the folder, in milliseconds.
  static func make(
    of scope: VerificationScope, in target: JournalDirectory, withKeys: Bool,
    recovers: Bool = false, wait: Int, _ progress: (Int, Int) -> Void
  ) throws(JournalError) -> CopiedJournal {
    guard try target.isVacant(resumes: false) else {
      throw .cannotCreate(path: target.path, .exists)
    }
    let (target, lock) = try target.makeLocked(wait: wait)
    defer { lock.release() }
    // Another process may have made a journal here meanwhile; from now on none can.
    guard try target.isVacant(resumes: false) else {
      throw .cannotCreate(path: target.path, .exists)
    }
    let copy = JournalCopy(source: scope.directory, target: target, withKeys: withKeys)
    do throws(JournalError) {
      do throws(JournalError) { try target.makeSegmentsFolder() } catch {
        guard case .storageFailed(_, let path, let cause) = error else { throw error }
        throw .cannotCreate(path: path, cause)
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
    with scope: VerificationScope, _ recovers: Bool, _ progress: (Int, Int) -> Void
  ) throws(JournalError) -> CopiedJournal {
    // Reading back what was written is the second half of the work.
    let total = 2 * scope.bytes
    var copies = VerificationScope(
      directory: target, manifest: scope.manifest, strangers: scope.strangers,
      isErasing: scope.isErasing)
    var done = 0
    for segment in scope.segments {
      let length = try copy(segment, of: scope) { progress(done + $0, total) }
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
    // Damage is told where it stands in the journal.
    var walk = VerificationWalk(source, copies, rootAt: closed, passesUnrecorded: recovers)
    let written = copies.bytes
    try walk.run(&result) { done, _ in progress(written + done, total) }
    if let damage = result.damages.first { throw .damaged(damage) }
    let torn = result.torn?.tail
    try finish(copies, torn: torn)
    result.torn = nil
    let hasKey = withKeys ? try copyKey(of: scope.manifest) : false
    let secrets = withKeys ? try SecretStore(source).copy(to: SecretStore(target)) : 0
    // What is to be erased yet is erased by whoever writes to the copy first.
    if scope.isErasing { try target.markErasure() }
    var manifest = scope.manifest
    if !result.unrecordedErasures.isEmpty {
      manifest.unrecordedErasures = result.unrecordedErasures
    }
    if manifest.frontier != nil { manifest.frontier = result.earlierTree?.frontier }
    let bytes: [UInt8]
    do throws(PayloadEncodingError) { bytes = try manifest.encoded() } catch {
      preconditionFailure("a manifest can be encoded: \(error)")
    }
    try target.replace(target.manifestPath, with: bytes)
    if let last = copies.segments.last {
      target.markSynced(last.first, end: torn?.offset ?? last.size, of: manifest.journal)
    }
    result.manifest = manifest.fixedPart
    return CopiedJournal(verification: result, hasKey: hasKey, secrets: secrets)
  }

  /// - Returns: the length of the copy, which is on stable storage.
  private func copy(
    _ segment: VerificationScope.Segment, of scope: VerificationScope, _ progress: (Int) -> Void
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
      // What is missing at the end is found when the copy is checked.
      if bytes.isEmpty { break }
      try target.attempt("writing", path) { () throws(SystemError) in
        try file.write(bytes, at: offset)
      }
      offset += bytes.count
      progress(offset)
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

  /// - Returns: whether there was one of this journal.
  private func copyKey(of manifest: Manifest) throws(JournalError) -> Bool {
    let key: JournalKey
    do throws(JournalError) { key = try source.key(for: manifest) } catch {
      guard case .keyUnavailable = error else { throw error }
      return false
    }
    try target.replace(target.keyPath, with: key.encoded)
    return true
  }

  /// Takes back what was written. What cannot be removed is no journal: it has no manifest.
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
      // Nothing depends on it.
    }
  }
}
