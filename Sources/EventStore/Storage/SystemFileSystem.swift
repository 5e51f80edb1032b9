import PlatformLibc

/// The operating system's own files.
///
/// A journal's files are regular files in folders of its own. A symbolic link, a pipe, a device or
/// a socket in the place of one is rejected on opening, without waiting for it and without touching
/// its target.
package struct SystemFileSystem: FileSystem {
  /// The directory to which paths below its own resolve, even after it was moved; nil for none.
  private let root: SystemDirectory?
  private let syncs: Bool

  package init() { self.init(root: nil) }

  init(root: SystemDirectory?, syncs: Bool = true) {
    self.root = root
    self.syncs = syncs
  }

  /// Files that may be lost at any time, so that none of them is ever synced.
  static var ofCaches: SystemFileSystem { SystemFileSystem(root: nil, syncs: false) }

  package func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> any StoredFile
  {
    let access =
      switch purpose {
      case .reading: O_RDONLY
      case .writing: O_RDWR
      case .creating: O_RDWR | O_CREAT | O_EXCL
      }
    let descriptor = try openFile(path, access | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    let file = SystemFile(descriptor: descriptor, syncs: syncs)
    // The umask may have taken rights from the owner, too.
    if purpose == .creating { try requireSuccess(fchmod(descriptor, 0o600)) }
    guard try file.isRegular() else { throw .notAFile }
    return file
  }

  package func names(in directory: String) throws(SystemError) -> [String] {
    let descriptor = try openFolder(directory)
    guard let stream = unsafe fdopendir(descriptor) else {
      let error = SystemError(code: errno)
      close(descriptor)
      throw error
    }
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

  package func createDirectory(_ path: String) throws(SystemError) {
    try requireSuccess(unsafe reach(path) { unsafe mkdirat($0, $1, 0o700) })
    // The umask may have taken rights from the owner, too. Not every system can change them without
    // following a link.
    if try status(of: path)?.permissions == 0o700 { return }
    try requireSuccess(
      unsafe reach(path) { unsafe fchmodat($0, $1, 0o700, AT_SYMLINK_NOFOLLOW) })
  }

  package func rename(_ path: String, to target: String) throws(SystemError) {
    try requireSuccess(
      unsafe reach(path) { folder, name in
        unsafe reach(target) { unsafe renameat(folder, name, $0, $1) }
      })
  }

  /// Renames a file unless there is one of the new name; a rename would replace it.
  package func renameIfFree(_ path: String, to target: String) throws(SystemError) {
    let result = unsafe reach(path) { folder, name in
      unsafe reach(target) { unsafe linkat(folder, name, $0, $1, 0) }
    }
    if result == 0 { return try remove(path) }
    let error = SystemError(code: errno)
    // Some file systems have no hard links.
    guard error != .exists, try status(of: target) == nil else { throw .exists }
    try rename(path, to: target)
  }

  package func remove(_ path: String) throws(SystemError) {
    try requireSuccess(unsafe reach(path) { unsafe unlinkat($0, $1, 0) })
  }

  package func removeDirectory(_ path: String) throws(SystemError) {
    try requireSuccess(unsafe reach(path) { unsafe unlinkat($0, $1, AT_REMOVEDIR) })
  }

  package func syncDirectory(_ path: String) throws(SystemError) {
    guard syncs else { return }
    let descriptor = try openFile(path, O_RDONLY | O_CLOEXEC, 0)
    defer { close(descriptor) }
    _ = try retrying { fsync(descriptor) }
  }

  package func exists(_ path: String) throws(SystemError) -> Bool {
    let result = unsafe reach(path) { unsafe faccessat($0, $1, F_OK, 0) }
    if result == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else { throw SystemError(code: errno) }
    return false
  }

  package func status(of path: String) throws(SystemError) -> FileStatus? {
    var found = stat()
    let result = unsafe reach(path) { unsafe fstatat($0, $1, &found, AT_SYMLINK_NOFOLLOW) }
    if result == 0 { return FileStatus(found) }
    guard errno == ENOENT || errno == ENOTDIR else { throw SystemError(code: errno) }
    return nil
  }

  /// Returns the target of a symbolic link that leads nowhere; nil for anything else at the path.
  package static func target(ofDanglingLink path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &target, target.count)
    guard count >= 0, unsafe access(path, F_OK) != 0, errno == ENOENT else { return nil }
    return String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  package func openDirectory(_ path: String) throws(SystemError) -> any StoredDirectory {
    try SystemDirectory(descriptor: openFolder(path), path: path, syncs: syncs)
  }

  /// Opens a folder. In a cache, no link is followed: it could lead to files outside of the cache.
  private func openFolder(_ path: String) throws(SystemError) -> Int32 {
    try openFile(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (syncs ? 0 : O_NOFOLLOW), 0)
  }

  private func openFile(
    _ path: String, _ flags: Int32, _ mode: mode_t
  ) throws(SystemError) -> Int32 {
    while true {
      let descriptor = unsafe reach(path) { unsafe openat($0, $1, flags, mode) }
      if descriptor >= 0 { return descriptor }
      switch errno {
      case EINTR: continue
      // A socket, or a pipe opened for writing without a reader.
      case ENXIO: throw .notAFile
      default: throw SystemError(code: errno)
      }
    }
  }

  /// Lends the descriptor to which a path is relative, and the rest of the path. Fails for a path
  /// with a zero byte, since the system would use the part before it.
  private func reach(
    _ path: String, _ body: (Int32, UnsafePointer<CChar>) -> Int32
  ) -> Int32 {
    if path.utf8.contains(0) {
      errno = EINVAL
      return -1
    }
    return unsafe path.withCString { whole in
      guard let root, let below = unsafe root.prefix(of: whole) else {
        return unsafe body(AT_FDCWD, whole)
      }
      guard unsafe whole[below] == 0 else { return unsafe body(root.descriptor, whole + below + 1) }
      return unsafe ".".withCString { unsafe body(root.descriptor, $0) }
    }
  }
}

/// A file descriptor, closed with the last reference.
final class SystemFile: StoredFile {
  private let descriptor: Int32
  private let syncs: Bool

  init(descriptor: Int32, syncs: Bool = true) {
    self.descriptor = descriptor
    self.syncs = syncs
  }

  deinit { close(descriptor) }

  func status() throws(SystemError) -> FileStatus {
    var found = stat()
    try requireSuccess(unsafe fstat(descriptor, &found))
    return FileStatus(found)
  }

  fileprivate func isRegular() throws(SystemError) -> Bool {
    var found = stat()
    try requireSuccess(unsafe fstat(descriptor, &found))
    return found.st_mode & S_IFMT == S_IFREG
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
    guard syncs else { return }
    #if canImport(Darwin)
      // fsync alone leaves the data in the drive's cache.
      _ = try retrying { fcntl(descriptor, F_FULLFSYNC) }
    #else
      _ = try retrying { fdatasync(descriptor) }
    #endif
  }

  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool { try tryFlock(descriptor, kind) }

  func unlock() throws(SystemError) { try requireSuccess(flock(descriptor, LOCK_UN)) }
}
