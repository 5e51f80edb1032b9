import Commands
import Domain
import EventEngine
import Foundation
import TestSupport
import Testing

/// The states of a long journal are folded once, and without its lock.
@Suite struct LongFoldTests {
  private static let length = 12_000
  private static let command = #"{"command":"courier.forgotPassword"}"#

  /// A journal of many events, and a model for its settings.
  private struct LongJournal {
    let lines = ListBackend.Lines()
    let model: JournalDirectory
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      model = JournalDirectory(folder.path("model"))
      try model.create(JournalSettings(passwordIterations: 1), at: .earliest)
      var journal = try backend()
      let event = NewEvent(type: "sensor.read", tags: [Tag("sensor", "7")])
      try append(Array(repeating: event, count: LongFoldTests.length), to: &journal)
    }

    func backend() throws -> ListBackend { try ListBackend(lines, like: model) }

    func handler() throws -> CommandHandler<ListBackend> {
      CommandHandler(
        try backend(), Workbench.domains, cachesStatesAfter: 0, clock: { Timestamp(rawValue: 0) })
    }

    func append(_ events: [NewEvent], to journal: inout ListBackend) throws {
      try journal.inBatch { (journal) throws(JournalError) in
        _ = try journal.appendEncoded(
          events, at: Timestamp(rawValue: 0), cause: nil, if: nil)
      }
    }
  }

  private func codes(_ handler: inout CommandHandler<ListBackend>) -> [String] {
    handler.execute([.init(line: Self.command.utf8, number: 1)]).map { $0.problem?.code ?? "ok" }
  }

  @Test func `a long journal is folded without its lock`() throws {
    let journal = try LongJournal()
    var handler = try journal.handler()
    #expect(codes(&handler) == ["ok"])
    let lent = journal.lines.takeLent()
    #expect(lent.all == Self.length && lent.locked == 0)
  }

  @Test func `an erasure is followed by a fold without the lock`() throws {
    let journal = try LongJournal()
    var handler = try journal.handler()
    var other = try journal.backend()
    #expect(codes(&handler) == ["ok"])
    let subject = String(repeating: "0", count: 64)
    let erasure = #"{"subject":"\#(subject)","positions":[[1,1]]}"#
    try journal.append(
      [NewEvent(type: "system.subjectErased", data: Array(erasure.utf8))], to: &other)
    _ = journal.lines.takeLent()
    #expect(codes(&handler) == ["ok"])
    let lent = journal.lines.takeLent()
    #expect(lent.all >= Self.length && lent.locked < 10)
  }

  @Test func `a busy journal leaves the states as they are`() throws {
    let journal = try LongJournal()
    var handler = try journal.handler()
    var other = try journal.backend()
    #expect(codes(&handler) == ["ok"])
    try other.begin()
    #expect(codes(&handler) == ["journalBusy"])
    other.abandon()
    _ = journal.lines.takeLent()
    #expect(codes(&handler) == ["ok"])
    #expect(journal.lines.takeLent().all < 10)
  }
}
