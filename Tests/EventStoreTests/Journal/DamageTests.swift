import TestSupport
import Testing

@testable import EventStore

/// No change of a journal's files makes readers trust wrong data.
@Suite struct DamageTests {
  private let files = FaultyFileSystem.unsynced

  private func journal(segmentBytes: Int = 16 << 20) throws -> TestJournal {
    let journal = try TestJournal(segmentBytes: segmentBytes, files: files)
    try journal.batch(1)
    try journal.batch(2, 1)
    var writer = try journal.writer()
    try writer.batch { (writer) throws(JournalError) in
      let mail = NewEvent(type: "mail @ noon", data: json(#"{"to":"eva @ home","n":1}"#))
      try writer.append([mail, mail], at: TestJournal.start)
    }
    return journal
  }

  private func damage(of journal: TestJournal) throws -> Damage? {
    let before = try journal.folder.contents()
    let writing = failure { () throws(JournalError) in try journal.writer() }
    let reading = failure { () throws(JournalError) in try journal.positions() }
    #expect(writing?.damage == reading?.damage)
    #expect(try journal.folder.contents() == before)
    return writing?.damage
  }

  @Test func `a changed byte of a segment is damage at its record`() throws {
    let journal = try journal()
    let bytes = try journal.segment()
    for index in Effort.current.sample(bytes.indices, 80) {
      let position = bytes[..<index].count { $0 == 0x0a } + 1
      for bit: UInt8 in [0x01, 0x20, 0x40, 0x80] {
        var changed = bytes
        changed[index] ^= bit
        try journal.folder.write(changed, to: TestJournal.firstSegment)
        let damage = try #require(
          failure { () throws(JournalError) in try journal.writer() }?.damage, "\(index)")
        #expect(damage.position?.rawValue == position)
        #expect(damage.path == journal.folder.path(TestJournal.firstSegment))
        #expect(damage.offset.map { $0 <= index } == true)
      }
    }
    try journal.folder.write(bytes, to: TestJournal.firstSegment)
    #expect(try journal.positions() == Array(1...6))
  }

  @Test func `a changed byte of a closed segment is detected when it is read`() throws {
    let journal = try journal(segmentBytes: 300)
    #expect(try journal.folder.names(in: "segments").count == 2)
    let bytes = try journal.segment()
    for index in Effort.current.sample(bytes.indices, 80) {
      var changed = bytes
      changed[index] ^= 1
      try journal.folder.write(changed, to: TestJournal.firstSegment)
      let damage = failure { () throws(JournalError) in try journal.positions() }?.damage
      #expect(damage?.path == journal.folder.path(TestJournal.firstSegment))
      #expect(damage?.position != nil)
    }
  }

  @Test func `a changed byte of the manifest is damage`() throws {
    let journal = try journal()
    let bytes = try journal.folder.bytes("journal.json")
    for index in Effort.current.sample(bytes.indices, 80) {
      for bit: UInt8 in [0x01, 0x08, 0x80] {
        var changed = bytes
        changed[index] ^= bit
        try journal.folder.write(changed, to: "journal.json")
        switch failure({ () throws(JournalError) in try journal.writer() }) {
        case .damaged(let damage): #expect(damage.path == journal.folder.path("journal.json"))
        // The number itself changed to another format, which has a valid checksum by definition.
        case .otherFormat(_, let found, 2): #expect(found == 3 && bytes[index] == 0x32)
        case let other: Issue.record("byte \(index): \(String(describing: other))")
        }
      }
    }
  }

  @Test(arguments: ["", "\n"])
  func `another format is named even if the rest of the manifest is unknown`(end: String) throws {
    let journal = try journal()
    try journal.folder.write(Array(#"{"format":3,"unknown":[1]}\#(end)"#.utf8), to: "journal.json")
    guard
      case .otherFormat(_, found: 3, known: 2) = failure({ () throws(JournalError) in
        try journal.writer()
      })
    else {
      Issue.record("the format is not named")
      return
    }
  }

  @Test func `a manifest cut at any byte is damage`() throws {
    let journal = try journal()
    let bytes = try journal.folder.bytes("journal.json")
    for count in bytes.indices {
      try journal.folder.write(bytes.prefix(count), to: "journal.json")
      #expect(failure { () throws(JournalError) in try journal.writer() }?.damage != nil)
    }
    try journal.folder.write(bytes + [0x0a], to: "journal.json")
    #expect(failure { () throws(JournalError) in try journal.writer() }?.damage != nil)
    try journal.folder.remove("journal.json")
    #expect(
      failure { () throws(JournalError) in try journal.writer() }?.damage?.reason
        == .missingManifest)
    let settings = JournalSettings(timeZone: .utc)
    let created = failure { () throws(JournalError) in
      try journal.directory.create(settings, at: TestJournal.start)
    }
    #expect(created?.damage?.reason == .missingManifest)
  }

  @Test func `a changed key is unavailable and all else works`() throws {
    let journal = try journal()
    let bytes = try journal.folder.bytes("journal.key")
    for index in Effort.current.sample(bytes.indices, 80) {
      for bit: UInt8 in [0x01, 0x04, 0x20, 0x80] {
        var changed = bytes
        changed[index] ^= bit
        try journal.folder.write(changed, to: "journal.key")
        let writer = try journal.writer()
        // A hexadecimal digit has the same value in upper case, so that change is harmless.
        let isUpperCase = bit == 0x20 && bytes[index] >= UInt8(ascii: "a")
        switch writer.key {
        case .success: #expect(isUpperCase)
        case .failure(.keyUnavailable(let path, _)):
          #expect(!isUpperCase && path == journal.folder.path("journal.key"))
        case .failure(let error): Issue.record("\(error)")
        }
      }
    }
    try journal.folder.remove("journal.key")
    #expect(try journal.writer().head == Position(6))
    #expect(try journal.positions() == Array(1...6))
  }

  @Test func `a changed suspect mark is damage`() throws {
    let journal = try journal()
    try journal.directory.mark(TruncationMark(segment: Position(1), length: 300))
    let bytes = try journal.folder.bytes("journal.suspect")
    for index in Effort.current.sample(bytes.indices, 80) {
      var changed = bytes
      changed[index] ^= 1
      try journal.folder.write(changed, to: "journal.suspect")
      #expect(
        try damage(of: journal)?.path == journal.folder.path("journal.suspect"), "\(index)")
    }
  }

  /// The damage after rearranging the lines of the first segment.
  private func damage(_ change: ([[UInt8]]) -> [[UInt8]]) throws -> Damage? {
    let journal = try journal()
    let lines = try journal.segment().split(separator: 0x0a).map { $0 + [0x0a] }
    try journal.folder.write(change(lines.map(Array.init)).joined(), to: TestJournal.firstSegment)
    return try damage(of: journal)
  }

  @Test func `lines that are dropped, doubled, swapped or joined are damage`() throws {
    // Losing a whole append at the end is only detectable with a receipt; half an append is torn.
    for line in 0..<4 {
      let dropped = try damage { $0.enumerated().filter { $0.offset != line }.map(\.element) }
      #expect(dropped?.position == Position(line + 1))
    }
    for line in 0..<6 {
      let doubled = try damage { Array($0[...line] + $0[line...]) }
      #expect(doubled?.reason == .position(found: line + 1, expected: line + 2))
    }
    for line in 0..<5 {
      let swapped = try damage {
        var lines = $0
        lines.swapAt(line, line + 1)
        return lines
      }
      #expect(swapped?.reason == .position(found: line + 2, expected: line + 1))
      let joined = try damage {
        var lines = $0
        lines[line].removeLast()
        return lines
      }
      #expect(joined?.position == Position(line + 1))
      let halves = try damage { lines in
        [lines[line].prefix(150) + lines[line + 1].suffix(100)] + lines[(line + 2)...]
      }
      #expect(halves != nil)
    }
    #expect(try damage { $0.map { $0.dropLast() + [0x0d, 0x0a] } }?.position == Position(1))
    #expect(try damage { [[0xef, 0xbb, 0xbf]] + $0 }?.position == Position(1))
    #expect(try damage { [[0x0a]] + $0 }?.position == Position(1))
  }

  @Test func `trailing garbage is damage unless it looks like a torn write`() throws {
    #expect(try damage { $0 + [Array("garbage\n".utf8)] }?.position == Position(7))
    #expect(try damage { $0 + [[0x0a]] }?.position == Position(7))
    #expect(try damage { $0 + [Array("{}\n".utf8)] }?.position == Position(7))
    let journal = try journal()
    let bytes = try journal.segment()
    try journal.folder.write(bytes + Array("garbage".utf8), to: TestJournal.firstSegment)
    #expect(try journal.writer().repaired == [TornTail(offset: bytes.count, bytes: 7)])
  }

  @Test func `a block of zeros is damage if later writes prove that it was on disk`() throws {
    let journal = try TestJournal(files: files)
    for _ in 0..<8 { try journal.batch(4) }
    let bytes = try journal.segment()
    let lastWrite = bytes.split(separator: 0x0a).dropLast(4).reduce(0) { $0 + $1.count + 1 }
    for block in stride(from: 0, to: bytes.count - 512, by: 512) {
      var changed = bytes
      for index in block..<block + 512 { changed[index] = 0 }
      try journal.folder.write(changed, to: TestJournal.firstSegment)
      let error = failure { () throws(JournalError) in try journal.writer() }
      // The last write can't be distinguished from one that was never synced. The last write proves
      // that the one before it was on disk.
      if block + 512 <= lastWrite { #expect(error?.damage != nil, "block at \(block)") }
    }
  }

  @Test func `records of another journal are damage`() throws {
    let journal = try journal()
    let other = try TestJournal(
      files: files, id: JournalID(EventID(high: 0x7000, low: 0x8000_0000_0000_0001)))
    try other.batch(1)
    try journal.folder.write(other.segment(), to: TestJournal.firstSegment)
    let damage = try #require(try damage(of: journal))
    #expect(damage.reason == .checksum && damage.position == Position(1) && damage.offset == 0)
  }
}
