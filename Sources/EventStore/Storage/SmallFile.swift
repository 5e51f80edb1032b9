import PlatformLibc

/// Files that are read as a whole.
package enum SmallFile {
  private static let chunk = 1 << 16

  /// The contents of a file, at most its first `limit` bytes. Its stated length is ignored: a pipe,
  /// such as `<(…)` and `/dev/stdin` may be, has none.
  ///
  /// - Parameter path: nil for standard input.
  package static func contents(of path: String?, limit: Int) throws(SystemError) -> [UInt8] {
    var input = try ByteInput(path)
    var bytes: [UInt8] = []
    while bytes.count < limit, try input.read(&bytes, upTo: min(chunk, limit - bytes.count)) {}
    return bytes
  }

  /// A file's length in bytes; zero for a pipe and other files without a length. Does not open it,
  /// since closing a pipe would cut off its writer.
  package static func size(of path: String) throws(SystemError) -> Int {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError(code: errno) }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
  }
}

/// Bytes from a file or a pipe, from its beginning to its end.
private struct ByteInput: ~Copyable {
  private let descriptor: Int32

  init(_ path: String?) throws(SystemError) {
    descriptor =
      if let path { unsafe PlatformLibc.open(path, O_RDONLY | O_CLOEXEC) } else {
        fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
      }
    guard descriptor >= 0 else { throw SystemError(code: errno) }
  }

  deinit { close(descriptor) }

  /// Appends the available bytes, waiting if there are none yet.
  ///
  /// - Returns: false at the end.
  mutating func read(_ bytes: inout [UInt8], upTo count: Int) throws(SystemError) -> Bool {
    let filled = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    while true {
      let done = unsafe bytes.withUnsafeMutableBytes { buffer in
        let place = unsafe buffer.baseAddress! + filled
        return unsafe PlatformLibc.read(descriptor, place, count)
      }
      if done < 0 && errno == EINTR { continue }
      if done < 0 && errno == EAGAIN {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&wanted, 1, -1)
        continue
      }
      let code = errno
      bytes.removeLast(count - max(0, done))
      if done < 0 { throw SystemError(code: code) }
      return done > 0
    }
  }
}
