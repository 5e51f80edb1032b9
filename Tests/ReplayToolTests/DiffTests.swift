import Foundation
import Testing

/// The rows, the moments and the hypotheses of `diff`.
@Suite struct DiffTests: ShopTests {
  @Test func `a limit cuts the changes in every format`() throws {
    let folder = try Folder.sample("nft")
    func diff(_ options: String) throws -> String {
      let outcome = try run(
        "diff nft.cart user=boris --from 39 --to 47 --limit 2 \(options)", in: folder)
      #expect(outcome.status == 1)
      return outcome.output
    }
    let (nft, count) = (
      #"{"nft":"sky-2","image":"https://img.example.com/sky-2.png","name":"рассвет","rating":2,"#
        + #""price":"2.25"}"#, #"{"field":"count","before":1,"after":0,"positions":[47]}"#
    )
    let item = #"{"field":"items[nft=sky-2]","before":\#(nft),"positions":[47]}"#
    #expect(try diff("") == "items[nft=sky-2]: removed \(nft)  (47)\ncount: 1 → 0  (47)\n")
    for options in ["--json", "--format json", "--format jsonl"] {
      #expect(
        try diff(options) == #"{"from":39,"to":47,"changes":[\#(item),\#(count)]}"# + "\n")
    }
    #expect(
      try diff("--format tsv --columns field,positions")
        == "field\tpositions\nitems[nft=sky-2]\t[47]\ncount\t[47]\n")
    #expect(try diff("--limit 0").isEmpty)
  }

  /// A list has identities as long as the first members of its objects differ.
  @Test func `a difference has the events that why lists for its path`() throws {
    func event(_ number: Int, _ date: String) -> String {
      let data =
        #""event":"e\#(number)","title":"\#(number)","date":"\#(date)","price":0,"image":"i","#
        + #""description":"d","onMain":true"#
      return #"{"command":"mall.scheduleEvent","actor":"admin","data":{\#(data)}}"#
    }
    let install =
      #"{"command":"mall.installApp","actor":"d1","#
      + #""data":{"os":"iOS","osVersion":"17","model":"m"}}"#
    let wish = #"{"command":"mall.setNotifications","actor":"d1","data":{"enabled":true}}"#
    let news =
      #"{"command":"mall.publishNews","actor":"admin","data":{"news":"n1","kind":"promotion","#
      + #""title":"Sale","image":"i","description":"d","validUntil":"2999-12-31","onMain":true}}"#
    let commands = [
      install, wish, news, event(1, "2999-12-01"), event(2, "2999-12-02"), event(3, "2999-12-02"),
    ]
    let folder = try Folder()
    try Tool.run("issue", in: folder, input: commands.joined(separator: "\n") + "\n")
    func expectEvents(of answer: String, from first: Int) throws -> [String: [Int]] {
      let diff = try json(run("diff \(answer) --from \(first) --json", in: folder).output)
      var found: [String: [Int]] = [:]
      for change in try #require(diff["changes"] as? [[String: Any]]) {
        let field = try #require(change["field"] as? String)
        let why = try run("why \(answer) \(field) --json", in: folder)
        let positions = try why.lines.compactMap { try json($0)["position"] as? Int }
        found[field] = change["positions"] as? [Int]
        #expect(found[field] == positions.filter { $0 > first }, "\(field)")
      }
      return found
    }
    let notifications = try expectEvents(of: "mall.notifications device=d1", from: 2)
    #expect(notifications["notifications[0].event"] ?? notifications["notifications[0]"] != nil)
    let home = try expectEvents(of: "mall.home", from: 3)
    #expect(home["main[0].title"] == [4, 5, 6])
  }

  @Test func `as JSON, every answer that differs is one document or one per line`() throws {
    let folder = try Folder.sample("nft")
    let lines = try run("diff --from 70 --json", in: folder)
    let document = try run("diff --from 70 --format json", in: folder)
    #expect(lines.lines.count == 6 && lines.status == 1 && document.status == 1)
    #expect(document.output == "[\(lines.lines.joined(separator: "\n,"))\n]\n")
    let first = try run("diff --from 70 --format json --limit 1", in: folder)
    #expect(first.output == "[\(lines.lines[0])\n]\n" && first.status == 1)
    let equal = try run("diff --from 71 --format json", in: folder)
    #expect(equal.output == "[]\n" && equal.status == 0)
    #expect(try run("diff --from 71 --json", in: folder).output.isEmpty)
  }

  @Test func `every answer may be compared without some events`() throws {
    let folder = try Folder.sample("nft")
    let hypothesis = "hypothetical: without event 71; later events stay as they were recorded\n"
    let earlier = try run("diff --from 69 --to 70", in: folder).output
    let diff = try run("diff --from 69 --without 71", in: folder)
    #expect(!earlier.isEmpty && diff.output == hypothesis + earlier && diff.status == 1)
    let json = try run("diff --from 69 --without 71 --json", in: folder)
    #expect(json.diagnostics == "replay-tool: \(hypothesis)")
    let request = #"{"diff":true,"from":69,"without":[71]}"#
    let session = try Tool.run("session", in: folder, input: request + "\n")
    #expect(
      session.output
        == #"{"ok":true,"hypothetical":true,"value":[\#(json.lines.joined(separator: ","))]}"#
        + "\n")
    let all = try run("diff --from 70 --without 71", in: folder)
    #expect(all.output == hypothesis && all.status == 0)
  }

  @Test func `an answer that never existed is reported as such`() throws {
    let folder = try Folder.sample("nft")
    let diff = try run("diff nft.cart user=bori --from 1", in: folder)
    #expect(diff.output.isEmpty && diff.status == 0)
    #expect(
      diff.diagnostics
        == "replay-tool: nft.cart user=bori has no answer at either moment\n")
    #expect(try run("diff nft.cart user=boris --from 71", in: folder).diagnostics.isEmpty)
  }

  @Test func `a day begins before its events, and an instant includes its own`() throws {
    let folder = try Folder()
    let times = ["2026-05-10T20:59:59.999Z", "2026-05-10T21:00:00Z", "2026-05-11T10:00:00Z"]
    let events = times.map { #"{"type":"T","time":"\#($0)","tags":[],"data":{}}"# + "\n" }
    // The journal's zone is three hours ahead of UTC, so 11 May begins at 21:00Z.
    try Tool.run("import", in: folder, input: events.joined())
    func from(_ moment: String) throws -> Int? {
      try json(run("diff nft.rating --from \(moment) --json", in: folder).output)["from"] as? Int
    }
    #expect(try from("2026-05-11") == 1)
    #expect(try from("2026-05-10T21:00:00Z") == 2)
    #expect(try from("2026-05-11T00:00") == 2)
    #expect(try from("0000-01-01") == 0)
    #expect(
      try run("diff nft.rating --from 0 --to 2026-05-10 --json", in: folder).output
        == #"{"from":0,"to":1,"changes":[]}"# + "\n")
    let session = try Tool.run(
      "session", in: folder, input: #"{"diff":"nft.rating","from":"2026-05-11"}"# + "\n")
    #expect(session.output == #"{"ok":true,"value":[{"from":1,"to":3,"changes":[]}]}"# + "\n")
  }
}
