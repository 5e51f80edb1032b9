import PlatformLibc

/// An open directory of the operating system.
final class SystemDirectory: StoredDirectory {
  let descriptor: Int32
  private let path: [CChar]
  private let identity: FileIdentity
  private let syncs: Bool

  /// Takes over the descriptor, even on failure.
  init(descriptor: Int32, path: String, syncs: Bool) throws(SystemError) {
    var found = stat()
    guard unsafe fstat(descriptor, &found) == 0 else {
      let error = SystemError(code: errno)
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.path = path.utf8.map { CChar(bitPattern: $0) }
    identity = FileStatus(found).identity
    self.syncs = syncs
  }

  deinit { close(descriptor) }

  var files: any FileSystem { SystemFileSystem(root: self, syncs: syncs) }

  /// The length of this directory's own path if another path begins with it; nil if that path is
  /// not this directory or below it.
  func prefix(of whole: UnsafePointer<CChar>) -> Int? {
    let count = path.count
    guard unsafe strncmp(whole, path, count) == 0 else { return nil }
    let next = unsafe whole[count]
    return next == 0 || next == CChar(bitPattern: UInt8(ascii: "/")) ? count : nil
  }

  func status() throws(SystemError) -> FileStatus {
    var found = stat()
    try requireSuccess(unsafe fstat(descriptor, &found))
    return FileStatus(found)
  }

  func isAt(_ path: String) throws(SystemError) -> Bool {
    var other = stat()
    let result = unsafe stat(path, &other)
    if result != 0 && (errno == ENOENT || errno == ENOTDIR) { return false }
    try requireSuccess(result)
    return FileStatus(other).identity == identity
  }

  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool {
    try tryFlock(descriptor, kind)
  }

  func unlock() throws(SystemError) { try requireSuccess(flock(descriptor, LOCK_UN)) }
}

extension FileStatus {
  init(_ found: stat) {
    self.init(
      size: Int(found.st_size), isNamed: found.st_nlink > 0,
      hasOtherNames: found.st_nlink > 1,
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: found.st_dev),
        file: UInt64(truncatingIfNeeded: found.st_ino)),
      isOwned: found.st_uid == geteuid(),
      permissions: UInt16(truncatingIfNeeded: found.st_mode & 0o7777),
      isLink: found.st_mode & S_IFMT == S_IFLNK)
  }
}

func tryFlock(_ descriptor: Int32, _ kind: LockKind) throws(SystemError) -> Bool {
  let operation = kind == .shared ? LOCK_SH : LOCK_EX
  do throws(SystemError) {
    _ = try retrying { flock(descriptor, operation | LOCK_NB) }
    return true
  } catch {
    guard error.code == EWOULDBLOCK else { throw error }
    return false
  }
}
