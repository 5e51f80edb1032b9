/// The name by which an event refers to a secret that must not be in the journal.
public struct SecretKeyID: RawRepresentable, Hashable, Codable, Sendable {
  /// The name of the secret.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The tag of every event that names the secret. A secret without an event that has this tag was
  /// never recorded.
  public var tag: Tag { Tag("secret", rawValue) }

  /// Whether the name follows the rule for ids and does not begin with `.`, so that it can name a
  /// file.
  var isFileName: Bool { rawValue.isIdentifier && !rawValue.hasPrefix(".") }
}

/// A secret to be stored beside the journal. Its description and its mirror show only its key.
public struct StoredSecret: Sendable, CustomStringConvertible, CustomReflectable {
  /// The name under which the secret is stored.
  package let key: SecretKeyID
  let text: String

  /// Wraps a secret text under the name that an event records.
  public init(_ text: String, as key: SecretKeyID) {
    self.key = key
    self.text = text
  }

  public var description: String { "the secret \(key.rawValue)" }
  public var customMirror: Mirror { Mirror(self, children: ["key": key]) }
}

/// Secrets that events name but do not contain, each in a file of its own:
///
///     DIR/secrets/            only its owner may enter it (0700)
///     DIR/secrets/KEY.json    one line with a checksum; only its owner may read it (0600)
///     DIR/secrets/unrecorded  exists while there may be a secret that no event names
///
/// A secret is on stable storage before the event that names it. A failed append leaves a secret
/// that no event names; the next writer drops it. Recorded secrets stay for ever, since queries
/// about the past may need them.
///
/// For a journal on a server, the server has the secrets, encrypted; see `JournalKey.seal`.
package struct SecretStore: Sendable {
  private let directory: JournalDirectory

  private struct Record: Codable {
    let key: SecretKeyID
    let secret: String
  }

  package init(_ directory: JournalDirectory) { self.directory = directory }

  private var folder: String { "\(directory.path)/secrets" }
  /// The path of the mark in the journal's folder.
  static let mark = "secrets/unrecorded"
  private var markPath: String { "\(directory.path)/\(Self.mark)" }
  private static let suffix = ".json"

  private func path(of key: SecretKeyID) throws(JournalError) -> String {
    guard key.isFileName else {
      throw .keyUnavailable(path: key.rawValue, reason: .impossibleSecretName)
    }
    return "\(folder)/\(key.rawValue)\(Self.suffix)"
  }

  /// The secret's UTF-8 bytes. Reads one small file, or asks the server.
  ///
  /// - Throws: `.storageFailed` if the secret is missing or may not be read, `.keyUnavailable` if
  ///   it is damaged or its name is no file name; the errors of the server.
  package func bytes(of key: SecretKeyID) throws(JournalError) -> [UInt8] {
    if let origin = directory.origin { return try bytes(of: key, at: origin) }
    let path = try path(of: key)
    guard let line = try directory.contents(of: path, limit: 2 * Limits.commandBytes) else {
      throw .storageFailed(doing: "reading", path: path, .noSuchFile)
    }
    guard let record = ChecksummedLine.decoded(Record.self, from: line), record.key == key else {
      throw .keyUnavailable(path: path, reason: .damagedSecret)
    }
    return Array(record.secret.utf8)
  }

  /// The secret's UTF-8 bytes, if `digest` is their digest for `purpose` under the journal's key.
  ///
  /// - Throws: also `.keyUnavailable` if the digests differ, since the file was replaced then, or
  ///   if the journal's key cannot be used.
  package func bytes(
    of key: SecretKeyID, _ purpose: String, _ digest: KeyedDigest
  ) throws(JournalError) -> [UInt8] {
    let text = String(decoding: try bytes(of: key), as: UTF8.self)
    guard try directory.key(for: directory.manifest()).digest(purpose, text) == digest else {
      throw .keyUnavailable(path: try path(of: key), reason: .otherSecret)
    }
    return Array(text.utf8)
  }

  /// Stores a secret; it is on stable storage when this returns. Five syncs for the first secret of
  /// a batch, two for every other.
  func store(_ secret: StoredSecret) throws(JournalError) {
    let path = try path(of: secret.key)
    let bytes = ChecksummedLine.encoded(Record(key: secret.key, secret: secret.text))
    let files = directory.files
    try directory.attempt("writing", path) { () throws(SystemError) in
      try directory.makeDirectory(folder)
      if try !files.exists(markPath) {
        try files.open(markPath, for: .creating).sync()
        try files.syncDirectory(folder)
        try files.syncDirectory(directory.path)
      }
      // A file of this name may remain from later events, if only the events were restored from a
      // backup by hand.
      if try files.exists(path) { try files.remove(path) }
      try files.create(path, bytes)
      try files.syncDirectory(folder)
    }
  }

  private func bytes(
    of key: SecretKeyID, at origin: any JournalOrigin
  ) throws(JournalError) -> [UInt8] {
    guard let sealed = try origin.secret(key) else {
      throw .storageFailed(
        doing: "reading", path: "\(origin.name), secret \(key.rawValue)", .noSuchFile)
    }
    guard let bytes = try directory.key(for: directory.manifest()).open(sealed, of: key) else {
      throw .keyUnavailable(path: "\(key.rawValue) at \(origin.name)", reason: .damagedSecret)
    }
    return bytes
  }

  /// Whether there is a file with the secret of this name.
  package func has(_ key: SecretKeyID) throws(JournalError) -> Bool {
    let path = try path(of: key)
    return try directory.attempt("looking for", path) { () throws(SystemError) in
      try directory.files.exists(path)
    }
  }

  /// Copies every secret into another, empty store. The next writer there drops those that no event
  /// names: a secret may have been stored after the events were copied.
  ///
  /// - Returns: the number of secrets.
  func copy(to other: SecretStore) throws(JournalError) -> Int {
    if let origin = directory.origin {
      let keys = try origin.secrets()
      for key in keys {
        let text = String(decoding: try bytes(of: key, at: origin), as: UTF8.self)
        try other.store(StoredSecret(text, as: key))
      }
      return keys.count
    }
    let names = try names()
    if names.isEmpty { return 0 }
    let target = other.directory
    try target.attempt("writing", other.folder) { () throws(SystemError) in
      try target.makeDirectory(other.folder)
      try target.files.open(other.markPath, for: .creating).sync()
    }
    for name in names {
      guard
        let bytes = try directory.contents(
          of: "\(folder)/\(name)", limit: 2 * Limits.commandBytes)
      else { continue }
      try target.attempt("writing", "\(other.folder)/\(name)") { () throws(SystemError) in
        try target.files.create("\(other.folder)/\(name)", bytes)
      }
    }
    try target.attempt("syncing", other.folder) { () throws(SystemError) in
      try target.files.syncDirectory(other.folder)
    }
    return names.count
  }

  /// The names of the files with secrets, in order.
  private func names() throws(JournalError) -> [String] {
    try directory.attempt("listing", folder) { () throws(SystemError) in
      try directory.files.namesIfAny(in: folder)
    }.filter { $0.hasSuffix(Self.suffix) }.sorted()
  }

  /// The errors of the damaged files with secrets. None for a journal on a server, or if this
  /// process may not read them.
  package func damages() -> [JournalError] {
    if directory.origin != nil { return [] }
    do throws(JournalError) {
      return try names().compactMap { name in
        do throws(JournalError) {
          _ = try bytes(of: SecretKeyID(rawValue: String(name.dropLast(Self.suffix.count))))
        } catch {
          if case .keyUnavailable(_, .damagedSecret) = error { return error }
        }
        return nil
      }
    } catch { return [] }
  }

  /// Removes all secrets and the mark.
  func removeAll() throws(SystemError) {
    for name in try directory.files.namesIfAny(in: folder) {
      try directory.files.remove("\(folder)/\(name)")
    }
  }

  /// Removes the mark: the events that name the stored secrets are on stable storage.
  func recorded() {
    do throws(SystemError) { try directory.files.remove(markPath) } catch {
      // A remaining mark only makes the next writer check again, which is harmless.
    }
  }

  /// Removes every secret that no event names according to `isRecorded`, and then the mark.
  func dropUnrecorded(
    isRecorded: (SecretKeyID) throws(JournalError) -> Bool
  ) throws(JournalError) {
    let files = directory.files
    for name in try names() {
      let key = SecretKeyID(rawValue: String(name.dropLast(Self.suffix.count)))
      if try isRecorded(key) { continue }
      try directory.attempt("removing", "\(folder)/\(name)") { () throws(SystemError) in
        try files.removeIfAny("\(folder)/\(name)")
      }
    }
    try directory.attempt("removing", markPath) { () throws(SystemError) in
      try files.syncDirectory(folder)
      try files.remove(markPath)
    }
  }
}
