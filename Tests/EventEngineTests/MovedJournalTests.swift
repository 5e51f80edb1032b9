import EventEngine
import Foundation
import TestSupport
import Testing

/// An engine whose journal is moved away or replaced before its first question.
@Suite struct `An engine whose journal was moved` {
  @Test(arguments: [true, false])
  func `says so whether it has read or not`(_ isReplaced: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("journal")
    let reading = try await Engine.open(path, domains: [.notes], creating: JournalSettings())
    let waiting = try await Engine.open(path, domains: [.notes])
    _ = try await reading.head()
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("moved"))
    if isReplaced {
      let other = try await Engine.open(path, domains: [.notes], creating: JournalSettings())
      try await other.issue(Notes.self, .write("1"))
    }
    for engine in [reading, waiting] {
      for _ in 0..<2 {
        await #expect(throws: JournalError.replaced(path: path)) { try await engine.head() }
        await #expect(throws: JournalError.replaced(path: path)) {
          try await engine.ask(WrittenNotes.self)
        }
      }
    }
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: folder.path("moved"), toPath: path)
    for engine in [reading, waiting] { #expect(try await engine.head() == .start) }
  }
}
