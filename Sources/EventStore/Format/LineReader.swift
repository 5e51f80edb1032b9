import PlatformLibc

/// Reads a file line by line through a buffer, which grows to the length of the longest line, at
/// most `Limits.recordBytes`. The buffer is reused, unless records of its lines are kept.
///
/// The file is read and not mapped: if the file is truncated meanwhile, a read is short, whereas
/// access to a mapping would raise a signal. Besides, a buffer can be padded after the last line.
@safe
struct LineReader: ~Copyable {
  /// The number of readable bytes after the line feed of every terminated line. Their content is
  /// arbitrary.
  static let padding = 64
  /// The number of bytes that are read in one call: small enough for the processor's second-level
  /// cache, large enough to make the cost of calls negligible.
  private static let chunk = 1 << 18

  @safe
  struct Line {
    /// The first byte; a line feed follows the last one, unless the line is too long.
    var bytes: UnsafePointer<UInt8>
    /// The memory in which the bytes are.
    var buffer: Unmanaged<LineBuffer>
    /// The number of bytes without the line feed.
    var length: Int
    /// The offset of the first byte in the file.
    var offset: Int
    /// Whether a line feed follows in the file. False for the last line of a file that does not
    /// end with one, and for a line that is too long.
    var isTerminated: Bool
    /// Whether the line is longer than a record may be. Then only its beginning is given here, and
    /// ``next()`` continues with the following line.
    var isTooLong: Bool
  }

  private let file: any StoredFile
  private let limit: Int
  private var buffer: LineBuffer
  /// The unread bytes are `bytes[start..<filled]`.
  private var start = 0
  private var filled = 0
  /// The offset of `bytes[start]` in the file.
  private var offset: Int
  /// Whether the unread bytes are the rest of a line that was too long.
  private var isInTooLongLine = false

  /// Reads the bytes from `offset` up to `limit`.
  init(_ file: any StoredFile, from offset: Int, to limit: Int) {
    self.file = file
    self.offset = offset
    self.limit = limit
    buffer = LineBuffer(capacity: max(1, min(Self.chunk, limit - offset)))
    pad()
  }

  private var bytes: UnsafeMutablePointer<UInt8> { unsafe buffer.bytes }

  /// The next line; nil at the end. The line is borrowed until the next call.
  mutating func next() throws(SystemError) -> Line? {
    if isInTooLongLine { try skipRest() }
    var searched = 0
    while true {
      let unread = unsafe UnsafePointer(bytes) + start
      if let feed = unsafe memchr(unread + searched, 0x0a, filled - start - searched) {
        let length = unsafe UnsafeRawPointer(feed) - UnsafeRawPointer(unread)
        return unsafe take(length, of: unread, isTerminated: true)
      }
      searched = filled - start
      if searched >= Limits.recordBytes {
        isInTooLongLine = true
        return unsafe Line(
          bytes: unread, buffer: .passUnretained(buffer), length: searched, offset: offset,
          isTerminated: false, isTooLong: true)
      }
      guard try fill() else {
        guard searched > 0 else { return nil }
        moveUnread(toCapacity: buffer.capacity)
        unsafe bytes[filled] = 0x0a
        let rest = unsafe UnsafePointer(bytes) + start
        return unsafe take(searched, of: rest, isTerminated: false)
      }
    }
  }

  /// Skips everything up to the next line feed. Gives up after `Limits.writeBytes`: reading a hole
  /// of terabytes would take hours.
  private mutating func skipRest() throws(SystemError) {
    isInTooLongLine = false
    let end = offset + Limits.writeBytes
    while offset < end {
      let unread = unsafe UnsafePointer(bytes) + start
      if let feed = unsafe memchr(unread, 0x0a, filled - start) {
        let length = unsafe UnsafeRawPointer(feed) - UnsafeRawPointer(unread)
        return pass(length + 1)
      }
      pass(filled - start)
      guard try fill() else { return }
    }
    pass(filled - start)
    offset = limit
  }

  private mutating func pass(_ count: Int) {
    start += count
    offset += count
  }

  private mutating func take(
    _ length: Int, of bytes: UnsafePointer<UInt8>, isTerminated: Bool
  ) -> Line {
    let line = unsafe Line(
      bytes: bytes, buffer: .passUnretained(buffer), length: length, offset: offset,
      isTerminated: isTerminated, isTooLong: false)
    pass(isTerminated ? length + 1 : length)
    return line
  }

  /// Reads more bytes after the unread ones; false at the end.
  private mutating func fill() throws(SystemError) -> Bool {
    let unread = filled - start
    guard offset + unread < limit else { return false }
    let isFull = unread == buffer.capacity
    moveUnread(
      toCapacity: isFull
        ? min(max(unread * 2, 4096), Limits.recordBytes) : buffer.capacity)
    let wanted = min(buffer.capacity - filled, limit - offset - unread)
    let room = unsafe UnsafeMutableRawBufferPointer(start: bytes + filled, count: wanted)
    let count = try unsafe file.read(into: room, at: offset + unread)
    filled += count
    pad()
    return count > 0
  }

  /// Initializes the padding, since uninitialized memory must not be read.
  private func pad() {
    unsafe (bytes + filled).initialize(repeating: 0, count: Self.padding)
  }

  /// Moves the unread bytes to the beginning of the buffer. Replaces the buffer if it has another
  /// capacity, or if records of its lines are kept.
  private mutating func moveUnread(toCapacity capacity: Int) {
    let unread = filled - start
    if capacity == buffer.capacity && isKnownUniquelyReferenced(&buffer) {
      if start > 0 { unsafe memmove(bytes, bytes + start, unread) }
    } else {
      let next = LineBuffer(capacity: capacity)
      unsafe memcpy(next.bytes, bytes + start, unread)
      buffer = next
    }
    start = 0
    filled = unread
    pad()
  }
}
