import Foundation
import Testing

/// Exports for other systems, and their import.
@Suite struct ExportFormatsTests {
  private static let lines = [
    #"{"type":"=1+1","time":"2026-05-08T12:00:00Z","tags":["order:1","order:1","x"],"#
      + #""data":{"n":1,"f":1.5,"b":true,"z":null,"t":"a,\"b\"","o":{"k":[1]}}}"#,
    #"{"type":"B","time":"2026-05-08T12:00:01Z","tags":["user:ы","source:/s","subject:u"],"#
      + #""data":{"n":2.5,"t":7}}"#,
    #"{"type":"B","time":"2026-05-08T12:00:02Z","tags":[],"data":{"n":3}}"#,
  ]

  private func journal() throws -> Folder {
    let folder = try Folder()
    let imported = try Tool.run(
      "import", in: folder, input: Self.lines.joined(separator: "\n") + "\n")
    #expect(imported.status == 0, "\(imported.diagnostics)")
    return folder
  }

  private func export(_ format: String, _ options: String..., from folder: Folder) throws -> String
  {
    let exported = try Tool.run(["export", "--format", format] + options, in: folder)
    #expect(exported.status == 0, "\(exported.diagnostics)")
    return exported.output
  }

  private func ids(_ folder: Folder) throws -> [String] {
    try Tool.run("export", in: folder).lines.map { try json($0)["id"] as? String ?? "" }
  }

  @Test func `CSV has a column per member and guards formulas`() throws {
    let folder = try journal()
    let ids = try ids(folder)
    let header =
      "position,id,time,type,version,actor,command,commandId,correlation,because,tags,data\r\n"
    #expect(
      try export("csv", from: folder) == header
        + "1,\(ids[0]),2026-05-08T12:00:00.000Z,'=1+1,1,,,,,,\"[\"\"order:1\"\",\"\"order:1\"\","
        + "\"\"x\"\"]\",\"{\"\"n\"\":1,\"\"f\"\":1.5,\"\"b\"\":true,\"\"z\"\":null,"
        + "\"\"t\"\":\"\"a,\\\"\"b\\\"\"\"\",\"\"o\"\":{\"\"k\"\":[1]}}\"\r\n"
        + "2,\(ids[1]),2026-05-08T12:00:01.000Z,B,1,,,,,,\"[\"\"user:ы\"\",\"\"source:/s\"\","
        + "\"\"subject:u\"\"]\",\"{\"\"n\"\":2.5,\"\"t\"\":7}\"\r\n"
        + "3,\(ids[2]),2026-05-08T12:00:02.000Z,B,1,,,,,,[],\"{\"\"n\"\":3}\"\r\n")
    #expect(
      try export("csv", "--raw", "--limit", "1", "--columns", "type,data.f", from: folder)
        == "type,data.f\r\n=1+1,1.5\r\n")
    #expect(
      try export("csv", "--columns", "actor", "--limit", "2", from: folder)
        == "actor\r\n\"\"\r\n\"\"\r\n", "an empty line would be no row")
  }

  @Test func `two spellings of a character make two types and two objects`() throws {
    let folder = try Folder()
    let lines = ["caf\u{e9}", "cafe\u{301}"].map {
      #"{"type":"\#($0)","time":"2026-05-08T12:00:00Z","tags":["k:\#($0)"],"data":{}}"# + "\n"
    }
    try Tool.run("import", in: folder, input: lines.joined())
    let stats = try Tool.run("stats", "--json", in: folder).output
    #expect(stats.contains(#""types":{"café":1,"café":1},"tagKeys":{"k":2}"#))
    let log = try json(export("ocel", from: folder))
    #expect((log["eventTypes"] as? [Any])?.count == 2)
    #expect((log["objects"] as? [Any])?.count == 2)
  }

  @Test func `a CloudEvent has the tags and the position as extensions`() throws {
    let folder = try journal()
    let ids = try ids(folder)
    let journal = try #require(
      json(Tool.run("verify", "--json", in: folder).output)["journal"] as? String)
    #expect(
      try export("cloudevents", "--limit", "2", from: folder) == """
        {"specversion":"1.0","id":"\(ids[0])","source":"urn:uuid:\(journal)","type":"=1+1",\
        "subject":"order:1","time":"2026-05-08T12:00:00.000Z","position":"1",\
        "tags":"[\\"order:1\\",\\"order:1\\",\\"x\\"]","schemaversion":1,\
        "datacontenttype":"application/json",\
        "data":{"n":1,"f":1.5,"b":true,"z":null,"t":"a,\\"b\\"","o":{"k":[1]}}}
        {"specversion":"1.0","id":"\(ids[1])","source":"/s","type":"B","subject":"u",\
        "time":"2026-05-08T12:00:01.000Z","position":"2",\
        "tags":"[\\"user:ы\\",\\"source:/s\\",\\"subject:u\\"]","schemaversion":1,\
        "datacontenttype":"application/json","data":{"n":2.5,"t":7}}\n
        """)
  }

  @Test func `OCEL has tags as objects and members of the data as attributes`() throws {
    let folder = try journal()
    let ids = try ids(folder)
    #expect(
      try export("ocel", from: folder) == """
        {"events":[
        {"id":"\(ids[0])","type":"=1+1","time":"2026-05-08T12:00:00.000Z","attributes":[\
        {"name":"n","value":"1"},{"name":"f","value":"1.5"},{"name":"b","value":"true"},\
        {"name":"t","value":"a,\\"b\\""},{"name":"o","value":"{\\"k\\":[1]}"}],"relationships":[\
        {"objectId":"order:1","qualifier":"order"},{"objectId":"x","qualifier":"x"}]},
        {"id":"\(ids[1])","type":"B","time":"2026-05-08T12:00:01.000Z","attributes":[\
        {"name":"n","value":"2.5"},{"name":"t","value":"7"}],"relationships":[\
        {"objectId":"user:ы","qualifier":"user"},{"objectId":"source:/s","qualifier":"source"},\
        {"objectId":"subject:u","qualifier":"subject"}]},
        {"id":"\(ids[2])","type":"B","time":"2026-05-08T12:00:02.000Z","attributes":[\
        {"name":"n","value":"3"}],"relationships":[]}
        ],
        "eventTypes":[
        {"name":"=1+1","attributes":[{"name":"n","type":"integer"},{"name":"f","type":"float"},\
        {"name":"b","type":"boolean"},{"name":"t","type":"string"},{"name":"o","type":"string"}]},
        {"name":"B","attributes":[{"name":"n","type":"float"},{"name":"t","type":"integer"}]}
        ],
        "objectTypes":[
        {"name":"order","attributes":[]},
        {"name":"source","attributes":[]},
        {"name":"subject","attributes":[]},
        {"name":"user","attributes":[]},
        {"name":"x","attributes":[]}
        ],
        "objects":[
        {"id":"order:1","type":"order","attributes":[],"relationships":[]},
        {"id":"source:/s","type":"source","attributes":[],"relationships":[]},
        {"id":"subject:u","type":"subject","attributes":[],"relationships":[]},
        {"id":"user:ы","type":"user","attributes":[],"relationships":[]},
        {"id":"x","type":"x","attributes":[],"relationships":[]}
        ]}\n
        """)
  }

  @Test func `an OCEL log of a real journal has the counts of stats`() throws {
    let folder = try Folder()
    try folder.importReceipt()
    let file = folder.path("log.jsonocel")
    #expect(
      try Tool.run("export", "--format", "ocel", "--file", file, in: folder).status == 0)
    let log = try json(String(contentsOfFile: file, encoding: .utf8))
    let stats = try json(Tool.run("stats", "--json", in: folder).output)
    func names(_ list: String, _ key: String) throws -> [String] {
      let objects = try #require(log[list] as? [[String: Any]])
      return objects.compactMap { $0[key] as? String }
    }
    let keys = try #require(stats["tagKeys"] as? [String: Int])
    let types = try #require(stats["types"] as? [String: Int])
    #expect(try names("events", "id").count == 300)
    #expect(try Dictionary(grouping: names("events", "type")) { $0 }.mapValues(\.count) == types)
    #expect(
      try names("eventTypes", "name")
        == types.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(try Set(names("objectTypes", "name")) == Set(keys.keys))
    #expect(try Dictionary(grouping: names("objects", "type")) { $0 }.mapValues(\.count) == keys)
    let objects = Set(try names("objects", "id"))
    for event in try #require(log["events"] as? [[String: Any]]) {
      let related = try #require(event["relationships"] as? [[String: String]])
      #expect(!related.isEmpty && related.allSatisfy { objects.contains($0["objectId"] ?? "") })
    }
  }

  @Test func `an empty selection is an empty log`() throws {
    let folder = try journal()
    #expect(
      try export("ocel", "--limit", "0", from: folder)
        == "{\"events\":[\n],\n\"eventTypes\":[\n],\n\"objectTypes\":[\n],\n\"objects\":[\n]}\n")
    #expect(try export("cloudevents", "--limit", "0", from: folder) == "")
  }

  @Test(arguments: [
    ["--format", "xml"], ["--format", "ocel", "--columns", "type"],
    ["--format", "cloudevents", "--json"], ["--records", "--format", "csv"],
    ["--records", "--proofs", "p"], ["--receipt", "r"], ["--proofs", "p", "--reverse"],
  ])
  func `options that contradict each other are wrong usage`(options: [String]) throws {
    let folder = try journal()
    #expect(try Tool.run(["export"] + options, in: folder).status == 64)
  }

  // MARK: - There and back

  private func text(_ random: inout SeededRandom, _ length: Int) -> String {
    let pieces = [
      ",", ";", "\t", "\"", "'", "\n", "\r", "\r\n", "=", "+", "-", "@", " ", "\\", "\u{1b}[31m",
      "\u{7f}", "\u{85}", "\u{202e}", "\u{2028}", "\u{feff}", "é", "e\u{301}", "Ы", "漢", "👩‍👧",
      "a", "7", "0", "{", "]", "null", ":",
    ]
    return (0..<length).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  private func hostileLine(_ random: inout SeededRandom, _ index: Int) throws -> String {
    var data: [String: Any] = [:]
    for _ in 0..<random.below(4) {
      let values: [Any] = [
        text(&random, random.below(6)), random.below(9), NSNull(), [text(&random, 2), 1.5], true,
      ]
      data[text(&random, random.below(4))] = values[random.below(values.count)]
    }
    return try canonical([
      "type": text(&random, 1 + random.below(8)),
      "time": "2026-05-08T12:00:00.\(index)Z",
      "tags": (0..<random.below(4)).map { _ in text(&random, random.below(5)) },
      "data": data,
    ])
  }

  @Test(arguments: [1, 2, 3, 4])
  func `hostile texts are exported and imported as the same events`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try Folder()
    let lines = try (100..<300).map { try hostileLine(&random, $0) }
    let imported = try Tool.run(
      "import", in: folder, input: lines.joined(separator: "\n") + "\n")
    #expect(imported.status == 0, "\(imported.diagnostics)")
    let events = try Tool.run("export", in: folder).output
    for options in [["csv", "--raw"], ["cloudevents"]] {
      let file = folder.path("\(options[0]).out")
      #expect(
        try Tool.run(["export", "--file", file, "--format"] + options, in: folder).status == 0)
      let copy = try Folder()
      let back = try Tool.run("import", "--file", file, in: copy)
      #expect(back.status == 0, "\(back.diagnostics)")
      #expect(try Tool.run("export", in: copy).output == events)
    }
  }
}
