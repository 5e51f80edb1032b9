import Foundation
import Testing

/// The overview, the manual page, and options before the verb.
@Suite struct OverviewTests {
  @Test func `on a terminal without a journal it prints the first commands in three lines`() throws
  {
    let folder = try Folder()
    let (screen, status) = try PseudoTerminal.run([], in: folder, typing: "")
    #expect(status == 0)
    #expect(
      screen == """
        There is no journal in \(folder.journal) yet: the first event creates it.
          replay-tool tour           shows everything on sample data, and leaves one page
          replay-tool issue COMMAND  records the first event; replay-tool catalog lists the commands

        """)
  }

  @Test func `otherwise it is an overview on one screen with every verb`() throws {
    let folder = try Folder.atWork()
    let overview = try Tool.run("--locale", "en", in: folder)
    #expect(overview.status == 0)
    #expect(overview.output.contains("journal \(folder.journal): 5 events, 2024-05-08 10:00:00\n"))
    #expect(overview.output.components(separatedBy: "\n").count < 24)
    for verb in try verbs() { #expect(overview.output.contains(" \(verb)"), "\(verb)") }
  }

  /// The verbs that the help lists.
  private func verbs() throws -> [String] {
    let help = try Tool.run("--help", in: Folder()).output
    let verbs = help.matches(of: /\n  (\w+) +\w/).map { String($0.1) }
    try #require(verbs.count > 20)
    return verbs
  }

  @Test(arguments: [
    ("en", "the journal is damaged", "this segment is missing"),
    ("ru", "журнал повреждён", "этого сегмента нет"),
  ])
  func `an overview of a damaged journal names the damage in one language`(
    language: String, title: String, reason: String
  ) throws {
    let folder = try Folder.atWork()
    try FileManager.default.removeItem(atPath: folder.path("journal/segments"))
    let overview = try Tool.run("--locale", language, in: folder)
    let segment = folder.path("journal/segments/00000000000000000001.jsonl")
    #expect(overview.status == 1 && overview.lines[1] == "\(title): \(segment): \(reason)")
  }

  @Test(.english) func `options may stand before the verb`() throws {
    let folder = try Folder.atWork()
    let after = try Tool.run("show", "courier.metro", "--json", "--position", "5", in: folder)
    let before = try Tool.run("--position", "5", "--json", "show", "courier.metro", in: folder)
    #expect(after.output == before.output && before.status == 0)
    let failed = try Tool.run("--json", "shwo", in: folder)
    #expect(failed.status == 64 && failed.output.contains(#""code":"wrongUsage""#))
    #expect(failed.diagnostics.contains(#"did you mean "show"?"#))
    let version = try Tool.run("version", in: folder)
    #expect(version.status == 64 && !version.diagnostics.contains("session"))
  }

  @Test(arguments: ["en", "ru"])
  func `the manual page has every verb`(_ language: String) throws {
    let folder = try Folder()
    let page = try Tool.run("man", "--locale", language, in: folder).output
    for verb in try verbs() {
      #expect(page.contains(".SH REPLAY\\-TOOL \(verb.uppercased())\n"), "\(verb)")
    }
  }

  @Test(.enabled(if: Programs.has("/usr/bin/groff")), arguments: ["en", "ru"])
  func `groff has no complaint about the manual page`(_ language: String) throws {
    let folder = try Folder()
    let page = try Tool.run("man", "--locale", language, in: folder).output
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/groff")
    process.arguments = ["-man", "-Tutf8", "-ww", try folder.write(page, to: "page.1")]
    let outcome = try ToolRun(process, in: folder.temporary).outcome()
    #expect(outcome.status == 0 && outcome.diagnostics == "" && outcome.output.count > 10_000)
  }
}
