import EventStore
import Foundation
import Testing

/// Secrets beside a real journal: durable before the event that names them, and removed if no event
/// does.
@Suite final class SecretStoreTests {
  let folder = NSTemporaryDirectory() + "secrets-\(UUID().uuidString)"
  let first = SecretKeyID(rawValue: "key-1")
  let second = SecretKeyID(rawValue: "key-2")

  init() throws {
    try JournalDirectory(folder).create(
      JournalSettings(passwordIterations: 1), at: Timestamp(rawValue: 0))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func secret(_ key: SecretKeyID) throws -> String {
    String(decoding: try SecretStore(JournalDirectory(folder)).bytes(of: key), as: UTF8.self)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/secrets").sorted()
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder + path)[.posixPermissions] as? Int
  }

  /// Stores a secret and appends an event that names it, unless `event` is nil.
  private func store(_ text: String, as key: SecretKeyID, event: EventType? = "test.rotated") throws
  {
    var writer = try JournalWriter.open(JournalDirectory(folder))
    try writer.batch { (writer) throws(JournalError) in
      try writer.store(StoredSecret(text, as: key))
      guard let event else { throw .busy(path: "on purpose") }
      try writer.append(
        [NewEvent(type: event, tags: [key.tag])], at: Timestamp(rawValue: 0))
    }
  }

  @Test func `a stored secret round-trips byte for byte`() throws {
    let text = "Тайна \"ё\"\n\u{1F511}\\ 0123456789"
    try store(text, as: first)
    try store("another one, 16 characters", as: second)
    #expect(try secret(first) == text)
    #expect(try secret(second) == "another one, 16 characters")
    #expect(try names() == ["key-1.json", "key-2.json"])
  }

  @Test func `a secret is readable only by its owner`() throws {
    try store("0123456789abcdef", as: first)
    #expect(try mode("/secrets") == 0o700)
    #expect(try mode("/secrets/key-1.json") == 0o600)
  }

  @Test func `the next writer removes exactly the secrets that no event names`() throws {
    try store("0123456789abcdef", as: first)
    #expect(throws: JournalError.busy(path: "on purpose")) {
      try store("fedcba9876543210", as: second, event: nil)
    }
    #expect(try names() == ["key-1.json", "key-2.json", "unrecorded"])
    _ = try JournalWriter.open(JournalDirectory(folder))
    #expect(try names() == ["key-1.json"])
    #expect(try secret(first) == "0123456789abcdef")
  }

  @Test func `the next batch of the same writer removes them, too`() throws {
    var writer = try JournalWriter.open(JournalDirectory(folder))
    let (first, second) = (first, second)
    #expect(throws: JournalError.self) {
      try writer.batch { (writer) throws(JournalError) in
        try writer.store(StoredSecret("0123456789abcdef", as: first))
        throw .conditionFailed
      }
    }
    try writer.batch { (writer) throws(JournalError) in
      try writer.store(StoredSecret("fedcba9876543210", as: second))
      try writer.append(
        [NewEvent(type: "test.rotated", tags: [second.tag])], at: Timestamp(rawValue: 0))
    }
    #expect(try names() == ["key-2.json"])
  }

  @Test func `a writer that was killed before removing the mark loses nothing`() throws {
    try store("0123456789abcdef", as: first)
    try Data().write(to: URL(filePath: folder + "/secrets/unrecorded"))
    _ = try JournalWriter.open(JournalDirectory(folder))
    #expect(try names() == ["key-1.json"])
  }

  @Test func `a leftover under the same key is replaced`() throws {
    try store("0123456789abcdef", as: first)
    try store("fedcba9876543210", as: first)
    #expect(try secret(first) == "fedcba9876543210")
  }

  @Test func `a missing secret is a failure`() throws {
    let path = folder + "/secrets/key-1.json"
    #expect(
      throws: JournalError.storageFailed(doing: "reading", path: path, SystemError(code: ENOENT))
    ) { try self.secret(self.first) }
    try store("0123456789abcdef", as: first)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: JournalError.self) { try self.secret(self.first) }
  }

  @Test func `every changed byte is detected`() throws {
    try store("0123456789abcdef", as: first)
    let url = URL(filePath: folder + "/secrets/key-1.json")
    let bytes = try Data(contentsOf: url)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1
      try damaged.write(to: url)
      #expect(throws: JournalError.self, "byte \(place)") { try self.secret(self.first) }
    }
  }

  @Test(arguments: ["", ".", "..", "../journal", "a/b", "ключ", String(repeating: "a", count: 65)])
  func `invalid keys can't leave the folder`(name: String) throws {
    #expect(throws: JournalError.self) { try self.secret(SecretKeyID(rawValue: name)) }
    #expect(throws: JournalError.self) {
      try self.store("0123456789abcdef", as: SecretKeyID(rawValue: name))
    }
  }

  @Test func `printing a stored secret prints only its key`() {
    let secret = StoredSecret("0123456789abcdef", as: first)
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), dumped] {
      #expect(text.contains("key-1") && !text.contains("0123456789abcdef"))
    }
  }
}
