import Foundation
import Testing

/// `why`, run by the built tool.
@Suite struct WhyTests: ShopTests {
  @Test func `why lists every event that changed a value, and the current value`() throws {
    let folder = try Folder.sample("nft")
    let why = try run("why nft.cart user=boris total", in: folder)
    #expect(
      why.output == """
        7   05-11 07:43  nft.userRegistered    boris          → 0
        32  05-11 09:58  nft.addedToCart       boris    0     → 1.5
        33  05-11 09:59  nft.addedToCart       boris    1.5   → 3.75
        34  05-11 10:00  nft.addedToCart       boris    3.75  → 3.85
        35  05-11 10:01  nft.removedFromCart   boris    3.85  → 3.75
        39  05-11 10:21  nft.paymentConfirmed  gateway  3.75  → 2.25  nft:cat-1 user:anna
        47  05-11 10:52  nft.paymentConfirmed  gateway  2.25  → 0     nft:cat-1 nft:sky-2 user:gleb
        52  05-11 11:31  nft.addedToCart       boris    0     → 2.25
        54  05-11 11:33  nft.paymentConfirmed  gateway  2.25  → 0
        now 0

        """)
    #expect(why.status == 0)
  }

  @Test func `why shows the whole list where the field asked for in it stays the same`() throws {
    let folder = try Folder()
    let requests = """
      {"command":"habits.addCategory","actor":"anna","at":"2026-05-08T09:00:00Z","data":{"category":"c","title":"C"}}
      {"command":"habits.createHabit","actor":"anna","at":"2026-05-08T09:00:00Z","data":{"tracker":"t","title":"T","category":"c","emoji":"🙂","color":"#AABBCC","schedule":["mon","wed"]}}
      {"command":"habits.editTracker","actor":"anna","at":"2026-05-08T09:00:00Z","data":{"tracker":"t","schedule":["mon","fri"]}}

      """
    #expect(try Tool.run("issue", in: folder, input: requests).status == 0)
    func changes(of field: String) throws -> [Substring] {
      let why = try Tool.run("why", "habits.tracker", "user=anna", "tracker=t", field, in: folder)
      return why.lines.prefix(2).map { $0[$0.range(of: "anna")!.upperBound...] }
    }
    #expect(
      try changes(of: "schedule[0]")
        == ["  schedule[0]            → mon", "  schedule     mon, wed  → mon, fri"])
    #expect(
      try changes(of: "schedule.count")
        == ["  schedule.count            → 2", "  schedule        mon, wed  → mon, fri"])
    #expect(try changes(of: "schedule[1]") == ["       → wed", "  wed  → fri"])
  }

  @Test func `why shows the field asked for where its whole list element came or went`() throws {
    let folder = try Folder.sample("nft")
    let why = try run("why nft.cart user=boris items[nft=cat-1].price", in: folder)
    #expect(
      why.output == """
        7   05-11 07:43  nft.userRegistered    boris    items                        → —
        32  05-11 09:58  nft.addedToCart       boris    items[nft=cat-1].price       → 1.5
        39  05-11 10:21  nft.paymentConfirmed  gateway  items[nft=cat-1].price  1.5  →      nft:cat-1 user:anna
        now nothing: the answer has no items[nft=cat-1].price

        """)
  }

  @Test func `why says that an answer has no such field any more`() throws {
    let folder = try Folder.sample("nft")
    let why = try run("why nft.cart user=boris items[nft=cat-1]", in: folder)
    #expect(why.lines.last == "now nothing: the answer has no items[nft=cat-1]")
    let none = try run("why nft.cart user=boris total --position 6", in: folder)
    #expect(none.status == 1)
  }

  @Test func `why follows an index in a list whose objects had identities before`() throws {
    let folder = try Folder.sample("mall")
    // The second code for the same phone makes the phone's number useless as an identity.
    let why = try run("why mall.codes now=2026-05-10T09:10:00Z codes[0].sentAt --json", in: folder)
    #expect(
      try why.lines.map { try json($0)["position"] as? Int } == [37, 39, 40, 60, 61])
    let first = try #require(why.lines.first)
    #expect(
      first.hasSuffix(
        #""changes":[{"field":"codes[0].sentAt","after":"2026-05-04T09:10:20.000Z"}]}"#))
  }

  @Test func `why prints one event per line as tail does, with its changes`() throws {
    let folder = try Folder.sample("nft")
    let why = try run("why nft.cart user=boris total --json", in: folder)
    let tail = try run("tail --json", in: folder).lines
    let positions = [7, 32, 33, 34, 35, 39, 47, 52, 54]
    #expect(why.lines.count == positions.count)
    for (line, position) in zip(why.lines, positions) {
      var event = try json(line)
      let changes = try #require(event.removeValue(forKey: "changes") as? [[String: Any]])
      #expect(changes.map { $0["field"] as? String } == ["total"])
      #expect(try canonical(event) == canonical(json(tail[position - 1])))
    }
    #expect(why.lines[0].hasSuffix(#""changes":[{"field":"total","after":"0"}]}"#))
    #expect(
      why.lines[5].hasSuffix(#""changes":[{"field":"total","before":"3.75","after":"2.25"}]}"#))
  }

  /// The answers at all positions, asked for in one session; "" where there is none.
  private func answers(
    of model: String, _ parameters: [String], through head: Int, in folder: Folder
  ) throws -> [String] {
    var members: [String: Any] = [:]
    for parameter in parameters {
      let parts = parameter.split(separator: "=", maxSplits: 1).map(String.init)
      switch parts[0] {
      case "limit", "offset", "signedAt": members[parts[0]] = Int(parts[1])
      case "metro": members[parts[0]] = parts[1].components(separatedBy: ",")
      default: members[parts[0]] = parts[1]
      }
    }
    let requests = try (0...head).map {
      try canonical(["show": model, "parameters": members, "position": $0])
    }
    return try Tool.run("session", in: folder, input: requests.joined(separator: "\n") + "\n")
      .lines.map { $0.contains(#""ok":true"#) ? String($0) : "" }
  }

  @Test(arguments: SampleTests.stories)
  func `why lists exactly the positions at which show differs`(story: SampleTests.Story) throws {
    let folder = try Folder.sample(story.domain)
    let stats = try json(Tool.run("stats", "--json", in: folder).output)
    let head = try #require(stats["head"] as? Int)
    let last = try #require(stats["lastTime"] as? String)
    for question in Effort.current.sample(story.questions, 2) {
      let words = question.split(separator: " ").map(String.init)
      let model = words[0]
      let parameters = words.dropFirst().filter { $0.contains("=") && !$0.hasPrefix("now=") }
      let catalog = try json(Tool.run("catalog", model, "--json", in: folder).output)
      let now = try canonical(catalog).contains(#""now""#) ? ["now=\(last)"] : []
      let answers = try answers(of: model, parameters + now, through: head, in: folder)
      let expected = (1...head).filter { answers[$0] != answers[$0 - 1] }
      let why = try Tool.run(["why", model] + parameters + ["--json"], in: folder)
      let found = try why.lines.compactMap { try json($0)["position"] as? Int }
      #expect(why.status == (answers.allSatisfy(\.isEmpty) ? 1 : 0), "\(question)")
      if why.status == 0 { #expect(found == expected, "\(question)") }
    }
  }

  @Test func `why can be limited, reversed, put into the past and printed as rows`() throws {
    let folder = try Folder.sample("nft")
    func positions(_ options: String) throws -> [Int] {
      try run("why nft.cart user=boris total --json \(options)", in: folder).lines
        .compactMap { try json($0)["position"] as? Int }
    }
    #expect(try positions("-n 2") == [52, 54])
    #expect(try positions("-n 2 --reverse") == [54, 52])
    #expect(try positions("--limit 2") == [7, 32])
    #expect(try positions("--since 2026-05-11T13:01") == [35, 39, 47, 52, 54])
    #expect(try positions("--until 2026-05-11T13:00") == [7, 32, 33, 34])
    #expect(try positions("--position 33") == [7, 32, 33])
    #expect(try positions("--as-of 2026-05-11T12:58:30") == [7, 32])
    #expect(try positions("--without 39") == [7, 32, 33, 34, 35, 47, 52, 54])
    let csv = try run(
      "why nft.cart user=boris total --format csv --columns position,field,before,after -n 1",
      in: folder)
    #expect(csv.output == "position,field,before,after\r\n54,total,2.25,0\r\n")
    // Like tail, it prints no personal data.
    #expect(try run("why nft.cart user=boris --columns personal", in: folder).status == 64)
    let past = try run("why nft.cart user=boris total --position 33", in: folder)
    #expect(past.output.hasSuffix("now 3.75\n"))
  }

  @Test func `a hypothetical answer is marked as one`() throws {
    let folder = try Folder.sample("nft")
    let hypothesis = "hypothetical: without event 39; later events stay as they were recorded\n"
    let why = try run("why nft.cart user=boris total --without 39 --position 46", in: folder)
    #expect(why.output.hasPrefix(hypothesis))
    #expect(why.output.hasSuffix("now 3.75\n"))
    let show = try run("show nft.cart user=boris --without 39,47 --position 51 --json", in: folder)
    #expect(try json(show.output)["total"] as? String == "3.75")
    #expect(show.diagnostics.contains("hypothetical: without events 39, 47;"))
    let diff = try run("diff nft.cart user=boris --from 38 --without 39", in: folder)
    #expect(diff.output.hasPrefix(hypothesis))
    #expect(try run("show nft.cart user=boris --without 7", in: folder).status == 1)
    #expect(try run("show nft.cart user=boris --without 999", in: folder).status == 65)
    #expect(try run("show nft.cart user=boris --without 0", in: folder).status == 64)
    #expect(try run("show nft.cart user=boris --without 39,x", in: folder).status == 64)
  }

  @Test func `why prints all changes of an event in one cell`() throws {
    let changes = #""[{""field"":""total"",""before"":""2.25"",""after"":""0""}]""#
    let folder = try Folder.sample("nft")
    for (columns, cells) in [
      ("position,changes", "54,\(changes)"), ("position,changes,after", "54,\(changes),0"),
    ] {
      let why = try run(
        "why nft.cart user=boris total -n 1 --columns \(columns) --format csv", in: folder)
      #expect(why.output == "\(columns)\r\n\(cells)\r\n")
    }
  }
}
