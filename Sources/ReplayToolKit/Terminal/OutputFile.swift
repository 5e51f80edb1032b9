import EventEngine

/// A new file that is written from its beginning to its end, and has its name when all of it is
/// there: until then `.new` stands behind it. Nothing of it is left when the writing fails or is
/// interrupted.
package struct OutputFile: ~Copyable {
  package let path: String
  /// What waits to be written.
  package var bytes: [UInt8] = []
  private let file: any StoredFile
  private var written = 0

  private static let enough = 1 << 20

  /// Makes the file, which only its owner may read (0600).
  ///
  /// - Throws: `.exists` when there is one of that name, or what `inTheWay(of:)` names.
  package init(creating path: String) throws(SystemError) {
    self.path = path
    if try SystemFileSystem().exists(path) { throw .exists }
    file = try SystemFileSystem().open(Self.unfinished(path), for: .creating)
    CleanupOnSignal.remove(Self.unfinished(path))
  }

  private static func unfinished(_ path: String) -> String { path + ".new" }

  /// The file that keeps this one from being made.
  package static func inTheWay(of path: String) -> String {
    do throws(SystemError) {
      return try SystemFileSystem().exists(path) ? path : unfinished(path)
    } catch { return path }
  }

  /// One line that `write` appends.
  package mutating func line(_ write: (inout [UInt8]) -> Void) throws(SystemError) {
    write(&bytes)
    bytes.append(0x0a)
    if bytes.count >= Self.enough { try flush() }
  }

  private mutating func flush() throws(SystemError) {
    try file.write(bytes, at: written)
    written += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes what waits; all of it is on stable storage when this returns.
  package mutating func sync() throws(SystemError) {
    try flush()
    try file.sync()
  }

  /// Writes the rest, and gives the file its name.
  package mutating func finish() throws(SystemError) {
    try sync()
    if try SystemFileSystem().exists(path) { throw .exists }
    try SystemFileSystem().rename(Self.unfinished(path), to: path)
  }

  /// Removes the file again.
  package mutating func discard() throws(SystemError) {
    try SystemFileSystem().remove(Self.unfinished(path))
  }
}
