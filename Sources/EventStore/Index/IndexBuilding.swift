/// Brings the index up to date: adds a run for new records, and merges runs.
///
/// Writers extend the index after they have acknowledged their events. Readers extend it before
/// many queries; see ``JournalReader/completeIndex(_:sizes:)``. One process does so at a time.
package struct IndexBuilding {
  package struct Sizes {
    /// The least unindexed length that is worth a new run, in bytes.
    package var step: Int
    /// The length of journal at which a new run ends, in bytes. The last append may exceed it.
    package var run: Int
    /// The most bytes of the journal that a writer leaves unindexed.
    package var largestTail: Int { step * 16 }
    /// The number of runs of a tier that are merged into one of the next tier.
    package var fanOut: Int

    package init(step: Int = 1 << 20, run: Int = 64 << 20, fanOut: Int = 8) {
      self.step = step
      self.run = run
      self.fanOut = fanOut
    }
  }

  private let directory: JournalDirectory
  private let journal: JournalID
  private let sizes: Sizes

  /// The assumed length of journal per key, in bytes. It determines for how many keys memory is
  /// reserved.
  private static let bytesPerKey = 64

  init(_ directory: JournalDirectory, journal: JournalID, sizes: Sizes = Sizes()) {
    self.directory = directory
    self.journal = journal
    self.sizes = sizes
  }

  /// The records collected for a run.
  private struct Collected {
    var keys: [(hash: UInt64, position: Position)] = []
    var offsets: [Int] = []
    var segmentRanges: [IndexRun.SegmentRange] = []
    var lastTime = Timestamp.earliest
    /// The line of the last record that may end the run, with its line feed.
    var lastLine: [UInt8] = []
    var bytes = 0

    /// - Parameter mayEnd: whether the record may be the last of the run.
    mutating func add(
      _ view: RecordView, in segment: Position, at offset: Int, mayEnd: Bool
    ) {
      view.forEachIndexKey { keys.append((hash: $0.hash, position: view.position)) }
      offsets.append(offset)
      lastTime = view.time
      if mayEnd {
        lastLine.removeAll(keepingCapacity: true)
        view.appendLine(to: &lastLine)
        lastLine.append(UInt8(ascii: "\n"))
      }
      let end = offset + view.byteCount
      bytes += view.byteCount
      if segmentRanges.last?.segment == segment {
        segmentRanges[segmentRanges.count - 1].end = end
      } else {
        segmentRanges.append(.init(segment: segment, first: view.position, start: offset, end: end))
      }
    }
  }

  /// Indexes up to `sizes.run` bytes that `reader` has read and the index doesn't cover.
  ///
  /// - Returns: whether a run was added. False without the journal's key, if there is not enough
  ///   for a run, or if another process is building the index.
  func extend(with reader: inout JournalReader) throws -> Bool {
    guard let key = reader.index.loadKey() else { return false }
    return try withLock {
      var index = reader.index
      defer { reader.index = index }
      try index.tidy()
      reader.index = index
      let first = index.last.next
      var collected = Collected()
      // Enough for typical events: growing would touch each byte of memory twice.
      collected.keys.reserveCapacity(
        max(0, min(reader.unindexedBytes, sizes.run)) / Self.bytesPerKey)
      var last = index.last
      let head = reader.head
      // An append is never split across runs.
      try reader.forEachPlace(after: index.last) { (view, segment, offset) in
        if collected.bytes >= sizes.run && view.index == 1 { return false }
        collected.add(
          view, in: segment, at: offset,
          mayEnd: view.position == head || collected.bytes + view.byteCount >= sizes.run)
        last = view.position
        return true
      }
      guard collected.bytes >= sizes.step else { return false }
      collected.keys.sort { ($0.hash, $0.position) < ($1.hash, $1.position) }
      let isWritten = try reader.writeDerivedFile(
        directory.indexRunPath(first...last), madeUpTo: last
      ) { file in
        var writer = IndexRunWriter(
          file, PageSeal(key, journal, first...last), first...last, lastTime: collected.lastTime,
          lastLine: CRC32C.checksum(collected.lastLine), collected.segmentRanges,
          keyLimit: collected.keys.count)
        for offset in collected.offsets { try writer.add(offset: UInt64(offset)) }
        var positions: [Position] = []
        for (index, key) in collected.keys.enumerated() {
          if positions.last != key.position { positions.append(key.position) }
          let next = index + 1
          if next < collected.keys.count, collected.keys[next].hash == key.hash { continue }
          try writer.add(hash: key.hash, at: positions)
          positions.removeAll(keepingCapacity: true)
        }
        try writer.end()
      }
      guard isWritten else { return false }
      index.load()
      do { try merge(&index, key, with: reader) } catch is IndexRun.Unusable {
        // A run that cannot be merged is rebuilt, and so are the runs after it.
        index.distrust()
      }
      return true
    } ?? false
  }

  /// Merges the last runs while enough of them are of one tier, then removes the merged files.
  private func merge(
    _ index: inout JournalIndex, _ key: JournalKey, with reader: borrowing JournalReader
  ) throws {
    var tier = 0
    while tier < 16 {
      let tail = index.runs.reversed().prefix { self.tier(of: $0) <= tier }
      // Runs of higher tiers are left alone until there are enough of them.
      let isEnough = tail.count { self.tier(of: $0) == tier } >= sizes.fanOut
      if isEnough, let last = tail.first, let first = tail.last {
        let runs = Array(tail.reversed())
        let positions = first.header.first...last.header.last
        let isWritten = try reader.writeDerivedFile(
          directory.indexRunPath(positions), madeUpTo: positions.upperBound
        ) { file in
          try IndexMerge.merge(runs, into: file, PageSeal(key, journal, positions))
        }
        guard isWritten else { return }
        try index.tidy()
      }
      tier += 1
    }
  }

  private func tier(of run: IndexRun) -> Int {
    var (tier, bytes) = (0, run.coveredBytes / sizes.step)
    while bytes >= sizes.fanOut {
      bytes /= sizes.fanOut
      tier += 1
    }
    return tier
  }

  /// - Returns: nil if another process is building the index.
  private func withLock<Result>(_ body: () throws -> Result) throws -> Result? {
    try directory.createDerivedFolder(directory.indexPath)
    let folder = try directory.files.openDirectory(directory.indexPath)
    guard try folder.tryLock(.exclusive) else { return nil }
    defer { DerivedFiles.ignoringFailure { try folder.unlock() } }
    return try body()
  }
}
