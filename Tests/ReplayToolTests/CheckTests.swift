import Checking
import EventEngine
import Foundation
import Testing

@testable import EventChecking
@testable import ReplayToolKit

@Suite struct CheckTests {
  @Test func `a few stories are run and counted`() throws {
    let folder = try Folder()
    let outcome = try Tool.run(
      "check", "--runs", "2", "--seed", "7", "--domain", "habits", "--json", in: folder)
    #expect(outcome.status == 0)
    let report = try json(outcome.output)
    #expect(report["ok"] as? Bool == true)
    #expect(report["runs"] as? Int == 2 && report["seed"] as? Int == 7)
    let results = try #require(report["results"] as? [[String: Any]])
    let commands = results.compactMap { $0["command"] as? String }
    #expect(commands.contains("habits.markDone") && commands.contains("system.tick"))
    #expect(!commands.contains("courier.signIn"))
    #expect(try Tool.run("stats", in: folder).status == 66, "no journal was made")
  }

  @Test func `one story can be run again`() throws {
    let folder = try Folder()
    let counts = try (0..<2).map { _ in
      let outcome = try Tool.run(
        "check", "--run", "4", "--seed", "7", "--domain", "nft", "--json", in: folder)
      return try json(outcome.output)["commands"] as? Int
    }
    #expect(counts[0] != nil && counts[0] == counts[1])
  }

  @Test(.english) func `few runs report in one line how many cases they have met`() throws {
    let outcome = try Tool.run("check", "--run", "5", "--seed", "7", in: try Folder())
    #expect(outcome.status == 0)
    #expect(
      outcome.diagnostics.wholeMatch(
        of: #/replay-tool: covered \d+ of \d+ accepted commands and refusals; 1,000 runs must .*\n/#
      )
        != nil, "\(outcome.diagnostics)")
  }

  @Test(.english) func `an unknown domain is wrong usage`() throws {
    let outcome = try Tool.run("check", "--domain", "habit", in: try Folder())
    #expect(outcome.status == 64)
    #expect(outcome.diagnostics.contains("did you mean \"habits\"?"))
  }

  @Test func `a thousand runs that have not met every case fail`() throws {
    let tally = Tally([CheckedDomain.applications[0]])
    func report(_ requiresAll: Bool) -> CheckReport {
      CheckReport(
        language: .ru, seed: 1, runs: 1, seconds: 1, tally: tally, requiresFullCoverage: requiresAll
      )
    }
    #expect(report(false).coversEnough && !report(true).coversEnough)
    let answer = try json(String(decoding: report(true).json, as: UTF8.self))
    #expect(answer["ok"] as? Bool == false)
    #expect((answer["missing"] as? [String])?.isEmpty == false)
    #expect(report(true).notes.map(\.ru).contains("courier.signIn: ни разу не принята"))
    #expect(report(false).notes.count == 1)
  }

  @Test func `a check of a domain that accepts no command fails`() throws {
    func outcome(_ domain: CheckedDomain, length: Int = 100) throws -> [String?] {
      var check = try Check([domain], seed: 1, length: length)
      let found = check.failure(runs: 1)?.violation
      let report = CheckReport(
        language: .en, seed: 1, runs: 1, seconds: 1, tally: check.tally, requiresFullCoverage: false
      )
      #expect(report.coversEnough == (found == nil))
      return [found.map { "\($0.law): \($0.detail)" }, report.failure?.text.en]
    }
    #expect(
      try outcome(CheckedDomain(.doors(OneWord.self))) == [
        "a domain accepts commands: doors needs a CommandSource whose commands it accepts",
        "doors: no command was accepted, so hardly anything was checked; "
          + "the domain needs a CommandSource whose commands it accepts",
      ])
    #expect(try outcome(CheckedDomain(.doors(OneWord.self)), length: 10) == [nil, nil])
    #expect(try outcome(CheckedDomain.applications[0]) == [nil, nil])
  }

  @Test func `a crash in a domain names the story to run again`() async throws {
    let outcome = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { CheckTests.runDoors(AnyWord.self) }
    let printed = String(decoding: outcome.standardErrorContent, as: UTF8.self)
    #expect(printed.hasSuffix(Self.note), "\(printed)")
  }

  /// The handler of Swift's runtime prints a backtrace and lets the process continue.
  @Test func `a signal from outside that stands for a crash is no success`() async throws {
    let outcome = try await #require(
      processExitsWith: .signal(SIGSEGV), observing: [\.standardErrorContent]
    ) { CheckTests.runDoors(FatalWord.self) }
    let printed = String(decoding: outcome.standardErrorContent, as: UTF8.self)
    #expect(printed.hasSuffix(CheckTests.note), "\(printed)")
  }

  private static let note =
    "doors-tool: a crash in run 0; rerun: doors-tool check --seed 7 --run 0\n"

  private static func runDoors(_ word: (some DoorWord).Type) {
    let checked = CheckedDomain(.doors(word))
    let tool = ReplayTool(name: "doors-tool", domains: [checked.definition], checks: [checked])
    ReplayTool.current = tool
    var terminal = Terminal()
    _ = tool.run(["check", "--seed", "7", "--runs", "3", "--locale", "en"], &terminal)
  }

  /// A failing story: two orders of Eva, and her erasure in between.
  private func failure() throws -> Check.Failure {
    func order(_ name: String, _ time: String) throws -> Turn {
      let text = """
        {"command":"courier.placeOrder","id":"\(name)","actor":"eva","at":"\(time)","data":\
        {"order":"\(name)","address":"Eva's Street 5","deliveryDate":"2026-05-09","metro":"Сокол",\
        "firstName":"Eva","lastName":"Ким","phone":"+79990000000"}}
        """
      guard case .object(let command) = try JSONParser.parse(Array(text.utf8)) else {
        throw CocoaError(.coderInvalidValue)
      }
      return .command(command)
    }
    let first = try Timestamp.parse(rfc3339: "2026-05-08T09:00:00Z")
    return Check.Failure(
      violation: Violation("a law", "what is wrong"),
      turns: [
        try order("o-1", "2026-05-08T09:00:00Z"), .erasure(Tag("user", "eva"), at: first),
        try order("o-2", "2026-05-08T10:00:00Z"),
      ], zone: .moscow, run: 3, attempts: 7, domains: [])
  }

  @Test(.english) func `a place that is taken is refused before the first story`() throws {
    let folder = try Folder.atWork()
    let before = try folder.records()
    let check = ["check", "--runs", "1", "--domain", "nft", "--to"]
    let taken = try Tool.run(check + ["journal"], in: folder)
    #expect(taken.status == 73 && taken.output == "")
    #expect(
      taken.diagnostics == """
        replay-tool: \(folder.journal) is not empty
        hint: give an empty folder, or one that does not exist yet

        """)
    let inside = try Tool.run(check + ["journal/failure"], in: folder)
    #expect(inside.status == 73 && inside.output == "")
    #expect(
      inside.diagnostics == """
        replay-tool: \(folder.journal)/failure is in the folder of a journal
        hint: name a place outside of the journal

        """)
    #expect(try folder.records() == before)
    try FileManager.default.createDirectory(
      atPath: folder.path("empty"), withIntermediateDirectories: false)
    #expect(try Tool.run(check + ["empty"], in: folder).status == 0)
  }

  @Test func `a failing story is never written into an existing journal`() throws {
    let failure = Check.Failure(
      violation: Violation("a law", "what is wrong"), turns: [], zone: .moscow, run: 3,
      attempts: 7, domains: [])
    let directory = JournalDirectory("journal", files: MemoryFileSystem())
    try failure.write(to: directory)
    #expect(throws: JournalError.cannotCreate(path: "journal", .exists)) {
      try failure.write(to: directory)
    }
  }

  @Test(arguments: 1...5)
  func `the explanations of every domain are checked, however many there are`(count: Int) throws {
    let check = try Check(Array(CheckedDomain.applications.prefix(count)), seed: 1)
    let runs = (0..<100).filter(check.isExplained)
    #expect((18...22).contains(runs.count))
    #expect(
      Set(runs.map { check.domains(of: $0).map(\.name) }).count == (count == 1 ? 1 : count + 1))
  }

  @Test func `a story that breaks a law is printed as a script for a shell`() throws {
    let folder = try Folder()
    let failure = try failure()
    #expect(failure.summary == "2 commands and 1 erasure")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let tools = Tool.executable.deletingLastPathComponent().path
    let script = "set -e\n" + failure.script(journal: folder.path("it's a journal"))
    let run = try Tool.shell(script, in: folder, variables: ["PATH": "\(tools):\(path)"])
    #expect(run.status == 0, "\(run.output)\(run.diagnostics)")
    let exported = try Tool.run(
      "export", "--records", "--journal", folder.path("it's a journal"), in: folder)
    let records = try exported.lines.dropFirst().map { try json($0) }
    #expect(
      records.map { $0["type"] as? String } == [
        "courier.orderPlaced", "system.subjectErased", "courier.orderPlaced",
      ])
    #expect(records.map { $0["personal"] != nil } == [false, false, true])
  }

  @Test func `each law has a Russian name, so that a report is in one language`() throws {
    let sources = SampleTests.project.appending(path: "Sources/EventChecking")
    let text = try FileManager.default.contentsOfDirectory(atPath: sources.path).map {
      try String(contentsOf: sources.appending(path: $0), encoding: .utf8)
    }.joined()
    let laws = text.matches(of: #/(?:Violation\(\s*|let law = )"([^"\\]+)"/#).map { String($0.1) }
    let named = Violation.russianNames.keys
    #expect(laws.count > 20 && laws.filter { !named.contains($0) } == [])
    #expect(named.filter { !text.contains("\"\($0)\"") } == [])
    let failure = ToolFailure(Violation("domain invariant", "-1"))
    #expect(failure.text.ru == "инвариант домена: -1" && failure.text.en == "domain invariant: -1")
  }

  @Test func `as JSON each step is a command or an erasure`() throws {
    let report = FailureReport(
      language: .ru, failure: try failure(), seed: 5, journal: "somewhere",
      again: "replay-tool check --run 3")
    let answer = try json(String(decoding: report.json, as: UTF8.self))
    let steps = try #require(answer["steps"] as? [[String: Any]])
    #expect(steps.map { $0["issue"] != nil } == [true, false, true])
    let command = try #require(steps[0]["issue"] as? [String: Any])
    #expect(command["command"] as? String == "courier.placeOrder")
    #expect(steps[1]["erase"] as? String == "user:eva")
    #expect(steps[1]["at"] as? String == "2026-05-08T09:00:00.000Z" && steps[1].count == 2)
    #expect(answer["script"] as? String == (try failure()).script(journal: "check-again"))
    #expect(answer["law"] as? String == "a law" && answer["run"] as? Int == 3)
    #expect(answer["journal"] as? String == "somewhere" && answer["ok"] as? Bool == false)
  }
}
