/// The contents of a disk: folders, and files with their bytes. The root is `""`.
package struct DiskImage: Hashable, Sendable {
  package var folders: Set<String>
  package var files: [String: [UInt8]]

  package init(folders: Set<String> = [""], files: [String: [UInt8]] = [:]) {
    self.folders = folders
    self.files = files
  }

  /// The image without synced marks, which readers update, too.
  package var journal: DiskImage {
    DiskImage(folders: folders, files: files.filter { !$0.key.hasSuffix("/journal.synced") })
  }

  /// The parent folder of a path.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[..<slash])
  }

  /// The key of a folder's path in `folders`.
  static func key(_ folder: String) -> String { folder == "/" ? "" : folder }
}

/// A recorded operation on a disk.
package enum DiskStep: Sendable {
  case createFile(path: String, file: Int)
  case createFolder(path: String)
  case rename(from: String, to: String)
  case remove(path: String)
  case syncFolder(path: String)
  case write(file: Int, offset: Int, bytes: [UInt8])
  case truncate(file: Int, size: Int)
  case sync(file: Int)
  /// A failed sync: unsynced changes are dropped from the disk but remain readable from the cache
  /// (Rebello et al., ATC '20).
  case failedSync(file: Int)
  /// An observation of the workload at this point.
  case note(DiskNote)
}

/// The state of an append as its sender or readers have observed it. Each append has a label.
package enum DiskNote: Hashable, Sendable {
  /// The append was sent and may be on disk from now on.
  case issued(String, events: Int)
  case acknowledged(String)
  /// The sender received a refusal: the append is certainly not recorded.
  case refused(String)
  /// The sender received "outcome unknown".
  case unknown(String)
  /// A reader returned the events of these appends.
  case shown([String])
}
