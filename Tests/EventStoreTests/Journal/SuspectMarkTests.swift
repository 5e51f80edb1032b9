import TestSupport
import Testing

@testable import EventStore

/// Writes that failed and could not be undone.
@Suite struct SuspectMarkTests {
  private let files = FaultyFileSystem()
  private let journal: TestJournal

  init() throws {
    journal = try TestJournal(files: files)
    try journal.batch(1)
  }

  private var segmentPath: String { journal.folder.path(TestJournal.firstSegment) }

  private func append(_ count: Int, to writer: inout JournalWriter) throws(JournalError) {
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(TestJournal.events(count), at: TestJournal.start)
    }
  }

  /// The ways in which a write that can't be undone ends.
  enum Ending: CaseIterable { case whole, oneLine, torn, synced }

  /// Makes writes to the segment fail permanently from the next one on, and optionally the mark,
  /// too.
  private func breakSegment(_ ending: Ending, markFails: Bool) throws -> Int {
    let (path, end) = (segmentPath, try journal.segment().count)
    files.fail { call in
      if call.path.hasPrefix(path + ".") { return nil }
      if markFails && call.path.contains("suspect") && call.step != .exists {
        return .error(.noSpace)
      }
      guard call.path == path else { return nil }
      switch call.step {
      case .write:
        switch ending {
        case .whole: return .shortWrite(100_000, .inputOutput)
        case .oneLine: return .shortWrite(191, .inputOutput)
        case .torn: return .shortWrite(150, .inputOutput)
        case .synced: return nil
        }
      case .truncate: return ending == .synced ? nil : .error(.inputOutput)
      case .sync: return .error(.inputOutput)
      default: return nil
      }
    }
    return end
  }

  @Test(arguments: Ending.allCases)
  func `readers stop at the mark, and the next writer truncates there`(_ ending: Ending) throws {
    for isSameWriter in [true, false] {
      try journal.folder.write(journal.segment(), to: TestJournal.firstSegment)
      var writer = try journal.writer()
      let head = writer.head
      let end = try breakSegment(ending, markFails: false)
      let error = failure { () throws(JournalError) in try append(2, to: &writer) }
      #expect(error == .outcomeUnknown(path: segmentPath, .inputOutput))
      files.heal()
      #expect(
        try journal.directory.suspect() == TruncationMark(segment: Position(1), length: end))
      let left = try journal.segment().count - end
      #expect(try journal.positions() == Array(1...head.rawValue))

      if !isSameWriter { writer = try journal.writer() }
      try append(1, to: &writer)
      #expect(writer.repaired == (left == 0 ? [] : [TornTail(offset: end, bytes: left)]))
      #expect(!journal.folder.exists("journal.suspect"))
      #expect(try journal.positions() == Array(1...head.rawValue + 1))
      #expect(try journal.directory.verify().damages == [])
    }
  }

  @Test func `if the mark fails, whole appends stay and are written again`() throws {
    var writer = try journal.writer()
    let end = try breakSegment(.whole, markFails: true)
    let error = failure { () throws(JournalError) in try append(2, to: &writer) }
    #expect(error == .outcomeUnknown(path: segmentPath, .inputOutput))
    files.heal()
    #expect(try journal.segment().count > end && !journal.folder.exists("journal.suspect"))
    try append(1, to: &writer)
    let steps = files.calls.filter { $0.path == segmentPath }.map(\.step)
    // First the old bytes again, then the new ones.
    #expect(steps.filter { [.write, .sync].contains($0) } == [.write, .sync, .write, .sync])
    #expect(try journal.positions() == Array(1...4))
  }

  @Test func `a mark whose removal is lost truncates nothing`() throws {
    var writer = try journal.writer()
    _ = try breakSegment(.whole, markFails: false)
    _ = failure { () throws(JournalError) in try append(2, to: &writer) }
    // Simulates a crash before the folder was synced.
    files.fail { $0.step == .remove ? .noEffect : nil }
    try append(1, to: &writer)
    try append(1, to: &writer)
    files.heal()
    #expect(try journal.folder.bytes("journal.suspect") == [])
    let bytes = try journal.segment()
    #expect(try journal.writer().repaired.isEmpty)
    #expect(try journal.segment() == bytes)
    #expect(try journal.positions() == [1, 2, 3])
    #expect(!journal.folder.exists("journal.suspect"))
  }

  @Test func `truncation may fail at any step and is repeated`() throws {
    var writer = try journal.writer()
    var head = 1
    var number = 1
    while true {
      let end = try breakSegment(.whole, markFails: false)
      _ = failure { () throws(JournalError) in try append(2, to: &writer) }
      let failing = number
      files.fail { $0.number == failing ? .error(.inputOutput) : nil }
      switch failure({ () throws(JournalError) in try append(1, to: &writer) }) {
      // Synced, but the check that the path still leads to this journal failed.
      case nil, .outcomeUnknown: head += 1
      default: break
      }
      let isDone = files.failures == 0
      files.heal()
      #expect(try journal.positions() == Array(1...head))
      try append(1, to: &writer)
      head += 1
      #expect(try journal.positions() == Array(1...head), "call \(number)")
      #expect(try journal.segment().count > end && !journal.folder.exists("journal.suspect"))
      if isDone { break }
      number += 1
    }
    #expect(number > 20)
  }

  @Test func `after a failed sync nothing is shown before it is written and synced again`() throws {
    let path = segmentPath
    var reader = try journal.reader()
    try journal.batch(1)
    try journal.folder.remove("journal.synced")
    files.fail { $0.path == path && $0.step == .sync ? .error(.inputOutput) : nil }
    let failed = JournalError.storageFailed(doing: "syncing", path: path, .inputOutput)
    for _ in 0..<2 {
      #expect(failure { () throws(JournalError) in try reader.refresh() } == failed)
      #expect(failure { () throws(JournalError) in try journal.reader() } == failed)
      // For a writer the outcome is unknown: the unsynced data may be its own append.
      #expect(
        failure { () throws(JournalError) in try journal.writer() }
          == .outcomeUnknown(path: path, .inputOutput))
    }
    files.heal()
    try reader.refresh()
    let steps = files.calls.filter { $0.path == path }.map(\.step)
    let sync = try #require(steps.firstIndex(of: .sync))
    #expect(steps[..<sync].contains(.write))
    #expect(try reader.positions() == [1, 2])
  }
}
