import EventEngine
import Synchronization

/// A file system that injects failures and records its calls.
///
/// Wraps another file system, by default the system's own. Releasing a lock never fails.
package final class FaultyFileSystem: FileSystem {
  /// The kinds of calls.
  package enum Step: Hashable, Sendable {
    case open(OpenPurpose)
    case names, createDirectory, openDirectory, rename, remove, syncDirectory, exists
    case status, read, write, truncate, sync, lock
  }

  /// A recorded call, numbered from 1 since the rule was set.
  package struct Call: Hashable, Sendable {
    package let number: Int
    package let step: Step
    package let path: String
  }

  package enum Fault: Hashable, Sendable {
    case error(SystemError)
    /// Writes only this number of bytes, then fails.
    case shortWrite(Int, SystemError)
    /// Reports success without doing anything.
    case noEffect
  }

  package typealias Rule = @Sendable (Call) -> Fault?

  private struct State {
    var rule: Rule = { _ in nil }
    var calls: [Call] = []
    var failures = 0
  }

  /// The state shared by all file systems derived from one another.
  private final class Record: Sendable {
    let openFiles = Mutex((now: 0, most: 0))
    let state = Mutex(State())
  }

  private let base: any FileSystem
  private let record: Record

  package init(_ base: any FileSystem = SystemFileSystem()) {
    self.base = base
    record = Record()
  }

  /// Wraps another file system with the same rule and record.
  fileprivate init(_ base: any FileSystem, sharing other: FaultyFileSystem) {
    self.base = base
    record = other.record
  }

  /// Sets the rule for failures and restarts the numbering of calls.
  package func fail(_ rule: @escaping Rule) {
    record.state.withLock { $0 = State(rule: rule) }
  }

  /// Stops injecting failures.
  package func heal() { fail { _ in nil } }

  /// The system's file system with syncs that return immediately without doing anything.
  package static var unsynced: FaultyFileSystem {
    let files = FaultyFileSystem()
    files.fail { $0.step == .sync || $0.step == .syncDirectory ? .noEffect : nil }
    return files
  }

  /// The calls since the rule was set.
  package var calls: [Call] { record.state.withLock { $0.calls } }

  /// The maximum number of files open at the same time.
  package var mostOpen: Int { record.openFiles.withLock { $0.most } }

  fileprivate func count(opened change: Int) {
    record.openFiles.withLock { open in
      open.now += change
      open.most = max(open.most, open.now)
    }
  }

  /// The number of injected failures since the rule was set.
  package var failures: Int { record.state.withLock { $0.failures } }

  fileprivate func fault(_ step: Step, _ path: String) -> Fault? {
    record.state.withLock { state in
      let call = Call(number: state.calls.count + 1, step: step, path: path)
      state.calls.append(call)
      let fault = state.rule(call)
      if fault != nil { state.failures += 1 }
      return fault
    }
  }

  /// Returns whether the call should be forwarded to the wrapped file system.
  fileprivate func shouldForward(_ step: Step, _ path: String) throws(SystemError) -> Bool {
    switch fault(step, path) {
    case nil: return true
    case .noEffect: return false
    case .error(let error), .shortWrite(_, let error): throw error
    }
  }

  package func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> any StoredFile
  {
    _ = try shouldForward(.open(purpose), path)
    return FaultyFile(try base.open(path, for: purpose), path, self)
  }

  package func names(in directory: String) throws(SystemError) -> [String] {
    _ = try shouldForward(.names, directory)
    return try base.names(in: directory)
  }

  package func createDirectory(_ path: String) throws(SystemError) {
    if try shouldForward(.createDirectory, path) { try base.createDirectory(path) }
  }

  package func rename(_ path: String, to target: String) throws(SystemError) {
    if try shouldForward(.rename, target) { try base.rename(path, to: target) }
  }

  package func remove(_ path: String) throws(SystemError) {
    if try shouldForward(.remove, path) { try base.remove(path) }
  }

  package func removeDirectory(_ path: String) throws(SystemError) {
    if try shouldForward(.remove, path) { try base.removeDirectory(path) }
  }

  package func syncDirectory(_ path: String) throws(SystemError) {
    if try shouldForward(.syncDirectory, path) { try base.syncDirectory(path) }
  }

  package func exists(_ path: String) throws(SystemError) -> Bool {
    _ = try shouldForward(.exists, path)
    return try base.exists(path)
  }

  package func status(of path: String) throws(SystemError) -> FileStatus? {
    _ = try shouldForward(.status, path)
    return try base.status(of: path)
  }

  package func openDirectory(_ path: String) throws(SystemError) -> any StoredDirectory {
    _ = try shouldForward(.openDirectory, path)
    return FaultyDirectory(try base.openDirectory(path), path, self)
  }
}

private final class FaultyDirectory: StoredDirectory {
  private let base: any StoredDirectory
  private let path: String
  private let owner: FaultyFileSystem

  init(_ base: any StoredDirectory, _ path: String, _ owner: FaultyFileSystem) {
    self.base = base
    self.path = path
    self.owner = owner
  }

  var files: any FileSystem { FaultyFileSystem(base.files, sharing: owner) }

  func status() throws(SystemError) -> FileStatus {
    _ = try owner.shouldForward(.status, path)
    return try base.status()
  }

  func isAt(_ path: String) throws(SystemError) -> Bool {
    _ = try owner.shouldForward(.status, path)
    return try base.isAt(path)
  }

  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool {
    guard try owner.shouldForward(.lock, path) else { return false }
    return try base.tryLock(kind)
  }

  func unlock() throws(SystemError) { try base.unlock() }
}

private final class FaultyFile: StoredFile {
  private let base: any StoredFile
  private let path: String
  private let files: FaultyFileSystem

  init(_ base: any StoredFile, _ path: String, _ files: FaultyFileSystem) {
    self.base = base
    self.path = path
    self.files = files
    files.count(opened: 1)
  }

  deinit { files.count(opened: -1) }

  func status() throws(SystemError) -> FileStatus {
    _ = try files.shouldForward(.status, path)
    return try base.status()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    _ = try files.shouldForward(.read, path)
    return try unsafe base.read(into: buffer, at: offset)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    switch files.fault(.write, path) {
    case nil: try unsafe base.write(bytes, at: offset)
    case .noEffect: return
    case .error(let error): throw error
    case .shortWrite(let count, let error):
      let prefix = unsafe UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
      try unsafe base.write(prefix, at: offset)
      throw error
    }
  }

  func truncate(to size: Int) throws(SystemError) {
    if try files.shouldForward(.truncate, path) { try base.truncate(to: size) }
  }

  func sync() throws(SystemError) {
    if try files.shouldForward(.sync, path) { try base.sync() }
  }

  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool {
    guard try files.shouldForward(.lock, path) else { return false }
    return try base.tryLock(kind)
  }

  func unlock() throws(SystemError) { try base.unlock() }
}
