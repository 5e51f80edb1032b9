import TestSupport
import Testing

@testable import EventStore

/// Tests limits, most of them on both sides. Exceeding a limit leaves nothing in the journal.
@Suite struct LimitTests {
  private func attempt(_ events: [NewEvent]) throws -> JournalError? {
    let journal = try TestJournal(files: FaultyFileSystem.unsynced)
    var writer = try journal.writer()
    let error = failure { () throws(JournalError) in
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(TestJournal.events(1), at: TestJournal.start)
        do throws(JournalError) { try writer.append(events, at: TestJournal.start) } catch {
          // The batch continues without the refused append.
          try writer.append(TestJournal.events(1), at: TestJournal.start)
          throw error
        }
      }
    }
    if error == nil { #expect(try journal.positions().count == 1 + events.count) }
    return error
  }

  private func tags(_ count: Int, bytes: Int = 8) -> [EventStore.Tag] {
    (0..<count).map {
      let number = String($0)
      return EventStore.Tag(rawValue: number + String(repeating: "x", count: bytes - number.count))
    }
  }

  @Test func `an event has at most 64 tags`() throws {
    let tooMany = JournalError.tooLarge(.tags, limit: 64)
    #expect(try attempt([NewEvent(type: "t", tags: tags(64))]) == nil)
    #expect(try attempt([NewEvent(type: "t", tags: tags(65))]) == tooMany)
    let most = NewEvent.Erasable(subjects: tags(64), tags: tags(64))
    #expect(try attempt([NewEvent(type: "t", tags: tags(64), erasable: most)]) == nil)
    for erasable in [
      NewEvent.Erasable(subjects: tags(65)), NewEvent.Erasable(tags: tags(65)),
    ] {
      #expect(try attempt([NewEvent(type: "t", erasable: erasable)]) == tooMany)
    }
  }

  @Test func `a tag has at most 1024 bytes`() throws {
    let tooLong = JournalError.tooLarge(.tagBytes, limit: 1024)
    #expect(try attempt([NewEvent(type: "t", tags: tags(1, bytes: 1024))]) == nil)
    #expect(try attempt([NewEvent(type: "t", tags: tags(1, bytes: 1025))]) == tooLong)
    let wide = [Tag(rawValue: String(repeating: "ю", count: 512) + "!")]
    #expect(try attempt([NewEvent(type: "t", tags: wide)]) == tooLong)
    let erasable = NewEvent.Erasable(tags: tags(1, bytes: 1025))
    #expect(try attempt([NewEvent(type: "t", erasable: erasable)]) == tooLong)
  }

  @Test func `a type has at most 200 characters`() throws {
    let tooLong = JournalError.tooLarge(.typeCharacters, limit: 200)
    for (count, error) in [(200, nil), (201, tooLong)] {
      let type = EventType(rawValue: String(repeating: "ё", count: count))
      #expect(try attempt([NewEvent(type: type)]) == error)
    }
  }

  /// An event whose record has exactly this number of bytes.
  private func event(recordOf bytes: Int, position: Int) -> NewEvent {
    var records = RecordWriter(journal: TestJournal.id)
    var json = JSONWriter()
    let place = RecordWriter.Placement(
      position: Position(position), time: TestJournal.start, index: 1, count: 1, synced: nil)
    var event = NewEvent(type: "t", data: Array(#"{"x":""}"#.utf8))
    records.append(event, place, cause: nil, to: &json)
    let filling = [UInt8](repeating: UInt8(ascii: "y"), count: bytes - json.bytes.count)
    event.data = Array(#"{"x":""#.utf8) + filling + Array(#""}"#.utf8)
    return event
  }

  @Test func `a record has at most 16 MiB`() throws {
    let limit = Limits.recordBytes
    #expect(limit == 16 << 20)
    #expect(try attempt([event(recordOf: limit, position: 2)]) == nil)
    #expect(
      try attempt([event(recordOf: limit + 1, position: 2)])
        == .tooLarge(.recordBytes, limit: limit))
  }

  @Test func `an append has at most a million events`() throws {
    let journal = try TestJournal(files: FaultyFileSystem.unsynced)
    var writer = try journal.writer()
    let events = [NewEvent](repeating: NewEvent(type: "t"), count: Limits.appendEvents + 1)
    let error = failure { () throws(JournalError) in
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(events, at: TestJournal.start)
      }
    }
    #expect(error == .tooLarge(.appendEvents, limit: 1_000_000))
  }

  @Test func `the line reader accepts lines of up to 16 MiB and skips longer ones`() throws {
    let folder = try TemporaryFolder()
    for length in [0, 1, 4095, 1 << 20, Limits.recordBytes - 1, Limits.recordBytes, 40 << 20] {
      let line = [UInt8](repeating: UInt8(ascii: "x"), count: length)
      try folder.write(line + [0x0a] + Array("next\nrest".utf8), to: "file")
      let file = try SystemFileSystem().open(folder.path("file"), for: .reading)
      var lines = LineReader(file, from: 0, to: length + 10)
      let first = try #require(try lines.next())
      let isTooLong = length >= Limits.recordBytes
      #expect(first.isTooLong == isTooLong && first.isTerminated == !isTooLong)
      #expect(isTooLong ? first.length >= Limits.recordBytes : first.length == length)
      let next = try #require(try lines.next())
      #expect(next.length == 4 && next.offset == length + 1 && next.isTerminated)
      let rest = try #require(try lines.next())
      #expect(rest.length == 4 && rest.offset == length + 6 && !rest.isTerminated)
      #expect(try lines.next() == nil)
    }
  }
}
