import EventEngine
import Synchronization

/// A file system in memory that records all operations, so that tests can derive what a crash at
/// any moment would leave.
package final class SimulatedDisk: FileSystem {
  fileprivate struct State {
    var folders: Set<String>
    var names: [String: Int] = [:]
    var contents: [[UInt8]] = []
    var steps: [DiskStep] = []
    var locks: [Int: LockHolders] = [:]
    /// The files whose operations are not recorded.
    var marks: Set<Int> = []
    var syncs = 0
    var failingSync: Int?

    func status(of number: Int) -> FileStatus {
      FileStatus(
        size: contents[number].count, isNamed: names.values.contains(number),
        identity: FileIdentity(file: UInt64(number)))
    }
  }

  /// The contents before the first step.
  package let initial: DiskImage
  /// Whether operations on `journal.synced` are recorded. They multiply the images that a crash may
  /// leave; without them a crash leaves the initial mark.
  private let recordsMarks: Bool
  fileprivate let state: Mutex<State>
  package let folderLocks = PathLocks()

  package init(_ image: DiskImage = DiskImage(), recordsMarks: Bool = false) {
    initial = image
    self.recordsMarks = recordsMarks
    var state = State(folders: image.folders)
    for (path, bytes) in image.files.sorted(by: { $0.key < $1.key }) {
      if !recordsMarks && path.hasSuffix("/journal.synced") {
        state.marks.insert(state.contents.count)
      }
      state.names[path] = state.contents.count
      state.contents.append(bytes)
    }
    self.state = Mutex(state)
  }

  /// The operations so far.
  package var steps: [DiskStep] { state.withLock { $0.steps } }

  /// The contents that a program reads now.
  package var image: DiskImage {
    state.withLock { state in
      DiskImage(
        folders: state.folders, files: state.names.mapValues { state.contents[$0] })
    }
  }

  package func note(_ note: DiskNote) { state.withLock { $0.steps.append(.note(note)) } }

  /// Makes the n-th sync of a file from now on fail, once.
  package func failSync(_ number: Int) {
    state.withLock { $0.failingSync = $0.syncs + number }
  }

  /// The number of syncs of files so far.
  package var syncs: Int { state.withLock { $0.syncs } }

  package func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> any StoredFile
  {
    let number = try state.withLock { (state) throws(SystemError) in
      if let number = state.names[path] {
        if purpose == .creating { throw .exists }
        return number
      }
      guard purpose == .creating, state.folders.contains(DiskImage.folder(of: path))
      else { throw .noSuchFile }
      let number = state.contents.count
      state.contents.append([])
      state.names[path] = number
      if isMark(path) {
        state.marks.insert(number)
      } else {
        state.steps.append(.createFile(path: path, file: number))
      }
      return number
    }
    return SimulatedFile(self, number, isReadOnly: purpose == .reading)
  }

  private func isMark(_ path: String) -> Bool {
    !recordsMarks && path.hasSuffix("/journal.synced")
  }

  package func names(in folder: String) throws(SystemError) -> [String] {
    try state.withLock { (state) throws(SystemError) in
      let folder = DiskImage.key(folder)
      guard state.folders.contains(folder) else { throw .noSuchFile }
      let paths = Array(state.names.keys) + state.folders.filter { !$0.isEmpty }
      return paths.filter { DiskImage.folder(of: $0) == folder }
        .map { String($0.dropFirst(folder.count + 1)) }
    }
  }

  package func createDirectory(_ path: String) throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      if state.folders.contains(path) || state.names[path] != nil { throw .exists }
      guard state.folders.contains(DiskImage.folder(of: path)) else { throw .noSuchFile }
      state.folders.insert(path)
      state.steps.append(.createFolder(path: path))
    }
  }

  package func rename(_ path: String, to target: String) throws(SystemError) {
    precondition(DiskImage.folder(of: path) == DiskImage.folder(of: target))
    try state.withLock { (state) throws(SystemError) in
      guard let number = state.names.removeValue(forKey: path) else { throw .noSuchFile }
      state.names[target] = number
      state.steps.append(.rename(from: path, to: target))
    }
  }

  package func remove(_ path: String) throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      guard state.names.removeValue(forKey: path) != nil else { throw .noSuchFile }
      state.steps.append(.remove(path: path))
    }
  }

  /// No step of a crash: only disposable copies, which are never synced, remove directories.
  package func removeDirectory(_ path: String) throws(SystemError) {
    guard try names(in: path).isEmpty else { throw .notEmpty }
    state.withLock { _ = $0.folders.remove(DiskImage.key(path)) }
  }

  package func syncDirectory(_ path: String) throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      let folder = DiskImage.key(path)
      guard state.folders.contains(folder) else { throw .noSuchFile }
      state.steps.append(.syncFolder(path: folder))
    }
  }

  package func exists(_ path: String) throws(SystemError) -> Bool {
    state.withLock { $0.names[path] != nil || $0.folders.contains(DiskImage.key(path)) }
  }

  package func status(of path: String) throws(SystemError) -> FileStatus? {
    state.withLock { state in
      if let number = state.names[path] { return state.status(of: number) }
      guard state.folders.contains(DiskImage.key(path)) else { return nil }
      return FileStatus(
        size: 0, isNamed: true, identity: FileIdentity(device: 1, file: 0), permissions: 0o700)
    }
  }

  package func openDirectory(_ path: String) throws(SystemError) -> any StoredDirectory {
    guard state.withLock({ $0.folders.contains(DiskImage.key(path)) }) else { throw .noSuchFile }
    return folderLocks.directory(path, of: self)
  }
}

/// An open file of a simulated disk. It stays usable after its name is removed.
private final class SimulatedFile: StoredFile {
  private let disk: SimulatedDisk
  private let number: Int
  private let isReadOnly: Bool

  init(_ disk: SimulatedDisk, _ number: Int, isReadOnly: Bool) {
    self.disk = disk
    self.number = number
    self.isReadOnly = isReadOnly
  }

  deinit { release() }

  func status() throws(SystemError) -> FileStatus {
    disk.state.withLock { $0.status(of: number) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    // Shares the contents instead of copying them.
    let bytes = disk.state.withLock { $0.contents[number] }
    guard offset < bytes.count else { return 0 }
    let part = bytes[offset..<min(bytes.count, offset + buffer.count)]
    unsafe buffer.copyBytes(from: part)
    return part.count
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    if isReadOnly { throw .closedFile }
    let bytes = unsafe [UInt8](bytes)
    disk.state.withLock { state in
      state.contents[number].overwrite(with: bytes, at: offset)
      if state.marks.contains(number) { return }
      state.steps.append(.write(file: number, offset: offset, bytes: bytes))
    }
  }

  func truncate(to size: Int) throws(SystemError) {
    if isReadOnly { throw .closedFile }
    disk.state.withLock { state in
      state.contents[number].cut(to: size)
      state.steps.append(.truncate(file: number, size: size))
    }
  }

  func sync() throws(SystemError) {
    try disk.state.withLock { (state) throws(SystemError) in
      state.syncs += 1
      let fails = state.syncs == state.failingSync
      state.steps.append(fails ? .failedSync(file: number) : .sync(file: number))
      if fails { throw .inputOutput }
    }
  }

  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool {
    disk.state.withLock {
      $0.locks[number, default: LockHolders()].tryLock(kind, for: ObjectIdentifier(self))
    }
  }

  func unlock() throws(SystemError) { release() }

  private func release() {
    disk.state.withLock { $0.locks[number]?.unlock(for: ObjectIdentifier(self)) }
  }
}

extension [UInt8] {
  mutating func overwrite(with bytes: some Collection<UInt8>, at offset: Int) {
    if count < offset { append(contentsOf: repeatElement(0, count: offset - count)) }
    let overlap = Swift.min(count, offset + bytes.count)
    if overlap > offset {
      replaceSubrange(offset..<overlap, with: bytes.prefix(overlap - offset))
    }
    append(contentsOf: bytes.dropFirst(overlap - offset))
  }

  mutating func cut(to size: Int) {
    if size < count {
      removeLast(count - size)
    } else {
      append(contentsOf: repeatElement(0, count: size - count))
    }
  }
}
