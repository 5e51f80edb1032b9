import EventEngine
import Foundation
import Testing

@testable import EventStore

/// The exit status after several failures, and after waiting in vain.
@Suite struct ExitStatusTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try JournalDirectory(folder.journal).create(
      JournalSettings(passwordIterations: 1), at: Timestamp(rawValue: 0))
  }

  enum Line: String, CaseIterable {
    case refused =
      #"{"command":"courier.acceptOrder","actor":"nobody","data":{"order":"none"}}"#
    case malformed = "{"
    /// Comparing its id needs the journal's key, which is missing.
    case keyless = #"{"command":"courier.forgotPassword","id":"x"}"#
    case accepted = #"{"command":"courier.forgotPassword"}"#
  }

  @Test(
    arguments: [
      ([Line.accepted], 0), ([.accepted, .refused], 1), ([.refused, .malformed], 65),
      ([.malformed, .refused, .accepted], 65), ([.keyless, .malformed, .refused], 74),
      ([.refused, .malformed, .keyless], 74), ([.malformed, .keyless], 74),
    ] as [([Line], Int32)])
  func `of several failures, 74 takes precedence over 65, and 65 over 1`(
    lines: [Line], status: Int32
  ) throws {
    try FileManager.default.removeItem(atPath: folder.path("journal/journal.key"))
    let file = try folder.write(
      lines.map(\.rawValue).joined(separator: "\n") + "\n", to: "commands.jsonl")
    let issued = try Tool.run("issue", "--json", "--file", file, in: folder)
    #expect(issued.status == status, "\(issued.output)\(issued.diagnostics)")
  }

  @Test func `a journal that stays busy for longer than the wait is status 75`() throws {
    var writer = try JournalWriter.open(JournalDirectory(folder.journal), wait: 0)
    try writer.begin()
    let command = ["issue", "courier.forgotPassword", "--json"]
    let busy = try Tool.run(command + ["--wait", "1"], in: folder)
    #expect(busy.status == 75)
    #expect((busy.output + busy.diagnostics).contains("journalBusy"))
    try writer.append([NewEvent(type: "test.happened")], at: Timestamp(rawValue: 0))
    try writer.commit()
    #expect(try Tool.run(command, in: folder).status == 0)
  }
}
