import Foundation
import Testing

@Suite struct EraseTests {
  @Test func `a dry run prints the sections that would be erased and changes nothing`() throws {
    let folder = try Folder.sample("habits")
    let records = try folder.records()
    let said = try Tool.run("erase", "user:boris", "--dry-run", "--locale", "en", in: folder)
    #expect(said.status == 0)
    #expect(
      said.output == """
        user:boris: 2 records to erase
          1  habits.categoryAdded
          1  habits.habitCreated

        """)
    #expect(try folder.records() == records)
    let json = try Tool.run("erase", "user:boris", "--dry-run", "--json", in: folder).output
    #expect(json.hasSuffix(#""events":[],"dryRun":true}"# + "\n"))
    #expect(json.hasPrefix(#"{"sections":2,"subjects":[{"subject":"user:boris","sections":2,"#))
  }

  @Test(.english) func `an erasure is printed, recorded and audited`() throws {
    let folder = try Folder.sample("habits")
    let head = try #require(json(Tool.run("stats", "--json", in: folder).output)["head"] as? Int)
    let erased = try Tool.run(
      "erase", "--yes", "user:boris", "--reason", "request 17", "--actor", "dpo", "--locale", "en",
      in: folder)
    #expect(erased.status == 0)
    #expect(
      erased.output == """
        user:boris: 2 records to erase
          1  habits.categoryAdded
          1  habits.habitCreated
        user:boris: 2 records erased
          1  habits.categoryAdded
          1  habits.habitCreated
        recorded as event \(head + 1)

        """)
    #expect(
      erased.diagnostics == """
        \(Self.remaining)
        replay-tool: not covered: free disk blocks, file-system snapshots, backups and exports; \
        erase them yourself

        """)
    let event = try json(
      Tool.run("audit", "--position", "\(head + 1)", "--json", in: folder).output)
    #expect(event["type"] as? String == "system.subjectErased")
    #expect(event["actor"] as? String == "dpo" && event["command"] as? String == "system.erase")
    let data = try #require(event["data"] as? [String: Any])
    #expect(data["reason"] as? String == "request 17")
    #expect((data["subject"] as? String)?.count == 64)
    let position = try #require((data["positions"] as? [[Int]])?.first?.first)
    let remains = try json(
      Tool.run("audit", "--position", "\(position)", "--json", in: folder).output)
    #expect(remains["erased"] as? Bool == true && remains["personal"] == nil)
    #expect(remains["actor"] as? String == "boris" && remains["data"] != nil)
    #expect(
      try Tool.run("audit", "--position", "\(position)", "--locale", "en", in: folder).output
        .contains("Personal: erased"))
    #expect(
      try Tool.run("verify", in: folder).output.contains("erased   the personal data of 2 records"))

    let again = try Tool.run("erase", "--yes", "user:boris", "--locale", "en", in: folder)
    #expect(again.status == 0 && again.output == "user:boris: 0 records to erase\n")
    #expect(
      again.diagnostics == "\(Self.remaining)\nreplay-tool: there is nothing left to erase\n")
  }

  private static let remaining = """
    replay-tool: 5 records still carry the id of user:boris, since ids are not erased: \
    5 as tag, 5 as actor, 5 in data: positions 13, 14, 15, 16, 17
    """

  @Test(.english) func `a compound id remains in data that has all of its parts`() throws {
    let folder = try Folder()
    let requests = """
      {"command":"habits.addCategory","actor":"anna","data":{"category":"c","title":"Спорт"}}
      {"command":"habits.createHabit","actor":"anna","data":{"tracker":"t","title":"Бег","category":"c","emoji":"🏃","color":"#FF0000","schedule":["mon"]}}
      {"command":"habits.deleteTracker","actor":"anna","data":{"tracker":"t"}}

      """
    let issued = try Tool.run("issue", in: folder, input: requests)
    #expect(issued.status == 0, "\(issued.output)")
    let erased = try Tool.run("erase", "--yes", "tracker:anna/t", "category:anna/c", in: folder)
    #expect(
      erased.diagnostics == """
        replay-tool: 2 records still carry the id of tracker:anna/t, since ids are not erased: \
        2 as tag, 0 as actor, 2 in data: positions 2, 3
        replay-tool: 2 records still carry the id of category:anna/c, since ids are not erased: \
        1 as tag, 0 as actor, 2 in data: positions 1, 2
        replay-tool: not covered: free disk blocks, file-system snapshots, backups and exports; \
        erase them yourself

        """)
  }

  @Test(.english)
  func `an unknown subject is refused, and nothing is erased, not even of known subjects`() throws {
    let folder = try Folder.sample("habits")
    let records = try folder.records()
    for words in [["usr:boris"], ["usr:boris", "user:boris"], ["user:boris", "usr:boris"]] {
      for option in ["--yes", "--dry-run"] {
        let refused = try Tool.run(["erase", option] + words, in: folder)
        #expect(refused.status == 1 && refused.output == "")
        #expect(
          refused.diagnostics == """
            replay-tool: no event was ever about usr:boris; nothing was erased; did you mean \
            "user:boris"?

            """)
      }
    }
    let json = try Tool.run("erase", "user:borys", "--yes", "--json", in: folder)
    #expect(
      json.status == 1 && json.output.hasPrefix(#"{"ok":false,"error":{"code":"unknownSubject","#))
    #expect(try folder.records() == records)
  }

  @Test(.english) func `without a terminal nothing is erased without --yes`() throws {
    let folder = try Folder.sample("habits")
    let records = try folder.records()
    for words in [["user:boris"], ["--due"]] {
      let refused = try Tool.run(["erase"] + words, in: folder)
      #expect(refused.status == 64 && refused.output == "")
      #expect(
        refused.diagnostics == """
          replay-tool: erased data is gone for good: without a terminal, erase needs --yes
          try: replay-tool erase --help

          """)
    }
    #expect(try folder.records() == records)
  }

  @Test
  func
    `with --json the result is one object, with counts of the records that still name the subject`()
    throws
  {
    let folder = try Folder.sample("habits")
    let erased = try Tool.run(
      "erase", "--yes", "--json", "user:boris", "--locale", "en", in: folder)
    #expect(erased.lines.count == 1)
    let subject = try #require((json(erased.output)["subjects"] as? [[String: Any]])?.first)
    let remaining = try #require(subject["remaining"] as? [String: Int])
    // The same numbers, counted in the lines of the journal.
    let lines = String(decoding: try folder.records(), as: UTF8.self).split(separator: "\n")
    let tagged = lines.filter { $0.contains(#""user:boris""#) }.count
    #expect(remaining["tags"] == tagged && tagged > 0)
    #expect(remaining["actors"] == lines.filter { $0.contains(#""actor":"boris""#) }.count)
    #expect(remaining["records"] == lines.filter { $0.contains("boris") }.count)
    #expect(erased.diagnostics.hasPrefix("user:boris: 2 records to erase\n"))
    let dry = try Tool.run("erase", "--dry-run", "--json", "user:boris", in: folder)
    #expect(dry.output.contains(#""remaining":{"records":"#))
  }

  @Test(arguments: [
    ("y\n", true), ("YES\n", true), ("n\n", false), ("\n", false), ("yesterday\n", false),
  ])
  func `on a terminal it asks for confirmation`(typed: String, isErased: Bool) throws {
    let folder = try Folder.sample("habits")
    let records = try folder.records()
    let printed = try PseudoTerminal.run(["erase", "user:boris"], in: folder, typing: typed)
    #expect(printed.status == (isErased ? 0 : 1))
    #expect(printed.screen.contains("user:boris: 2 records to erase\n"))
    #expect(printed.screen.contains("erase this for good? [y/N] "))
    #expect(printed.screen.contains("user:boris: 2 records erased\n") == isErased)
    #expect(printed.screen.contains("replay-tool: nothing was erased\n") != isErased)
    #expect((try folder.records() == records) != isErased)
  }

  @Test func `with --locale ru, question and answer are in Russian`() throws {
    let printed = try PseudoTerminal.run(
      ["erase", "user:boris", "--locale", "ru"], in: Folder.sample("habits"), typing: "да\n")
    #expect(printed.screen.contains("user:boris: записей к удалению: 2\n"))
    #expect(printed.screen.contains("удалить это навсегда? [д/Н] "))
    #expect(printed.screen.contains("user:boris: удалено записей: 2\n"))
  }

  @Test(.english)
  func `on a terminal it asks nothing with --yes, in a dry run, or if there is nothing to erase`()
    throws
  {
    let folder = try Folder.sample("habits")
    for words in [["user:boris", "--yes"], ["user:boris"], ["user:anna", "--dry-run"]] {
      let printed = try PseudoTerminal.run(["erase"] + words, in: folder, typing: "")
      #expect(printed.status == 0 && !printed.screen.contains("[y/N]"), "\(printed.screen)")
    }
    #expect(
      try Tool.run("verify", in: folder).output.contains("erased   the personal data of 2 records"))
  }

  @Test(.english) func `the time can be given, and is never before the last event`() throws {
    let folder = try Folder.sample("habits")
    func time(ofErasing words: String...) throws -> String? {
      let erased = try json(Tool.run(["erase", "--yes"] + words + ["--json"], in: folder).output)
      let event = try #require((erased["events"] as? [Int])?.first)
      return try json(Tool.run("audit", "--position", "\(event)", "--json", in: folder).output)[
        "time"] as? String
    }
    #expect(
      try time(ofErasing: "user:boris", "--at", "2026-11-01T12:00:00+03:00")
        == "2026-11-01T09:00:00.000Z")
    let early = try Tool.run(
      ["erase", "--yes", "user:anna", "--at", "2026-11-01T08:59:59Z", "--json"], in: folder)
    #expect(early.output.contains(#""code":"timeBeforeLastEvent""#))
    #expect(
      early.status == 1
        && early.diagnostics.hasPrefix(
          """
          replay-tool: --at is before the last event, 2026-11-01T09:00:00.000Z

          """)
    )
    #expect(
      try time(ofErasing: "user:anna", "--at", "2026-11-01T09:00:00Z")
        == "2026-11-01T09:00:00.000Z")
    let future = try Tool.run(
      ["erase", "--yes", "user:anna", "--at", "2999-01-01T00:00:00Z", "--json"], in: folder)
    #expect(future.status == 1 && future.output.contains(#""code":"timeInFuture""#))
    let wrong = try Tool.run("erase", "--yes", "user:boris", "--at", "noon", in: folder)
    #expect(wrong.status == 64 && wrong.diagnostics.contains("--at takes a time such as"))
  }

  @Test(
    .english,
    arguments: [
      (["erase"], "erase needs a tag or --due"), (["erase", "boris"], "KEY:VALUE"),
      (["erase", "user:boris", "--due"], "either tags or --due"),
      (["erase", "user:"], "KEY:VALUE"), (["erase", "user:a:"], "KEY:VALUE"),
      (["erase", "user:boris", "--actor", "д"], "--actor takes"),
    ])
  func `wrong arguments are named`(words: [String], part: String) throws {
    let folder = try Folder()
    let said = try Tool.run(words, in: folder)
    #expect(said.status == 64 && said.diagnostics.contains(part), "\(said.diagnostics)")
  }

  @Test func `a missing journal and a missing key have statuses of their own`() throws {
    let folder = try Folder()
    #expect(try Tool.run("erase", "--yes", "user:boris", in: folder).status == 66)
    let other = try Folder.sample("habits")
    try FileManager.default.removeItem(atPath: other.path("journal/journal.key"))
    #expect(try Tool.run("erase", "--yes", "user:boris", in: other).status == 74)
    #expect(try Tool.run("erase", "--yes", "--due", in: other).status == 74)
    #expect(try Tool.run("erase", "user:boris", "--dry-run", in: other).status == 0)
  }

  @Test func `following continues after an erasure`() throws {
    let folder = try Folder.sample("habits")
    let head = try #require(json(Tool.run("stats", "--json", in: folder).output)["head"] as? Int)
    let process = Tool.process(
      ["tail", "--follow", "--after", "0", "--json", "--limit", "\(head + 4)"], in: folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    try Tool.run("erase", "--yes", "user:boris", in: folder)
    let note = #"{"type":"Noted","tags":[],"time":"2100-01-01T00:00:00Z","data":{}}"# + "\n"
    #expect(try Tool.run("import", "--allow-future", in: folder, input: note).status == 0)
    try Tool.run("erase", "--yes", "user:anna", in: folder)
    #expect(
      try Tool.run(
        "import", "--allow-future", in: folder, input: note.replacing("2100", with: "2101")
      ).status == 0)
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: output, as: UTF8.self) == (try Tool.run("export", in: folder).output))
  }
}
