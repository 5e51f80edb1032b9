import EventEngine
import Foundation
import Testing

/// A session whose journal is locked by another process.
@Suite struct BusySessionTests {
  @Test func `a busy journal ends no follow, and holds up no other request`() throws {
    let folder = try Folder()
    let session = try RunningTool(["session", "--create", "--wait", "0"], in: folder)
    let other = #"{"nothing":1}"#
    let refusal = #"{"ok":false,"error":{"code":"malformedRequest""#
    let follow = #"{"follow":{"items":[]}}"#
    #expect(session.answer(to: "\(follow)\n\(other)")?.hasPrefix(refusal) == true)
    session.process.signal(SIGSTOP)
    try Tool.run("session", in: folder, input: #"{"append":[{"type":"Joined","data":{}}]}"#)
    var writer = try JournalWriter.open(JournalDirectory(folder.journal))
    try writer.begin()
    session.process.signal(SIGCONT)
    // After each answer, the session looks for new events.
    for _ in 1...3 { #expect(session.answer(to: other)?.hasPrefix(refusal) == true) }
    try writer.commit()
    let event = session.answer(to: #"{"unfollow":true}"#)
    #expect(event?.hasPrefix(#"{"event":{"position":1,"#) == true, "\(event ?? "")")
    #expect(session.answer(to: "") == #"{"ok":true}"#)
    #expect(session.end() == 0)
  }

  @Test func `the last look at a busy journal is answered with the failure`() throws {
    let folder = try Folder()
    let session = try RunningTool(["session", "--create", "--wait", "0"], in: folder)
    #expect(
      session.answer(to: #"{"follow":{"items":[]},"ref":1}"# + "\n" + #"{"nothing":1}"#) != nil)
    session.process.signal(SIGSTOP)
    try Tool.run("session", in: folder, input: #"{"append":[{"type":"Joined","data":{}}]}"#)
    var writer = try JournalWriter.open(JournalDirectory(folder.journal))
    try writer.begin()
    session.process.signal(SIGCONT)
    let last = session.answer(to: #"{"unfollow":true}"#)
    #expect(
      last?.hasPrefix(#"{"ref":1,"ok":false,"error":{"code":"journalBusy""#) == true,
      "\(last ?? "")")
    #expect(session.answer(to: "") == #"{"ok":true}"#)
    try writer.commit()
    #expect(session.end() == 75)
  }
}
