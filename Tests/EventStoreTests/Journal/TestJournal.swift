import TestSupport
import Testing

@testable import EventStore

/// A reproducible journal in its own folder, which is never synced unless `files` says so.
struct TestJournal {
  static let id = JournalID(EventID(high: 0x0190_a5e4_7c00_7abc, low: 0x8def_0123_4567_89ab))
  static let key = JournalKey(secret: Array(0..<32))
  static let start = instant("2024-07-12T09:00:00Z")
  static let firstSegment = "segments/00000000000000000001.jsonl"

  let folder: TemporaryFolder
  let directory: JournalDirectory

  init(
    segmentBytes: Int = JournalSettings.defaultSegmentBytes,
    files: any FileSystem = FaultyFileSystem.unsynced, id: JournalID = TestJournal.id
  ) throws {
    folder = try TemporaryFolder()
    directory = JournalDirectory(folder.path, files: files)
    let manifest = Manifest(
      journal: id, createdAt: Self.start, timeZone: .utc, passwordIterations: 1000,
      key: Self.key.id, segmentBytes: segmentBytes)
    _ = try directory.create(manifest, key: Self.key)
  }

  func writer(wait: Int = 1000) throws(JournalError) -> JournalWriter {
    try JournalWriter.open(directory, wait: wait)
  }

  func reader() throws(JournalError) -> JournalReader { try JournalReader.open(directory) }

  /// Records appends with these numbers of events in one batch.
  func batch(_ counts: Int...) throws(JournalError) {
    var writer = try writer()
    try writer.batch { (writer) throws(JournalError) in
      for count in counts { try writer.append(Self.events(count), at: Self.start) }
    }
  }

  static func events(_ count: Int, type: EventType = "test.happened") -> [NewEvent] {
    (0..<count).map { index in
      NewEvent(type: type, tags: [Tag("item", String(index))], data: json("{\"n\":\(index)}"))
    }
  }

  /// Imports the records into another journal, as `import --records` does.
  func importRecords(into target: JournalDirectory) throws {
    var reader = try reader()
    let header = RecordsHeader(reader.manifest, events: reader.head.rawValue)
    var records = try RecordsImport.begin(header, into: target, wait: 1000)
    var lines: [[UInt8]] = []
    try reader.forEach { view in
      var line: [UInt8] = []
      view.appendLine(to: &line)
      lines.append(line)
      return true
    }
    for (index, line) in lines.enumerated() { try records.add(line, number: index + 2) }
    try records.finish()
  }

  /// The positions that a new reader returns.
  func positions() throws(JournalError) -> [Int] {
    var reader = try reader()
    return try reader.positions()
  }

  /// The bytes of all files except the synced mark, which readers update.
  func contents() throws -> [String: [UInt8]] {
    try folder.contents().filter { $0.key != "journal.synced" }
  }

  func segment() throws -> [UInt8] { try folder.bytes(Self.firstSegment) }
}

extension JournalReader {
  /// All positions in order.
  mutating func positions() throws(JournalError) -> [Int] {
    var positions: [Int] = []
    try forEach { (view) throws(JournalError) in
      positions.append(view.position.rawValue)
      return true
    }
    return positions
  }
}

func json(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The error thrown by `body`; nil if there is none.
func failure<Result: ~Copyable>(
  _ body: () throws(JournalError) -> Result
) -> JournalError? {
  do throws(JournalError) {
    _ = try body()
    return nil
  } catch { return error }
}

extension JournalError {
  var damage: Damage? { if case .damaged(let damage) = self { damage } else { nil } }
}

func query(_ types: [String] = [], _ tags: String...) -> Query {
  Query([
    Query.Item(
      types: types.map(EventType.init(rawValue:)), tags: tags.map(Tag.init(rawValue:)))
  ])
}
