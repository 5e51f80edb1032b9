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
