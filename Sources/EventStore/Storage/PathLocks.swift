import Synchronization

/// Advisory locks of directories that are identified by path only: for file systems in memory.
package final class PathLocks: Sendable {
  private struct Holders {
    var exclusive: ObjectIdentifier?
    var shared: Set<ObjectIdentifier> = []
  }

  private let holders = Mutex<[String: Holders]>([:])

  package init() {}

  /// A directory of `files`, which cannot be moved.
  package func directory(_ path: String, of files: any FileSystem) -> any StoredDirectory {
    PathDirectory(path, files, self)
  }

  fileprivate func tryLock(_ kind: LockKind, _ path: String, for me: ObjectIdentifier) -> Bool {
    holders.withLock { holders in
      var found = holders[path] ?? Holders()
      if let holder = found.exclusive, holder != me { return false }
      let others = found.shared.subtracting([me])
      if kind == .exclusive && !others.isEmpty { return false }
      found.exclusive = kind == .exclusive ? me : nil
      found.shared = kind == .exclusive ? [] : others.union([me])
      holders[path] = found
      return true
    }
  }

  fileprivate func unlock(_ path: String, for me: ObjectIdentifier) {
    holders.withLock { holders in
      if holders[path]?.exclusive == me { holders[path]?.exclusive = nil }
      holders[path]?.shared.remove(me)
    }
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
