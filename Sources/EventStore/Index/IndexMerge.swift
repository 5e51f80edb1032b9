/// Merges several consecutive runs into one. Holds the list of positions of one key at a time.
enum IndexMerge {
  static func merge(
    _ runs: [IndexRun], into file: any StoredFile, _ seal: PageSeal
  ) throws {
    guard let first = runs.first, let last = runs.last else { return }
    var writer = IndexRunWriter(
      file, seal, first.header.first...last.header.last,
      lastTime: last.header.lastTime, lastLine: last.header.lastLine,
      joined(runs.flatMap(\.segmentRanges)),
      keyLimit: runs.reduce(0) { $0 + $1.header.keys })
    for run in runs {
      var offsets = IndexRun.OffsetCursor(run)
      while let offset = try offsets.next() { try writer.add(offset: offset) }
    }
    var cursors = runs.map { IndexRun.KeyCursor($0) }
    var heads: [(hash: UInt64, positions: [Position])?] = []
    for index in cursors.indices { heads.append(try cursors[index].next()) }
    while let hash = heads.compactMap({ $0?.hash }).min() {
      var positions: [Position] = []
      // Runs are consecutive, so their positions are in order.
      for index in cursors.indices where heads[index]?.hash == hash {
        positions += heads[index]?.positions ?? []
        heads[index] = try cursors[index].next()
      }
      try writer.add(hash: hash, at: positions)
    }
    try writer.end()
  }

  /// Consecutive ranges of one segment, joined into one.
  private static func joined(_ segmentRanges: [IndexRun.SegmentRange]) -> [IndexRun.SegmentRange] {
    segmentRanges.reduce(into: []) { joined, segmentRange in
      if let last = joined.last, last.segment == segmentRange.segment,
        last.end == segmentRange.start
      {
        joined[joined.count - 1].end = segmentRange.end
      } else {
        joined.append(segmentRange)
      }
    }
  }
}
