import TestSupport
import Testing

@testable import EventStore

/// No change of a journal's files makes readers trust wrong data. `DamageTable` in `CrashTests` has
/// all changes; here are some on a real file system.
@Suite struct DamageTests {
  private let files = FaultyFileSystem.unsynced

  private func journal() throws -> TestJournal {
    let journal = try TestJournal(files: files)
    try journal.batch(1)
    try journal.batch(2, 1)
    var writer = try journal.writer()
    try writer.batch { (writer) throws(JournalError) in
      let mail = NewEvent(type: "mail @ noon", data: json(#"{"to":"eva @ home","n":1}"#))
      try writer.append([mail, mail], at: TestJournal.start)
    }
    return journal
  }

  @Test func `a changed byte of a segment is damage at its record`() throws {
    let journal = try journal()
    let bytes = try journal.segment()
    for index in Effort.current.sample(bytes.indices, 20) {
      let position = bytes[..<index].count { $0 == 0x0a } + 1
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      try journal.folder.write(changed, to: TestJournal.firstSegment)
      let damage = try #require(
        failure { () throws(JournalError) in try journal.writer() }?.damage, "\(index)")
      #expect(damage.position?.rawValue == position)
      #expect(damage.path == journal.folder.path(TestJournal.firstSegment))
      #expect(damage.offset.map { $0 <= index } == true)
    }
    try journal.folder.write(bytes, to: TestJournal.firstSegment)
    #expect(try journal.positions() == Array(1...6))
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

  @Test func `a journal that has lost its manifest is not created anew`() throws {
    let journal = try journal()
    try journal.folder.remove("journal.json")
    let created = failure { () throws(JournalError) in
      try journal.directory.create(JournalSettings(timeZone: .utc), at: TestJournal.start)
    }
    #expect(created?.damage?.reason == .missingManifest)
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
}
