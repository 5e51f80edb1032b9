import EventEngine
import Foundation
import Testing

@testable import ReplayToolKit

/// Foreign events are imported and exported unchanged.
@Suite struct ImportExportTests {
  @Test func `a real log is exported as it was imported, except for position and id`() throws {
    let folder = try Folder()
    let lines = try folder.importReceipt()
    let exported = try Tool.run("export", in: folder)
    #expect(exported.status == 0)
    #expect(exported.lines.count == 300)
    for (index, (line, original)) in zip(exported.lines, lines).enumerated() {
      var event = try json(line)
      #expect(event.removeValue(forKey: "position") as? Int == index + 1)
      #expect(event.removeValue(forKey: "id") is String)
      #expect(event.removeValue(forKey: "version") as? Int == 1)
      #expect(try canonical(event) == canonical(try json(original)))
    }
  }

  @Test func `an import can be repeated`() throws {
    let folder = try Folder()
    let lines = try folder.importReceipt()
    let records = try folder.records()
    let input = lines.joined(separator: "\n")
    let again = try Tool.run("import", "--json", in: folder, input: input)
    let summary = try json(again.output)
    #expect(summary["read"] as? Int == 300)
    #expect(summary["recorded"] as? Int == 0)
    #expect(summary["passedOver"] as? Int == 300)
    #expect(try folder.records() == records)
    let exported = try Tool.run("export", in: folder).output
    #expect(
      try json(Tool.run("import", "--json", in: folder, input: exported).output)["recorded"]
        as? Int == 0)
    let other = try Folder()
    try Tool.run("import", in: other, input: exported)
    #expect(try Tool.run("export", in: other).output == exported)
  }

  @Test func `equal lines are different events, each of them once`() throws {
    let folder = try Folder()
    let line = #"{"type":"T","time":"2026-05-08T12:00:00Z","tags":["a:1"],"data":{"n":1}}"# + "\n"
    #expect(try Tool.run("import", in: folder, input: line + line).status == 0)
    #expect(
      try json(Tool.run("import", "--json", in: folder, input: line + line + line).output)[
        "recorded"] as? Int == 1)
    let ids = try Tool.run("export", in: folder).lines.map { try json($0)["id"] as? String }
    #expect(Set(ids).count == 3)
    #expect(ids.allSatisfy { $0?.dropFirst(14).first == "5" })
  }

  @Test func `a position and a version are ignored, whatever they are`() throws {
    let folder = try Folder()
    let values = ["7", "1.5", #""x""#, "null", "true", #"["a",{"b":[]}]"#, #"{"id":1}"#]
    let lines = values.map { value in
      #"{"type":"T","time":"2026-05-08T12:00:00Z","tags":["k:1"],"data":{"a": 1},"#
        + #""position":\#(value),"version":\#(value)}"# + "\n"
    }
    let imported = try Tool.run("import", in: folder, input: lines.joined())
    #expect(imported.status == 0, "\(imported.diagnostics)")
    #expect(
      try Tool.run("tail", "--format", "tsv", "--columns", "version,tags,data", in: folder).lines
        .dropFirst() == Array(repeating: #"1\#t["k:1"]\#t{"a":1}"#, count: 7)[...])
  }

  @Test func `keys keep their order and numbers their spelling`() throws {
    let folder = try Folder()
    let line = #"""
      { "data" : { "b" : 1.50e+2 , "a":[ -0, 1E3, 12345678901234567890 ], "c": "é\u00e9" },
        "tags":["x:\u0031", ""], "time":"2026-05-08T15:00:00.5+03:00", "type":"\u0041 b" }
      """#.replacing("\n", with: " ")
    let imported = try Tool.run("import", in: folder, input: line)
    #expect(imported.status == 0, "\(imported.diagnostics)")
    let exported = try Tool.run("export", in: folder).output
    #expect(
      exported.hasSuffix(
        #""time":"2026-05-08T12:00:00.500Z","type":"A b","version":1,"tags":["x:1",""],"#
          + #""data":{"b":1.50e+2,"a":[-0,1E3,12345678901234567890],"c":"é\u00e9"}}"# + "\n"))
  }

  @Test(
    .english,
    arguments: [
      (#"{"type":"T","time":"2026-05-08T12:00:00Z","tags":[]}"#, "\"data\" is missing"),
      (#"{"type":"T","time":"2026-05-08T12:00:00Z","data":{}}"#, "\"tags\" is missing"),
      (#"{"type":"T","tags":[],"data":{}}"#, "\"time\" is missing"),
      (#"{"time":"2026-05-08T12:00:00Z","tags":[],"data":{}}"#, "\"type\" is missing"),
      (
        #"{"type":"","time":"2026-05-08T12:00:00Z","tags":[],"data":{}}"#,
        "\"type\" takes a text of 1 to 200 characters"
      ),
      (
        #"{"type":"T","time":"2026-05-08T12:00:00","tags":[],"data":{}}"#,
        "\"time\" takes an RFC 3339 instant"
      ),
      (
        #"{"type":"T","time":"2026-05-08T12:00:00.1234Z","tags":[],"data":{}}"#,
        "more than three fraction digits"
      ),
      (
        #"{"type":"T","time":"2026-05-08T12:00:00Z","tags":[1],"data":{}}"#,
        "\"tags\" takes an array of texts"
      ),
      (
        #"{"type":"T","time":"2026-05-08T12:00:00Z","tags":"a","data":{}}"#,
        "\"tags\" takes an array of texts"
      ),
      (
        #"{"type":"T","time":"2026-05-08T12:00:00Z","tags":[],"data":[]}"#,
        "\"data\" takes a JSON object"
      ),
      (
        #"{"type":"T","time":"2026-05-08T12:00:00Z","tags":[],"data":{},"id":"7"}"#,
        "\"id\" takes a UUID"
      ),
      (
        #"{"type":"T","time":"2026-05-08T12:00:00Z","tags":[],"data":{},"actor":"x"}"#,
        "unknown member \"actor\""
      ),
      (
        #"{"type":"courier.orderPlaced","time":"2026-05-08T12:00:00Z","tags":[],"data":{}}"#,
        "\"courier.orderPlaced\" is one of the engine's own events"
      ),
      (#"{"type":"T","#, "not a JSON object: unexpected end"),
      ("[]", "not a JSON object: expected an object"),
    ])
  func `an error names the wrong line and the reason`(
    line: String, reason: String
  ) throws {
    let folder = try Folder()
    let file = try folder.write(Self.good(1) + "\n" + line + "\n", to: "events.jsonl")
    let imported = try Tool.run("import", "--file", file, in: folder)
    #expect(imported.status == 65)
    #expect(imported.diagnostics.contains("\(file), line 3: "), "\(imported.diagnostics)")
    #expect(imported.diagnostics.contains(reason), "\(imported.diagnostics)")
  }

  private static func good(_ count: Int) -> String {
    (0..<count).map { index in
      #"{"type":"T","time":"2026-05-08T12:00:00Z","tags":[],"data":{"n":\#(index)}}"# + "\n"
    }.joined()
  }

  @Test(.english) func `events recorded before a wrong line stay`() throws {
    let folder = try Folder()
    let imported = try Tool.run("import", in: folder, input: Self.good(4096) + "[]\n")
    #expect(imported.status == 65)
    #expect(imported.diagnostics.contains("4,096 events were recorded before it"))
    #expect(try json(Tool.run("stats", "--json", in: folder).output)["events"] as? Int == 4096)
  }

  @Test(.english) func `decreasing times are refused unless --sort is given`() throws {
    let folder = try Folder()
    let input = ["12:00:02", "12:00:00", "12:00:01"].enumerated().map { index, time in
      #"{"type":"T\#(index)","time":"2026-05-08T\#(time)Z","tags":[],"data":{}}"# + "\n"
    }.joined()
    let unsorted = try Tool.run("import", in: folder, input: input)
    #expect(unsorted.status == 65)
    #expect(
      unsorted.diagnostics.contains(
        "standard input, line 2: the time 2026-05-08T12:00:00.000Z is before that of the previous "
          + "event, 2026-05-08T12:00:02.000Z"), "\(unsorted.diagnostics)")
    let dry = try Tool.run("import", "--dry-run", "--sort", "--json", in: folder, input: input)
    #expect(try json(dry.output)["toRecord"] as? Int == 3)
    #expect(!FileManager.default.fileExists(atPath: folder.journal))
    #expect(try Tool.run("import", "--sort", in: folder, input: input).status == 0)
    let types = try Tool.run("export", in: folder).lines.map { try json($0)["type"] as? String }
    #expect(types == ["T1", "T2", "T0"])
    // Events that are already recorded are skipped before their time is checked.
    #expect(try Tool.run("import", in: folder, input: input).status == 0)
    // Sorting does not help an event that is older than the journal's last one.
    let old = #"{"type":"Old","time":"2026-05-08T11:00:00Z","tags":[],"data":{}}"# + "\n"
    for options in [[], ["--sort"], ["--dry-run"]] {
      let late = try Tool.run(["import"] + options, in: folder, input: Data(old.utf8))
      #expect(late.status == 65)
      #expect(
        late.diagnostics.contains(
          "line 1: the time 2026-05-08T11:00:00.000Z is before the journal's last event, "
            + "2026-05-08T12:00:02.000Z; only a new journal takes it; "), "\(late.diagnostics)")
    }
  }

  @Test func `a dry run creates no journal`() throws {
    let folder = try Folder()
    let line = #"{"type":"T","time":"2026-05-08T12:00:00Z","tags":[],"data":{}}"#
    #expect(try Tool.run("import", "--dry-run", in: folder, input: line).status == 0)
    #expect(try Tool.run("stats", in: folder).status == 66)
    #expect(try Tool.run("import", "--dry-run", in: folder, input: "{").status == 65)
    #expect(try Tool.run("import", "--file", folder.path("nothing"), in: folder).status == 66)
  }

  @Test func `an export selects by type, tag, time and position`() throws {
    let folder = try Folder()
    try folder.importReceipt(segmentSize: 20_000)
    func positions(_ options: String...) throws -> [Int] {
      let exported = try Tool.run(["export"] + options, in: folder)
      #expect(exported.status == 0, "\(exported.diagnostics)")
      return try exported.lines.compactMap { try json($0)["position"] as? Int }
    }
    let all = try Tool.run("export", in: folder).lines.map { try json($0) }
    func expected(_ matches: (String, [String], String) -> Bool) -> [Int] {
      all.compactMap { event in
        guard let type = event["type"] as? String, let tags = event["tags"] as? [String],
          let time = event["time"] as? String, matches(type, tags, time)
        else { return nil }
        return event["position"] as? Int
      }
    }
    #expect(
      try positions("--type", "Confirmation of receipt", "--tag", "resource:Resource21")
        == expected { type, tags, _ in
          type == "Confirmation of receipt" && tags.contains("resource:Resource21")
        })
    let (from, to) = ("2010-10-06T00:00:00.000Z", "2010-10-14T00:00:00.000Z")
    #expect(
      try positions("--since", from, "--until", to)
        == expected { _, _, time in time >= from && time <= to })
    #expect(try positions("--since", from, "--until", to).isEmpty == false)
    #expect(try positions("--after", "290") == Array(291...300))
    #expect(try positions("--position", "7") == Array(1...7))
    #expect(try positions("--as-of", to) == expected { _, _, time in time <= to })
    #expect(try Tool.run("export", "--position", "301", in: folder).status == 65)
  }

  @Test func `sorted lines are appended in parts of limited bytes`() throws {
    let id = try #require(EventID("0190f5fe-7c00-7a00-8000-000000000001"))
    let event = ForeignEvent(
      type: "T", time: SystemClock.now(), tags: [], data: [UInt8](repeating: 0x20, count: 3 << 20),
      id: id)
    let lines = (1...5).map { ForeignImport.Line(number: $0, event: event) }
    #expect(EventsImporting.parts(of: lines).map(\.count) == [2, 2, 1])
    #expect(EventsImporting.parts(of: [lines[0]]).count == 1)
  }

  @Test(.english) func `an export never overwrites a file`() throws {
    let folder = try Folder()
    try folder.importReceipt(50)
    let file = folder.path("out.jsonl")
    #expect(try Tool.run("export", "--file", file, in: folder).status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let again = try Tool.run("export", "--file", file, in: folder)
    #expect(again.status == 73)
    #expect(again.diagnostics.contains("out.jsonl: File exists"))
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == Tool.run("export", in: folder).output)
  }
}
