import EventEngine

/// The folders that making a journal adds, to be removed again where it cannot be made.
struct NewFolders {
  /// Those that are missing, the deepest first.
  private let paths: [String]

  init(for directory: JournalDirectory) throws(SystemError) {
    var paths = [directory.segmentsPath]
    var path = directory.path
    while !path.isEmpty, try !SystemFileSystem().exists(path) {
      paths.append(path)
      path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
    self.paths = paths.count > 1 ? paths : []
  }

  /// Removes them as far as they are empty. A folder that another process uses stays.
  func remove() {
    for path in paths {
      do throws(SystemError) { try SystemFileSystem().removeDirectory(path) } catch {
        if error != .noSuchFile { return }
      }
    }
  }
}
