import TestSupport
import Testing

@testable import EventStore

/// Copies under storage that fails.
@Suite struct JournalCopyTests {
  @Test(arguments: [SystemError.noSpace, .inputOutput])
  func `a copy that any step fails of is no journal, and can be begun again`(
    error: SystemError
  ) throws {
    let journal = try TestJournal(segmentBytes: 300)
    for count in [1, 3, 1, 2, 1] { try journal.batch(count) }
    var number = 1
    while true {
      let folder = try TemporaryFolder()
      let files = FaultyFileSystem()
      let failing = number
      files.fail { $0.number == failing ? .error(error) : nil }
      let target = JournalDirectory(folder.path("copy"), files: files)
      let found = failure { () throws(JournalError) in
        try journal.directory.copy(to: target, withKeys: true)
      }
      let isOver = files.calls.count < number
      let comment: Comment = "call \(number) of \(files.calls)"
      files.heal()
      if found == nil {
        // Some steps may fail: syncing a folder that was there before.
        #expect(try target.verify().damageCount == 0, comment)
        #expect(try target.verify().intact == Position(8), comment)
        if isOver { break }
      } else {
        #expect(try !target.exists(), comment)
        #expect(try target.isUnused(), comment)
        let copy = try journal.directory.copy(to: target, withKeys: true)
        #expect(copy.hasKey && copy.verification.intact == Position(8), comment)
      }
      number += 1
    }
    #expect(number > 30)
  }

  @Test func `a copy is on stable storage before its manifest is there`() throws {
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
    for (index, call) in calls.enumerated() where call.step == .write {
      #expect(index < manifest)
      #expect(
        calls[index..<manifest].contains { $0.step == .sync && $0.path == call.path },
        "\(call.path) is synced")
    }
    #expect(
      calls[..<manifest].contains {
        $0.step == .syncDirectory && $0.path == target.segmentsPath
      })
    #expect(calls.last?.step == .syncDirectory)
  }
}
