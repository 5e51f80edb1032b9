import Foundation
import Testing

@Suite struct StatsTests {
  @Test func `a journal is counted`() throws {
    let folder = try Folder()
    let lines = try folder.importReceipt(100, segmentSize: 20_000)
    let stats = try json(Tool.run("stats", "--json", in: folder).output)
    #expect(
      Set(stats.keys) == [
        "events", "head", "types", "tagKeys", "firstTime", "lastTime", "segments", "bytes",
      ])
    #expect(stats["events"] as? Int == 100)
    #expect(stats["head"] as? Int == 100)
    #expect(stats["segments"] as? Int == (try folder.segments().count))
    #expect(stats["bytes"] as? Int == (try folder.records().count))
    let events = try lines.map { try json($0) }
    let types = Dictionary(grouping: events) { $0["type"] as? String ?? "" }.mapValues(\.count)
    #expect(stats["types"] as? [String: Int] == types)
    let tags = Set(events.flatMap { $0["tags"] as? [String] ?? [] })
    let keys = Dictionary(grouping: tags) { String($0.prefix { $0 != ":" }) }.mapValues(\.count)
    #expect(stats["tagKeys"] as? [String: Int] == keys)
    #expect(stats["firstTime"] as? String == events.first?["time"] as? String)
    #expect(stats["lastTime"] as? String == events.last?["time"] as? String)
  }

  @Test func `names with other bytes are counted apart, in the same order every time`() throws {
    // The same letter as one scalar and as two: canonically equivalent, but another name.
    let (one, two) = ("\u{e9}", "e\u{301}")
    let input = [(one, two), (two, one)].map { type, key in
      #"{"type":"\#(type)","time":"2026-05-08T09:00:00Z","tags":["\#(key):1"],"data":{"\#(type)":1,"\#(key)":"a"}}"#
        + "\n"
    }
    let folder = try Folder()
    let imported = try Tool.run(
      "import", "--format", "jsonl", in: folder, input: input.joined())
    #expect(imported.status == 0, "\(imported.diagnostics)")
    for _ in 1...5 {
      let stats = try Tool.run("stats", "--json", in: folder).output
      #expect(
        stats.utf8.starts(
          with:
            #"{"events":2,"head":2,"types":{"\#(two)":1,"\#(one)":1},"tagKeys":{"\#(two)":1,"\#(one)":1},"#
            .utf8), "\(stats)")
    }
    let log = try Tool.run("export", "--format", "ocel", in: folder).output
    for (name, other) in [(one, two), (two, one)] {
      #expect(Array(log.utf8).contains(#"{"name":"\#(name)","attributes":[]}"#.utf8))
      #expect(
        Array(log.utf8).contains(
          #"{"name":"\#(name)","attributes":[{"name":"\#(name)","type":"integer"},{"name":"\#(other)","type":"string"}]}"#
            .utf8))
    }
  }

  @Test func `an empty journal has no times`() throws {
    let folder = try Folder()
    try Tool.run("session", "--create", in: folder)
    #expect(
      try Tool.run("stats", "--json", in: folder).output
        == #"{"events":0,"head":0,"types":{},"tagKeys":{},"firstTime":null,"lastTime":null,"#
        + #""segments":1,"bytes":0}"# + "\n")
    #expect(try Tool.run("stats", in: Folder()).status == 66)
    #expect(try Tool.run("stats", "x", in: folder).status == 64)
  }
}
