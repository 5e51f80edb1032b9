import TestSupport
import Testing

@testable import EventStore

/// The remains of a writer that was interrupted during a write.
@Suite struct TornTailTests {
  /// Two appends of 1 and 3 events in separate batches, then a batch of three appends.
  private func journal() throws -> TestJournal {
    let journal = try TestJournal(files: FaultyFileSystem.unsynced)
    for count in [1, 3] { try journal.batch(count) }
    try journal.batch(2, 1, 3)
    return journal
  }

  /// The offsets at which appends end, with the head at each.
  private func boundaries(_ bytes: [UInt8]) -> [(end: Int, head: Int)] {
    var boundaries = [(0, 0)]
    var (offset, head) = (0, 0)
    for line in bytes.split(separator: 0x0a) {
      offset += line.count + 1
      head += 1
      let text = String(decoding: line, as: UTF8.self)
      let isLast = [1, 2, 3].contains { text.contains("\"append\":[\($0),\($0)]") }
      if isLast { boundaries.append((offset, head)) }
    }
    return boundaries
  }

  @Test func `a journal cut at any byte retains its whole appends`() throws {
    let journal = try journal()
    let bytes = try journal.segment()
    let boundaries = boundaries(bytes)
    #expect(boundaries.map(\.head) == [0, 1, 4, 6, 7, 10])
    for cut in Effort.current.sample(0...bytes.count, 120) {
      try journal.folder.write(bytes.prefix(cut), to: TestJournal.firstSegment)
      let retained = try #require(boundaries.last { $0.end <= cut })

      // A reader ignores the tail and changes nothing.
      let before = try journal.contents()
      var reader = try journal.reader()
      #expect(try reader.positions() == Array((1...10).prefix(retained.head)))
      #expect(
        reader.torn
          == (cut > retained.end ? TornTail(offset: retained.end, bytes: cut - retained.end) : nil))
      #expect(try journal.contents() == before)

      var writer = try journal.writer()
      #expect(writer.head.rawValue == retained.head)
      #expect(writer.repaired.reduce(0) { $0 + $1.bytes } == cut - retained.end)
      #expect(try journal.segment() == Array(bytes.prefix(retained.end)))
      let again = try journal.writer()
      // The loss that the mark shows is noted until the next append.
      #expect(again.repaired.allSatisfy { $0.bytes == 0 && $0.wasStored })
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(TestJournal.events(2), at: TestJournal.start)
      }
      #expect(try journal.positions() == Array(1...retained.head + 2))
    }
  }

  @Test func `an open writer sees the same`() throws {
    let journal = try journal()
    var writer = try journal.writer()
    let bytes = try journal.segment()
    try journal.folder.write(
      bytes + bytes.prefix(100), to: TestJournal.firstSegment)
    try writer.batch { (writer) throws(JournalError) in
      #expect(writer.head == Position(10))
      try writer.append(TestJournal.events(1), at: TestJournal.start)
    }
    #expect(writer.repaired == [TornTail(offset: bytes.count, bytes: 100)])
    #expect(try journal.positions() == Array(1...11))
  }

  @Test func `a torn tail with a hole is truncated`() throws {
    for hole in [0..<512, 512..<1024, 1024..<2048] {
      let journal = try TestJournal()
      try journal.batch(2)
      let end = try journal.segment().count
      try journal.batch(20)
      var bytes = try journal.segment()
      let place = (end + 511) / 512 * 512
      let range = hole.lowerBound + place..<min(hole.upperBound + place, bytes.count)
      for index in range { bytes[index] = 0 }
      try journal.folder.write(bytes, to: TestJournal.firstSegment)
      // The mark says that the bytes were stored.
      if hole.lowerBound == 0 { try journal.folder.write([], to: "journal.synced") }
      let writer = try journal.writer()
      #expect(writer.head == Position(2))
      let tail = TornTail(
        offset: end, bytes: bytes.count - end, wasStored: hole.lowerBound > 0)
      #expect(writer.repaired == [tail])
    }
  }

  @Test func `a hole at the start of the write is truncated`() throws {
    let journal = try TestJournal()
    try journal.batch(2)
    let end = try journal.segment().count
    try journal.batch(20)
    var bytes = try journal.segment()
    for index in end..<(end + 511) / 512 * 512 + 512 { bytes[index] = 0 }
    try journal.folder.write(bytes, to: TestJournal.firstSegment)
    #expect(try journal.writer().head == Position(2))
  }

  @Test func `a tail of zeros is truncated, whatever its length`() throws {
    for count in [1, 511, 512, 4096, Limits.recordBytes - 1, Limits.recordBytes, 40 << 20] {
      let journal = try TestJournal()
      try journal.batch(2)
      let bytes = try journal.segment()
      try journal.folder.write(
        bytes + [UInt8](repeating: 0, count: count), to: TestJournal.firstSegment)
      let writer = try journal.writer()
      #expect(writer.head == Position(2))
      #expect(writer.repaired.map(\.bytes) == [count])
    }
  }

  @Test func `zeros that no write can have left are damage, found immediately`() throws {
    let files = FaultyFileSystem.unsynced
    let journal = try TestJournal(files: files)
    try journal.batch(2)
    let end = try journal.segment().count
    let path = journal.directory.segmentPath(Position(1))
    let file = try SystemFileSystem().open(path, for: .writing)
    for length in [Limits.writeBytes + 1, 100 << 30] {
      try file.truncate(to: end + length)
      let before = files.calls.count { $0.step == .read }
      let found = failure { () throws(JournalError) in try journal.writer() }?.damage
      #expect(found?.position == Position(3) && found?.offset == end)
      // All that a write may leave takes more than a hundred reads.
      #expect(files.calls.count { $0.step == .read } - before < 50)
      #expect(try file.size() == end + length)
      let copy = JournalDirectory(journal.folder.path("copy"))
      let refused = failure { () throws(JournalError) in
        try journal.directory.copy(to: copy, withKeys: false)
      }
      #expect(refused?.damage == found)
      #expect(!journal.folder.exists("copy"))
    }
  }

  @Test func `a final line feed alone in a block that was never written is truncated`() throws {
    let journal = try TestJournal()
    try journal.batch(2)
    let first = try journal.segment()
    try journal.batch(1)
    let length = try journal.segment().count - first.count
    // The padding that moves the line feed to the start of a block.
    let padding = String(repeating: "x", count: (first.count + length + 511) / 512 * 512 + 1)
    let text = padding.prefix(padding.count - first.count - length)
    try journal.folder.write(first, to: TestJournal.firstSegment)
    var writer = try journal.writer()
    try writer.batch { (writer) throws(JournalError) in
      var event = TestJournal.events(1)[0]
      event.tags = [Tag("item", "0\(text)")]
      try writer.append([event], at: TestJournal.start)
    }
    var bytes = try journal.segment()
    #expect(bytes.count % 512 == 1)
    bytes[bytes.count - 1] = 0
    try journal.folder.write(bytes, to: TestJournal.firstSegment)
    #expect(try journal.writer().head == Position(2))
  }

  @Test func `a hole before a synced record is damage`() throws {
    let journal = try TestJournal()
    try journal.batch(2)
    let end = try journal.segment().count
    try journal.batch(20)
    try journal.batch(1)
    try journal.batch(1)
    var bytes = try journal.segment()
    let place = (end + 511) / 512 * 512
    for index in place..<place + 512 { bytes[index] = 0 }
    try journal.folder.write(bytes, to: TestJournal.firstSegment)
    let damage = failure { () throws(JournalError) in try journal.writer() }?.damage
    #expect(damage?.offset.map { $0 <= place && $0 > place - 600 } == true)
    #expect(try journal.segment() == bytes)
  }

  @Test func `a long hole before a synced record is damage`() throws {
    let journal = try TestJournal()
    try journal.batch(2)
    let first = try journal.segment()
    try journal.batch(1)
    try journal.batch(1)
    let rest = try journal.segment()[first.count...]
    let padding = [UInt8](repeating: 0, count: 17 << 20) + [0x0a]
    try journal.folder.write(first + padding + rest, to: TestJournal.firstSegment)
    let damage = failure { () throws(JournalError) in try journal.writer() }?.damage
    #expect(damage?.position == Position(3))
    #expect(damage?.offset == first.count)
  }
}
