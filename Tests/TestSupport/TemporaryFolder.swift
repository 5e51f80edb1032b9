import Foundation

/// A temporary folder that is removed with the last reference to it.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      print("cannot remove \(path): \(error)")
    }
  }

  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in the folder or one of its subfolders, sorted.
  package func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: self.path(name)).sorted()
  }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  package func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// Creates or replaces a file.
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  package func move(_ name: String, to target: String) throws {
    try FileManager.default.moveItem(atPath: path(name), toPath: path(target))
  }

  package func copy(_ name: String, to target: String) throws {
    try FileManager.default.copyItem(atPath: path(name), toPath: path(target))
  }

  /// The permissions of a file, such as `0o600`.
  package func permissions(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  /// The bytes of every file, by name.
  package func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: self.path(name))
      let isFile = attributes[.type] as? FileAttributeType == .typeRegular
      if isFile { contents[name] = try bytes(name) }
    }
    return contents
  }
}
