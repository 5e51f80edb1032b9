import Foundation
import Testing

/// Pages of journals that try to make them larger than 5 MiB.
@Suite struct LargePageTests {
  private static let signs = "<&\"'>"

  enum Hostile: String, CaseIterable {
    case types, names, accents, payloads, members, tags, reasons, kinds

    /// The number of events, and the type, the tags and the data of each.
    var count: Int {
      switch self {
      case .types: 10_000
      case .names: 3000
      case .accents: 310
      case .payloads, .members: 90
      case .tags: 75
      case .reasons: 60
      case .kinds: 3000
      }
    }

    func event(_ number: Int) -> (type: String, tags: [String], data: [String: String]) {
      let signs = LargePageTests.signs
      func texts(_ count: Int) -> String { String(repeating: signs, count: count) }
      let tags = ["case:\(number / 3)"]
      switch self {
      case .types: return ("T\(number)", tags, [:])
      case .names: return ("\(number)\(texts(38))", tags, [:])
      case .accents:
        return ("\(number % 300)" + String(repeating: "\u{301}", count: 5000), tags, [:])
      case .payloads:
        return ("step \(number % 5)", ["case:1"], members(texts(120)) { "m\($0)" })
      case .members:
        return ("step", ["case:1"], members("1") { texts(100) + "\($0)" })
      case .tags:
        return ("A\(number % 3)", (0..<60).map { "k\($0):\(texts(180))\(number % 70)" }, [:])
      case .reasons: return ("failed \(number % 50)", tags, ["reason": texts(4000) + "\(number)"])
      case .kinds: return ("A\(number % 2)", ["k\(number % 1000):\(number / 2000)"], [:])
      }
    }

    private func members(_ value: String, _ name: (Int) -> String) -> [String: String] {
      Dictionary(uniqueKeysWithValues: (0..<40).map { (name($0), value) })
    }

    /// The sentences about the data that the page leaves out.
    var sentences: [String] {
      switch self {
      case .types:
        ["9,920 more types. replay-tool stats", "transitions. To choose fewer events:"]
      case .names: ["more types. replay-tool stats", "more variants, with"]
      case .accents: ["more types. replay-tool stats"]
      case .payloads:
        [
          "left out; to print all events of the tag: replay-tool audit case:",
          "replay-tool tail --json",
        ]
      case .members: ["… and", "left out; to print all events of the tag: replay-tool audit case:"]
      case .tags: ["more kinds of tag: k", "The journal is large"]
      case .reasons: ["more reasons for refusals"]
      case .kinds: ["996 more kinds of tag: k4", "report --html FILE --process KIND"]
      }
    }
  }

  @Test(arguments: Hostile.allCases)
  func `no journal makes a page exceed the limit, and the page reports the data that it leaves out`(
    _ hostile: Hostile
  ) throws {
    let folder = try Folder()
    try folder.importEvents(hostile.count) { hostile.event($0) }
    let page = try folder.page()
    #expect(page.utf8.count <= 5 << 20)
    let data = try data(of: page)
    #expect(data["head"] as? Int == hostile.count)
    let markup = try #require(page.components(separatedBy: "<script type").first)
    for name in ["section", "table", "tr", "td", "li", "details", "g", "a"] {
      let opened = count("<\(name) ", in: markup) + count("<\(name)>", in: markup)
      #expect(opened == count("</\(name)>", in: markup), "\(name)")
    }
    // The events of another program change nothing.
    #expect(!page.contains(" on changed"))
    for sentence in hostile.sentences { #expect(page.contains(sentence), "\(sentence)") }
  }

  private func data(of page: String) throws -> [String: Any] {
    let start = try #require(page.range(of: #"id="data">"#)).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    return try json(String(page[start..<end]))
  }

  private func count(_ tag: String, in markup: String) -> Int {
    markup.components(separatedBy: tag).count - 1
  }

  @Test func `a list without room is left out before it is computed`() throws {
    let folder = try Folder()
    let commands = (0..<800).map { number in
      #"{"command":"courier.placeOrder","id":"o-\#(number)","actor":"eva","data":{"#
        + #""order":"\#(10_000 + number)","address":"ул. Комнатная, 12","#
        + #""deliveryDate":"2030-05-05","metro":"Сокол","firstName":"Ева","lastName":"Смит","#
        + #""phone":"+79161234567","color":"чёрный","comment":""}}"# + "\n"
    }
    let issued = try Tool.run(
      "issue", "--password-iterations", "1", in: folder, input: commands.joined())
    try #require(issued.status == 0, "\(issued.diagnostics)")
    let page = try folder.page("--model", "courier.orders", "--model", "courier.couriers")
    #expect(
      page.contains("<code>replay-tool show courier.orders</code>: too large for the page"))
    #expect(page.contains(#"data-model="courier.couriers""#))
    #expect(page.contains(#""stops":null"#))
    #expect(page.contains("replay-tool audit user:eva prints what the events from"))
  }

  @Test func `the data has only the maps that the page draws`() throws {
    let folder = try Folder()
    try folder.importEvents(2000) { number in
      let name = "\(number * 7 % 29)" + String(repeating: "<", count: 190)
      return (name, (0..<12).map { "k\($0):\(number / (3 + $0))" }, [:])
    }
    let page = try folder.page((0..<12).flatMap { ["--process", "k\($0)"] })
    let drawn = page.matches(of: /data-kind="(\w+)"/).map { String($0.1) }
    let maps = try #require(data(of: page)["maps"] as? [[String: Any]])
    #expect(maps.map { $0["kind"] as? String } == drawn)
    #expect((1..<12).contains(drawn.count))
    #expect(page.contains("\(12 - drawn.count) more kinds of tag: k\(drawn.count)"))
  }

  @Test func `a question that is refused at a later stop is left out with the reason`() throws {
    let folder = try Folder()
    let launched = try Tool.run(
      "issue", "mods.launch", "--actor", "anna", "--at", "1690-01-01T00:00:00Z", in: folder)
    try #require(launched.status == 0)
    try folder.importEvents(10_001) { _ in ("x", ["a:1"], [:]) }
    #expect(
      try folder.page().contains(
        "<code>replay-tool show mods.analytics</code>: The value of &quot;now&quot; is invalid"))
    let asked = try Tool.run(
      "report", "--html", "-", "--model", "mods.analytics", "--locale", "en", in: folder)
    #expect(asked.status == 65)
    #expect(asked.diagnostics.hasPrefix("replay-tool: invalidField: The value of \"now\""))
  }

  @Test func `the page reports the keys, stories and kinds of tag that it leaves out`() throws {
    let folder = try Folder.sample("nft")
    let page = try folder.page()
    #expect(
      page.contains(
        "<code>replay-tool report --html FILE --model &#39;nft.cart …&#39;</code>: 3 keys"))
    #expect(page.contains("more tags. To add a story: --story TAG"))
    #expect(page.contains("To get the map of one: replay-tool report --html FILE --process KIND."))
    let kinds = try folder.page("--process", "payment", "--process", "nft")
      .matches(of: /data-kind="(\w+)"/).map { String($0.1) }
    #expect(kinds == ["payment", "nft"])
    let unknown = try Tool.run(
      "report", "--html", "x", "--process", "paymnet", "--locale", "en", in: folder)
    #expect(unknown.status == 1)
    #expect(unknown.diagnostics.contains(#"did you mean "payment"?"#), "\(unknown.diagnostics)")
    let distant = try Tool.run(
      "report", "--html", "x", "--process", "order", "--locale", "en", in: folder)
    #expect(
      distant.diagnostics.hasSuffix(
        "the kind of tag \"order\"; the kinds are: collection, currency, nft, payment, user\n"))
  }
}

extension Folder {
  /// Imports events of another program, one a second.
  func importEvents(
    _ count: Int, _ event: (Int) -> (type: String, tags: [String], data: [String: String])
  ) throws {
    var lines = Data()
    for number in 0..<count {
      let (type, tags, data) = event(number)
      let minutes = number / 60
      let time = String(
        format: "2026-05-%02dT%02d:%02d:%02dZ", 1 + minutes / 1440, minutes / 60 % 24,
        minutes % 60, number % 60)
      lines += try JSONSerialization.data(
        withJSONObject: ["type": type, "time": time, "tags": tags, "data": data] as [String: Any])
      lines.append(0x0a)
    }
    let imported = try Tool.run(["import"], in: self, input: lines)
    try #require(imported.status == 0, "\(imported.diagnostics)")
  }
}
