import EventEngine
import PlatformLibc

/// Buffered text output to a descriptor.
package struct TextOutput: ~Copyable {
  var descriptor: Int32
  package var bytes: [UInt8] = []
  /// The pager, if the output goes through one.
  var paging = Paging.off
  /// Whether everything stays in `bytes`.
  var isCaptured = false
  /// The width of the screen on which a pager or the owner of captured bytes shows them.
  var screenWidth: Int?

  static let flushSize = 1 << 16

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// An output that keeps its bytes.
  ///
  /// - Parameter width: the width of the screen that they are for; nil for none.
  package static func captured(width: Int? = nil) -> TextOutput {
    var output = TextOutput(descriptor: -1)
    output.isCaptured = true
    output.screenWidth = width
    return output
  }

  package static var standard: TextOutput { TextOutput(descriptor: STDOUT_FILENO) }
  package static var diagnostics: TextOutput { TextOutput(descriptor: STDERR_FILENO) }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Appends a line and its line feed.
  package mutating func writeLine(_ text: String) throws(SystemError) {
    try writeLine { $0.append(contentsOf: text.utf8) }
  }

  package mutating func writeLine(_ text: [UInt8]) throws(SystemError) {
    try writeLine { $0.append(contentsOf: text) }
  }

  /// Appends one line that `write` produces.
  package mutating func writeLine(_ write: (inout [UInt8]) -> Void) throws(SystemError) {
    write(&bytes)
    bytes.append(0x0a)
    try flushIfFull()
  }

  /// Writes the buffered bytes if there are 64 KiB or more.
  package mutating func flushIfFull() throws(SystemError) {
    if bytes.count >= Self.flushSize { try flush() }
  }

  /// Writes all buffered bytes.
  package mutating func flush() throws(SystemError) {
    CleanupOnSignal.waitIfSignalled()
    if isCaptured || isHeld() { return }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(descriptor, buffer.baseAddress! + done, buffer.count - done)
      }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN || errno == EWOULDBLOCK {
          waitForRoom()
          continue
        }
        bytes.removeAll()
        throw SystemError(code: errno)
      }
      done += count
    }
    bytes.removeAll(keepingCapacity: true)
  }
}

/// Lines from a descriptor, as they arrive. A byte order mark at the beginning is left out.
package struct LineInput: ~Copyable, Sendable {
  /// A line without its line feed.
  package struct Line: Sendable {
    /// The line's number, from 1.
    package var number: Int
    /// The line's bytes; only the beginning of a line that is too long.
    package var bytes: [UInt8]
    package var isTooLong: Bool
    /// False for a last line without a line feed.
    package var isTerminated: Bool
  }

  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var number = 0
  private var isAtEnd = false
  private var skipsRest = false
  /// A line that `isReady` has read and the next batch begins with.
  private var taken: Line?
  /// Bytes read so far.
  package private(set) var byteCount = 0

  /// Zeros that make room for a chunk.
  private static let room = [UInt8](repeating: 0, count: 1 << 18)[...]

  /// Standard input.
  ///
  /// - Parameter limit: the longest line, in bytes.
  package init(limit: Int) {
    descriptor = STDIN_FILENO
    ownsDescriptor = false
    self.limit = limit
  }

  /// - Throws: `.isDirectory` for a folder, before anything is read.
  package init(path: String, limit: Int) throws(SystemError) {
    let opened = unsafe PlatformLibc.open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw SystemError(code: errno) }
    var status = stat()
    if unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(opened)
      throw .isDirectory
    }
    descriptor = opened
    ownsDescriptor = true
    self.limit = limit
  }

  deinit { if ownsDescriptor { close(descriptor) } }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Returns the next lines: at least one, and as many as have arrived, up to the limits of a
  /// batch. Waits only if there is none. Empty at the end.
  package mutating func nextBatch() throws(SystemError) -> [Line] {
    var lines: [Line] = []
    var bytes = 0
    while lines.count < Limits.batchCommands && bytes < Limits.batchBytes {
      if let line = takeLine() {
        bytes += line.bytes.count
        lines.append(line)
      } else if isAtEnd || !lines.isEmpty && !hasMore() {
        break
      } else {
        try fill()
      }
    }
    return lines
  }

  /// Waits up to `wait` milliseconds for a whole line or the end of the input. Returns whether
  /// `nextBatch` would then return without waiting. Reads the part of an incomplete line that has
  /// arrived.
  package mutating func isReady(within wait: Int32) -> Bool {
    taken = takeLine()
    if taken == nil, !isAtEnd, hasMore(within: wait) {
      // The next batch meets the failure again and reports it.
      do throws(SystemError) { try fill() } catch { return true }
      taken = takeLine()
    }
    return taken != nil || isAtEnd
  }

  /// Returns all lines of a file.
  package static func lines(of path: String, limit: Int) throws(SystemError) -> [Line] {
    var input = try LineInput(path: path, limit: limit)
    var lines: [Line] = []
    while true {
      let batch = try input.nextBatch()
      if batch.isEmpty { return lines }
      lines += batch
    }
  }

  private mutating func takeLine() -> Line? {
    if let line = taken {
      taken = nil
      return line
    }
    while true {
      guard let feed = findLineFeed() else {
        if isAtEnd && start < buffer.count && !skipsRest {
          return make(Array(buffer[start...]), next: buffer.count, isTerminated: false)
        }
        guard buffer.count - start > limit else { return nil }
        // The rest of a line that is too long is skipped as it arrives.
        let line = skipsRest ? nil : make(Array(buffer[start..<start + 256]), next: buffer.count)
        start = buffer.count
        skipsRest = true
        if var line {
          line.isTooLong = true
          return line
        }
        return nil
      }
      if skipsRest {
        skipsRest = false
        start = feed + 1
        continue
      }
      var line = make(Array(buffer[start..<feed]), next: feed + 1)
      if line.bytes.count > limit {
        line.bytes.removeLast(line.bytes.count - 256)
        line.isTooLong = true
      }
      return line
    }
  }

  private mutating func make(_ bytes: [UInt8], next: Int, isTerminated: Bool = true) -> Line {
    number += 1
    start = next
    // Editors on Windows begin a file with a byte order mark.
    let mark = number == 1 && bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    return Line(
      number: number, bytes: mark == 0 ? bytes : Array(bytes[mark...]), isTooLong: false,
      isTerminated: isTerminated)
  }

  private func findLineFeed() -> Int? {
    unsafe buffer.withUnsafeBytes { bytes in
      guard start < bytes.count,
        let found = unsafe memchr(bytes.baseAddress! + start, 0x0a, bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - bytes.baseAddress!
    }
  }

  /// Whether something can be read within `wait` milliseconds.
  private func hasMore(within wait: Int32 = 0) -> Bool {
    Prompt.hasInput(descriptor, within: wait)
  }

  private mutating func fill() throws(SystemError) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    let count = try buffer.read(from: descriptor, into: Self.room)
    byteCount += count
    if count == 0 { isAtEnd = true }
  }
}

/// The process and its environment.
package enum ProcessEnvironment {
  /// Makes writing to a closed pipe an error instead of a signal.
  package static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Makes writing more than a file may hold (`ulimit -f`) an error instead of a signal.
  package static func ignoreFileSizeLimits() { signal(SIGXFSZ, SIG_IGN) }

  /// Opens closed standard streams, so that no file gets their descriptors; otherwise results could
  /// be written into the journal. Using such a stream then fails.
  package static func reserveStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      let mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      _ = unsafe PlatformLibc.open("/dev/null", mode)
    }
  }

  package static func exit(_ status: Int32) -> Never {
    CleanupOnSignal.waitIfSignalled()
    PlatformLibc.exit(status)
  }
}
