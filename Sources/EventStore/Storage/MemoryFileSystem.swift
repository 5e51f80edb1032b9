import Synchronization

/// Files in memory that last as long as the object: for checks that create thousands of journals,
/// for journals in memory, and for copies without a usable folder. Written bytes count as durable
/// at once.
package final class MemoryFileSystem: FileSystem {
  private let contents = Mutex(Contents())
  private let locks = PathLocks()

  private struct Contents {
    var files: [String: MemoryNode] = [:]
    var directories: Set<String> = [".", "/"]
  }

  package init() {}

  /// An independent copy of the files, without locks.
  package func copy() -> MemoryFileSystem {
    let copy = MemoryFileSystem()
    let current = contents.withLock { $0 }
    copy.contents.withLock { contents in
      contents.directories = current.directories
      contents.files = current.files.mapValues { $0.copy() }
    }
    return copy
  }

  /// The contents of each file, by its path.
  package var everything: [String: [UInt8]] {
    contents.withLock { $0.files.mapValues { node in node.state.withLock { $0.bytes } } }
  }

  package func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> any StoredFile
  {
    let found = contents.withLock { contents -> Result<MemoryNode, SystemError> in
      if let node = contents.files[path] {
        return purpose == .creating ? .failure(.exists) : .success(node)
      }
      guard purpose == .creating,
        contents.directories.contains(Self.parent(of: path))
      else { return .failure(.noSuchFile) }
      let node = MemoryNode()
      contents.files[path] = node
      return .success(node)
    }
    return MemoryFile(try found.get(), isReadOnly: purpose == .reading)
  }

  package func names(in directory: String) throws(SystemError) -> [String] {
    let names = contents.withLock { contents -> [String]? in
      guard contents.directories.contains(directory) else { return nil }
      return (Array(contents.files.keys) + contents.directories)
        .filter { $0 != directory && Self.parent(of: $0) == directory }
        .map { path in path.split(separator: "/").last.map(String.init) ?? path }
    }
    guard let names else { throw .noSuchFile }
    return names
  }

  package func createDirectory(_ path: String) throws(SystemError) {
    let isNew = contents.withLock { $0.directories.insert(path).inserted }
    if !isNew { throw .exists }
  }

  package func rename(_ path: String, to target: String) throws(SystemError) {
    let isFound = contents.withLock { contents in
      guard let node = contents.files.removeValue(forKey: path) else { return false }
      contents.files.updateValue(node, forKey: target)?.unlink()
      return true
    }
    if !isFound { throw .noSuchFile }
  }

  package func remove(_ path: String) throws(SystemError) {
    let removed = contents.withLock { $0.files.removeValue(forKey: path) }
    guard let removed else { throw .noSuchFile }
    removed.unlink()
  }

  package func removeDirectory(_ path: String) throws(SystemError) {
    guard try names(in: path).isEmpty else { throw .notEmpty }
    contents.withLock { _ = $0.directories.remove(path) }
  }

  package func syncDirectory(_ path: String) throws(SystemError) {
    if !(try exists(path)) { throw .noSuchFile }
  }

  package func exists(_ path: String) throws(SystemError) -> Bool {
    contents.withLock { $0.files[path] != nil || $0.directories.contains(path) }
  }

  package func status(of path: String) throws(SystemError) -> FileStatus? {
    let node = contents.withLock { $0.files[path] }
    if let node { return node.status }
    guard try exists(path) else { return nil }
    return FileStatus(
      size: 0, isNamed: true, identity: FileIdentity(file: 0), permissions: 0o700)
  }

  package func openDirectory(_ path: String) throws(SystemError) -> any StoredDirectory {
    guard contents.withLock({ $0.directories.contains(path) }) else { throw .noSuchFile }
    return locks.directory(path, of: self)
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// The contents of a file, apart from its name, and the holders of its lock.
private final class MemoryNode: Sendable {
  struct State {
    var bytes: [UInt8] = []
    var isNamed = true
    var lock = LockHolders()
  }

  let state: Mutex<State>

  init(_ bytes: [UInt8] = []) { state = Mutex(State(bytes: bytes)) }

  func copy() -> MemoryNode { MemoryNode(state.withLock { $0.bytes }) }

  func unlink() { state.withLock { $0.isNamed = false } }

  var status: FileStatus {
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    return state.withLock {
      FileStatus(
        size: $0.bytes.count, isNamed: $0.isNamed, identity: FileIdentity(file: UInt64(address)))
    }
  }
}

/// An open file. Releases its lock with the last reference.
private final class MemoryFile: StoredFile {
  private let node: MemoryNode
  private let isReadOnly: Bool

  init(_ node: MemoryNode, isReadOnly: Bool) {
    self.node = node
    self.isReadOnly = isReadOnly
  }

  deinit { releaseLocks() }

  func status() throws(SystemError) -> FileStatus { node.status }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    let bytes = node.state.withLock { $0.bytes }
    guard offset < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - offset)
    unsafe buffer.copyBytes(from: bytes[offset..<offset + count])
    return count
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    if isReadOnly { throw .closedFile }
    let new = unsafe Array(bytes)
    node.state.withLock { state in
      let missing = offset - state.bytes.count
      if missing > 0 { state.bytes += repeatElement(0, count: missing) }
      let end = min(state.bytes.count, offset + new.count)
      state.bytes.replaceSubrange(offset..<end, with: new)
    }
  }

  func truncate(to size: Int) throws(SystemError) {
    if isReadOnly { throw .closedFile }
    node.state.withLock { $0.bytes = Array($0.bytes.prefix(size)) }
  }

  func sync() throws(SystemError) {}

  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool {
    node.state.withLock { $0.lock.tryLock(kind, for: ObjectIdentifier(self)) }
  }

  func unlock() throws(SystemError) { releaseLocks() }

  private func releaseLocks() {
    node.state.withLock { $0.lock.unlock(for: ObjectIdentifier(self)) }
  }
}
