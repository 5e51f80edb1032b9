import Foundation
import Testing

/// The verbs that explain the history, run by the built tool on the sample of an NFT shop.
@Suite struct ExplainTests: ShopTests {
  // MARK: - when

  @Test func `when finds the ranges of positions at which a condition holds`() throws {
    let folder = try Folder.sample("nft")
    func found(_ condition: String, _ options: String...) throws -> [String] {
      let when = try Tool.run(
        ["when", "nft.cart", "user=boris", "--where", condition, "--json"] + options, in: folder)
      #expect(when.status == (when.output.isEmpty ? 1 : 0))
      return try when.lines.map { line in
        let interval = try json(line)
        func position(_ name: String) -> Int? {
          (interval[name] as? [String: Any])?["position"] as? Int
        }
        #expect(
          position("began") == (interval["from"] as? Int == 0 ? nil : interval["from"] as? Int))
        if let to = interval["to"] as? Int { #expect(position("ended") == to + 1) }
        return "\(interval["from"] ?? "")-\(interval["to"] ?? "")"
      }
    }
    #expect(try found("total > 2") == ["33-46", "52-53"])
    #expect(try found("total=1.50") == ["32-32"])
    #expect(try found("total = 0") == ["7-31", "47-51", "54-"])
    #expect(try found("total = 0", "--first") == ["7-31"])
    #expect(try found("total = null") == ["0-6"])
    #expect(try found("items.count >= 2") == ["33-38"])
    #expect(try found("items[nft=pix-1]") == ["34-34"])
    #expect(try found("total < 0") == [])
    #expect(try found("total > 2", "--without", "39") == ["33-46", "52-53"])
    #expect(try found("total > 2", "--position", "40") == ["33-"])
    let text = try run("when nft.cart user=boris --where total=1.5", in: folder)
    #expect(
      text.lines.first == "from 32 to 32" && text.lines.count == 3 && text.status == 0)
  }

  @Test func `when runs a command once per different answer`() throws {
    let folder = try Folder.sample("nft")
    let when = try Tool.run(
      [
        "when", "nft.cart", "user=boris", "--run",
        "echo asked >> asked.txt; echo noise; grep -q cat-1", "--json",
      ], in: folder)
    #expect(when.lines.count == 1)
    #expect(when.output.hasPrefix(#"{"from":32,"to":38,"#))
    // Nine events, of which three lead back to earlier answers.
    #expect(try String(contentsOfFile: folder.path("asked.txt"), encoding: .utf8).count == 6 * 6)
    let missing = try run("when nft.cart user=boris --run no-such-command", in: folder)
    #expect(missing.status == 74)
    #expect(missing.diagnostics.contains("ended with status 127"))
  }

  // MARK: - diff

  @Test func `diff names the events that made each change`() throws {
    let folder = try Folder.sample("nft")
    let diff = try run("diff nft.cart user=boris --from 34 --to 47 --json", in: folder)
    #expect(diff.status == 1)
    let answer = try json(diff.output)
    #expect(answer["from"] as? Int == 34 && answer["to"] as? Int == 47)
    let changes = try #require(answer["changes"] as? [[String: Any]])
    let positions = changes.map { "\($0["field"] ?? "") \($0["positions"] ?? "")" }
    #expect(
      positions == [
        "items[nft=cat-1] [39]", "items[nft=pix-1] [35]", "items[nft=sky-2] [47]",
        "count [35, 39, 47]", "total [35, 39, 47]",
      ])
    let table = try run("diff nft.cart user=boris --from 35 --to 39", in: folder)
    #expect(table.output.hasSuffix("count: 2 → 1  (39)\ntotal: \"3.75\" → \"2.25\"  (39)\n"))
    let equal = try run("diff nft.cart user=boris --from 54", in: folder)
    #expect(equal.status == 0 && equal.output.isEmpty)
    let day = try run(
      "diff nft.cart user=boris --from 2026-05-11 --to 2026-05-11 --json", in: folder)
    #expect(day.output.hasPrefix(#"{"from":0,"to":67,"#))
  }

  @Test func `diff without a model names every answer that differs`() throws {
    let folder = try Folder.sample("nft")
    let diff = try run("diff --from 38 --to 39 --json", in: folder)
    let found = try diff.lines.map { line in
      let answer = try json(line)
      return try "\(answer["model"] ?? "") \(canonical(answer["parameters"] as Any))"
    }
    #expect(
      Set(found).isSuperset(of: [
        #"nft.cart {"user":"anna"}"#, #"nft.cart {"user":"boris"}"#, "nft.rating {}",
        #"nft.item {"nft":"cat-1"}"#,
      ]))
    #expect(!found.contains { $0.contains("vera") || $0.hasPrefix("nft.currencies") })
    let audit = try json(run("audit --position 39 --json", in: folder).output)
    let audited = try #require(audit["changes"] as? [[String: Any]]).map { change in
      try "\(change["model"] ?? "") \(canonical(change["parameters"] as Any))"
    }
    #expect(Set(found) == Set(audited))
  }

  @Test func `a rating is explained like any other answer`() throws {
    let folder = try Folder.sample("nft")
    let why = try run("why nft.rating users[user=anna].count", in: folder)
    #expect(why.output.hasSuffix("now 1\n"))
    let when = try run("when nft.rating --where users[user=anna].place=1 --json", in: folder)
    #expect(when.lines.count == 2)
    #expect(when.lines[1].hasPrefix(#"{"from":39,"to":46,"began":"#))
  }

  // MARK: - Nothing and null

  @Test func `a change has before and after if there is a value, even null`() throws {
    let folder = try Folder.sample("nft")
    let agreement = #""field":"agreement","before":null,"after":"https://example.com/agreement""#
    let total = #""field":"total","after":"0""#
    let outputs = [
      "why nft.currencies agreement --json", "audit --position 1 --json",
      "diff nft.currencies --from 0 --to 1 --json", "diff --from 0 --to 1 --json",
      "why nft.currencies --format jsonl --columns field,before,after",
      "diff nft.currencies --from 0 --to 1 --format jsonl --columns field,before,after",
    ]
    for words in outputs {
      #expect(try run(words, in: folder).output.contains(agreement), "\(words)")
    }
    for words in outputs {
      let words = words.replacing("nft.currencies agreement", with: "nft.currencies")
        .replacing("nft.currencies", with: "nft.cart user=boris").replacing("0", with: "6")
        .replacing("position 1", with: "position 7").replacing("to 1", with: "to 7")
      #expect(try run(words, in: folder).output.contains(total), "\(words)")
    }
    let requests = """
      {"why":"nft.currencies"}
      {"audit":true,"position":1}
      {"diff":"nft.currencies","from":0,"to":1}
      {"diff":true,"from":0,"to":1}
      """
    let session = try Tool.run(["session"], in: folder, input: Data(requests.utf8))
    #expect(session.lines.count == 4 && session.lines.allSatisfy { $0.contains(agreement) })
  }
}
