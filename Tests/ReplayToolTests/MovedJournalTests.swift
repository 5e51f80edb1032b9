import Foundation
import Testing

/// A session whose journal is moved away and replaced by another.
@Suite struct MovedJournalTests {
  /// A session that gets one request at a time.
  private final class Conversation {
    private let process: Process
    private let (input, output) = (Pipe(), Pipe())

    init(_ folder: Folder) throws {
      process = Tool.process(["session"], in: folder)
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    func ask(_ request: String) throws -> [String: Any] {
      try input.fileHandleForWriting.write(contentsOf: Data((request + "\n").utf8))
      var line = Data()
      while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0a {
        line.append(byte)
      }
      return try json(String(decoding: line, as: UTF8.self))
    }

    func end() throws -> Int32 {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  private static let append = #"{"append":[{"type":"Noted","tags":["a"],"data":{}}]}"#
  private static let read = #"{"read":{"items":[]}}"#

  private func code(_ answer: [String: Any]) -> String? {
    (answer["error"] as? [String: Any])?["code"] as? String
  }

  @Test(arguments: [true, false])
  func `a session uses no journal but the one that it opened`(
    isAsked: Bool
  ) throws {
    let folder = try Folder()
    try Tool.run("session", "--create", in: folder, input: Self.append + "\n")
    let backup = try Tool.run("backup", "backup", "--with-keys", in: folder)
    try #require(backup.status == 0)
    let session = try Conversation(folder)
    #expect(try session.ask(Self.append)["positions"] as? [Int] == [2])
    if isAsked { #expect((try session.ask(Self.read)["events"] as? [Any])?.count == 2) }
    let files = FileManager.default
    try files.moveItem(atPath: folder.journal, toPath: folder.path("moved"))
    try Tool.run("restore", "backup", in: folder)
    // The restored journal has one event, which is not shown, and nothing is appended to it.
    for _ in 0..<2 {
      #expect(code(try session.ask(Self.read)) == "journalMoved")
      #expect(code(try session.ask(Self.append)) == "journalMoved")
    }
    // The session continues when the journal is moved back.
    try files.moveItem(atPath: folder.journal, toPath: folder.path("restored"))
    try files.moveItem(atPath: folder.path("moved"), toPath: folder.journal)
    #expect(try session.ask(Self.append)["positions"] as? [Int] == [3])
    #expect((try session.ask(Self.read)["events"] as? [Any])?.count == 3)
    #expect(try session.end() == 74)
    let restored = try Tool.run("stats", "--json", "--journal", "restored", in: folder)
    #expect(try json(restored.output)["events"] as? Int == 1)
  }

  @Test func `a session says that its journal has moved if it was removed`() throws {
    let folder = try Folder()
    try Tool.run("session", "--create", in: folder, input: Self.append + "\n")
    let session = try Conversation(folder)
    #expect((try session.ask(Self.read)["events"] as? [Any])?.count == 1)
    try FileManager.default.removeItem(atPath: folder.journal)
    for request in [Self.append, Self.read, Self.append, Self.read] {
      #expect(code(try session.ask(request)) == "journalMoved")
    }
    #expect(try session.end() == 74)
  }

  @Test func `a former state of the same journal counts as another journal`() throws {
    let folder = try Folder()
    try Tool.run("session", "--create", in: folder, input: Self.append + "\n")
    let files = FileManager.default
    try files.copyItem(atPath: folder.journal, toPath: folder.path("former"))
    let session = try Conversation(folder)
    #expect(try session.ask(Self.append)["positions"] as? [Int] == [2])
    #expect((try session.ask(Self.read)["events"] as? [Any])?.count == 2)
    // Into the very same folder, file by file, as `rsync` would.
    for name in try files.subpathsOfDirectory(atPath: folder.path("former")) {
      let (from, to) = (folder.path("former/\(name)"), folder.path("journal/\(name)"))
      let attributes = try files.attributesOfItem(atPath: from)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      try? files.removeItem(atPath: to)
      try files.copyItem(atPath: from, toPath: to)
    }
    for _ in 0..<2 {
      #expect(code(try session.ask(Self.read)) == "journalMoved")
      #expect(code(try session.ask(Self.append)) == "journalMoved")
    }
    #expect(try session.end() == 74)
  }
}
