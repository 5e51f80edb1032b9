/// The operations that the engine needs from the operating system's files, as one small
/// protocol, so that tests can record, fail and crash every step.
package protocol FileSystem: Sendable {
  func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> any StoredFile

  /// The names in a directory, in no order, without `.` and `..`.
  func names(in directory: String) throws(SystemError) -> [String]

  /// Creates a directory that only its owner may enter (0700).
  func createDirectory(_ path: String) throws(SystemError)

  /// Renames `path` to `target`, replacing that atomically.
  func rename(_ path: String, to target: String) throws(SystemError)

  func remove(_ path: String) throws(SystemError)

  /// Removes an empty directory.
  func removeDirectory(_ path: String) throws(SystemError)

  /// Makes the entries of a directory durable: the creations, renames and removals in it.
  func syncDirectory(_ path: String) throws(SystemError)

  /// Whether there is anything at the path. A link to nothing is nothing.
  func exists(_ path: String) throws(SystemError) -> Bool

  /// The status of the file or directory at the path, without following a link; nil if there is
  /// none.
  func status(of path: String) throws(SystemError) -> FileStatus?

  /// Opens a directory, to lock it and to reach its files even after it is moved.
  func openDirectory(_ path: String) throws(SystemError) -> any StoredDirectory
}

extension FileSystem {
  /// The names in a directory; none if it is missing.
  func namesIfAny(in directory: String) throws(SystemError) -> [String] {
    do throws(SystemError) { return try names(in: directory) } catch {
      if error == .noSuchFile { return [] }
      throw error
    }
  }

  /// Removes a file; does nothing if it is missing.
  func removeIfAny(_ path: String) throws(SystemError) {
    do throws(SystemError) { try remove(path) } catch {
      if error != .noSuchFile { throw error }
    }
  }

  /// Creates a file with these contents, and syncs it but not its name.
  func create(_ path: String, _ contents: [UInt8]) throws(SystemError) {
    let file = try open(path, for: .creating)
    try file.write(contents, at: 0)
    try file.sync()
  }
}

/// An open directory. Closed with the last reference.
package protocol StoredDirectory: AnyObject, Sendable {
  /// The same file system, but paths below this directory's path lead into this very directory,
  /// even after it was moved and replaced.
  var files: any FileSystem { get }

  func status() throws(SystemError) -> FileStatus

  /// Whether the path leads to this directory. One system call.
  func isAt(_ path: String) throws(SystemError) -> Bool

  /// Acquires an advisory lock of the directory without waiting; false if another holder has it.
  /// Locks belong to the open directory, not to the process.
  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool

  func unlock() throws(SystemError)
}

/// The purpose for which a file is opened.
package enum OpenPurpose: Hashable, Sendable {
  case reading
  /// Reading and writing an existing file.
  case writing
  /// Reading and writing a new file, which must not exist yet; only its owner may read it (0600).
  case creating
}

/// An open file. Closed with the last reference.
package protocol StoredFile: AnyObject, Sendable {
  func status() throws(SystemError) -> FileStatus

  /// Reads up to `buffer.count` bytes; fewer only at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int

  /// Writes all the bytes or fails; after a failure any prefix of them may be written.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError)

  func truncate(to size: Int) throws(SystemError)

  /// Returns when everything written is on stable storage. After a failure nothing is known of the
  /// bytes written since the last success, and a retry proves nothing.
  func sync() throws(SystemError)

  /// Tries to acquire an advisory lock without waiting; false if another holder has it. Locks
  /// belong to the open file, not to the process.
  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool

  func unlock() throws(SystemError)
}

/// The attributes of a file or a directory.
package struct FileStatus: Hashable, Sendable {
  /// Its length in bytes.
  package var size: Int
  /// Whether it still has a name. If not, it was removed or replaced after it was opened, and bytes
  /// written to it are lost.
  package var isNamed: Bool
  /// Whether it has several names: hard links.
  package var hasOtherNames: Bool
  package var identity: FileIdentity
  /// Whether the process runs as its owner.
  package var isOwned: Bool
  /// The permission bits, such as 0o600.
  package var permissions: UInt16
  package var isLink: Bool

  package init(
    size: Int, isNamed: Bool, hasOtherNames: Bool = false, identity: FileIdentity,
    isOwned: Bool = true, permissions: UInt16 = 0o600, isLink: Bool = false
  ) {
    self.size = size
    self.isNamed = isNamed
    self.hasOtherNames = hasOtherNames
    self.identity = identity
    self.isOwned = isOwned
    self.permissions = permissions
    self.isLink = isLink
  }

  /// Whether users other than the owner may change it.
  package var isWritableByOthers: Bool { permissions & 0o022 != 0 }

  /// Whether users other than the owner may read or change it.
  package var isOpenToOthers: Bool { permissions & 0o077 != 0 }
}

/// The identity of a file among all files that exist at the same time.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let file: UInt64

  package init(device: UInt64 = 0, file: UInt64) {
    self.device = device
    self.file = file
  }
}

package enum LockKind: Hashable, Sendable { case shared, exclusive }

/// The error of a system call.
public struct SystemError: Error, Hashable, Sendable {
  /// The `errno` of the failed call.
  public let code: Int32

  /// Wraps the `errno` of a failed call.
  package init(code: Int32) { self.code = code }
}
