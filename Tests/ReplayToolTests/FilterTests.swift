import Foundation
import Testing

/// The filters of the verbs that list events, and the times that people type.
@Suite struct FilterTests {
  private let folder: Folder

  init() throws {
    folder = try Folder.sample("courier")
  }

  private func positions(_ verb: String, _ options: [String]) throws -> [Int] {
    let format = verb == "export" ? [] : ["--json"]
    let outcome = try Tool.run([verb] + options + format, in: folder)
    #expect(outcome.status == 0, "\(options): \(outcome.diagnostics)")
    return try outcome.lines.compactMap { try json($0)["position"] as? Int }
  }

  /// Every event, parsed.
  private func events() throws -> [[String: Any]] {
    try Tool.run("tail", "--json", in: folder).lines.map { try json($0) }
  }

  @Test(arguments: ["tail", "export", "audit"])
  func `filters of one kind are combined by or, of different kinds by and`(verb: String) throws {
    let all = try events()
    func expected(_ matches: ([String: Any]) -> Bool) -> [Int] {
      all.filter(matches).compactMap { $0["position"] as? Int }
    }
    func tags(_ event: [String: Any]) -> [String] { event["tags"] as? [String] ?? [] }
    #expect(
      try positions(verb, ["--tag", "order:9402", "--tag", "order:9401"])
        == expected { tags($0).contains("order:9402") || tags($0).contains("order:9401") })
    #expect(
      try positions(verb, ["--tag", "order:9402", "--actor", "petrova"])
        == expected { tags($0).contains("order:9402") && $0["actor"] as? String == "petrova" })
    #expect(
      try positions(verb, ["--type", "courier.orderP*", "--type", "courier.orderAccepted"])
        == expected { event in
          let type = event["type"] as? String ?? ""
          return type.hasPrefix("courier.orderP") || type == "courier.orderAccepted"
        })
    #expect(
      try positions(
        verb, ["--command", "courier.acceptOrder", "--actor", "kim", "--actor", "petrova"])
        == expected { event in
          event["command"] as? String == "courier.acceptOrder"
            && ["kim", "petrova"].contains(event["actor"] as? String)
        })
    let id = try #require(all[9]["commandId"] as? String)
    #expect(
      try positions(verb, ["--command-id", id]) == expected { $0["commandId"] as? String == id })
    let last = all.count
    let after = String(last - 3)
    #expect(try positions(verb, ["--after", after, "--after", "999"]).count == 3)
    #expect(
      try positions(verb, ["--since", "2099-01-01", "--since", "2000-01-01"])
        == positions(verb, ["--until", "2099-01-01", "--until", "2000-01-01"]))
    #expect(try positions(verb, ["-n", "3"]) == [last - 2, last - 1, last])
    #expect(try positions(verb, ["-n", "2", "--reverse"]) == [last, last - 1])
    #expect(try positions(verb, ["-n", "0"]) == [])
    #expect(
      try positions(verb, ["--tag", "order:9402", "-n", "2", "--reverse"])
        == Array(expected { tags($0).contains("order:9402") }.suffix(2).reversed()))
  }

  @Test(
    .english,
    arguments: [
      (["--actor", "petrva"], "the actor \"petrva\"; did you mean \"petrova\"?"),
      (["--type", "courir.*"], "the type \"courir.*\"; did you mean \"courier.*\"?"),
      (["--command", "courier.acceptOrdr"], "did you mean \"courier.acceptOrder\"?"),
      (["--type", "orderAccepted"], "did you mean \"courier.orderAccepted\"?"),
      (["--command", "acceptOrder"], "did you mean \"courier.acceptOrder\"?"),
      (["--actor", "petrova", "--actor", "nobody-at-all"], "the actor \"nobody-at-all\""),
      (["--actor", "adm"], "did you mean \"admin\"?"),
      (["--command-id", "zzzzzzzz"], "the command id \"zzzzzzzz\""),
      (["--correlation", "zzzzzzzz"], "the correlation \"zzzzzzzz\""),
    ])
  func `a name that no event has ever had is refused`(options: [String], advice: String) throws {
    for verb in ["tail", "export", "audit"] {
      let outcome = try Tool.run([verb] + options, in: folder)
      #expect(outcome.status == 1 && outcome.output == "", "\(verb)")
      #expect(outcome.diagnostics.contains(advice), "\(outcome.diagnostics)")
    }
  }

  @Test(
    .english,
    arguments: [
      ([], "a tag is KEY:VALUE"), (["k:1"], "a tag is KEY:VALUE"),
      (["plain"], "did you mean \"plain\"?"), (["plain", "k:1"], "did you mean \"k:1\"?"),
    ])
  func `a word that is no tag is explained by the tags of the journal`(
    tags: [String], advice: String
  ) throws {
    let folder = try Folder()
    let list = tags.map { "\"\($0)\"" }.joined(separator: ",")
    try Tool.run(
      "import", in: folder,
      input: #"{"type":"T","time":"2026-05-08T12:00:00Z","tags":[\#(list)],"data":{}}"# + "\n")
    for verb in ["tail", "export", "audit"] {
      let outcome = try Tool.run([verb, "--tag", "zzz"], in: folder)
      #expect(outcome.status == 1 && outcome.output == "", "\(verb)")
      #expect(outcome.diagnostics.contains("the tag \"zzz\"; \(advice)"), "\(outcome.diagnostics)")
    }
  }

  @Test(.english) func `names that no event has ever had are an error, with the nearest one`()
    throws
  {
    let folder = try Folder()
    try folder.importReceipt(5)
    for verb in ["tail", "export"] {
      let type = try Tool.run(verb, "--type", "Confirmation of reciept", in: folder)
      #expect(type.status == 1 && type.output == "")
      #expect(
        type.diagnostics == """
          replay-tool: no event has ever had the type "Confirmation of reciept"; did you mean \
          "Confirmation of receipt"?

          """)
      let tag = try Tool.run(verb, "--tag", "case:case-89l", in: folder)
      #expect(tag.status == 1)
      #expect(tag.diagnostics.contains(#"the tag "case:case-89l"; did you mean "case:case-891"?"#))
    }
    // A type that a domain records needs no event yet: the first one may be awaited.
    let process = Tool.process(
      ["tail", "--follow", "--after", "0", "--type", "courier.courierRegistered", "--limit", "1"],
      in: folder)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    try Tool.run(
      "issue", in: folder,
      input: String(Folder.opening.split(separator: "\n")[0]).replacing("2024-", with: "2026-"))
    let line = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: line, as: UTF8.self).contains("courier.courierRegistered"))
  }

  @Test(.english) func `the nearest tag has the same value or the same key`() throws {
    for (tag, advice) in [
      ("petrova", "; did you mean \"courier:petrova\"?\n"),
      ("9402", "; did you mean \"order:9402\"?; replay-tool audit --position 9402 prints"),
      ("order:none", "; did you mean \"order:9401\"?\n"), ("person:zoe", "\"person:zoe\"\n"),
      ("parcel:9402", "; did you mean \"order:9402\"?\n"),
    ] {
      for words in [["tail", "--tag", tag], ["audit", tag]] {
        let outcome = try Tool.run(words, in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.diagnostics.contains(advice), "\(outcome.diagnostics)")
      }
    }
    let erased = try Tool.run("erase", "person:eva", "--yes", in: folder)
    #expect(erased.status == 1 && !erased.diagnostics.contains("did you mean"))
  }

  @Test func `a day as a limit means its end, even the last day of the calendar`() throws {
    for day in ["2026-05-04", "9999-12-31"] {
      let printed = try PseudoTerminal.run(
        ["tail", "--until", day, "-n", "1"], in: folder, typing: "")
      let end = day == "9999-12-31" ? "\(day)T23:59:59.999Z" : "\(day)T20:59:59.999Z"
      #expect(printed.screen.contains("--until \(day) = \(end) = "), "\(printed.screen)")
    }
  }

  @Test func `times may be local, days, or relative`() throws {
    let all = try events()
    func expected(_ matches: (String) -> Bool) -> [Int] {
      all.filter { matches($0["time"] as? String ?? "") }.compactMap { $0["position"] as? Int }
    }
    // Moscow is three hours ahead.
    #expect(
      try positions("tail", ["--since", "2026-05-05"]) == expected { $0 >= "2026-05-04T21:00" })
    #expect(
      try positions("tail", ["--until", "2026-05-04"]) == expected { $0 < "2026-05-04T21:00" })
    #expect(
      try positions("tail", ["--since", "2026-05-04T09:10", "--until", "2026-05-04T09:50:00.000"])
        == expected { $0 >= "2026-05-04T06:10" && $0 <= "2026-05-04T06:50:00.000Z" })
    #expect(
      try positions("export", ["--as-of", "2026-05-04"]) == expected { $0 < "2026-05-04T21:00" })
    for word in ["now", "today", "yesterday", "3 hours ago", "1 week ago", "0 minutes ago"] {
      #expect(try Tool.run("tail", "--since", word, in: folder).status == 0, "\(word)")
      #expect(try Tool.run("export", "--as-of", word, in: folder).status == 0, "\(word)")
    }
    for word in ["tomorrow", "3 hours", "-1 days ago", "2026-02-30", "2026-05-04T25:00", "12:00"] {
      #expect(try Tool.run("tail", "--since", word, in: folder).status == 64, "\(word)")
    }
  }

  @Test func `a local time that occurs twice means the first, and a skipped one is an error`()
    throws
  {
    let folder = try Folder()
    func line(_ time: String) -> String {
      #"{"type":"T","time":"\#(time)","tags":[],"data":{}}"# + "\n"
    }
    // In Berlin 02:30 comes at 00:30Z and again at 01:30Z on that day.
    let input = line("2025-10-26T00:30:00Z") + line("2025-10-26T01:30:00Z")
    try Tool.run("import", "--time-zone", "Europe/Berlin", in: folder, input: input)
    let first = try Tool.run("tail", "--json", "--until", "2025-10-26T02:30", in: folder)
    #expect(first.lines.count == 1)
    for (verb, status) in [("tail", 64), ("export", 65)] {
      let option = verb == "tail" ? "--since" : "--as-of"
      let skipped = try Tool.run(verb, option, "2025-03-30T02:30", in: folder)
      #expect(skipped.status == status)
      let text = try Tool.run(verb, option, "2025-03-30T02:30", "--locale", "en", in: folder)
      #expect(text.diagnostics.contains("clocks in Europe/Berlin never showed 2025-03-30T02:30"))
    }
  }

  @Test func `following begins at the end`() throws {
    let process = Tool.process(["tail", "-f", "--json", "--limit", "1"], in: folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let head = try events().count
    while process.isRunning {
      try Tool.run(
        "session", in: folder, input: #"{"append":[{"type":"Ticked","data":{}}]}"# + "\n")
    }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    #expect((try json(String(decoding: output, as: UTF8.self))["position"] as? Int ?? 0) > head)
  }

  @Test func `the prefix of a type selects by bytes, as a whole type does`() throws {
    let folder = try Folder()
    let types = ["caf\u{e9}.a", "cafe\u{301}.b"]
    let events = types.map {
      #"{"type":"\#($0)","time":"2026-05-08T12:00:00Z","tags":[],"data":{}}"#
    }
    try Tool.run("import", in: folder, input: events.joined(separator: "\n"))
    for (position, type) in types.enumerated() {
      for filter in [type, type.dropLast() + "*"] {
        let found = try Tool.run(
          "tail", "--type", filter, "--columns", "position", "--format", "tsv", in: folder)
        #expect(found.output == "position\n\(position + 1)\n", "\(filter)")
      }
    }
  }
}
