import EventEngine

/// A new file that gets its name when it is complete; until then its name ends with `.new`. A
/// signal that ends the process removes the unfinished file; after a failure, `discard` does.
package struct OutputFile: ~Copyable {
  package let path: String
  /// The bytes that are not written yet.
  package var bytes: [UInt8] = []
  private let file: any StoredFile
  private let replaces: Bool
  private var written = 0

  private static let flushSize = 1 << 20

  /// Creates the file, which only its owner may read (0600).
  ///
  /// - Parameter replaces: whether an existing file of that name is replaced.
  /// - Throws: `.exists` if the name is taken and may not be replaced, or if there is an unfinished
  ///   file; `inTheWay(of:)` returns the path of the one that exists.
  package init(creating path: String, replacing replaces: Bool = false) throws(SystemError) {
    self.path = path
    self.replaces = replaces
    let existing = try SystemFileSystem().status(of: path)
    if existing != nil && !replaces { throw .exists }
    file = try SystemFileSystem().open(Self.unfinished(path), for: .creating)
    CleanupOnSignal.remove(Self.unfinished(path))
  }

  private static func unfinished(_ path: String) -> String { path + ".new" }

  /// Returns the path of the file that prevents the creation.
  package static func inTheWay(of path: String) -> String {
    do throws(SystemError) {
      return try SystemFileSystem().status(of: path) == nil ? unfinished(path) : path
    } catch { return path }
  }

  /// Appends one line that `write` produces.
  package mutating func writeLine(_ write: (inout [UInt8]) -> Void) throws(SystemError) {
    write(&bytes)
    bytes.append(0x0a)
    if bytes.count >= Self.flushSize { try flush() }
  }

  /// Appends what `write` produces.
  package mutating func append(_ write: (inout [UInt8]) throws -> Void) throws {
    try write(&bytes)
    if bytes.count >= Self.flushSize { try flush() }
  }

  private mutating func flush() throws(SystemError) {
    try file.write(bytes, at: written)
    written += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes all pending bytes, and returns when they are on stable storage.
  package mutating func sync() throws(SystemError) {
    try flush()
    try file.sync()
  }

  /// Writes the rest, and gives the file its name.
  package mutating func finish() throws(SystemError) {
    try sync()
    let files = SystemFileSystem()
    if replaces {
      try files.rename(Self.unfinished(path), to: path)
    } else {
      try files.renameIfFree(Self.unfinished(path), to: path)
    }
  }

  /// Removes the unfinished file.
  package mutating func discard() throws(SystemError) {
    try SystemFileSystem().remove(Self.unfinished(path))
  }
}

extension OutputFile {
  /// Creates the file, and reports a file that is in the way.
  static func create(
    _ path: String, replacing replaces: Bool = false
  ) throws(ToolFailure) -> OutputFile {
    try JournalFolders.requireOutside(path)
    do throws(SystemError) { return try OutputFile(creating: path, replacing: replaces) } catch {
      guard error == .exists else {
        throw ToolFailure(.cannotCreate, error.ofOutput.map { "\(path): \($0)" })
      }
      let name = inTheWay(of: path)
      let isFile = isFile(name)
      throw ToolFailure(
        .cannotCreate, (isFile ? error : .notAFile).text.map { "\(name): \($0)" },
        hint: isFile
          ? Bilingual(
            ru: "удалите его или укажите другой файл", en: "remove it, or name another file")
          : Bilingual(ru: "укажите другой файл", en: "name another file"))
    }
  }

  /// False for a folder or a device.
  private static func isFile(_ path: String) -> Bool {
    do throws(SystemError) {
      _ = try SystemFileSystem().open(path, for: .reading)
      return true
    } catch { return error != .notAFile }
  }

  /// Writes a file with `body`. Removes the unfinished file after a failure.
  static func write<Value>(
    _ path: String, replacing replaces: Bool = false, _ body: (inout OutputFile) throws -> Value
  ) throws -> Value {
    var file = try create(path, replacing: replaces)
    do {
      let value = try body(&file)
      try file.finish()
      return value
    } catch {
      // A failing removal does not hide why the file is incomplete.
      var isRemoved = true
      do throws(SystemError) { try file.discard() } catch { isRemoved = false }
      guard let error = error as? SystemError else { throw error }
      throw ToolFailure(
        .inputOutput, .writing(path, error), hint: isRemoved ? .incomplete : nil)
    }
  }
}
