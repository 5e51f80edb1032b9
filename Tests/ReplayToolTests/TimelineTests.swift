import Foundation
import Testing

/// A story as lines, and the sparklines of `stats`.
@Suite struct TimelineTests: ShopTests {
  @Test func `an order's story is one line per event`() throws {
    let folder = try Folder.sample("courier")
    let story = try Tool.run("timeline", "order:9402", in: folder)
    try Snapshot.expect(story.output, equals: "courier/timeline-9402.txt")
    try Tool.run("erase", "order:9402", "--yes", in: folder)
    let erased = try Tool.run("timeline", "order:9402", in: folder).output
    #expect(erased.contains("личные данные удалены") && !erased.contains("firstName"))
  }

  @Test(arguments: ["user:anna", "user:anna -n 4", "--type nft.* --until 2026-05-11T10:00:00Z"])
  func `a story has the events of the audit, each with the time since the one before`(
    _ question: String
  ) throws {
    let shop = try Folder.sample("nft")
    let audit = try run("audit \(question) --json", in: shop).lines.map { try json($0) }
    let story = try run("timeline \(question) --json", in: shop).lines.map { try json($0) }
    let positions = story.map { $0["position"] as? Int }
    #expect(positions == audit.map { $0["position"] as? Int } && positions.count > 3)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let times = try story.map { try format.parse($0["time"] as? String ?? "") }
    let gaps = zip(times, times.dropFirst()).map {
      Int(($1.timeIntervalSince($0) * 1000).rounded())
    }
    #expect(story.map { $0["elapsed"] as? Int } == [nil] + gaps)
    let reversed = try run("timeline \(question) --json --reverse", in: shop).lines
    #expect(try reversed.reversed().map { try json($0)["elapsed"] as? Int } == [nil] + gaps)
  }

  @Test(arguments: ["audit", "timeline"])
  func `-n counts only the events of the domain`(verb: String) throws {
    let shop = try Folder.sample("nft")
    try Tool.run("issue", "mods.launch", "--actor", "anna", in: shop)
    func positions(_ words: String) throws -> [Int] {
      let outcome = try run("\(verb) \(words) --json", in: shop)
      #expect(outcome.status == 0 && outcome.diagnostics.isEmpty, "\(outcome.diagnostics)")
      return try outcome.lines.compactMap { try json($0)["position"] as? Int }
    }
    #expect(try positions("--domain nft -n 3") == [69, 70, 71])
    #expect(try positions("--domain mods -n 3") == [72, 73])
    #expect(try positions("user:anna --domain nft -n 2") == [69, 70])
    #expect(try positions("user:anna --domain nft -n 2 --reverse") == [70, 69])
    #expect(try positions("--domain nft --actor anna --position 68 -n 2") == [66, 68])
  }

  @Test func `without a tag or a filter timeline prints an example`() throws {
    let shop = try Folder.sample("nft")
    let asked = try run("timeline", in: shop)
    #expect(asked.status == 64 && asked.diagnostics.contains("replay-tool timeline order:9412"))
    let misspelt = try run("timeline user:ana", in: shop)
    #expect(misspelt.status == 1 && misspelt.diagnostics.contains("user:anna"))
  }

  @Test func `on a terminal a story's lines are cut at the edge`() throws {
    let shop = try Folder.sample("nft")
    let story = try PseudoTerminal.run(
      ["timeline", "user:anna"], in: shop, typing: "", columns: 90,
      variables: ["NO_COLOR=1", "PAGER=cat"])
    let lines = story.screen.split(separator: "\n")
    #expect(lines.count > 10 && lines.allSatisfy { $0.count <= 90 })
    #expect(lines.contains { $0.count == 90 && $0.hasSuffix("…") })
  }

  @Test(arguments: [
    "courier order:9402", "nft user:anna", "mall device:phone-eva", "habits user:boris",
  ])
  func `no line of a story is wider than the screen`(story: String) throws {
    let words = story.split(separator: " ").map(String.init)
    let folder = try Folder.sample(words[0])
    for columns in [60, 70, 80, 100, 300] {
      let shown = try PseudoTerminal.run(
        ["timeline", words[1]], in: folder, typing: "", columns: UInt16(columns),
        variables: ["NO_COLOR=1", "PAGER=cat"])
      let lines = shown.screen.split(separator: "\n")
      #expect(lines.count > 2 && lines.allSatisfy { $0.count <= columns }, "\(shown.screen)")
      #expect(columns < 80 || lines.dropLast().allSatisfy { $0.contains(": ") })
    }
  }

  @Test(arguments: ["csv", "tsv", "markdown", "table"])
  func `rows have the personal data that JSON has`(format: String) throws {
    let folder = try Folder.sample("courier")
    for verb in ["timeline", "audit"] {
      func rows() throws -> String {
        try Tool.run(verb, "order:9402", "--format", format, in: folder).output
      }
      #expect(try rows().contains("personal"))
      #expect(try rows().contains("firstName"))
      let foreign = try Folder()
      try foreign.importReceipt(3)
      let rows = try Tool.run(verb, "--type", "*", "--format", format, in: foreign)
      #expect(rows.status == 0 && !rows.output.contains("personal"))
    }
    try Tool.run("erase", "order:9402", "--yes", in: folder)
    let erased = try Tool.run("timeline", "order:9402", "--format", format, in: folder)
    #expect(erased.status == 0 && !erased.output.contains("personal"))
  }

  @Test func `a missing pager loses no output`() throws {
    let shop = try Folder.sample("nft")
    let shown = try PseudoTerminal.run(
      ["tail", "-n", "100"], in: shop, typing: "", columns: 90,
      variables: ["NO_COLOR=1", "PAGER=no-such-pager -x"])
    #expect(shown.status == 0)
    #expect(shown.screen.contains("PAGER names no-such-pager, which is not found"))
    #expect(shown.screen.split(separator: "\n").count > 50)
  }

  @Test func `stats draws the events over time on a terminal only`() throws {
    let shop = try Folder.sample("nft")
    let drawn = try PseudoTerminal.run(
      ["stats"], in: shop, typing: "", variables: ["NO_COLOR=1", "PAGER=cat"])
    #expect(drawn.screen.contains("types, with their events per hour"))
    #expect(drawn.screen.contains("   7     █▃▆ ▃         nft.paymentStarted\n"))
    let plain = try run("stats", in: shop).output
    #expect(plain.contains("\ntypes\n") && plain.contains("   7  nft.paymentStarted\n"))
  }
}
