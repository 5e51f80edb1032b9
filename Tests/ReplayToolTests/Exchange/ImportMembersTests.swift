import Foundation
import Testing

/// JSON lines with other member names, and CloudEvents.
@Suite struct ImportMembersTests {
  private func events(_ folder: Folder) throws -> [String] {
    try Tool.run("export", in: folder).lines.map { line in
      String(line).replacing(/"position":\d+,"id":"[-0-9a-f]{36}",/, with: "")
    }
  }

  private func events(_ input: String, _ options: String...) throws -> [String] {
    let folder = try Folder()
    let imported = try Tool.run(["import"] + options, in: folder, input: Data(input.utf8))
    #expect(imported.status == 0, "\(imported.diagnostics)")
    return try events(folder)
  }

  @Test func `members are mapped, and the others keep their spelling in the data`() throws {
    let input = #"""
      { "event":"paid", "ts":"2026-05-08 12:00", "case":17, "items":["a", 2], "n":1.50e+2, "o":{ "b":[ 1 ] }, "x":null }
      {"o":{},"event":"sent","ts":"2026-05-08 12:00:01","case":null,"id":"x"}

      """#
    #expect(
      try events(input, "--map", "time=ts,tag:case=case,tag:item=items", "--zone", "UTC") == [
        #"{"time":"2026-05-08T12:00:00.000Z","type":"paid","version":1,"#
          + #""tags":["case:17","item:a","item:2"],"data":{"n":1.50e+2,"o":{"b":[1]},"x":null}}"#,
        #"{"time":"2026-05-08T12:00:01.000Z","type":"sent","version":1,"#
          + #""tags":[],"data":{"o":{},"id":"x"}}"#,
      ])
  }

  @Test(.english) func `an object becomes the data, with the other members beside its own`() throws
  {
    let input =
      #"{"name":"A","timestamp":"2026-05-08T12:00:00Z","payload":{"b":1,"a":2},"host":"h"}"# + "\n"
    #expect(
      try events(input, "--map", "type=name,data=payload") == [
        #"{"time":"2026-05-08T12:00:00.000Z","type":"A","version":1,"#
          + #""tags":[],"data":{"b":1,"a":2,"host":"h"}}"#
      ])
    let clash = try Tool.run(
      "import", "--map", "type=name,data=payload", in: try Folder(),
      input: input.replacing("\"host\"", with: "\"a\""))
    #expect(clash.status == 65)
    #expect(
      clash.diagnostics.contains(
        "line 1: \"a\" occurs both in the object that becomes the data and beside it"))
  }

  @Test(
    .english,
    arguments: [
      (#"{"ts":"2026-05-08T12:00:00Z"}"#, "\"name\" (type) is missing"),
      (#"{"name":5,"ts":"2026-05-08T12:00:00Z"}"#, "\"name\" (type) takes a text, not \"5\""),
      (#"{"name":"A"}"#, "\"ts\" (time) is missing"),
      (#"{"name":"A","ts":1778230800}"#, "\"ts\" (time) takes a text, not \"1778230800\""),
      (
        #"{"name":"A","ts":"2026-05-08T12:00:00Z","case":{"a":1}}"#,
        "\"case\" (tag:case) takes a text, a number or a list of them, not \"{\"a\":1}\""
      ),
      (#"{"name":"A","#, "not a JSON object: unexpected end"),
    ])
  func `the message names the member, and the part of an event that it is mapped to`(
    line: String, message: String
  ) throws {
    let good = #"{"name":"A","ts":"2026-05-08T12:00:00Z"}"# + "\n"
    let imported = try Tool.run(
      "import", "--map", "type=name,time=ts,tag:case=case", in: try Folder(),
      input: good + line + "\n")
    #expect(imported.status == 65)
    #expect(
      imported.diagnostics.contains("standard input, line 2: \(message)"),
      "\(imported.diagnostics)")
    #expect(
      imported.diagnostics.contains("the first line has no member \"case\", which --map names"))
  }

  @Test(.english) func `a line of this tool's form with an unknown member hints at the mapping`()
    throws
  {
    let line = #"{"type":"T","time":"2026-05-08T12:00:00Z","user":"u"}"#
    let imported = try Tool.run("import", in: try Folder(), input: line)
    #expect(imported.status == 65)
    #expect(imported.diagnostics.contains("unknown member \"user\""))
    #expect(imported.diagnostics.contains("hint: --map type=type,time=time puts"))
    #expect(
      try events(line, "--map", "type=type")[0].hasSuffix(#""tags":[],"data":{"user":"u"}}"#))
  }

  private static let cloudEvent =
    #"{"specversion":"1.0","type":"com.example.paid","source":"/shop","subject":"order-1","#
    + #""id":"A234-1234","time":"2026-05-08T12:00:00Z","datacontenttype":"application/json","#
    + #""traceparent":"00-af-01","data":{"n":1.50}}"# + "\n"

  @Test(.english, arguments: ["", "\n"])
  func `an array of events is said to need one line for each`(separator: String) throws {
    let event = #"{"type":"a","time":"2026-05-08T09:00:00Z","tags":[],"data":{}}"#
    let input = "[\(event),\(separator)\(event)]\n"
    let folder = try Folder()
    let imported = try Tool.run("import", in: folder, input: input)
    #expect(imported.status == 65)
    #expect(
      imported.diagnostics.hasSuffix(
        """
        hint: an event is a JSON object on a line of its own; jq -c '.[]' makes such lines of an \
        array

        """), "\(imported.diagnostics)")
  }

  @Test func `CloudEvents are recognized`() throws {
    #expect(
      try events(Self.cloudEvent) == [
        #"{"time":"2026-05-08T12:00:00.000Z","type":"com.example.paid","version":1,"#
          + #""tags":["source:/shop","subject:order-1"],"#
          + #""data":{"n":1.50,"id":"A234-1234","traceparent":"00-af-01"}}"#
      ])
    let uuid = Self.cloudEvent.replacing("A234-1234", with: "0190F5FE-7c00-7a00-8000-000000000001")
    let folder = try Folder()
    #expect(try Tool.run("import", in: folder, input: uuid + uuid).status == 0)
    let exported = try Tool.run("export", in: folder).lines
    #expect(exported.count == 1)
    #expect(exported[0].contains(#""id":"0190f5fe-7c00-7a00-8000-000000000001""#))
    #expect(exported[0].contains(#""data":{"n":1.50,"traceparent":"00-af-01"}"#))
  }

  @Test func `an attribute of a CloudEvent that is null counts as absent`() throws {
    let event = Self.cloudEvent.replacing("\"order-1\"", with: "null")
      .replacing("\"application/json\"", with: "null").replacing("\"00-af-01\"", with: "null")
    #expect(
      try events(event)[0].hasSuffix(
        #""tags":["source:/shop"],"data":{"n":1.50,"id":"A234-1234"}}"#))
  }

  @Test func `a CloudEvent may have an id in its data, too`() throws {
    for (id, data) in [
      (#""A234-1234""#, #"{"id":"A234-1234","n":1,"traceparent":"00-af-01"}"#),
      ("7", #"{"id":7,"n":1,"cloudEventId":"A234-1234","traceparent":"00-af-01"}"#),
    ] {
      let event = Self.cloudEvent.replacing("{\"n\":1.50}", with: "{ \"id\":\(id), \"n\":1}")
      let folder = try Folder()
      #expect(try Tool.run("import", in: folder, input: event + event).status == 0)
      #expect(try events(folder).map { $0.hasSuffix("\"data\":\(data)}") } == [true])
      let copy = try Folder()
      let exported = try Tool.run("export", "--format", "cloudevents", in: folder).output
      #expect(try Tool.run("import", in: copy, input: exported).status == 0)
      #expect(
        try Tool.run("export", in: copy).output == Tool.run("export", in: folder).output)
    }
  }

  @Test(.english) func `a guessed object with a member of the same name needs --map data=`() throws
  {
    let line = #"{"event":"A","ts":"2026-05-08T12:00:00Z","n":1,"data":{"n":2}}"#
    let options = ["import", "--map", "type=event,time=ts"]
    let refused = try Tool.run(options, in: try Folder(), input: Data(line.utf8))
    #expect(refused.status == 65)
    #expect(
      refused.diagnostics.contains(
        "hint: --map data= keeps that object as one member of the data"), "\(refused.diagnostics)")
    #expect(
      try events(line, "--map", "type=event,time=ts,data=")[0].hasSuffix(
        #""data":{"n":1,"data":{"n":2}}}"#))
    let nested = try Tool.run(
      "import", "--map", "type=data.n,time=ts", in: try Folder(), input: line)
    #expect(nested.status == 65)
    #expect(
      nested.diagnostics.contains(
        "\"data.n\", which --map names; --map names members of the outermost object only"))
  }

  @Test func `data that is not an object stays a member`() throws {
    let text = Self.cloudEvent.replacing("{\"n\":1.50}", with: "[1,2]")
    #expect(try events(text)[0].contains(#""data":{"id":"A234-1234","data":[1,2],"#))
    let bytes = Self.cloudEvent.replacing("\"data\":{\"n\":1.50}", with: "\"data_base64\":\"AA==\"")
      .replacing("application/json", with: "image/png")
    #expect(
      try events(bytes)[0].hasSuffix(
        #""data":{"id":"A234-1234","datacontenttype":"image/png","traceparent":"00-af-01","#
          + #""data_base64":"AA=="}}"#))
  }

  @Test(
    .english,
    arguments: [
      ("\"specversion\":\"1.0\"", "\"specversion\":\"0.3\"", "\"specversion\" takes \"1.0\""),
      ("\"source\":\"/shop\",", "", "\"source\" is missing"),
      ("A234-1234", "", "\"id\" takes a text that is not empty"),
      ("\"time\":\"2026-05-08T12:00:00Z\",", "", "\"time\" is missing"),
      ("\"00-af-01\"", "{}", "\"traceparent\" takes a text, a number or a truth value"),
      ("com.example.paid", "system.tick", "\"system.tick\" is one of the engine's own events"),
    ])
  func `an invalid CloudEvent is refused`(found: String, put: String, message: String) throws {
    let imported = try Tool.run(
      "import", "--format", "cloudevents", in: try Folder(),
      input: Self.cloudEvent + Self.cloudEvent.replacing(found, with: put))
    #expect(imported.status == 65)
    #expect(
      imported.diagnostics.hasPrefix("replay-tool: standard input, line 2: \(message)"),
      "\(imported.diagnostics)")
  }

  /// The same name as a reader sees it, in two spellings.
  private static let spellings = ("caf\u{e9}", "cafe\u{301}")

  @Test(.english) func `names that only look the same are different members and columns`() throws {
    let (composed, separate) = Self.spellings
    let map = "type=act,time=ts,tag:k=\(composed)"
    let lines = [
      #"{"act":"x","ts":"2026-01-01T00:00:00Z","\#(separate)":"B"}"#,
      #"{"act":"x","ts":"2026-01-01T00:00:00Z","\#(separate)":"B","\#(composed)":"A"}"#,
    ]
    #expect(
      try events(lines.joined(separator: "\n"), "--map", map) == [
        #"{"time":"2026-01-01T00:00:00.000Z","type":"x","version":1,"tags":[],"#
          + #""data":{"\#(separate)":"B"}}"#,
        #"{"time":"2026-01-01T00:00:00.000Z","type":"x","version":1,"tags":["k:A"],"#
          + #""data":{"\#(separate)":"B"}}"#,
      ])
    let noted = try Tool.run("import", "--map", map, in: try Folder(), input: lines[0])
    #expect(noted.diagnostics.contains("the first line has no member \"\(composed)\""))
    #expect(
      try events(
        "act,ts,\(separate),\(composed)\nx,2026-01-01T00:00:00Z,B,A\n", "--map", map)
        == [
          #"{"time":"2026-01-01T00:00:00.000Z","type":"x","version":1,"tags":["k:A"],"#
            + #""data":{"\#(separate)":"B"}}"#
        ])
    let unknown = try Tool.run(
      "import", "--map", map, in: try Folder(),
      input: "act,ts,\(separate)\nx,2026-01-01T00:00:00Z,B\n")
    #expect(unknown.status == 64)
  }

  @Test func `many members beside an object with many members are imported in linear time`() throws
  {
    func members(_ letter: String) -> String {
      (0..<40_000).map { #""\#(letter)\#($0)":1"# }.joined(separator: ",")
    }
    let line =
      #"{"type":"x","time":"2026-01-01T00:00:00Z","data":{\#(members("a"))},\#(members("b"))}"#
    let imported = try Tool.runQuickly(
      "import", "--map", "data=data", in: try Folder(), input: line + "\n")
    #expect(imported.status == 0, "\(imported.diagnostics)")
  }
}
