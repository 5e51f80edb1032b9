/// What lies on a disk: its folders, and its files with their bytes. The root is `""`.
public struct DiskImage: Hashable, Sendable {
  public var folders: Set<String>
  public var files: [String: [UInt8]]

  public init(folders: Set<String> = [""], files: [String: [UInt8]] = [:]) {
    self.folders = folders
    self.files = files
  }

  /// All but the marks of what was synced, which a reader, too, brings up to date.
  public var journal: DiskImage {
    DiskImage(folders: folders, files: files.filter { !$0.key.hasSuffix("/journal.synced") })
  }

  /// The folder that a path stands in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[..<slash])
  }

  /// A folder's path as it is a key here.
  static func key(_ folder: String) -> String { folder == "/" ? "" : folder }
}

/// Something that was done to a disk, in the order in which it was done.
public enum DiskStep: Sendable {
  case createFile(path: String, file: Int)
  case createFolder(path: String)
  case rename(from: String, to: String)
  case remove(path: String)
  case syncFolder(path: String)
  case write(file: Int, offset: Int, bytes: [UInt8])
  case truncate(file: Int, size: Int)
  case sync(file: Int)
  /// A sync that failed: what was not on stable storage is forgotten, while it still reads as if
  /// it were there (Rebello et al., ATC '20).
  case failedSync(file: Int)
  /// What the workload has told the world at this point.
  case note(DiskNote)
}

/// What a workload tells about its appends, each under a label of its own.
public enum DiskNote: Hashable, Sendable {
  /// From now on it may be there.
  case issued(String, events: Int)
  case acknowledged(String)
  /// The sender was told that it is surely not there.
  case refused(String)
  /// The sender was told that nobody knows.
  case unknown(String)
  /// Somebody was shown what these appends recorded.
  case shown([String])
}
