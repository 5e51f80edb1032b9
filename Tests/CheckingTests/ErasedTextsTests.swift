import EventEngine
import Testing

@testable import EventChecking

/// The law that no file contains erased texts detects remaining ones.
@Suite struct `Erased texts` {
  private let files = MemoryFileSystem()
  private var directory: JournalDirectory { JournalDirectory("journal", files: files) }

  /// - Parameter personal: the personal data; nil for an event about the user without any.
  private func record(
    _ user: String, _ personal: String?, data: String = "{}", tags: [String] = []
  ) throws {
    if try !directory.exists() {
      try directory.create(JournalSettings(), at: Timestamp(rawValue: 0))
    }
    var writer = try JournalWriter.open(directory)
    let tag = EventStore.Tag("user", user)
    let event = NewEvent(
      type: "test.personNamed", tags: [tag] + tags.map(EventStore.Tag.init(rawValue:)),
      data: Array(data.utf8),
      erasable: personal.map {
        .init(
          subjects: [tag], personal: Array($0.utf8),
          tags: [EventStore.Tag("name", "digest of \(user)")])
      })
    try writer.batch { (writer) throws(JournalError) in
      try writer.append([event], at: Timestamp(rawValue: 0))
    }
  }

  private func texts(of user: String) throws -> Set<String> {
    let erased = try ErasedTexts(of: EventStore.Tag("user", user), in: directory)
    return Set(erased.texts.map { String(decoding: $0, as: UTF8.self) })
  }

  @Test func `are the encoded values above a minimum length that no event about others contains`()
    throws
  {
    let name = #"{"first":"Ева \"Е.\" Ким","cities":["Saratov-12","Moscow-12"],"code":"123456"}"#
    try record("eva", name)
    try record("anna", #"{"first":"Anna Braun"}"#, data: #"{"said":"Moscow-12"}"#)
    #expect(
      try texts(of: "eva") == [name, #"Ева \"Е.\" Ким"#, "Saratov-12", "name:digest of eva"])
    #expect(try texts(of: "nobody") == [])
    try record("oleg", #"{"first":"from Saratov-12"}"#)
    #expect(try texts(of: "eva") == [name, #"Ева \"Е.\" Ким"#, "name:digest of eva"])
  }

  @Test func `are also those that were copied into the public part of an event about the subject`()
    throws
  {
    try record("eva", #"{"first":"Eva Maria","born":"1990-01-01"}"#, data: #"{"day":"1990-01-01"}"#)
    try record("eva", nil, data: #"{"said":"Hello, Eva Maria!"}"#)
    #expect(
      try texts(of: "eva") == [
        #"{"first":"Eva Maria","born":"1990-01-01"}"#, "Eva Maria", "name:digest of eva",
      ])
  }

  @Test func `are no ids that events are tagged with, but other texts in tags`() throws {
    let personal = #"{"id":"eva-maria-7","mail":"eva@example.org"}"#
    try record("eva-maria-7", personal, tags: ["mail:eva@example.org"])
    #expect(
      try texts(of: "eva-maria-7") == [
        personal, "eva@example.org", "name:digest of eva-maria-7",
      ])
  }

  @Test(arguments: ["Anna Braun", "name:digest of anna"])
  func `are detected in every file`(text: String) throws {
    try record("anna", #"{"first":"Anna Braun"}"#)
    let erased = try ErasedTexts(of: EventStore.Tag("user", "anna"), in: directory)
    let inJournal = ErasureLaws.remaining(erased, in: files)
    #expect(inJournal?.detail.hasSuffix("segments/00000000000000000001.jsonl") == true)
    var writer = try JournalWriter.open(directory)
    _ = try writer.erase(
      Erasure(of: [EventStore.Tag("user", "anna")], actor: "admin"), at: Timestamp(rawValue: 0))
    #expect(ErasureLaws.remaining(erased, in: files) == nil)
    var reader = try JournalReader.open(directory)
    let snapshot = Snapshot(
      name: "test.names", version: 1, position: reader.head, bytes: Array("it is \(text)!".utf8))
    #expect(try SnapshotStore(directory).store(snapshot, folded: &reader))
    let left = ErasureLaws.remaining(erased, in: files)
    #expect(left?.detail == "\(text) in journal/snapshots/test.names@2.snapshot")
  }
}
