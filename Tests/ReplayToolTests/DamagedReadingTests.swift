import Foundation
import Testing

/// Events before the damage can be read; queries that need later events fail.
@Suite struct DamagedReadingTests {
  /// Three appends of fifty events; the second record of the last append is damaged.
  private func damaged(segmentSize: Int) throws -> (folder: Folder, whole: Folder) {
    let (folder, whole) = (try Folder(), try Folder())
    try folder.importReceipt(150, segmentSize: segmentSize)
    try FileManager.default.copyItem(atPath: folder.journal, toPath: whole.journal)
    let segment = "journal/segments/\(try #require(folder.segments().last))"
    let text = try folder.bytes(of: segment)
    let line = try #require(text.range(of: Data(#"{"position":102,"#.utf8)))
    try folder.flip(line.lowerBound + 200, of: segment)
    return (folder, whole)
  }

  /// The digests of the read models, without the durations.
  private func models(_ outcome: Tool.Outcome) throws -> String {
    try canonical(#require(try json(outcome.output)["models"]))
  }

  @Test(.english, arguments: [1 << 24, 20_000])
  func `the open segment is read up to its last whole append`(segmentSize: Int) throws {
    let (folder, whole) = try damaged(segmentSize: segmentSize)
    let verify = try Tool.run("verify", in: folder)
    #expect(verify.status == 1 && verify.output.contains("intact up to position 100"))

    let tail = try Tool.run("tail", "--json", in: folder)
    #expect(tail.status == 1 && tail.diagnostics.contains("the journal is damaged: "))
    let intact = try Tool.run("tail", "--json", "--limit", "100", in: whole).output
    // The failure comes last.
    #expect(tail.output.hasPrefix(intact))
    let failure = tail.output.dropFirst(intact.count)
    #expect(failure.hasPrefix(#"{"ok":false,"error":{"code":"journalDamaged","message":"#))
    #expect(failure.split(separator: "\n").count == 1)
    let limited = try Tool.run("tail", "--json", "--limit", "100", in: folder)
    #expect(limited.status == 0 && limited.output == intact && limited.diagnostics == "")
    let follow = try Tool.run("tail", "--json", "--follow", "--after", "0", in: folder)
    #expect(follow.status == 1 && follow.output == tail.output)

    for position in ["0", "60", "100"] {
      let options = ["--position", position]
      #expect(
        try models(Tool.run(["replay", "--json"] + options, in: folder))
          == models(Tool.run(["replay", "--json"] + options, in: whole)))
      for words in [["export"], ["export", "--records"], ["show", "--json", "courier.orders"]] {
        let found = try Tool.run(words + options, in: folder)
        #expect(found.status == 0, "\(words): \(found.diagnostics)")
        #expect(found.output == (try Tool.run(words + options, in: whole).output))
      }
    }
    let audited = try Tool.run("audit", "--position", "100", "--json", in: folder)
    #expect(audited.status == 0)
    #expect(
      audited.output == (try Tool.run("audit", "--position", "100", "--json", in: whole).output))
  }

  @Test(.english) func `explanations of events before damage work`() throws {
    let (folder, whole) = (try Folder(), try Folder())
    let commands = SampleTests.project.appending(path: "events/nft/commands.jsonl")
    let lines = try String(contentsOf: commands, encoding: .utf8).split(separator: "\n")
    // A batch is never split across segments.
    for part in [lines.prefix(60), lines.dropFirst(60)] {
      let input = part.joined(separator: "\n") + "\n"
      try Tool.run("issue", "--segment-size", "4096", in: folder, input: input)
    }
    try FileManager.default.copyItem(atPath: folder.journal, toPath: whole.journal)
    // Both the events before the damage and those after it name Boris.
    let name = try #require(folder.segments().dropFirst().first)
    let first = try #require(Int(name.prefix(20)))
    try folder.flip(100, of: "journal/segments/\(name)")
    let last = "\(first - 1)"
    for words in [
      ["audit", "--position", last, "--json"],
      ["audit", "user:boris", "--position", last, "--json"],
      ["diff", "--from", "2", "--to", last, "--json"],
      ["diff", "nft.rating", "--from", "2", "--to", last, "--json"],
      ["why", "nft.rating", "--position", last, "--json"],
    ] {
      let found = try Tool.run(words, in: folder)
      let expected = try Tool.run(words, in: whole)
      #expect(expected.output != "" && found.output == expected.output, "\(words)")
      #expect(found.status == expected.status && found.diagnostics == expected.diagnostics)
    }
    #expect(try Tool.run("diff", "--from", "2", in: folder).diagnostics.contains("damaged"))
  }

  @Test(.english) func `queries that need more events fail with the position of the damage`() throws
  {
    let (folder, _) = try damaged(segmentSize: 1 << 24)
    let time = try #require(
      json(Tool.run("audit", "--position", "100", "--json", in: folder).output)["time"]
        as? String)
    let opened = try Tool.run("stats", in: folder)
    #expect(opened.status == 1 && opened.diagnostics.contains("position 102, byte "))
    let options = [[], ["--position", "101"], ["--position", "9999"], ["--as-of", time]]
    for words in [["replay"], ["show", "courier.orders"], ["export"], ["audit", "case:x"]] {
      for options in options {
        let refused = try Tool.run(words + options, in: folder)
        #expect(refused.status == 1, "\(words + options)")
        #expect(refused.output == "" && refused.diagnostics == opened.diagnostics)
      }
      #expect(
        try Tool.run("diff", "--from", "2", "--to", "60", in: folder).diagnostics == "")
      for end in [[], ["--to", "101"], ["--to", time]] {
        let refused = try Tool.run(["diff", "--from", "2"] + end, in: folder)
        #expect(refused.status == 1 && refused.diagnostics == opened.diagnostics)
      }
      let past = try Tool.run(words + ["--as-of", "2000-01-01T00:00:00Z"], in: folder)
      #expect(past.status == 0)
      #expect(!past.diagnostics.contains("damaged"))
    }
    let event = #"{"type":"more","time":"2999-01-01T00:00:00Z","tags":[],"data":{}}"# + "\n"
    let before = try folder.records()
    #expect(
      try Tool.run("import", "--allow-future", in: folder, input: event).diagnostics.contains(
        "damaged"))
    #expect(try folder.records() == before)
  }
}
