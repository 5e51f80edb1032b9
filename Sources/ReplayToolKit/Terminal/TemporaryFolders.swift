import EventEngine

/// Names and removes temporary folders.
package enum TemporaryFolders {
  /// Returns an unused path in the system's folder for temporary files.
  package static func newPath(named name: String) throws(InvalidUTF8) -> String {
    var random = SystemRandom()
    let given = try ProcessEnvironment.value("TMPDIR") ?? ""
    let root = given.isEmpty ? "/tmp" : given
    let folder = root.hasSuffix("/") ? String(root.dropLast()) : root
    return "\(folder)/\(name)-\(Hexadecimal.encode(random.next(8)))"
  }

  /// Removes a folder with its contents. A missing folder is not a failure.
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
