import TestSupport
import Testing

@testable import EventStore

/// The note in the lock file, by which a writer that has the journal open need not look for what
/// others may have left.
@Suite struct AllClearTests {
  private let files = FaultyFileSystem()
  private let journal: TestJournal

  init() throws { journal = try TestJournal(segmentBytes: 600, files: files) }

  private var note: String {
    get throws { String(decoding: try journal.folder.bytes("journal.lock"), as: UTF8.self) }
  }

  private func append(_ count: Int, to writer: inout JournalWriter) throws(JournalError) {
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(TestJournal.events(count), at: TestJournal.start)
    }
  }

  /// What a batch looks for by name.
  private func looks(_ writer: inout JournalWriter) throws -> Int {
    files.heal()
    try append(1, to: &writer)
    return files.calls.count { $0.step == .exists }
  }

  @Test func `from the second batch on nothing is looked for`() throws {
    var writer = try journal.writer()
    #expect(try looks(&writer) > 0)
    #expect(try note == "00000000000000000001")
    #expect(try looks(&writer) == 0)
    #expect(try looks(&writer) == 0)
  }

  @Test func `what stands in the file when a journal is opened is not believed`() throws {
    try journal.directory.markErasure()
    try journal.folder.write(Array("00000000000000000001".utf8), to: "journal.lock")
    var writer = try journal.writer()
    #expect(try !journal.directory.hasErasureMark())
    try append(1, to: &writer)
    #expect(try journal.positions() == [1])
  }

  @Test(arguments: ["", "0", "00000000000000000002", "00000000000000000001x", "\u{0}"])
  func `any other note is as good as none`(_ text: String) throws {
    var writer = try journal.writer()
    _ = try looks(&writer)
    try journal.folder.write(Array(text.utf8), to: "journal.lock")
    let looked = try looks(&writer)
    #expect((looked > 0) == (text.prefix(20) != "00000000000000000001"))
    #expect(try note.prefix(20) == "00000000000000000001")
    #expect(try journal.positions() == [1, 2])
  }

  @Test func `where the note cannot be read or written it is looked for everything`() throws {
    var writer = try journal.writer()
    for step in [FaultyFileSystem.Step.read, .write, .truncate] {
      files.fail { call in
        call.path.hasSuffix("journal.lock") && call.step == step ? .error(.inputOutput) : nil
      }
      try append(1, to: &writer)
    }
    #expect(try journal.positions() == [1, 2, 3])
  }

  /// What somebody leaves for the next writer, and whether that one has seen to it.
  private func leaving(
    _ leave: (borrowing TestJournal) throws -> Void, isSeen: (borrowing TestJournal) throws -> Bool
  ) throws {
    var writer = try journal.writer()
    try append(1, to: &writer)
    try append(1, to: &writer)
    let head = writer.head.rawValue
    #expect(try note != "")
    try leave(journal)
    #expect(try note != "00000000000000000001", "it is taken back")
    let before = try journal.positions().count
    try append(1, to: &writer)
    #expect(try isSeen(journal))
    #expect(before >= head)
    #expect(try journal.positions() == Array(1...before + 1))
    #expect(try note != "", "and given again")
  }

  @Test func `a next segment is found`() throws {
    try leaving {
      var other = try $0.writer()
      try append(3, to: &other)
      // Closes the segment, which has grown too long.
      try append(1, to: &other)
    } isSeen: {
      try $0.directory.segments().count == 2
    }
  }

  @Test func `whoever begins a segment takes the note of the former one back`() throws {
    var writer = try journal.writer()
    try append(4, to: &writer)
    try append(1, to: &writer)
    #expect(try note == "00000000000000000005")
    files.fail { call in
      guard call.path.hasSuffix("journal.lock"), call.step == .truncate else { return nil }
      return .error(.noSpace)
    }
    try append(3, to: &writer)
    let error = failure { () throws(JournalError) in try append(1, to: &writer) }
    let created = files.calls.count { $0.step == .open(.creating) }
    #expect(error == .storageFailed(doing: "writing", path: journal.directory.lockPath, .noSpace))
    #expect(created == 0, "no segment is begun behind a note that is still there")
    files.heal()
    try append(1, to: &writer)
    #expect(try journal.positions() == Array(1...9))
  }

  @Test func `a suspect mark is found`() throws {
    try leaving {
      let end = try $0.segment().count
      try $0.directory.mark(Suspect(segment: Position(1), length: end))
    } isSeen: {
      try $0.directory.suspectMark() == .none
    }
  }

  @Test func `an unfinished erasure is found`() throws {
    try leaving {
      try $0.directory.markErasure()
    } isSeen: {
      try !$0.directory.hasErasureMark()
    }
  }

  @Test func `a secret that was kept for no event is found`() throws {
    let key = SecretKeyID(rawValue: "key-1")
    try leaving {
      try SecretStore($0.directory).keep(KeptSecret("0123456789abcdef", as: key))
    } isSeen: {
      try !SecretStore($0.directory).has(key)
    }
  }
}
