import Foundation
import Testing

/// CSV from spreadsheets and other systems.
@Suite struct ImportCSVTests {
  private static let tickets = SampleTests.project.appending(path: "events/tickets.csv").path
  private static let mapping =
    "type=Событие,time=Время,tag:ticket=Заявка,tag:operator=Оператор"

  /// The events without position and id.
  private func events(_ folder: Folder) throws -> [String] {
    try Tool.run("export", in: folder).lines.map { line in
      String(line).replacing(/"position":\d+,"id":"[-0-9a-f]{36}",/, with: "")
    }
  }

  @Test(.english) func `a spreadsheet's file is imported by a mapping`() throws {
    let folder = try Folder()
    let imported = try Tool.run(
      "import", "--file", Self.tickets, "--zone", "Europe/Moscow", "--map", Self.mapping,
      in: folder)
    #expect(imported.status == 0)
    #expect(
      imported.diagnostics
        == "replay-tool: \(Self.tickets) is read as CSV with \";\", --map \(Self.mapping)\n")
    #expect(
      imported.output.hasPrefix("6 read, 6 recorded, 0 skipped (already in the journal), in "))
    #expect(
      try events(folder) == [
        #"{"time":"2026-05-08T06:12:00.000Z","type":"Создана","version":1,"tags":["ticket:1001"],"#
          + #""data":{"Комментарий":"Не включается монитор;\nлампочка мигает"}}"#,
        #"{"time":"2026-05-08T06:15:00.000Z","type":"Назначена","version":1,"#
          + #""tags":["ticket:1001","operator:Иванова"],"data":{"Комментарий":""}}"#,
        #"{"time":"2026-05-08T06:40:30.000Z","type":"Создана","version":1,"tags":["ticket:1002"],"#
          + #""data":{"Комментарий":"Нужен доступ к \"1С\""}}"#,
        #"{"time":"2026-05-08T07:02:00.000Z","type":"Решена","version":1,"#
          + #""tags":["ticket:1001","operator:Иванова"],"data":{"Комментарий":"Кабель"}}"#,
        #"{"time":"2026-05-08T07:05:00.000Z","type":"Назначена","version":1,"#
          + #""tags":["ticket:1002","operator:Петров"],"data":{"Комментарий":""}}"#,
        #"{"time":"2026-05-08T08:30:00.000Z","type":"Отклонена","version":1,"#
          + #""tags":["ticket:1002","operator:Петров"],"data":{"Комментарий":"Нет согласования"}}"#,
      ])
    // The journal's zone is Moscow's by default, so the ids are the same.
    let again = try Tool.run(
      "import", "--json", "--format", "csv", "--file", Self.tickets, "--zone", "journal", "--map",
      Self.mapping, in: folder)
    #expect(again.diagnostics == "")
    #expect(try json(again.output)["passedOver"] as? Int == 6)
  }

  @Test(
    .english,
    arguments: [
      "--map date=Дата,time=Время,type=Событие", "--map date=Дата", "",
    ])
  func `date and time of day may be two columns`(_ map: String) throws {
    let folder = try Folder()
    let csv =
      "Дата;Событие;Время\n08.05.2026;Создана;9:05\n2026-05-08;Решена;10:00:30\n09.05.2026;День;\n"
    let options = map.split(separator: " ").map(String.init)
    let imported = try Tool.run(
      ["import", "--zone", "Europe/Moscow"] + options, in: folder, input: Data(csv.utf8))
    #expect(imported.status == 0, "\(imported.diagnostics)")
    let events = try Tool.run("export", in: folder).lines.map { try json($0) }
    #expect(
      events.map { $0["time"] as? String } == [
        "2026-05-08T06:05:00.000Z", "2026-05-08T07:00:30.000Z", "2026-05-08T21:00:00.000Z",
      ])
    #expect(events.allSatisfy { ($0["data"] as? [String: Any])?.isEmpty == true })
    try CSVImport.fails(
      "type,day,hour\nA,2026-05-08,25:00\n", "--map", "date=day,time=hour", "--zone", "UTC",
      message: "standard input, line 2: \"day\" and \"hour\" (time) takes a time such as")
  }

  @Test(.english) func `a dry run prints the mapping and three events, and makes no journal`()
    throws
  {
    let folder = try Folder()
    let dry = try Tool.run(
      "import", "--dry-run", "--file", Self.tickets, "--zone", "Europe/Moscow", "--map",
      "tag:ticket=Заявка", in: folder)
    #expect(
      dry.output.replacing(/in [.0-9]+ s .*/, with: "") == """
        format     CSV with ";"
        tag:ticket "Заявка"
        type       "Событие" (guessed)
        time       "Время" (guessed)
        data       the other columns
        {"time":"2026-05-08T06:12:00.000Z","type":"Создана","tags":["ticket:1001"],\
        "data":{"Оператор":"","Комментарий":"Не включается монитор;\\nлампочка мигает"}}
        {"time":"2026-05-08T06:15:00.000Z","type":"Назначена","tags":["ticket:1001"],\
        "data":{"Оператор":"Иванова","Комментарий":""}}
        {"time":"2026-05-08T06:40:30.000Z","type":"Создана","tags":["ticket:1002"],\
        "data":{"Оператор":"","Комментарий":"Нужен доступ к \\"1С\\""}}
        6 read, 6 to record, 0 skipped (already in the journal), \n
        """)
    #expect(!FileManager.default.fileExists(atPath: folder.journal))
    let machine = try json(
      Tool.run(
        "import", "--dry-run", "--json", "--file", Self.tickets, "--zone", "Europe/Moscow",
        in: folder
      ).output)
    #expect(machine["format"] as? String == "csv")
    #expect(machine["mapping"] as? [String: String] == ["type": "Событие", "time": "Время"])
    #expect((machine["events"] as? [Any])?.count == 3)
    #expect(machine["toRecord"] as? Int == 6)
  }

  @Test(.english) func `a dry run prints the events before a wrong row, too`() throws {
    let rows = "T,2026-05-08T12:00:00Z,x\nT,2026-05-08T12:00:01Z,y\nT,yesterday,\nT,soon,\n"
    let dry = try Tool.run(
      "import", "--dry-run", "--format", "csv", "--map", "type=type,time=time", in: try Folder(),
      input: CSVImport.header + rows)
    #expect(
      dry.output == """
        format     CSV with ","
        type       "type"
        time       "time"
        data       the other columns
        {"time":"2026-05-08T12:00:00.000Z","type":"T","tags":[],"data":{"note":"x"}}
        {"time":"2026-05-08T12:00:01.000Z","type":"T","tags":[],"data":{"note":"y"}}

        """)
    #expect(dry.diagnostics.hasPrefix("replay-tool: standard input, line 4: \"time\" takes a time"))
    #expect(dry.diagnostics.contains("dry run: nothing was recorded") && dry.status == 65)
  }

  @Test(.english) func `the guide shows what the tool prints`() throws {
    let guide = try String(
      contentsOf: SampleTests.project.appending(path: "docs/exchange.md"), encoding: .utf8)
    // A folder with the journal of the README's commands.
    let folder = try Folder.sample("nft")
    let words = [
      "import", "--dry-run", "--file", "events/tickets.csv", "--zone", "Europe/Moscow",
      "--journal", "help-desk",
    ]
    let places = ["events/tickets.csv": Self.tickets, "help-desk": folder.path("help-desk")]
    let dry = try Tool.run(words.map { places[$0] ?? $0 }, in: folder)
    let note = dry.diagnostics.replacing(Self.tickets, with: "events/tickets.csv")
    let lines = note.split(separator: "\n") + dry.lines.dropLast()
    let command = "$ replay-tool " + words.joined(separator: " ")
    #expect(
      guide.contains("\(command)\n" + lines.joined(separator: "\n") + "\n6 read, 6 to record, "))
  }

  @Test(.english) func `an export's own mapping, made explicit, reads the same events`() throws {
    let folder = try Folder()
    try folder.importReceipt(50)
    let csv = try Tool.run("export", "--format", "csv", in: folder).output
    let mapping = "tags=tags,data=data,type=type,time=time,id=id"
    for options in [[], ["--map", mapping]] {
      let copy = try Folder()
      let imported = try Tool.run(["import"] + options, in: copy, input: Data(csv.utf8))
      #expect(
        imported.diagnostics.hasPrefix(
          "replay-tool: standard input is read as CSV with \",\", --map \(mapping)"))
      #expect(
        try Tool.run("export", in: copy).output == Tool.run("export", in: folder).output)
    }
  }

  @Test func `separators, ids, empty cells and names with commas`() throws {
    let folder = try Folder()
    let id = "0190f5fe-7c00-7a00-8000-000000000001"
    let input = """
      sep=\t
      uuid\tactivity\t"what, ""exactly\"""\ttimestamp\tcase_id\t\u{20}
      \(id)\tA\t1.50\t2026-05-08T12:00:00Z\tc1\t
      \t"B\t"\t007\t2026-05-08 12:00:00.5+00:00\t\t=1

      """
    let imported = try Tool.run(
      "import", "--map", #""tag:what=what, ""exactly""""#, in: folder, input: input)
    #expect(imported.status == 0, "\(imported.diagnostics)")
    #expect(
      imported.diagnostics == """
        replay-tool: стандартный ввод читается как CSV с табуляцией, --map \
        '"tag:what=what, ""exactly\"\"\",type=activity,time=timestamp,id=uuid' \
        (угадано: type, time, id)\n
        """)
    #expect(try Tool.run("export", in: folder).lines.first?.contains(id) == true)
    #expect(
      try events(folder) == [
        #"{"time":"2026-05-08T12:00:00.000Z","type":"A","version":1,"tags":["what:1.50"],"#
          + #""data":{"case_id":"c1"," ":""}}"#,
        #"{"time":"2026-05-08T12:00:00.500Z","type":"B\t","version":1,"tags":["what:007"],"#
          + #""data":{"case_id":""," ":"=1"}}"#,
      ])
  }

  @Test(.english) func `an id column is an id only if it holds UUIDs`() throws {
    let folder = try Folder()
    let input = "id,type,time\n17,T,2026-05-08T12:00:00Z\n"
    #expect(try Tool.run("import", in: folder, input: input).status == 0)
    #expect(try events(folder)[0].hasSuffix(#""data":{"id":"17"}}"#))
    try CSVImport.fails(
      input, "--map", "id=id",
      message: "standard input, line 2: \"id\" takes a UUID, not \"17\"; 0 events")
    let none = try Folder()
    let uuid = "id,type,time\n0190f5fe-7c00-7a00-8000-000000000001,T,2026-05-08T12:00:00Z\n"
    let omitted = try Tool.run("import", "--map", "id=", in: none, input: uuid)
    #expect(omitted.status == 0)
    #expect(omitted.diagnostics.contains("--map type=type,time=time,id= "))
    #expect(try events(none)[0].contains(#""data":{"id":"0190"#))
    // The first event has no id.
    let later = try Folder()
    let rows = uuid.replacing("\n0190", with: "\n,T,2026-05-08T11:00:00Z\n0190")
    #expect(try Tool.run("import", in: later, input: rows).status == 0)
    #expect(try events(later)[1].hasSuffix(#""data":{}}"#))
  }

  @Test func `--sort, batches and repetition work as with JSON lines`() throws {
    let folder = try Folder()
    var rows = (0..<5000).map { "T\($0 % 7),2026-05-08T12:\(59 - $0 / 100):00Z,\($0 % 3)\n" }
    for index in rows.indices {
      rows[index] = rows[index].replacing(/12:(\d):/) { "12:0\($0.output.1):" }
    }
    let input = CSVImport.header + rows.joined()
    #expect(try Tool.run("import", in: folder, input: input).status == 65)
    let imported = try Tool.run("import", "--sort", "--json", in: folder, input: input)
    #expect(try json(imported.output)["recorded"] as? Int == 5000)
    let again = try Tool.run("import", "--sort", "--json", in: folder, input: input + rows[0])
    #expect(try json(again.output)["passedOver"] as? Int == 5000)
    // The added row is another event at the time of the last one.
    #expect(try json(again.output)["recorded"] as? Int == 1)
  }

  @Test(arguments: ["csv", "jsonl"])
  func `an export stays one when --map changes a part of it`(format: String) throws {
    let folder = try Folder()
    try folder.importReceipt(20)
    let raw = format == "csv" ? ["--format", "csv", "--raw"] : []
    let exported = try Tool.run(["export"] + raw, in: folder).output
    let copy = try Folder()
    #expect(try Tool.run("import", "--map", "id=", in: copy, input: exported).status == 0)
    // The column that is no id any more belongs to the data.
    let pairs = zip(
      try Tool.run("export", in: folder).lines, try Tool.run("export", in: copy).lines)
    for (line, copied) in pairs {
      let (event, other) = (try json(line), try json(copied))
      #expect(event["tags"] as? [String] == other["tags"] as? [String])
      var data = try #require(event["data"] as? [String: Any])
      data["id"] = event["id"]
      #expect(data as NSDictionary == other["data"] as? NSDictionary)
    }
    let marked = try Folder()
    #expect(
      try Tool.run("import", "--map", "tag:v=version", in: marked, input: exported).status == 0)
    let tags = try json(Tool.run("export", in: marked).lines[0])["tags"] as? [String]
    let first = try json(Tool.run("export", in: folder).lines[0])["tags"] as? [String] ?? []
    #expect(Set(tags ?? []) == Set(first + ["v:1"]))
  }

  @Test func `rows of two lines each are recorded in batches, too`() throws {
    let folder = try Folder()
    let rows = (0..<12_000).map { "T,2026-05-08T12:00:00Z,\"\($0)\nx\"\n" }.joined()
    let failed = try Tool.run("import", in: folder, input: "type,time,note\n\(rows)T,never,x\n")
    #expect(failed.status == 65)
    let events = try json(Tool.run("stats", "--json", in: folder).output)["events"] as? Int ?? 0
    #expect(events > 6000)
    let again = try Tool.run("import", "--json", in: folder, input: "type,time,note\n\(rows)")
    #expect(again.output.hasPrefix(#"{"read":12000,"recorded":\#(12_000 - events),"#))
  }

  @Test(arguments: ["csv", "jsonl", "members", "cloudevents"])
  func `--sort compares the times before --round-time rounds them`(form: String) throws {
    let times = [
      "12:00:00.000400", "12:00:00.00010000000000000002", "12:00:00.0001000000000000000100",
      "11:59:59.999900", "11:59:59.9995", "12:00:00", "12:00:00.001",
    ]
    let rows = times.enumerated().map { number, time in
      switch form {
      case "csv": "T\(number),2026-05-08T\(time)Z\n"
      case "jsonl":
        #"{"type":"T\#(number)","time":"2026-05-08T\#(time)Z","tags":[],"data":{}}"# + "\n"
      case "members": #"{"event":"T\#(number)","timestamp":"2026-05-08T\#(time)Z"}"# + "\n"
      default:
        #"{"specversion":"1.0","id":"\#(number)","source":"s","type":"T\#(number)","#
          + #""time":"2026-05-08T\#(time)Z"}"# + "\n"
      }
    }
    let folder = try Folder()
    let header = form == "csv" ? "type,time\n" : ""
    let imported = try Tool.run(
      "import", "--sort", "--round-time", in: folder, input: header + rows.joined())
    #expect(imported.status == 0, "\(imported.diagnostics)")
    let events = try Tool.run("export", in: folder).lines.map { try json($0) }
    #expect(
      events.map { $0["type"] as? String } == ["T4", "T3", "T5", "T2", "T1", "T0", "T6"])
    #expect(
      Set(events.dropLast().map { $0["time"] as? String }) == ["2026-05-08T12:00:00.000Z"])
  }
}
