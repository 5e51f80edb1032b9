import TestSupport

@testable import EventStore

/// A journal of persons whose names will be erased.
struct ErasureBench {
  static let secrets = ["Анна Каренина", "Eva \"E\" Braun", "5f1dphone", "Пётр"]
  /// The texts by which Eva's data is recognised on disk.
  static let eva = ["Eva \\\"E\\\" Braun", "5f1dphone", "user:eva"]

  let journal: TestJournal

  /// Twelve events in several segments: anna at 1 and 12, eva at 2, 3, 5 and 11, both at 8, peter
  /// at 6.
  init(segmentBytes: Int = 900, files: any FileSystem = FaultyFileSystem.unsynced) throws {
    journal = try TestJournal(segmentBytes: segmentBytes, files: files)
    try record([Self.person("user:anna", name: Self.secrets[0])])
    try record([
      Self.person("user:eva", name: Self.secrets[1], tags: [Tag("phone", Self.secrets[2])]),
      Self.person("user:eva", name: Self.secrets[1]), Self.plain(4),
    ])
    try record([Self.person("user:eva", name: Self.secrets[1])])
    try record([Self.person("user:peter", name: Self.secrets[3]), Self.plain(7)])
    try record([Self.person("user:anna", "user:eva", name: Self.secrets[1])])
    try record([Self.plain(9), Self.plain(10)])
    try record([Self.person("user:eva", name: Self.secrets[1])])
    try record([Self.person("user:anna", name: Self.secrets[0])])
  }

  static func plain(_ number: Int) -> NewEvent {
    NewEvent(type: "test.happened", tags: [Tag("item", "1")], data: json("{\"n\":\(number)}"))
  }

  static func person(_ subjects: Tag..., name: String, tags: [Tag] = []) -> NewEvent {
    var writer = JSONWriter()
    writer.beginObject()
    writer.literalKey("name")
    writer.string(name)
    writer.endObject()
    return NewEvent(
      type: "test.personNamed", data: json("{\"kind\":1}"),
      erasable: .init(
        subjects: subjects, personal: writer.bytes, tags: tags,
        fingerprint: KeyedDigest(rawValue: "00ff")))
  }

  func record(_ events: [NewEvent]) throws {
    var writer = try journal.writer()
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(events, at: TestJournal.start)
    }
  }

  @discardableResult
  func erase(
    _ subjects: Tag..., reason: String? = nil, recordsEmpty: Bool = false
  ) throws -> ErasureOutcome {
    var writer = try journal.writer()
    return try writer.erase(
      Erasure(of: subjects, actor: "admin", reason: reason, recordsEmpty: recordsEmpty),
      at: TestJournal.start)
  }

  /// The positions of erased sections, as a new reader sees them.
  func erasedPositions() throws -> [Int] {
    var reader = try journal.reader()
    var erased: [Int] = []
    try reader.forEach { view in
      if view.isErased { erased.append(view.position.rawValue) }
      return true
    }
    return erased
  }

  /// The files of the journal's folder, including the key file, that contain any of the texts.
  func files(holding texts: [String]) throws -> [String] {
    try journal.folder.contents().filter { file in
      texts.contains { file.value.contains(Array($0.utf8)) }
    }.keys.sorted()
  }

  /// All events with their personal data.
  func events() throws -> [StoredEvent] {
    var reader = try journal.reader()
    var events: [StoredEvent] = []
    try reader.forEach { view in
      events.append(StoredEvent(view))
      return true
    }
    return events
  }
}

extension TemporaryFolder {
  /// Replaces a line of a segment and corrects its checksum. `change` maps the part before the
  /// checksum.
  func rewrite(line number: Int, of name: String, _ change: (String) -> String) throws {
    var lines = try text(name).split(separator: "\n").map(String.init)
    var bytes = Array(change(String(lines[number].dropLast(RecordFormat.checksumLength))).utf8)
    let checksum = CRC32C.checksum(bytes, continuing: TestJournal.id.checksumSeed)
    bytes.append(text: #","crc":""#)
    bytes.append(hexadecimal: checksum)
    bytes.append(text: "\"}")
    lines[number] = String(decoding: bytes, as: UTF8.self)
    try write(json(lines.joined(separator: "\n") + "\n"), to: name)
  }
}

extension EventStore.Tag: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension [UInt8] {
  func contains(_ wanted: [UInt8]) -> Bool {
    guard wanted.count <= count else { return false }
    return (0...count - wanted.count).contains {
      self[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }
}
