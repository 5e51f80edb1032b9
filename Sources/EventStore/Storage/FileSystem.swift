/// Everything the engine asks of the operating system's files, behind one small protocol, so that
/// tests can record, fail and crash every step of it.
public protocol FileSystem: Sendable {
  func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> any StoredFile

  /// The names in a directory, in no order, without `.` and `..`.
  func names(in directory: String) throws(SystemError) -> [String]

  /// Makes a directory that only its owner may enter (0700).
  func createDirectory(_ path: String) throws(SystemError)

  /// Replaces `target` atomically.
  func rename(_ path: String, to target: String) throws(SystemError)

  func remove(_ path: String) throws(SystemError)

  /// Makes the entries of a directory durable: files created, renamed and removed in it.
  func syncDirectory(_ path: String) throws(SystemError)

  /// Whether the path names anything.
  func exists(_ path: String) throws(SystemError) -> Bool

  /// Opens a directory, for looking into it again and again.
  func openDirectory(_ path: String) throws(SystemError) -> any StoredDirectory
}

/// An open directory. Closed when the last reference goes.
public protocol StoredDirectory: AnyObject, Sendable {
  /// Whether the path, which begins in this directory, names anything.
  func contains(_ path: String) throws(SystemError) -> Bool

  /// Whether this path leads to it: nobody has moved it, or exchanged a link on the way.
  func isAt(_ path: String) throws(SystemError) -> Bool
}

extension FileSystem {
  public func openDirectory(_ path: String) throws(SystemError) -> any StoredDirectory {
    NamedDirectory(path, self)
  }
}

/// A directory that is looked for by its name each time.
private final class NamedDirectory: StoredDirectory {
  private let path: String
  private let files: any FileSystem

  init(_ path: String, _ files: any FileSystem) {
    self.path = path
    self.files = files
  }

  func contains(_ path: String) throws(SystemError) -> Bool {
    try files.exists("\(self.path)/\(path)")
  }

  func isAt(_ path: String) -> Bool { path == self.path }
}

/// What a file is opened for.
public enum OpenPurpose: Hashable, Sendable {
  case reading
  /// Reading and writing a file that exists.
  case writing
  /// Reading and writing a file that must not exist yet; only its owner may read it (0600).
  case creating
  /// Locking; made when missing (0600).
  case locking
}

/// An open file. Closed when the last reference goes.
public protocol StoredFile: AnyObject, Sendable {
  func status() throws(SystemError) -> FileStatus

  /// Reads up to `buffer.count` bytes; fewer only at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int

  /// Writes all the bytes or fails; after a failure any prefix of them may be there.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError)

  func truncate(to size: Int) throws(SystemError)

  /// Returns when all that was written is on stable storage. After a failure nothing is known of
  /// what was written since the last success, and calling it again proves nothing.
  func sync() throws(SystemError)

  /// Tries to take an advisory lock without waiting; false when somebody else holds it. Locks
  /// belong to the open file, not to the process.
  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool

  func unlock() throws(SystemError)
}

/// What the system knows of an open file.
public struct FileStatus: Hashable, Sendable {
  /// Its length in bytes.
  public var size: Int
  /// Whether it still has a name. Without one it was removed, or replaced by another file, after it
  /// was opened: nobody will find what is written to it.
  public var isNamed: Bool

  public init(size: Int, isNamed: Bool) {
    self.size = size
    self.isNamed = isNamed
  }
}

public enum LockKind: Hashable, Sendable { case shared, exclusive }

/// What the operating system said no to.
public struct SystemError: Error, Hashable, Sendable {
  public let code: Int32

  public init(code: Int32) { self.code = code }
}
