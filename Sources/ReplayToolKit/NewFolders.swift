import EventEngine

/// The folders that the creation of a journal adds, for removal if it fails.
struct NewFolders {
  /// The folders to remove, the deepest first; none if the journal's folder existed.
  private let paths: [String]

  init(for directory: JournalDirectory) throws(SystemError) {
    // A journal on a server has no folder.
    guard directory.origin == nil else {
      paths = []
      return
    }
    var paths = [directory.segmentsPath]
    var path = directory.path
    while !path.isEmpty, try !SystemFileSystem().exists(path) {
      paths.append(path)
      path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
    self.paths = paths.count > 1 ? paths : []
  }

  /// Removes the folders that are empty. A folder that another process uses stays.
  func remove() {
    for path in paths {
      do throws(SystemError) { try SystemFileSystem().removeDirectory(path) } catch {
        if error != .noSuchFile { return }
      }
    }
  }
}
