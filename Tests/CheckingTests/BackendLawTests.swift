import Checking
@testable import EventChecking
@testable import EventEngine
import TestSupport
import Testing

/// Deciders and folds behave alike on every backend.
@Suite struct BackendLawTests {
  @Test(arguments: [0, Int.max / 2])
  func `random commands have the same results in files and in an array`(
    cachesStatesAfter: Int
  ) throws {
    let directory = JournalDirectory("journal", files: MemoryFileSystem())
    try directory.create(
      JournalSettings(passwordIterations: 1, segmentBytes: 6000), at: Timestamp(rawValue: 0))
    let lines = ListBackend.Lines()
    var inFiles = handler(try JournalWriter.open(directory), cachesStatesAfter)
    var inArray = handler(try ListBackend(lines, like: directory), cachesStatesAfter)
    var commands = try RandomCommands.open(
      CheckedDomain.applications, in: directory, seed: Effort.seed)
    for _ in 0..<Effort.current.pick(usual: 300, exhaustive: 5000) {
      let input = CommandInput(.object(try commands.next()))
      let results = [inFiles.execute([input]), inArray.execute([input])].map { json($0[0]) }
      #expect(results[0] == results[1])
    }
    #expect(inFiles.journal.head > 50)
    #expect(try events(in: &inFiles) == events(in: &inArray))
  }

  private func handler<Journal: JournalBackend & ~Copyable>(
    _ journal: consuming Journal, _ cachesStatesAfter: Int
  ) -> CommandHandler<Journal> {
    CommandHandler(
      journal, CheckedDomain.applications.map(\.commands), cachesStatesAfter: cachesStatesAfter,
      tickSnapshotInterval: 0, allowsFuture: true, random: .repeatable, clock: { .earliest })
  }

  private func json(_ result: CommandResult) -> String {
    var json = JSONWriter()
    result.write(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func events<Journal: JournalBackend & ~Copyable>(
    in handler: inout CommandHandler<Journal>
  ) throws(JournalError) -> [StoredEvent] {
    var events: [StoredEvent] = []
    try handler.journal.forEach(after: .start) { view in
      events.append(StoredEvent(view).comparable)
      return true
    }
    return events
  }
}
