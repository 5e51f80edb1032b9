import Checking
import Testing

@testable import replay_tool

@Suite struct CheckTests {
  @Test func `a few stories are told and counted`() throws {
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

  @Test func `one story can be told again`() throws {
    let folder = try Folder()
    let counts = try (0..<2).map { _ in
      let outcome = try Tool.run(
        "check", "--run", "4", "--seed", "7", "--domain", "nft", "--json", in: folder)
      return try json(outcome.output)["commands"] as? Int
    }
    #expect(counts[0] != nil && counts[0] == counts[1])
  }

  @Test func `a journal is read and left as it is`() throws {
    let folder = try Folder.atWork()
    let before = try folder.records()
    let outcome = try Tool.run("check", "--journal", folder.journal, in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output == "every law holds in \(folder.journal)\n")
    #expect(try folder.records() == before)
    let answer = try json(
      try Tool.run("check", "--journal", folder.journal, "--json", in: folder).output)
    #expect(answer["ok"] as? Bool == true)
    #expect(try Tool.run("check", "--journal", folder.path("none"), in: folder).status == 66)
  }

  @Test func `an unknown domain is wrong usage`() throws {
    let outcome = try Tool.run("check", "--domain", "habit", in: try Folder())
    #expect(outcome.status == 64)
    #expect(outcome.diagnostics.contains("did you mean \"habits\"?"))
  }

  @Test func `a thousand runs that have not seen everything fail`() throws {
    let tally = Tally([CheckedDomain.all[0]])
    func report(_ mustBeWhole: Bool) -> CheckReport {
      CheckReport(seed: 1, runs: 1, seconds: 1, tally: tally, mustBeWhole: mustBeWhole)
    }
    #expect(report(false).isWhole && !report(true).isWhole)
    let answer = try json(String(decoding: report(true).json, as: UTF8.self))
    #expect(answer["ok"] as? Bool == false)
    #expect((answer["missing"] as? [String])?.isEmpty == false)
  }
}
