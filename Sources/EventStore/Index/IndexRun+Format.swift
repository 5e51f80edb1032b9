extension IndexRun.SegmentRange {
  static let size = 32

  init(encoded page: [UInt8], at offset: Int) {
    segment = Position(Int(truncatingIfNeeded: page.word(at: offset)))
    first = Position(Int(truncatingIfNeeded: page.word(at: offset + 8)))
    start = Int(truncatingIfNeeded: page.word(at: offset + 16))
    end = Int(truncatingIfNeeded: page.word(at: offset + 24))
  }
}

extension IndexRun.Header {
  /// "rindex" and the version of the format.
  private static let magic: UInt64 = 0x7265_646e_6978_0002

  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(word: Self.magic)
    bytes.append(word: UInt64(bitPattern: lastTime.rawValue))
    bytes.append(word: UInt64(lastLine))
    for number in [
      first.rawValue, last.rawValue, segmentRanges, keys, offsetsPage, keysPage, listsPage,
    ] {
      bytes.append(word: UInt64(number))
    }
    return bytes
  }

  init?(encoded page: [UInt8]) {
    guard page.word(at: 0) == Self.magic else { return nil }
    func number(_ index: Int) -> Int { Int(truncatingIfNeeded: page.word(at: index * 8)) }
    lastTime = Timestamp(rawValue: Int64(bitPattern: page.word(at: 8)))
    lastLine = UInt32(truncatingIfNeeded: page.word(at: 16))
    for place in 3...9 where !(0...Limits.lastPosition ~= number(place)) { return nil }
    first = Position(number(3))
    last = Position(number(4))
    segmentRanges = number(5)
    keys = number(6)
    offsetsPage = number(7)
    keysPage = number(8)
    listsPage = number(9)
    guard first > .start, first <= last, segmentRanges > 0, keys > 0 else { return nil }
  }

  /// The number of records that the run covers.
  var count: Int { last.rawValue - first.rawValue + 1 }

  /// Whether the sections are in order, and all but the lists lie within a file of this number of
  /// pages. The lists are checked when they are read.
  func fits(_ pages: Int) -> Bool {
    // No section has more entries than bytes, so no computation here can overflow.
    guard pages <= Limits.fileBytes / IndexPages.size,
      [segmentRanges, keys, count].allSatisfy({ $0 <= pages * IndexPages.size })
    else { return false }
    return offsetsPage == 1 + IndexSection.pages(segmentRanges, ofSize: IndexRun.SegmentRange.size)
      && keysPage == offsetsPage + IndexSection.pages(count, ofSize: 8)
      && listsPage >= keysPage + IndexSection.pages(keys, ofSize: IndexRun.KeyEntry.size)
      && keysPage + IndexSection.pages(keys, ofSize: IndexRun.KeyEntry.size) <= pages
  }

  /// Whether the segment ranges begin with the run's first position, are in order, and have possible
  /// offsets.
  func fits(_ segmentRanges: [IndexRun.SegmentRange]) -> Bool {
    guard segmentRanges.first?.first == first else { return false }
    let places = 0...Limits.fileBytes
    let isEachRight = segmentRanges.allSatisfy { segmentRange in
      .start < segmentRange.segment && segmentRange.segment <= segmentRange.first
        && segmentRange.first <= last
        && places.contains(segmentRange.start) && places.contains(segmentRange.end)
        && segmentRange.start < segmentRange.end
    }
    guard isEachRight else { return false }
    // Consecutive records of one segment are in one segment range.
    let isInOrder = zip(segmentRanges, segmentRanges.dropFirst()).allSatisfy {
      $0.first < $1.first && $0.segment < $1.segment
    }
    let bytes = segmentRanges.reduce(0.0) { $0 + Double($1.end - $1.start) }
    return isInOrder && bytes <= Double(Limits.fileBytes)
  }
}
