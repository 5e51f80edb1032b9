import Foundation
import Testing

/// Erasures that are due: `erase --due`.
@Suite struct EraseDueTests {
  @Test func `a tick names the subjects that deletions have made due, and --due erases them`()
    throws
  {
    let folder = try Folder.sample("habits")
    let tick = ["issue", "system.tick", "--actor", "system", "--json"]
    let due = [
      "tracker:anna/granny", "tracker:anna/english", "tracker:anna/piano", "category:anna/study",
    ]
    let named = try #require(
      json(Tool.run(tick, in: folder).output)["value"] as? [String: Any])
    #expect(named["dueForErasure"] as? [String] == due && named["dueForErasureCount"] as? Int == 4)
    let advice = try Tool.run("issue", "system.tick", "--actor", "system", in: folder).diagnostics
    #expect(advice.hasSuffix("replay-tool erase --due\n"))
    // One of the four is erased by name; the other three remain due.
    try Tool.run("erase", "--yes", "tracker:anna/piano", in: folder)
    let dry = try Tool.run("erase", "--due", "--dry-run", in: folder).output
    #expect(
      dry.split(separator: "\n").filter { $0.contains("anna/") }.count == 3
        && !dry.contains("piano"))
    let erased = try Tool.run("erase", "--due", "--yes", "--json", in: folder)
    let report = try json(erased.output)
    #expect(report["sections"] as? Int == 4 && (report["events"] as? [Int])?.count == 3)
    #expect(try Tool.run(tick, in: folder).output.contains("value") == false)
    let nothing = try Tool.run("erase", "--yes", "--due", "--locale", "en", in: folder)
    #expect(nothing.status == 0 && nothing.diagnostics == "replay-tool: nothing is due\n")
    let text = String(decoding: try folder.records(), as: UTF8.self)
    #expect(!text.contains(#""subjects":["tracker:anna/granny"#))
    #expect(try Tool.run("verify", in: folder).status == 0)
  }

  @Test func `the time of the erasure decides what is due`() throws {
    let folder = try Folder()
    let requests = """
      {"command":"mall.installApp","actor":"d-1","at":"2026-05-08T09:00:00Z","data":{"os":"iOS","osVersion":"15.4","model":"iPhone"}}
      {"command":"mall.requestCode","actor":"d-1","at":"2026-05-08T09:00:00Z","data":{"phone":"+79990000001","purpose":"register"}}
      """
    #expect(try Tool.run("issue", in: folder, input: requests).status == 0)
    func erased(at time: String) throws -> Int? {
      let outcome = try Tool.run("erase", "--due", "--yes", "--json", "--at", time, in: folder)
      return try json(outcome.output)["sections"] as? Int
    }
    #expect(try erased(at: "2026-05-09T09:04:59Z") == 0)
    #expect(try erased(at: "2026-05-09T09:05:00Z") == 1)
  }

  @Test func `what the last event has made due is due, even by a clock that has stepped back`()
    throws
  {
    let folder = try Folder()
    let soon = Date(timeIntervalSinceNow: 3600).ISO8601Format()
    let requests = """
      {"command":"habits.addCategory","actor":"anna","at":"\(soon)","data":{"category":"c","title":"Секрет"}}
      {"command":"habits.deleteCategory","actor":"anna","at":"\(soon)","data":{"category":"c"}}

      """
    #expect(try Tool.run("issue", in: folder, input: requests).status == 0)
    let erased = try json(Tool.run("erase", "--due", "--yes", "--json", in: folder).output)
    #expect(erased["sections"] as? Int == 1)
  }

  @Test func `--due also settles subjects whose data was erased with their owner`() throws {
    let folder = try Folder.sample("habits")
    try Tool.run("erase", "--yes", "user:anna", in: folder)
    let erased = try json(Tool.run("erase", "--yes", "--due", "--json", in: folder).output)
    #expect(erased["sections"] as? Int == 0 && (erased["events"] as? [Int])?.count == 4)
    let nothing = try Tool.run("erase", "--yes", "--due", "--locale", "en", in: folder)
    #expect(nothing.diagnostics == "replay-tool: nothing is due\n")
    #expect(try Tool.run("verify", in: folder).status == 0)
  }
}
