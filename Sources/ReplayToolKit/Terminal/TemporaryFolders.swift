import EventEngine

/// Folders that are made to be thrown away.
package enum TemporaryFolders {
  /// A path below the system's folder for temporary files that nothing has yet.
  package static func newPath(named name: String) throws(InvalidUTF8) -> String {
    var random = SystemRandom()
    let root = try ProcessEnvironment.value("TMPDIR") ?? "/tmp"
    let folder = root.hasSuffix("/") ? String(root.dropLast()) : root
    return "\(folder)/\(name)-\(Hexadecimal.encode(random.next(8)))"
  }

  /// Removes a folder with all that is in it. One that isn't there is removed already.
  package static func remove(_ path: String) throws(SystemError) {
    let files = SystemFileSystem()
    guard try files.exists(path) else { return }
    for name in try files.names(in: path) {
      let inner = "\(path)/\(name)"
      do throws(SystemError) { try files.remove(inner) } catch {
        guard error == .isDirectory || error == .operationNotPermitted else { throw error }
        try remove(inner)
      }
    }
    try files.removeDirectory(path)
  }
}
