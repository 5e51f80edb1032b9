import PlatformLibc

/// Files that are read as a whole.
package enum SmallFile {
  private static let chunk = 1 << 16

  /// The contents of a file, at most its first `limit` bytes. Its stated length is ignored: a pipe,
  /// such as `<(…)` and `/dev/stdin` may be, has none.
  ///
  /// - Parameter path: nil for standard input.
  package static func contents(of path: String?, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor =
      if let path { unsafe PlatformLibc.open(path, O_RDONLY | O_CLOEXEC) } else {
        fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
      }
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    let room = [UInt8](repeating: 0, count: chunk)
    var bytes: [UInt8] = []
    while bytes.count < limit,
      try bytes.read(from: descriptor, into: room.prefix(limit - bytes.count)) > 0
    {}
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

extension [UInt8] {
  /// Appends the available bytes of a file or a pipe, waiting if there are none yet.
  ///
  /// - Parameter room: zeros, as many as bytes may be read. Copying an array is much faster than
  ///   appending a repeated element, above all without optimisation.
  /// - Returns: the number of bytes; zero at the end.
  package mutating func read(
    from descriptor: Int32, into room: ArraySlice<UInt8>
  ) throws(SystemError) -> Int {
    let filled = count
    append(contentsOf: room)
    while true {
      let count = unsafe withUnsafeMutableBytes { bytes in
        unsafe PlatformLibc.read(descriptor, bytes.baseAddress! + filled, room.count)
      }
      // Saved before a call that may change it.
      let code = errno
      if count < 0 && code == EINTR { continue }
      if count < 0 && code == EAGAIN {
        // The parent process has made the stream non-blocking.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&wanted, 1, -1)
        continue
      }
      removeLast(room.count - Swift.max(0, count))
      if count < 0 { throw SystemError(code: code) }
      return count
    }
  }
}
