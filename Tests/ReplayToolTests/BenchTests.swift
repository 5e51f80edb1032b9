import Foundation
import Testing

@Suite struct BenchTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The figures of `bench`, which leaves only the files that `remaining` names.
  private func figures(_ arguments: String..., remaining: [String] = []) throws -> [String: Any] {
    let outcome = try Tool.run(
      ["bench", "--json"] + arguments, in: folder, variables: ["TMPDIR": folder.url.path])
    #expect(outcome.status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names == remaining)
    return try json(outcome.output)
  }

  @Test func `the examples call the benchmark by its name`() throws {
    let help = try Tool.run("bench", "--help", in: folder).output
    #expect(help.contains("\n  replay-bench --mixed\n") && !help.contains("replay-tool bench"))
  }

  @Test func `the figures are measured and no file is left`() throws {
    let figures = try figures("--events", "3000")
    for name in ["decode", "replay", "appendBatched", "verify", "issue", "import"] {
      #expect(figures["\(name)PerSecond"] as? Int ?? 0 > 0)
    }
    #expect(figures["appendRatio"] as? Double ?? 0 > 0)
    // About 430 bytes an event, and the tool's own memory.
    #expect(1_000_000...2_000_000 ~= figures["bytes"] as? Int ?? 0)
    #expect(figures["peakBytes"] as? Int ?? 0 > 5_000_000)
  }

  @Test func `appends are measured alone, one by one and from many tasks`() throws {
    let figures = try figures("--appends", "20")
    for name in ["append", "journalAppend", "bareWrite", "concurrent"] {
      #expect(figures["\(name)PerSecond"] as? Int ?? 0 > 0)
    }
    #expect(figures["lineBytes"] as? Int ?? 0 > 200)
    #expect(figures["replayPerSecond"] == nil)
  }

  @Test(arguments: [("writer", "append"), ("journal", "journalAppend"), ("file", "bareWrite")])
  func `one way to append can be measured alone`(who: String, name: String) throws {
    let figures = try figures("--appends", "20", "--by", who)
    #expect(
      Set(figures.keys) == ["lineBytes", "\(name)Milliseconds", "\(name)PerSecond"])
  }

  @Test(.english) func `a journal is generated, once, and opened`() throws {
    _ = try figures(
      "--generate", folder.journal, "--events", "500", "--segment-size", "20000",
      remaining: ["journal"])
    let segments = try FileManager.default.contentsOfDirectory(atPath: "\(folder.journal)/segments")
    #expect(segments.count > 5)
    let again = try Tool.run("bench", "--generate", folder.journal, in: folder)
    #expect(again.status == 73)
    #expect(again.diagnostics.contains("there is a journal already"))
    let figures = try figures("--opening", remaining: ["journal"])
    #expect(figures["events"] as? Int == 500)
    for name in ["openReading", "openAppending", "missingTag"] {
      #expect(figures["\(name)Milliseconds"] as? Double ?? 0 > 0)
    }
  }

  @Test func `a journal of all applications is generated`() throws {
    let samples = SampleTests.project.appending(path: "events").path
    _ = try figures(
      "--generate", folder.journal, "--events", "2000", "--samples", samples,
      remaining: ["journal"])
    let stats = try Tool.run("stats", in: folder)
    for domain in ["courier", "habits", "mall", "mods", "nft"] {
      #expect(stats.output.contains("\(domain)."))
    }
    // Ids that are recorded in the data are unchanged in the tags.
    #expect(try Tool.run("export", in: folder).output.contains(#""document:privacy""#))
  }

  @Test(
    .english,
    arguments: [
      (["--appends", "5", "--opening"], "--appends cannot be combined with --opening"),
      (["--appends", "5", "--mixed"], "--appends cannot be combined with --mixed"),
      (["--appends", "5", "--events", "7"], "--appends cannot be combined with --events"),
      (["--opening", "--events", "7"], "--opening cannot be combined with --events"),
      (["--opening", "--keep"], "--opening cannot be combined with --keep"),
      (["--generate", "x", "--keep"], "--generate cannot be combined with --keep"),
      (["--opening", "--samples", "events"], "--opening cannot be combined with --samples"),
      (["--segment-size", "5000"], "--segment-size needs --generate DIR"),
      (["--by", "writer"], "--by needs --appends N"),
      (["--appends", "5", "--by", "nobody"], "--by takes one of: writer, file, journal"),
      (["--generate="], "--generate DIR"),
    ])
  func `contradictory arguments are refused`(arguments: [String], message: String) throws {
    let outcome = try Tool.run(["bench"] + arguments, in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.diagnostics.contains(message))
  }
}
