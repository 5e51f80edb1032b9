import Foundation
import Testing

/// With `--json` every failure is one object on standard output. Its message is on standard error,
/// too.
@Suite struct FailureTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func expectFailure(
    _ words: [String], _ status: Int32, _ code: String, input: String = ""
  ) throws {
    let outcome = try Tool.run(words + ["--json"], in: folder, input: Data(input.utf8))
    #expect(outcome.status == status, "\(words): \(outcome.output)\(outcome.diagnostics)")
    let failure = try json(#require(outcome.lines.last, "\(words)"))
    #expect(failure["ok"] as? Bool == false, "\(words): \(outcome.output)")
    let error = try #require(failure["error"] as? [String: Any], "\(words): \(outcome.output)")
    #expect(error["code"] as? String == code, "\(words): \(outcome.output)")
    let message = try #require(error["message"] as? String, "\(words)")
    #expect(!message.isEmpty && outcome.diagnostics.contains(message), "\(words): \(outcome)")
  }

  /// Words for every verb, and whether they fail without a journal.
  static let verbs: [(words: String, needsJournal: Bool)] = [
    ("issue courier.acceptOrder order=1 --actor ivanov", false), ("show courier.orders", true),
    ("replay", true), ("audit case:case-1", true), ("timeline case:case-1", true),
    ("why courier.metro", true), ("when courier.metro --where stations", true),
    ("diff --from 0", true), ("trace 1", true), ("tail", true), ("consumers", true),
    ("verify", true), ("import", false), ("export", true), ("backup copy", true),
    ("restore copy", true), ("recover --to copy", true), ("erase case:case-1 --yes", true),
    ("snapshot", true), ("check --journal journal", true), ("stats", true), ("session", false),
    ("catalog", false), ("completions bash", false), ("man", false), ("bench", false),
    ("tour", false), ("report --html page.html", true), ("journals", false),
  ]

  @Test func `the benchmark prints its own help`() throws {
    let help = try Tool.run("bench", "--help", "--locale", "en", in: folder).output
    #expect(help.hasPrefix("replay-bench — measure the engine on this machine\n"))
    #expect(help.contains("\nusage: replay-bench [options]\n"))
    #expect(help.contains("--appends N"))
  }

  @Test func `every verb is in the table`() throws {
    let help = try Tool.run("--help", in: folder).output
    let listed = help.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    let named = Self.verbs.compactMap { $0.words.split(separator: " ").first.map(String.init) }
    #expect(Set(listed) == Set(named))
  }

  @Test(.english, arguments: verbs)
  func `an unknown option and an invalid value are usage errors`(words: String, _: Bool) throws {
    let words = words.split(separator: " ").map(String.init)
    try expectFailure(words + ["--no-such-option"], 64, "wrongUsage")
    try expectFailure(words + ["--wait", "never"], 64, "wrongUsage")
    let outcome = try Tool.run(words + ["--no-such-option", "--json"], in: folder)
    #expect(outcome.lines.count == 1)
    let tool = words[0] == "bench" ? "replay-bench" : "replay-tool"
    #expect(outcome.diagnostics.hasPrefix("\(tool): unknown option \"--no-such-option\""))
  }

  @Test func `an unknown verb and a missing verb are usage errors`() throws {
    try expectFailure(["isue"], 64, "wrongUsage")
    try expectFailure(["help", "isue"], 64, "wrongUsage")
    try expectFailure([], 64, "wrongUsage")
  }

  @Test(arguments: verbs.filter(\.needsJournal))
  func `a missing journal has a code`(words: String, _: Bool) throws {
    try expectFailure(words.split(separator: " ").map(String.init), 66, "noJournal")
  }

  @Test(arguments: verbs.filter(\.needsJournal))
  func `a damaged journal has a code`(words: String, _: Bool) throws {
    try folder.importReceipt(30)
    try FileManager.default.removeItem(atPath: folder.path("journal/journal.json"))
    let journal = folder.journal
    try FileManager.default.copyItem(atPath: journal, toPath: folder.path("damaged"))
    let words = words.replacing("restore copy", with: "restore damaged --journal new")
    try expectFailure(words.split(separator: " ").map(String.init), 1, "journalDamaged")
  }

  @Test func `other failures have codes as well`() throws {
    try folder.importReceipt(30)
    try expectFailure(["tail", "--type", "no such type"], 1, "unknownFilter")
    try expectFailure(["export", "--tag", "case:none"], 1, "unknownFilter")
    try expectFailure(["audit", "case:none"], 1, "unknownFilter")
    try expectFailure(["erase", "case:none", "--yes"], 1, "unknownSubject")
    try expectFailure(["erase", "case:case-1"], 64, "wrongUsage")
    try expectFailure(["audit", "--proof", "31"], 65, "noSuchEvent")
    try expectFailure(["trace", "31"], 65, "noSuchEvent")
    try expectFailure(["show", "courier.orders", "--without", "31"], 65, "noSuchEvent")
    try expectFailure(["consumers", "reset", "me"], 1, "unknownConsumer")
    try expectFailure(
      ["tail", "--consumer", "me", "--run", "exit 3"], 1, "handlerFailed")
    try expectFailure(["backup", "journal"], 73, "cannotCreate")
    try expectFailure(["recover", "--to", "journal"], 73, "cannotCreate")
    _ = try folder.write("", to: "out")
    try expectFailure(["export", "--file", "out"], 73, "cannotCreate")
    try expectFailure(["import"], 65, "malformedInput", input: "{")
    try expectFailure(["import", "--records"], 73, "cannotCreate", input: try records())
    try expectFailure(["verify", "--against", "nowhere"], 66, "noSuchFile")
    try expectFailure(["verify", "--against", "out"], 65, "malformedInput")
    try expectFailure(["issue", "--file", "nowhere"], 66, "noSuchFile")
    try expectFailure(["tour", "nowhere"], 66, "noSuchFile")
    try expectFailure(["show", "courier.order", "order=1"], 1, "notFound")
    try expectFailure(["show", "courier.ordr"], 64, "wrongUsage")
    try expectFailure(["replay", "--as-of", "noon"], 65, "invalidField")
    let accept = ["issue", "courier.acceptOrder", "--actor", "ivanov"]
    try expectFailure(accept, 65, "missingField")
    try expectFailure(accept + ["--dry-run"], 65, "missingField")
    let before = ["order=1", "--at", "2000-01-01T00:00:00Z"]
    try expectFailure(accept + before, 1, "timeBeforeLastEvent")
    try FileManager.default.removeItem(atPath: folder.path("journal/journal.key"))
    try expectFailure(["erase", "case:case-1", "--yes"], 74, "keyUnavailable")
  }

  @Test(
    .english,
    arguments: [
      "show courier.orders", "why courier.metro", "when courier.metro --where stations",
      "audit case:case-1", "timeline case:case-1", "export", "replay", "report --html page.html",
      "issue courier.acceptOrder order=1 --actor ivanov --dry-run",
    ])
  func `an invalid position or time has one code in every verb`(line: String) throws {
    try folder.importReceipt(30)
    let words = line.split(separator: " ").map(String.init)
    for (past, rule) in [
      (["--position", "31"], "from 0 to the journal's last"),
      (["--position", "1", "--as-of", "2026-05-08"], #"if \"--as-of\" is not given"#),
    ] {
      let outcome = try Tool.run(words + past + ["--json"], in: folder)
      #expect(outcome.status == 65)
      #expect(
        outcome.output == #"""
          {"ok":false,"error":{"code":"invalidField","message":"The value of \"--position\" is \#
          invalid; it takes: the position of an event, \#(rule)"}}

          """#)
    }
  }

  @Test func `the format of an import is not that of its failure`() throws {
    for format in [["--format", "jsonl"], ["--format=jsonl"]] {
      let failed = try Tool.run(["import"] + format, in: folder, input: Data("a,b\n".utf8))
      #expect(failed.status == 65 && failed.output == "" && failed.diagnostics != "")
    }
    try expectFailure(["import", "--format", "json"], 64, "wrongUsage")
  }

  private func records() throws -> String {
    try Tool.run("export", "--records", in: folder).output
  }

  @Test func `damage found by verify and recover has an error code, too`() throws {
    try folder.importReceipt(30)
    let receipt = try folder.write(
      try Tool.run("verify", "--json", in: folder).output, to: "receipt.json")
    let other = try Folder()
    try other.importReceipt(40)
    let falsified = try Tool.run("verify", "--json", "--against", receipt, in: other)
    let error = try #require(try json(falsified.output)["error"] as? [String: Any])
    #expect(error["code"] as? String == "falsified" && falsified.status == 1)
    let message = try #require(error["message"] as? String)
    #expect(message.hasPrefix("квитанция о другом журнале"))
    #expect(falsified.diagnostics.hasPrefix("replay-tool: \(message)\n"))
    let segment = "journal/segments/\(try #require(folder.segments().first))"
    try folder.flip(5000, of: segment)
    try expectFailure(["verify"], 1, "journalDamaged")
    try expectFailure(["recover", "--to", "saved"], 1, "eventsLost")
  }

  @Test func `every code is documented`() throws {
    let source = SampleTests.project
      .appending(path: "Sources/ReplayToolKit/Failures/FailureCode.swift")
    let text = try String(contentsOf: source, encoding: .utf8)
    let codes = text.split(separator: "\n").filter { $0.hasPrefix("  case ") }
      .map { $0.dropFirst(7) }
    let page = try String(
      contentsOf: SampleTests.project.appending(path: "docs/failures.md"), encoding: .utf8)
    #expect(codes.count > 20)
    for code in codes { #expect(page.contains("| `\(code)` |"), "\(code)") }
  }

  @Test func `a file may be a pipe`() throws {
    try folder.importReceipt(30)
    let run = try Tool.shell(
      """
      "$0" verify --json > receipt.json && "$0" verify --against <(cat receipt.json) &&
      cat receipt.json | "$0" verify --against /dev/stdin &&
      "$0" audit --proof 3 --receipt <(cat receipt.json) > proof.json &&
      "$0" verify --proof <(cat proof.json) --receipt <(cat receipt.json)
      """, in: folder, by: "/bin/bash")
    #expect(run.status == 0, "\(run.diagnostics)")
  }
}
