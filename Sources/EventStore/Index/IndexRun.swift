import Synchronization

/// Maps look-up keys to the places of the records in a range of positions. A run is derived from
/// the journal and never required. Each page has a code that only a holder of the journal's key can
/// make. The caller must compare the record at a place with the key that it looked up.
///
/// Every number is checked when it is read, so even wrong numbers under matching codes cause no
/// worse error than `Unusable`.
///
/// One file of pages: a header, the ranges of segments that the run covers, the offset of every
/// record, the keys in the order of their hashes, and lists of positions. A look-up reads the few
/// pages it needs.
final class IndexRun: Sendable {
  /// A consecutive part of one segment.
  struct SegmentRange: Equatable, Sendable {
    /// The first position of the segment.
    var segment: Position
    var first: Position
    /// The beginning and end of the range in the segment, in bytes.
    var start: Int
    var end: Int
  }

  struct Header: Equatable, Sendable {
    var first: Position
    var last: Position
    /// The time of the last record.
    var lastTime: Timestamp
    /// The checksum of the last record's line, which identifies the history.
    var lastLine: UInt32
    var segmentRanges: Int
    var keys: Int
    /// The pages at which the sections begin; that of the segment ranges is 1.
    var offsetsPage: Int
    var keysPage: Int
    var listsPage: Int
  }

  let header: Header
  let segmentRanges: [SegmentRange]
  private let file: any StoredFile
  private let seal: PageSeal
  /// The number of pages of the file.
  private let pages: Int
  private let checked = Mutex(CheckedPages())

  /// - Throws: if the file can't be read. Returns nil for a file that isn't a complete run of these
  ///   positions, made with this seal.
  init?(
    _ file: any StoredFile, _ seal: PageSeal, _ positions: ClosedRange<Position>
  ) throws(SystemError) {
    let pages = try file.size() / IndexPages.size
    guard let page = try IndexPages.read(0, of: file, seal),
      let header = Header(encoded: page), header.first...header.last == positions,
      header.fits(pages)
    else { return nil }
    var segmentRanges: [SegmentRange] = []
    while segmentRanges.count < header.segmentRanges {
      let number = 1 + segmentRanges.count / IndexSection.entries(ofSize: SegmentRange.size)
      guard let page = try IndexPages.read(number, of: file, seal) else { return nil }
      let count = min(
        header.segmentRanges - segmentRanges.count, IndexSection.entries(ofSize: SegmentRange.size))
      for index in 0..<count {
        segmentRanges.append(SegmentRange(encoded: page, at: index * SegmentRange.size))
      }
    }
    guard header.fits(segmentRanges) else { return nil }
    self.file = file
    self.seal = seal
    self.pages = pages
    self.header = header
    self.segmentRanges = segmentRanges
  }

  /// Whether the run's last record is at its place in `segment`.
  func ends(in segment: any StoredFile) -> Bool {
    guard let place = DerivedFiles.ignoringFailure({ try place(of: header.last) }),
      let line = DerivedFiles.ignoringFailure({
        try segment.contents(place.length, at: place.offset)
      })
    else { return false }
    return line.count == place.length && CRC32C.checksum(line) == header.lastLine
  }

  /// The length of journal that the run covers, in bytes.
  var coveredBytes: Int { segmentRanges.reduce(0) { $0 + $1.end - $1.start } }

  /// The error of a page that is damaged or has impossible contents.
  struct Unusable: Error {}
}

// MARK: - Look-up

extension IndexRun {
  struct RecordSpan: Sendable {
    var position: Position
    /// The first position of its segment.
    var segment: Position
    var offset: Int
    /// In bytes, with its line feed.
    var length: Int
  }

  /// The positions recorded under a key.
  struct Postings: Sendable {
    var count: Int
    /// The only position, or the offset of the list of positions.
    var value: UInt64

    /// The offset of the list; nil if there is only one position.
    var list: Int? {
      value & IndexRun.singlePositionBit == 0 ? Int(value) : nil
    }
  }

  /// The only position; nil if there is a list of them.
  func singlePosition(of postings: Postings) throws -> Position? {
    guard postings.list == nil else { return nil }
    let position = Position(Int(postings.value & ~IndexRun.singlePositionBit))
    guard header.first <= position, position <= header.last else { throw Unusable() }
    return position
  }

  static let singlePositionBit: UInt64 = 1 << 63

  /// The positions recorded under a key; nil if there are none. Reads O(log log keys) pages on
  /// average.
  func find(_ key: IndexKey) throws -> Postings? {
    let perPage = IndexSection.entries(ofSize: KeyEntry.size)
    var (low, high) = (0, (header.keys + perPage - 1) / perPage - 1)
    // Hashes are uniformly distributed, so interpolation estimates the index of one.
    var (lowHash, highHash): (UInt64, UInt64) = (0, .max)
    var tries = 0
    while low <= high {
      let share = Double(key.hash - lowHash) / Double(max(1, highHash - lowHash))
      let guess = tries < 6 ? low + Int(share * Double(high - low + 1)) : (low + high) / 2
      let number = min(max(guess, low), high)
      tries += 1
      let page = try page(header.keysPage + number)
      let count = min(perPage, header.keys - number * perPage)
      let (first, last) = (page.word(at: 0), page.word(at: (count - 1) * KeyEntry.size))
      if key.hash < first {
        (high, highHash) = (number - 1, first)
      } else if key.hash > last {
        (low, lowHash) = (number + 1, last)
      } else {
        return try find(key, in: page, count)
      }
    }
    return nil
  }

  private func find(_ key: IndexKey, in page: [UInt8], _ count: Int) throws -> Postings? {
    let place = (0..<count).partitioningIndex { page.word(at: $0 * KeyEntry.size) >= key.hash }
    guard place < count, page.word(at: place * KeyEntry.size) == key.hash else { return nil }
    let value = page.word(at: place * KeyEntry.size + 8)
    let postings = Postings(count: 1, value: value)
    guard let offset = postings.list else { return postings }
    var list = try list(at: offset)
    return Postings(count: try length(of: &list), value: value)
  }

  /// The positions, in order. O(length of the list).
  func positions(of postings: Postings) throws -> [Position] {
    if let position = try singlePosition(of: postings) { return [position] }
    guard let offset = postings.list else { return [] }
    var list = try list(at: offset)
    return try positions(in: &list)
  }

  /// The number of positions in a list.
  private func length(of list: inout VarintReader) throws -> Int {
    let number = try list.next()
    guard number <= UInt64(header.count) else { throw Unusable() }
    return Int(number)
  }

  func positions(in list: inout VarintReader) throws -> [Position] {
    let count = try length(of: &list)
    var positions: [Position] = []
    positions.reserveCapacity(count)
    var last = header.first.rawValue
    for index in 0..<count {
      let step = try list.next()
      guard step > 0 || index == 0, step <= UInt64(header.last.rawValue - last) else {
        throw Unusable()
      }
      last += Int(step)
      positions.append(Position(last))
    }
    return positions
  }

  /// The place of the record at a position, which the run must cover.
  func place(of position: Position) throws -> RecordSpan {
    let index = position.rawValue - header.first.rawValue
    let later = segmentRanges.partitioningIndex { $0.first > position }
    let segmentRange = segmentRanges[max(0, later - 1)]
    let next = later < segmentRanges.count ? segmentRanges[later].first : header.last.next
    let (offset, following) = try offsets(at: index)
    let end =
      position.next < next ? try following ?? self.offsets(at: index + 1).0 : segmentRange.end
    guard segmentRange.start <= offset, offset < end, end <= segmentRange.end,
      end - offset <= Limits.recordBytes
    else { throw Unusable() }
    return RecordSpan(
      position: position, segment: segmentRange.segment, offset: offset, length: end - offset)
  }

  /// The offset of a record, and that of the next one if it is in the same page.
  private func offsets(at index: Int) throws -> (Int, Int?) {
    let perPage = IndexSection.entries(ofSize: 8)
    let page = try page(header.offsetsPage + index / perPage)
    let place = index % perPage
    func offset(_ place: Int) -> Int { Int(truncatingIfNeeded: page.word(at: place * 8)) }
    return (offset(place), place + 1 < perPage ? offset(place + 1) : nil)
  }

  func page(_ number: Int) throws -> [UInt8] {
    if let known = checked.withLock({ $0[number] }) { return known }
    guard 0..<pages ~= number, let page = try IndexPages.read(number, of: file, seal) else {
      throw Unusable()
    }
    checked.withLock { $0[number] = page }
    return page
  }

  private func list(at offset: Int) throws -> VarintReader {
    let number = offset / IndexPages.capacity
    return VarintReader(
      page: try page(header.listsPage + number), at: offset % IndexPages.capacity,
      number: header.listsPage + number, run: self)
  }

  struct VarintReader {
    var page: [UInt8]
    var at: Int
    var number: Int
    let run: IndexRun

    /// The offset of the next number, from the beginning of the lists.
    var offset: UInt64 {
      page.isEmpty ? 0 : UInt64((number - run.header.listsPage) * IndexPages.capacity + at)
    }

    mutating func next() throws -> UInt64 {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 63, by: 7) {
        if at == page.count {
          number += 1
          page = try run.page(number)
          at = 0
        }
        let byte = page[at]
        at += 1
        value |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { return value }
      }
      throw Unusable()
    }
  }
}
