import TestSupport
import Testing

@testable import EventStore

/// Verifying, copying and recovering a consistent state of a journal that has more segments than
/// can be open at once.
@Suite struct AtOneMomentTests {
  private static let people = (0..<20).map { EventStore.Tag(rawValue: "user:p\($0)") }
  private static let events = 120

  /// A journal with one segment per event.
  private func journal(files: any FileSystem = FaultyFileSystem.unsynced) throws -> TestJournal {
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

  /// The persons whose sections are erased.
  private func erasedPersons(_ directory: JournalDirectory) throws -> Set<Int> {
    var reader = try JournalReader.open(directory)
    var erased: Set<Int> = []
    try reader.forEach { view in
      if view.isErased { erased.insert((view.position.rawValue - 1) % 20) }
      return true
    }
    return erased
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
      #expect(try erasedPersons(directory) == [3])
    }
    #expect(files.mostOpen < 20)
  }

  @Test func `an operation sees a concurrent erasure completely or not at all`() throws {
    let journal = try journal(files: FaultyFileSystem.unsynced)
    let folder = try TemporaryFolder()
    // Erases after the start of the operation, when most segments have yet to be opened.
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
    #expect(try erasedPersons(copy) == [0, 1])
    let saved = JournalDirectory(folder.path("saved"))
    let recovered = try journal.directory.recover(to: saved, progress: eraseOnce(2))
    #expect(recovered.lost == [] && recovered.copy.verification.intact == Position(123))
    #expect(try erasedPersons(saved) == [0, 1, 2])
    for directory in [copy, saved] { #expect(try directory.verify().damages == []) }
  }

  @Test func `endless erasures are reported, and no partial copy is left`() throws {
    let journal = try journal(files: FaultyFileSystem.unsynced)
    let folder = try TemporaryFolder()
    let copy = JournalDirectory(folder.path("copy"))
    // Erases whenever the operation restarts.
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

  @Test func `a journal removed during the operation is not reported as damaged`() throws {
    let journal = try journal(files: FaultyFileSystem.unsynced)
    let found = failure { () throws(JournalError) in
      try journal.directory.verify { _, _ in
        let path = journal.directory.segmentPath(Position(30))
        DerivedFiles.ignoringFailure { try journal.directory.files.remove(path) }
      }
    }
    #expect(found == .replaced(path: journal.folder.path))
  }
}
