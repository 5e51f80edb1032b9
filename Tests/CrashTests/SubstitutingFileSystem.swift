import EventEngine
import TestSupport

/// A disk that substitutes some files when they are opened, which removes a safeguard.
struct SubstitutingFileSystem: FileSystem {
  /// Returns the substitute for a file; nil opens the file itself.
  typealias Opening =
    @Sendable (String, OpenPurpose) throws(SystemError) -> (any StoredFile)?

  private let disk: SimulatedDisk
  private let opening: Opening
  /// Whether locks are private to each process and thus useless.
  private let hasNoLocks: Bool

  init(
    _ disk: SimulatedDisk, hasNoLocks: Bool = false,
    _ opening: @escaping Opening = { (_, _) throws(SystemError) in nil }
  ) {
    self.disk = disk
    self.hasNoLocks = hasNoLocks
    self.opening = opening
  }

  func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> any StoredFile {
    if let other = try opening(path, purpose) { return other }
    return try disk.open(path, for: purpose)
  }

  func names(in directory: String) throws(SystemError) -> [String] { try disk.names(in: directory) }
  func createDirectory(_ path: String) throws(SystemError) { try disk.createDirectory(path) }
  func remove(_ path: String) throws(SystemError) { try disk.remove(path) }
  func removeDirectory(_ path: String) throws(SystemError) { try disk.removeDirectory(path) }
  func syncDirectory(_ path: String) throws(SystemError) { try disk.syncDirectory(path) }
  func exists(_ path: String) throws(SystemError) -> Bool { try disk.exists(path) }
  func status(of path: String) throws(SystemError) -> FileStatus? { try disk.status(of: path) }
  func openDirectory(_ path: String) throws(SystemError) -> any StoredDirectory {
    (hasNoLocks ? PathLocks() : disk.folderLocks).directory(path, of: self)
  }
  func rename(_ path: String, to target: String) throws(SystemError) {
    try disk.rename(path, to: target)
  }
}
