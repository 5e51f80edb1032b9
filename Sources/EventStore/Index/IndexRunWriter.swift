/// Writes a run in constant memory. The caller adds first the offsets of the records in order, then
/// the keys in the order of their hashes.
struct IndexRunWriter {
  private let file: any StoredFile
  private let seal: PageSeal
  private var header: IndexRun.Header
  private let segmentRanges: [IndexRun.SegmentRange]
  private var offsets: IndexSection
  private var keys: IndexSection
  private var lists: IndexSection

  /// - Parameter keyLimit: the maximum number of keys.
  init(
    _ file: any StoredFile, _ seal: PageSeal, _ positions: ClosedRange<Position>,
    lastTime: Timestamp, lastLine: UInt32, _ segmentRanges: [IndexRun.SegmentRange], keyLimit: Int
  ) {
    self.file = file
    self.segmentRanges = segmentRanges
    self.seal = seal
    let count = positions.upperBound.rawValue - positions.lowerBound.rawValue + 1
    let offsetsPage =
      1 + IndexSection.pages(segmentRanges.count, ofSize: IndexRun.SegmentRange.size)
    let keysPage = offsetsPage + IndexSection.pages(count, ofSize: 8)
    let listsPage = keysPage + IndexSection.pages(keyLimit, ofSize: IndexRun.KeyEntry.size)
    header = IndexRun.Header(
      first: positions.lowerBound, last: positions.upperBound, lastTime: lastTime,
      lastLine: lastLine,
      segmentRanges: segmentRanges.count, keys: 0, offsetsPage: offsetsPage, keysPage: keysPage,
      listsPage: listsPage)
    offsets = IndexSection(file, seal, page: offsetsPage, entrySize: 8)
    keys = IndexSection(file, seal, page: keysPage, entrySize: IndexRun.KeyEntry.size)
    lists = IndexSection(file, seal, page: listsPage, entrySize: 1)
  }

  mutating func add(offset: UInt64) throws(SystemError) {
    try offsets.append(offset)
  }

  /// - Parameter positions: at least one, in order.
  mutating func add(hash: UInt64, at positions: some RandomAccessCollection<Position>)
    throws(SystemError)
  {
    guard let first = positions.first else { return }
    if positions.count == 1 {
      return try keys.append(hash, UInt64(first.rawValue) | IndexRun.singlePositionBit)
    }
    try keys.append(hash, UInt64(lists.count))
    try lists.append(varint: UInt64(positions.count))
    var last = header.first
    for position in positions {
      try lists.append(varint: UInt64(position.rawValue - last.rawValue))
      last = position
    }
  }

  /// Writes the rest; the header last.
  mutating func end() throws(SystemError) {
    try offsets.end()
    try keys.end()
    try lists.end()
    header.keys = keys.count
    var section = IndexSection(file, seal, page: 1, entrySize: IndexRun.SegmentRange.size)
    for segmentRange in segmentRanges {
      try section.append(
        UInt64(segmentRange.segment.rawValue), UInt64(segmentRange.first.rawValue),
        UInt64(segmentRange.start),
        UInt64(segmentRange.end))
    }
    try section.end()
    try file.write(IndexPages.page(header.encoded, number: 0, seal), at: 0)
  }
}
