#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// Lines as the journal looks at them, so that it need not touch memory itself.

extension RecordReader {
  /// Reads a line that is terminated.
  ///
  /// - Returns: nil, or what is wrong with it.
  @inline(__always)
  mutating func read(_ line: LineReader.Line, into view: inout RecordView) -> Damage.Reason? {
    unsafe read(line.bytes, length: line.length, into: &view)
  }

  /// Whether an unfinished line is a whole record and one byte that should be its line feed.
  mutating func isWholeButForItsFeed(_ line: LineReader.Line) -> Bool {
    var view = RecordView.none
    return unsafe read(line.bytes, length: line.length - 1, into: &view) == nil
  }
}

extension LineReader.Line {
  /// What a disk writes whole or not at all.
  private static let blockBytes = 512

  /// Whether blocks of a write are missing in the line: NUL bytes from where a block or the write
  /// begins to where a block or the write ends. A byte that was changed to NUL is no such hole.
  ///
  /// - Parameter write: where it stands in the file, in bytes.
  func holdsHole(of write: Range<Int>) -> Bool {
    func isEdge(_ place: Int) -> Bool {
      let place = offset + place
      return place % Self.blockBytes == 0 || place == write.lowerBound || place == write.upperBound
    }
    var place = 0
    while let found = unsafe memchr(bytes + place, 0, length - place) {
      let hole = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
      let end = endOfHole(from: hole)
      // Of a line that is too long the end is not known.
      if isEdge(hole) && (isTooLong && end == length || isEdge(end)) { return true }
      place = end
    }
    return false
  }

  private func endOfHole(from start: Int) -> Int {
    // Bytes that equal the ones before them, as many at once as the library can.
    let rest = length - start
    if rest > 1, unsafe memcmp(bytes + start, bytes + start + 1, rest - 1) == 0 { return length }
    var end = start
    while end < length, unsafe bytes[end] == 0 { end += 1 }
    return end
  }
}
