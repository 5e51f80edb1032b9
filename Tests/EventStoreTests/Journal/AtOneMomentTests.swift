import TestSupport
import Testing

@testable import EventStore

/// Verifying, copying and recovering, which look at a journal as it stands at one moment, where it
/// has more segments than are held open.
@Suite struct AtOneMomentTests {
  private static let people = (0..<20).map { EventStore.Tag(rawValue: "user:p\($0)") }
  private static let events = 120

  /// A segment for each event.
  private func journal(files: any FileSystem = SystemFileSystem()) throws -> TestJournal {
    let journal = try TestJournal(segmentBytes: 1, files: files)
    var writer = try journal.writer()
    for number in 0..<Self.events {
      try writer.batch { (writer) throws(JournalError) in
        let person = ErasureBench.person(Self.people[number % 20], name: "name \(number)")
        try writer.append([person], at: TestJournal.start)
      }
    }
    return journal
  }

  private func erase(_ number: Int, from journal: TestJournal) throws {
    var writer = try journal.writer()
    _ = try writer.erase(
      Erasure(of: [Self.people[number]], actor: "admin"), at: TestJournal.start)
  }

  /// Which persons are told of after each of them has been erased or not.
  private func gone(_ directory: JournalDirectory) throws -> Set<Int> {
    var reader = try JournalReader.open(directory)
    var gone: Set<Int> = []
    try reader.forEach { view in
      if view.isErased { gone.insert((view.position.rawValue - 1) % 20) }
      return true
    }
    return gone
  }

  @Test func `the number of open files does not grow with the journal`() throws {
    let files = FaultyFileSystem.unsynced
    let journal = try journal(files: files)
    try erase(3, from: journal)
    let folder = try TemporaryFolder()
    #expect(try journal.directory.verify().intact == Position(121))
    let copy = JournalDirectory(folder.path("copy"), files: files)
    _ = try journal.directory.copy(to: copy, withKeys: true)
    let saved = JournalDirectory(folder.path("saved"), files: files)
    _ = try journal.directory.recover(to: saved)
    for directory in [copy, saved] {
      #expect(try directory.verify().intact == Position(121))
      #expect(try gone(directory) == [3])
    }
    #expect(files.mostOpen < 20)
  }

  @Test func `an erasure in between is seen whole`() throws {
    let journal = try journal(files: FaultyFileSystem.unsynced)
    let folder = try TemporaryFolder()
    // Erases when the walk has begun, so that most segments have yet to be opened.
    var next = 0
    func eraseOnce(_ number: Int) -> (Int, Int) -> Void {
      { _, _ in
        guard next == number else { return }
        next += 1
        #expect(throws: Never.self) { try self.erase(number, from: journal) }
      }
    }
    let verified = try journal.directory.verify(progress: eraseOnce(0))
    #expect(verified.damages == [] && verified.intact == Position(121) && verified.erased == 6)
    let copy = JournalDirectory(folder.path("copy"))
    let copied = try journal.directory.copy(to: copy, withKeys: true, progress: eraseOnce(1))
    #expect(copied.verification.intact == Position(122))
    #expect(try gone(copy) == [0, 1])
    let saved = JournalDirectory(folder.path("saved"))
    let recovered = try journal.directory.recover(to: saved, progress: eraseOnce(2))
    #expect(recovered.lost == [] && recovered.copy.verification.intact == Position(123))
    #expect(try gone(saved) == [0, 1, 2])
    for directory in [copy, saved] { #expect(try directory.verify().damages == []) }
  }

  @Test func `erasures without end are told of, and nothing is left of the copy`() throws {
    let journal = try journal(files: FaultyFileSystem.unsynced)
    let folder = try TemporaryFolder()
    let copy = JournalDirectory(folder.path("copy"))
    // Whenever it begins anew.
    var (next, before) = (0, Int.max)
    let found = failure { () throws(JournalError) in
      try journal.directory.copy(to: copy, withKeys: true) { done, _ in
        defer { before = done }
        guard done <= before else { return }
        #expect(throws: Never.self) { try erase(next, from: journal) }
        next += 1
      }
    }
    #expect(next == 10)
    #expect(found == .erasedMeanwhile(path: journal.folder.path))
    #expect(try copy.isVacant(resumes: false))
    #expect(try journal.directory.verify().damages == [])
  }

  @Test func `a journal that goes meanwhile is not called damaged`() throws {
    let journal = try journal(files: FaultyFileSystem.unsynced)
    let found = failure { () throws(JournalError) in
      try journal.directory.verify { _, _ in
        let path = journal.directory.segmentPath(Position(30))
        Derived.attempt { try journal.directory.files.remove(path) }
      }
    }
    #expect(found == .replaced(path: journal.folder.path))
  }
}
