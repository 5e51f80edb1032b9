import Foundation

/// The project's own files, as text.
enum SourceTree {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  struct File: Sendable {
    /// Relative to the project: `Sources/Domain/Language.swift`.
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The modules that a Swift file imports.
    var imports: [Substring] {
      let starts = [
        "import ", "public import ", "package import ", "@testable import ", "@_exported import ",
      ]
      return lines.compactMap { line in
        starts.contains { line.hasPrefix($0) } ? line.split(separator: " ").last : nil
      }
    }

    func isIn(_ folders: String...) -> Bool { folders.contains { path.hasPrefix($0 + "/") } }
  }

  /// The Swift files under these folders.
  static func swiftFiles(in folders: String...) -> [File] {
    folders.flatMap { files(in: $0) }.filter { $0.path.hasSuffix(".swift") }
  }

  /// The file at a path relative to the project; nil if it is missing.
  static func file(_ path: String) -> File? {
    FileManager.default.contents(atPath: root.appending(path: path).path)
      .map { File(path: path, text: String(decoding: $0, as: UTF8.self)) }
  }

  static func files(in folder: String) -> [File] {
    let base = root.appending(path: folder)
    guard let names = FileManager.default.enumerator(atPath: base.path) else { return [] }
    return names.compactMap { $0 as? String }.sorted().compactMap { name in
      let url = base.appending(path: name)
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
      return File(path: "\(folder)/\(name)", text: text)
    }
  }

  static func folders(in folder: String) throws -> Set<String> {
    let base = root.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: base.path)
    return Set(
      try names.filter { name in
        let path = base.appending(path: name).path
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return attributes[.type] as? FileAttributeType == .typeDirectory
      })
  }
}
