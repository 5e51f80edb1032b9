import Synchronization

/// The holders of an advisory lock.
package struct LockHolders {
  /// Whether the present holder excludes all others.
  private var isExclusive = false
  private var holders: Set<ObjectIdentifier> = []

  package init() {}

  /// - Returns: false, without an effect, if another holder excludes this one.
  package mutating func tryLock(_ kind: LockKind, for me: ObjectIdentifier) -> Bool {
    let others = holders.subtracting([me])
    guard others.isEmpty || (kind == .shared && !isExclusive) else { return false }
    isExclusive = kind == .exclusive
    holders.insert(me)
    return true
  }

  package mutating func unlock(for me: ObjectIdentifier) {
    holders.remove(me)
    if holders.isEmpty { isExclusive = false }
  }
}

/// Advisory locks of directories that are identified by path only: for file systems in memory.
package final class PathLocks: Sendable {
  private let holders = Mutex<[String: LockHolders]>([:])

  package init() {}

  /// A directory of `files`, which cannot be moved.
  package func directory(_ path: String, of files: any FileSystem) -> any StoredDirectory {
    PathDirectory(path, files, self)
  }

  fileprivate func tryLock(_ kind: LockKind, _ path: String, for me: ObjectIdentifier) -> Bool {
    holders.withLock { $0[path, default: LockHolders()].tryLock(kind, for: me) }
  }

  fileprivate func unlock(_ path: String, for me: ObjectIdentifier) {
    holders.withLock { $0[path]?.unlock(for: me) }
  }
}

private final class PathDirectory: StoredDirectory {
  let files: any FileSystem
  private let path: String
  private let locks: PathLocks

  init(_ path: String, _ files: any FileSystem, _ locks: PathLocks) {
    self.path = path
    self.files = files
    self.locks = locks
  }

  deinit { locks.unlock(path, for: ObjectIdentifier(self)) }

  func status() throws(SystemError) -> FileStatus {
    guard let status = try files.status(of: path) else { throw .noSuchFile }
    return status
  }

  func isAt(_ path: String) throws(SystemError) -> Bool {
    guard path == self.path else { return false }
    return try files.exists(path)
  }

  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool {
    locks.tryLock(kind, path, for: ObjectIdentifier(self))
  }

  func unlock() throws(SystemError) { locks.unlock(path, for: ObjectIdentifier(self)) }
}
