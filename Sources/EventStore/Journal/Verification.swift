/// What reading a journal thoroughly has shown.
public struct Verification: Sendable {
  public let journal: JournalID
  public let segments: Int
  /// The length of all segments, in bytes.
  public let bytes: Int
  /// The last position up to which everything is as it was recorded.
  public internal(set) var intact = Position.start
  /// The time of the event at `intact`, and for an empty journal the time it was made.
  public internal(set) var time: Timestamp
  /// The integrity tree over the events up to `intact`.
  public internal(set) var tree = MerkleTree()
  /// What a writer was cut off in; the next one removes it.
  public internal(set) var torn: (path: String, tail: TornTail)?
  /// The first of what is wrong, in the order of the journal.
  public internal(set) var damages: [Damage] = []
  public internal(set) var damageCount = 0
  /// What is wrong with the key file; the records don't depend on it.
  public internal(set) var keyProblem: JournalError?
  /// An erasure was cut off; the next writer finishes it.
  public internal(set) var hasUnfinishedErasure = false
  /// How many records had an erasable section that is gone.
  public internal(set) var erased = 0
  /// The root of the tree when it had the size that was asked for.
  public internal(set) var earlierRoot: Digest?

  static let damagesKept = 100

  mutating func add(_ damage: Damage) {
    damageCount += 1
    if damages.count < Self.damagesKept { damages.append(damage) }
  }
}

extension JournalDirectory {
  /// Reads the whole journal and checks everything: that all segments are there, the checksum,
  /// the order, the times, that appends are whole, that erasable sections are those that were
  /// recorded or were erased by an erasure that is, and that every record says the same however
  /// thoroughly it is read. Goes on behind
  /// what is damaged. O(length), in constant memory.
  ///
  /// - Parameters:
  ///   - size: of which the tree's root is wanted besides.
  ///   - progress: is told, now and then, how many bytes of how many are read.
  /// - Throws: `.damaged` when the manifest is, or is missing where there are events: without it
  ///   nothing else means anything.
  public func verify(
    rootAt size: Int? = nil, wait: Int = 10_000, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(JournalError) -> Verification {
    let scope = try quietScope(wait: wait)
    var result = Verification(
      journal: scope.manifest.journal, segments: scope.segments.count, bytes: scope.bytes,
      time: scope.manifest.createdAt)
    do throws(JournalError) { _ = try key(for: scope.manifest) } catch { result.keyProblem = error }
    var walk = VerificationWalk(self, scope, rootAt: size)
    if size == 0 { result.earlierRoot = MerkleTree().root }
    try walk.run(&result, progress)
    return result
  }

  /// What there is to verify, as it stood at a moment when nobody was appending.
  private func quietScope(wait: Int) throws(JournalError) -> VerificationScope {
    // Whether there is a journal at all comes before whether its lock can be had.
    if try !exists() { try refuseLostManifest() }
    _ = try manifest()
    let lock = try JournalReader.lock(of: self)
    try lock?.acquire(.shared, until: JournalLock.deadline(after: wait))
    defer { lock?.release() }
    var scope = VerificationScope(manifest: try manifest())
    scope.isErasing = try hasErasureMark()
    let suspect = try suspect()
    for name in try segmentNames() {
      guard let first = Self.firstPosition(ofSegment: name) else {
        scope.strangers.append("\(segmentsPath)/\(name)")
        continue
      }
      let file = try openSegment(first, for: .reading)
      let size = try attempt("reading", segmentPath(first)) { () throws(SystemError) in
        try file.size()
      }
      scope.segments.append(.init(first: first, file: file, size: size))
    }
    scope.segments.sort { $0.first < $1.first }
    if let last = scope.segments.last {
      // Only the open segment can have been left so; it was done with before another one began.
      if let suspect, suspect.segment == last.first {
        scope.segments[scope.segments.count - 1].size = min(last.size, suspect.length)
      }
      try attempt("syncing", segmentPath(last.first)) { () throws(SystemError) in
        try last.file.sync()
      }
    }
    return scope
  }

  /// Events that have lost their manifest are damage, and not no journal.
  private func refuseLostManifest() throws(JournalError) {
    let holdsSegments = try attempt("looking for", segmentsPath) { () throws(SystemError) in
      try files.exists(segmentsPath)
    }
    if holdsSegments { try refuseSegmentsWithoutManifest() }
  }

  private func segmentNames() throws(JournalError) -> [String] {
    do throws(SystemError) {
      let names = try files.names(in: segmentsPath)
      return names.filter { !$0.hasPrefix(".") && !$0.hasSuffix(".new") }
    } catch {
      if error == .noSuchFile { return [] }
      throw .storageFailed(doing: "listing", path: segmentsPath, error)
    }
  }
}

/// The files of a journal that is verified.
struct VerificationScope {
  struct Segment {
    let first: Position
    let file: any StoredFile
    var size: Int
  }

  let manifest: Manifest
  var segments: [Segment] = []
  /// Files among the segments that are none.
  var strangers: [String] = []
  /// Whether an erasure was cut off.
  var isErasing = false

  var bytes: Int { segments.reduce(0) { $0 + $1.size } }
}
