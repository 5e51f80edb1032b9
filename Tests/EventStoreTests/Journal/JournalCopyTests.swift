import TestSupport
import Testing

@testable import EventStore

/// Copies with failing storage.
@Suite struct JournalCopyTests {
  @Test(arguments: [SystemError.noSpace, .inputOutput])
  func `a failed copy is no journal and can be restarted`(
    error: SystemError
  ) throws {
    let journal = try TestJournal(segmentBytes: 300)
    for count in [1, 3, 1, 2, 1] { try journal.batch(count) }
    for number in Effort.current.steps(every: 10) {
      let folder = try TemporaryFolder()
      let files = FaultyFileSystem()
      files.fail { $0.number == number ? .error(error) : nil }
      let target = JournalDirectory(folder.path("copy"), files: files)
      let found = failure { () throws(JournalError) in
        try journal.directory.copy(to: target, withKeys: true)
      }
      let isOver = files.calls.count < number
      let comment: Comment = "call \(number) of \(files.calls)"
      files.heal()
      if found == nil {
        // Some calls may fail: syncing a folder that existed before.
        #expect(try target.verify().damageCount == 0, comment)
        #expect(try target.verify().intact == Position(8), comment)
        if isOver { break }
      } else {
        #expect(try !target.exists(), comment)
        #expect(try target.isVacant(resumes: false), comment)
        let copy = try journal.directory.copy(to: target, withKeys: true)
        #expect(copy.hasKey && copy.verification.intact == Position(8), comment)
      }
    }
  }

  @Test func `the first of several copies into one folder wins and stays complete`() throws {
    let journal = try TestJournal(segmentBytes: 300)
    for count in [1, 3, 1, 2] { try journal.batch(count) }
    for _ in 0..<20 {
      let folder = try TemporaryFolder()
      let target = JournalDirectory(folder.path("copy"))
      let copies = (0..<3).map { _ in
        ReadAhead(depth: 1) { give in
          _ = give(try journal.directory.copy(to: target, withKeys: true).hasKey)
        }
      }
      var errors: [JournalError] = []
      for copy in copies {
        do { _ = try copy.next() } catch let error as JournalError { errors.append(error) }
      }
      let refused = JournalError.cannotCreate(path: target.path, .exists)
      #expect(errors == [refused, refused])
      #expect(try target.verify().intact == Position(7))
    }
  }

  @Test func `a copy waits for another process that creates a journal at the same path`() throws {
    let journal = try TestJournal()
    try journal.batch(2)
    let folder = try TemporaryFolder()
    let target = JournalDirectory(folder.path("copy"))
    let (_, lock) = try target.makeLocked(wait: 0)
    let error = failure { () throws(JournalError) in
      try journal.directory.copy(to: target, withKeys: true, wait: 20)
    }
    #expect(error == .busy(path: target.path))
    lock.release()
    #expect(try journal.directory.copy(to: target, withKeys: true).hasKey)
  }

  @Test func `a copy is durable before its manifest exists`() throws {
    let journal = try TestJournal(segmentBytes: 300)
    for count in [1, 3, 1] { try journal.batch(count) }
    let folder = try TemporaryFolder()
    let files = FaultyFileSystem()
    files.fail { _ in nil }
    let target = JournalDirectory(folder.path("copy"), files: files)
    _ = try journal.directory.copy(to: target, withKeys: true)
    let calls = files.calls
    let manifest = try #require(
      calls.firstIndex { $0.step == .rename && $0.path == target.manifestPath })
    for (index, call) in calls.enumerated()
    where call.step == .write && call.path != target.syncedPath {
      #expect(index < manifest)
      #expect(
        calls[index..<manifest].contains { $0.step == .sync && $0.path == call.path },
        "\(call.path) is synced")
    }
    #expect(
      calls[..<manifest].contains {
        $0.step == .syncDirectory && $0.path == target.segmentsPath
      })
    let last = calls.last { $0.step != .status && $0.path != target.syncedPath }
    #expect(last?.step == .syncDirectory)
  }
}
