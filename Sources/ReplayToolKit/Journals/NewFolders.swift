import EventEngine

/// The folders that the creation of a journal adds, for removal if it fails.
package struct NewFolders {
  /// The folders that are missing now, the deepest first.
  private var paths: [String] = []

  init(for directory: JournalDirectory) {
    // A journal on a server has no folder.
    guard directory.origin == nil else { return }
    do throws(SystemError) {
      for path in [directory.segmentsPath] + Self.ancestry(of: directory.path) {
        if try SystemFileSystem().exists(path) { break }
        paths.append(path)
      }
    } catch {
      // The creation of the journal reports the error.
    }
  }

  /// Returns the path and the paths of the folders above it, the deepest first.
  private static func ancestry(of path: String) -> [String] {
    var paths: [String] = []
    var path = path[...]
    while !path.isEmpty {
      paths.append(String(path))
      path = path[..<(path.unicodeScalars.lastIndex(of: "/") ?? path.startIndex)]
    }
    return paths
  }

  /// Runs `body`, which creates a journal. If `body` fails, removes the folders that it has added.
  func removed<Result, Failure: Error>(
    ifFailing body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) { return try body() } catch {
      remove()
      throw error
    }
  }

  /// Removes the journal that was created in the folders, if nothing was recorded in it, and then
  /// the folders.
  package func removeJournal(_ directory: JournalDirectory, wait: Int) {
    do throws(JournalError) { try directory.removeIfEmpty(wait: wait) } catch {
      // The command that recorded nothing has reported why.
      return
    }
    remove()
  }

  /// Removes the folders that are empty. A folder that another process uses stays.
  private func remove() {
    for path in paths {
      do throws(SystemError) { try SystemFileSystem().removeDirectory(path) } catch {
        if error != .noSuchFile { return }
      }
    }
  }
}
