import Foundation
import Testing

/// The sentences among the findings of a page.
@Suite struct FindingsTests {
  private func findings(of folder: Folder) throws -> [String] {
    let page = try folder.page()
    let section = try #require(page.firstMatch(of: /<section id="findings"[\s\S]*?<\/section>/)?.0)
    return section.matches(of: /<li><a [^>]*>([^<]*)</).map { String($0.1) }
  }

  /// A journal with imported events, each with its type, time and data.
  private func imported(
    _ events: [(String, String, String)], zone: String = "UTC"
  ) throws -> Folder {
    let folder = try Folder()
    let lines = events.map { type, time, data in
      #"{"type":"\#(type)","time":"\#(time)","tags":[],"data":\#(data)}"# + "\n"
    }
    let run = try Tool.run(
      "import", "--time-zone", zone, "--allow-future", in: folder, input: lines.joined())
    try #require(run.status == 0, "\(run.diagnostics)")
    return folder
  }

  @Test func `a type counts as a refusal by a whole word, not by a part of one`() throws {
    let types = [
      "paymentFailed", "paymentFailed", "<img onerror=1>", "Failover done", "wrong_code entered",
      "HTTPError", "declination", "tokenInvalidated",
    ]
    let folder = try imported(
      types.enumerated().map { place, type in
        (type, "2026-05-11T10:00:0\(place)Z", #"{"reason":"no money"}"#)
      })
    #expect(
      try findings(of: folder).filter { $0.hasPrefix("Refused") } == [
        "Refused or failed 2 times: paymentFailed, no money",
        "Refused or failed once: wrong_code entered, no money",
        "Refused or failed once: HTTPError, no money",
      ])
  }

  @Test func `a case with a unique last type has ended`() throws {
    func unfinished(_ domain: String, _ options: String...) throws -> [String] {
      let page = try Folder.sample(domain).page(options)
      let item = page.firstMatch(of: /<li><a [^>]*>Began and never ended.*?<\/li>/)?.0 ?? ""
      return item.matches(of: /<a href="([^"]*)">([^<]*)</).map { "\($0.1) \($0.2)" }
    }
    // payment:b-1 is the only one that was cancelled, order:9412 the only one that was withdrawn.
    #expect(try unfinished("nft") == [])
    // NFTs never end, and most mods, objects and trackers have not.
    #expect(try unfinished("nft", "--as-of", "2026-05-11T13:21") == [])
    for domain in ["mods", "mall", "habits"] { #expect(try unfinished(domain) == [], "\(domain)") }
    #expect(
      try unfinished("courier") == [
        "#position=28 Began and never ended: 4 of 14 (order): order:9407",
        "#position=50 order:9409", "#position=56 order:9410", "#position=59 order:9413",
      ])
  }

  @Test(arguments: [
    (
      [
        ["opened", "closed"], ["opened", "closed"], ["opened", "closed"], ["opened", "closed"],
        ["opened", "cancelled"], ["opened", "cancelled", "refunded"], ["opened"],
      ], ["1 of 7 (order): order:6", "1 of 7 (user): user:6"]
    ),
    (
      [["orderPlaced", "orderClosed"], ["orderPlaced", "orderClosed"], ["orderPlaced"]],
      ["1 of 3 (order): order:2"]
    ),
  ])
  func `a case that stopped at a step named like its end has ended`(
    _ cases: [[String]], _ expected: [String]
  ) throws {
    let folder = try Folder()
    let lines = cases.enumerated().flatMap { number, steps in
      steps.map {
        #"{"type":"\#($0)","time":"2026-05-11T10:00:00Z","#
          + #""tags":["order:\#(number)","user:\#(number)"],"data":{}}"# + "\n"
      }
    }
    #expect(try Tool.run("import", in: folder, input: lines.joined()).status == 0)
    #expect(
      try findings(of: folder).filter { $0.hasPrefix("Began") }
        == expected.map { "Began and never ended: \($0)" })
  }

  @Test func `equal times may be due to a slow clock or to the commands`() throws {
    let folder = try Folder()
    let commands = ["anna", "boris", "vera"].map { user in
      #"{"command":"nft.registerUser","actor":"\#(user)","at":"2026-05-11T10:00:00Z","#
        + #""data":{"name":"\#(user)"}}"# + "\n"
    }
    #expect(try Tool.run("issue", in: folder, input: commands.joined()).status == 0)
    #expect(
      try findings(of: folder) == [
        "Busiest second: 2026-05-11 13:00:00, with 3 events",
        "Times that may be clamped: 2 commands with exactly the time of the previous event. Either "
          + "the command stated it or the clock was slow; the journal does not record which",
      ])
  }

  @Test func `a local time that occurs twice has its offset, and counts as two minutes`()
    throws
  {
    let folder = try imported(
      [("A", "2025-10-26T00:30:00Z", "{}"), ("A", "2025-10-26T01:30:00Z", "{}")],
      zone: "Europe/Berlin")
    #expect(
      try findings(of: folder) == [
        "Busiest minute: 2025-10-26 02:30+02:00, with 1 event",
        "Quietest time: no event for 1\u{A0}h, from 2025-10-26 02:30:00+02:00 to "
          + "2025-10-26 02:30:00+01:00",
      ])
  }

  @Test func `a day on which the clocks change is one day`() throws {
    let times = ["2025-10-24T22:00", "2025-10-25T22:00", "2025-10-26T22:59", "2025-11-20T12:00"]
    let folder = try imported(
      times.map { ("A", "\($0):00Z", "{}") }, zone: "Europe/Berlin")
    #expect(try findings(of: folder).first == "Busiest day: 2025-10-26, with 2 events")
  }

  @Test func `events of all years are divided by millennia`() throws {
    let folder = try imported(
      ["0001-06-01", "0500-01-01", "9999-06-01"].map { ("A", "\($0)T00:00:00Z", "{}") })
    #expect(
      try findings(of: folder) == [
        "Busiest 1,000 years: 0000, with 2 events",
        "Quietest time: no event for 3,469,589\u{A0}d, from 0500-01-01 00:00:00 to "
          + "9999-06-01 00:00:00",
      ])
  }

  @Test func `an event that carries a tag twice is one step of its case`() throws {
    let folder = try Folder()
    let lines = [1, 2].flatMap { order in
      ["opened", "closed"].map {
        #"{"type":"\#($0)","time":"2026-05-11T10:00:00Z","#
          + #""tags":["order:\#(order)","order:\#(order)"],"data":{}}"#
      }
    }
    try Tool.run("import", in: folder, input: lines.joined(separator: "\n"))
    #expect(try findings(of: folder).allSatisfy { !$0.contains("repeated") })
  }
}
