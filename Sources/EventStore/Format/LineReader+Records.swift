import PlatformLibc

// Scans of lines for `Journal`, a folder in which unsafe code is not allowed.

extension RecordReader {
  /// Reads a terminated line.
  ///
  /// - Returns: the defect of the line; nil if it is a record.
  @inline(__always)
  mutating func read(_ line: LineReader.Line, into view: inout RecordView) -> Damage.Reason? {
    let reason = unsafe read(line.bytes, length: line.length, into: &view)
    unsafe view.buffer = line.buffer
    return reason
  }

  /// Whether an unterminated line is a complete record, except that its last byte is not a line
  /// feed.
  mutating func isCompleteExceptLineFeed(_ line: LineReader.Line) -> Bool {
    var view = RecordView.none
    // Scans end at the line feed that `LineReader` puts after the last byte.
    return unsafe read(line.bytes, length: line.length - 1, into: &view) == nil
  }
}

extension LineReader.Line {
  /// The size of a block that a disk writes atomically.
  private static let blockBytes = 512

  /// Whether the line has a hole: NUL bytes in blocks of the disk that were never written. A hole
  /// starts and ends at an edge of a block or of the write, unlike a byte that was changed to NUL.
  ///
  /// - Parameter write: the range of the write in the file, in bytes.
  func holdsHole(of write: Range<Int>) -> Bool {
    func isEdge(_ place: Int) -> Bool {
      let place = offset + place
      return place % Self.blockBytes == 0 || place == write.lowerBound || place == write.upperBound
    }
    var place = 0
    while let found = unsafe memchr(bytes + place, 0, length - place) {
      let hole = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
      let end = endOfHole(from: hole)
      // Only the beginning of a line that is too long was read: the hole may continue after it.
      if isEdge(hole) && (isTooLong && end == length || isEdge(end)) { return true }
      place = end
    }
    return false
  }

  private func endOfHole(from start: Int) -> Int {
    // One comparison finds a hole up to the end: each byte equals the one before it.
    let rest = length - start
    if rest > 1, unsafe memcmp(bytes + start, bytes + start + 1, rest - 1) == 0 { return length }
    var end = start
    while end < length, unsafe bytes[end] == 0 { end += 1 }
    return end
  }
}
