/// A folder in a cache in which a journal is prepared. The process that uses it holds its lock, so
/// a folder that is not locked was left by a killed process. Such a folder is removed, since it may
/// contain personal data that was erased later.
package final class WorkingFolder: Sendable {
  package let journal: JournalDirectory
  private let path: String
  private let lock: any StoredDirectory

  private init(_ path: String, _ lock: any StoredDirectory) {
    self.path = path
    self.lock = lock
    journal = Self.journal(in: path)
  }

  private static let prefix = "working-"

  /// The journal has a lock of its own, which is acquired for each batch.
  private static func journal(in path: String) -> JournalDirectory {
    .disposable("\(path)/journal")
  }

  /// Creates a working folder; nil if the cache cannot be used.
  package static func make(in cache: String) -> WorkingFolder? {
    var random = SystemRandom()
    let files = SystemFileSystem.ofCaches
    do throws(SystemError) {
      while true {
        let path = "\(cache)/\(prefix)\(Hexadecimal.encode(random.next(8)))"
        try JournalDirectory.disposable(path).makeDirectories(to: path)
        let folder = try files.openDirectory(path)
        // Before it was locked, another process may have removed it as an abandoned one.
        if try folder.tryLock(.exclusive), try folder.isAt(path) {
          return WorkingFolder(path, folder)
        }
      }
    } catch { return nil }
  }

  package func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    journal(in: path).removeEverything()
    JournalDirectory.disposable(path).removeEverything()
  }

  /// Removes the working folders that killed processes left in a cache.
  package static func removeAbandoned(in cache: String) {
    let files = SystemFileSystem.ofCaches
    DerivedFiles.ignoringFailure {
      for name in try files.names(in: cache) where name.hasPrefix(prefix) {
        let path = "\(cache)/\(name)"
        DerivedFiles.ignoringFailure {
          let folder = try files.openDirectory(path)
          if try folder.tryLock(.exclusive) { remove(path) }
        }
      }
    }
  }
}
