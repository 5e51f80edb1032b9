import Foundation
import Testing

/// What is said of a slip names what was typed, and advises what helps.
@Suite struct AdviceTests {
  @Test func `an empty variable is not called an option`() throws {
    let folder = try Folder()
    let process = Tool.process(["stats"], in: folder)
    process.environment?["REPLAY_JOURNAL"] = ""
    let diagnostics = Pipe()
    process.standardError = diagnostics
    try process.run()
    let data = try diagnostics.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 64)
    #expect(String(decoding: data, as: UTF8.self).contains("REPLAY_JOURNAL is set and empty"))
  }

  @Test func `a sample that is not there is named`() throws {
    let folder = try Folder()
    let bench = try Tool.run("bench", "--mixed", "--events", "10", in: folder)
    #expect(bench.status == 66)
    #expect(
      bench.diagnostics == """
        replay-tool: events/courier/commands.jsonl: No such file or directory
        hint: --samples DIR names the folder of the sample commands

        """)
    let tour = try Tool.run("tour", in: folder)
    #expect(tour.status == 66 && tour.diagnostics.contains("hint: run the tour in "))
  }

  @Test func `one is not many`() throws {
    let folder = try Folder()
    try folder.importReceipt(1)
    #expect(try Tool.run("verify", in: folder).output.contains("intact: 1 segment, "))
    #expect(try Tool.run("export", in: folder).diagnostics.contains(" 1 event exported in "))
    let copied = try Tool.run("backup", "copy", in: folder)
    #expect(copied.output.contains("copied 1 event to copy: 1 segment, "))
    let checked = try Tool.run("check", "--runs", "1", "--seed", "1", in: folder)
    #expect(checked.output.contains("\n1 run, "))
    #expect(
      try Tool.run("tail", "--help", in: folder).output.contains("replay-tool tail [options]"))
  }
}
