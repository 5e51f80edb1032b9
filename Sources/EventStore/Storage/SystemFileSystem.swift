#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The operating system's own files.
public struct SystemFileSystem: FileSystem {
  public init() {}

  public func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> any StoredFile {
    let flags =
      switch purpose {
      case .reading: O_RDONLY
      case .writing: O_RDWR
      case .creating: O_RDWR | O_CREAT | O_EXCL
      case .locking: O_RDWR | O_CREAT
      }
    let descriptor = try retrying { Self.openFile(path, flags | O_CLOEXEC, 0o600) }
    return SystemFile(descriptor: descriptor)
  }

  public func names(in directory: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(directory) else { throw SystemError(code: errno) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw SystemError(code: errno) }
        return names
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)
        ) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
  }

  public func createDirectory(_ path: String) throws(SystemError) {
    try check(unsafe mkdir(path, 0o700))
  }

  public func rename(_ path: String, to target: String) throws(SystemError) {
    #if canImport(Darwin)
      try check(unsafe Darwin.rename(path, target))
    #elseif canImport(Musl)
      try check(unsafe Musl.rename(path, target))
    #else
      try check(unsafe Glibc.rename(path, target))
    #endif
  }

  public func remove(_ path: String) throws(SystemError) {
    try check(unsafe unlink(path))
  }

  /// Removes an empty directory.
  func removeDirectory(_ path: String) throws(SystemError) { try check(unsafe rmdir(path)) }

  public func syncDirectory(_ path: String) throws(SystemError) {
    let descriptor = try retrying { Self.openFile(path, O_RDONLY | O_CLOEXEC, 0) }
    defer { close(descriptor) }
    _ = try retrying { fsync(descriptor) }
  }

  public func exists(_ path: String) throws(SystemError) -> Bool {
    try SystemDirectory.contains(path, from: AT_FDCWD)
  }

  public func openDirectory(_ path: String) throws(SystemError) -> any StoredDirectory {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    return SystemDirectory(descriptor: try retrying { Self.openFile(path, flags, 0) })
  }

  private static func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Darwin)
      unsafe Darwin.open(path, flags, mode)
    #elseif canImport(Musl)
      unsafe Musl.open(path, flags, mode)
    #else
      unsafe Glibc.open(path, flags, mode)
    #endif
  }
}

/// The descriptor of a directory. Looking for a name from there takes half the time that it takes
/// from the root.
private final class SystemDirectory: StoredDirectory {
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  func contains(_ path: String) throws(SystemError) -> Bool {
    try Self.contains(path, from: descriptor)
  }

  func isAt(_ path: String) throws(SystemError) -> Bool {
    var (mine, other) = (stat(), stat())
    try check(unsafe fstat(descriptor, &mine))
    let result = unsafe stat(path, &other)
    if result != 0 && (errno == ENOENT || errno == ENOTDIR) { return false }
    try check(result)
    return mine.st_dev == other.st_dev && mine.st_ino == other.st_ino
  }

  static func contains(_ path: String, from descriptor: Int32) throws(SystemError) -> Bool {
    // Passed as it is, a text would be copied first.
    let code = unsafe path.withCString { name in
      unsafe faccessat(descriptor, name, F_OK, 0) == 0 ? 0 : errno
    }
    if code == 0 { return true }
    guard code == ENOENT || code == ENOTDIR else { throw SystemError(code: code) }
    return false
  }
}

/// A file descriptor, closed with the last reference.
final class SystemFile: StoredFile {
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try check(unsafe fstat(descriptor, &status))
    return FileStatus(size: Int(status.st_size), isNamed: status.st_nlink > 0)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try retrying {
        unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      done += try retrying {
        unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      }
    }
  }

  func truncate(to size: Int) throws(SystemError) {
    _ = try retrying { ftruncate(descriptor, off_t(size)) }
  }

  func sync() throws(SystemError) {
    #if canImport(Darwin)
      // fsync alone leaves the data in the drive's cache.
      _ = try retrying { fcntl(descriptor, F_FULLFSYNC) }
    #else
      _ = try retrying { fdatasync(descriptor) }
    #endif
  }

  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool {
    let operation = kind == .shared ? LOCK_SH : LOCK_EX
    do throws(SystemError) {
      _ = try retrying { flock(descriptor, operation | LOCK_NB) }
      return true
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      return false
    }
  }

  func unlock() throws(SystemError) { try check(flock(descriptor, LOCK_UN)) }
}

private func check(_ result: Int32) throws(SystemError) {
  if result != 0 { throw SystemError(code: errno) }
}

/// Calls again for as long as a signal came in between.
private func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemError(code: errno) }
  }
}

extension SystemError {
  public static let noSpace = SystemError(code: ENOSPC)
  public static let quotaExceeded = SystemError(code: EDQUOT)
  public static let noSuchFile = SystemError(code: ENOENT)
  public static let notDirectory = SystemError(code: ENOTDIR)
  public static let exists = SystemError(code: EEXIST)
  public static let notPermitted = SystemError(code: EACCES)
  /// What some systems answer where a directory would be removed like a file.
  public static let operationNotPermitted = SystemError(code: EPERM)
  public static let readOnly = SystemError(code: EROFS)
  /// The file was closed.
  public static let closedFile = SystemError(code: EBADF)
  public static let inputOutput = SystemError(code: EIO)
  /// A signal came in between; the system's own files never say so but try again.
  public static let interrupted = SystemError(code: EINTR)
}

extension SystemError: CustomStringConvertible {
  /// The operating system's own words, such as `No space left on device`.
  public var description: String { unsafe String(cString: strerror(code)) }
}
