import Foundation
import Testing

/// The built tool, killed after a random number of changes to its files. `make torture` does it
/// more often; `TORTURE_SEED` draws other numbers.
@Suite(.serialized) struct KillTests {
  private static let kills = Effort.current.pick(usual: 2, exhaustive: 300)

  private struct Killing {
    let folder = try! Folder()
    private var random = SeededRandom(seed: Effort.seed)
    /// The number of changes seen in a run that was not killed.
    private var changes: Int?
    private(set) var killed = 0

    /// Runs the tool with its output in a file. The first run is complete and counts the changes of
    /// the files in `place`; all others are killed after a random number of changes.
    ///
    /// - Returns: the complete lines that it printed.
    mutating func run(_ arguments: [String], changing place: String) throws -> [Substring] {
      let process = Tool.process(arguments, in: folder)
      let output = folder.url.appending(path: "output")
      try Data().write(to: output)
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = FileHandle.nullDevice
      let limit = changes.map { random.below($0 + 1) }
      var seen = 0
      var before = Self.sizes(in: [place, output.path])
      try process.run()
      while process.isRunning && seen < limit ?? .max {
        let now = Self.sizes(in: [place, output.path])
        if now != before { seen += 1 }
        before = now
      }
      if limit != nil { process.signal(SIGKILL) } else { changes = seen }
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { killed += 1 }
      let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    /// The names and lengths of all files.
    private static func sizes(in places: [String]) -> [String: Int] {
      let files = FileManager.default
      var sizes: [String: Int] = [:]
      for place in places {
        // A file that disappears meanwhile has changed, too.
        for name in [""] + ((try? files.subpathsOfDirectory(atPath: place)) ?? []) {
          let attributes = try? files.attributesOfItem(atPath: "\(place)/\(name)")
          sizes["\(place)/\(name)"] = attributes?[.size] as? Int
        }
      }
      return sizes
    }

    func mustVerify(_ journal: String) throws {
      let verified = try Tool.run("verify", "--json", "--journal", journal, in: folder)
      #expect(verified.status == 0, "\(verified.output) \(verified.diagnostics)")
    }

    func events(of journal: String) throws -> Int? {
      let stats = try Tool.run("stats", "--json", "--journal", journal, in: folder)
      return try json(stats.output)["events"] as? Int
    }

    func tell(_ what: String) {
      print("real kills: \(what): \(killed) of \(KillTests.kills) runs killed in the middle")
      #expect(Effort.current == .usual || killed > 0)
    }
  }

  @Test func `no answer of issue is lost and no command is carried out twice`() throws {
    var killing = Killing()
    let folder = killing.folder
    let opened = try Tool.run(
      "issue", "--password-iterations", "1", "--segment-size", "20000", in: folder,
      input: Folder.opening)
    try #require(opened.status == 0)
    for round in 0...Self.kills {
      let ids = (0..<400).map { "k\(round)-\($0)" }
      let commands = ids.map {
        #"{"command":"courier.refreshOrders","id":"\#($0)","actor":"ivanov"}"#
      }
      let file = try folder.write(commands.joined(separator: "\n") + "\n", to: "commands")
      let answered = try killing.run(["issue", "--json", "--file", file], changing: folder.journal)
      try killing.mustVerify(folder.journal)
      let again = try Tool.run("issue", "--json", "--file", file, in: folder)
      #expect(again.status == 0 && again.lines.count == ids.count)
      let duplicates = again.lines.prefix(answered.count)
      #expect(duplicates.allSatisfy { $0.contains(#""duplicate":true"#) })
      let records = String(decoding: try folder.records(), as: UTF8.self)
      let recorded = records.matches(of: /"id":"(k\d+-\d+)"/).map { String($0.1) }
      #expect(recorded.filter { $0.hasPrefix("k\(round)-") } == ids)
    }
    killing.tell("issue")
  }

  @Test func `repeating a killed import completes it`() throws {
    var killing = Killing()
    let folder = killing.folder
    let file = try folder.write(
      Folder.receipt(1200).joined(separator: "\n") + "\n", to: "events.jsonl")
    let settings = ["--segment-size", "100000"]
    for round in 0...Self.kills {
      let journal = folder.path("import\(round)")
      let arguments = ["import", "--file", file, "--journal", journal] + settings
      _ = try killing.run(arguments, changing: journal)
      if FileManager.default.fileExists(atPath: "\(journal)/journal.json") {
        try killing.mustVerify(journal)
      }
      let again = try Tool.run(arguments, in: folder)
      #expect(again.status == 0, "\(again.diagnostics)")
      #expect(try killing.events(of: journal) == 1200)
      try killing.mustVerify(journal)
    }
    killing.tell("import")
  }

  @Test func `repeating a killed import of records completes it`() throws {
    var killing = Killing()
    let folder = killing.folder
    try folder.importReceipt(800, segmentSize: 50_000)
    let file = folder.path("records")
    let exported = try Tool.run("export", "--records", "--file", file, in: folder)
    try #require(exported.status == 0, "\(exported.diagnostics)")
    for round in 0...Self.kills {
      let journal = folder.path("records\(round)")
      let arguments = ["import", "--records", "--file", file, "--journal", journal]
      _ = try killing.run(arguments, changing: journal)
      let again = try Tool.run(arguments, in: folder)
      // The killed import was complete, or this one is.
      #expect([0, 73].contains(again.status), "\(again.diagnostics)")
      #expect(try killing.events(of: journal) == 800)
      try killing.mustVerify(journal)
    }
    killing.tell("import --records")
  }

  @Test func `a killed erasure is completed by the next writer, or has not happened`() throws {
    var killing = Killing()
    let folder = killing.folder
    let orders = (0..<300).map { order in
      let user = order % 3 == 0 ? "eva" : "oleg"
      return
        #"{"command":"courier.placeOrder","actor":"\#(user)","data":{"order":"\#(order)","address":"\#(user) Street \#(order)","deliveryDate":"2124-05-09","metro":"Сокол","firstName":"\#(user)-\#(order)","lastName":"Ким","phone":"+79990000000"}}"#
    }
    let opened = try Tool.run(
      "issue", "--password-iterations", "1", "--segment-size", "20000", in: folder,
      input: Folder.opening + orders.joined(separator: "\n") + "\n")
    try #require(opened.status == 0, "\(opened.output)\(opened.diagnostics)")
    let personal = try PersonalBytes(of: ["user:eva"], in: folder)
    let (all, count) = (try personal.remaining(in: folder), try killing.events(of: folder.journal))
    let files = FileManager.default
    try files.moveItem(atPath: folder.journal, toPath: folder.path("master"))
    var finished = 0
    for _ in 0...Self.kills {
      try? files.removeItem(atPath: folder.journal)
      try files.copyItem(atPath: folder.path("master"), toPath: folder.journal)
      let answered = try killing.run(
        ["erase", "--yes", "--json", "user:eva"], changing: folder.journal)
      try killing.mustVerify(folder.journal)
      // The next writer.
      let next = try Tool.run(
        "issue", "courier.refreshOrders", "--actor", "ivanov", "--json", in: folder)
      #expect(next.status == 0, "\(next.output)\(next.diagnostics)")
      try killing.mustVerify(folder.journal)
      let text = String(decoding: try folder.records(), as: UTF8.self)
      let isRecorded = text.contains(#""system.subjectErased""#)
      #expect(isRecorded || answered.isEmpty)
      #expect(try personal.remaining(in: folder) == (isRecorded ? [] : all))
      #expect(try killing.events(of: folder.journal) == count.map { $0 + (isRecorded ? 2 : 1) })
      let left = try files.subpathsOfDirectory(atPath: folder.journal)
      #expect(!left.contains { $0.hasSuffix(".new") || $0.hasSuffix(".erasing") }, "\(left)")
      finished += isRecorded ? 1 : 0
    }
    killing.tell("erase (recorded in \(finished))")
  }

  @Test func `a killed backup is complete or none, and the journal is unchanged`() throws {
    var killing = Killing()
    let folder = killing.folder
    try folder.importReceipt(800, segmentSize: 50_000)
    let records = try folder.records()
    for round in 0...Self.kills {
      let copy = folder.path("copy\(round)")
      let answered = try killing.run(["backup", copy], changing: copy)
      if FileManager.default.fileExists(atPath: "\(copy)/journal.json") {
        try killing.mustVerify(copy)
        #expect(try killing.events(of: copy) == 800)
      } else {
        #expect(answered.isEmpty)
        let stats = try Tool.run("stats", "--journal", copy, "--locale", "en", in: folder)
        let isBegun = stats.diagnostics.contains("the manifest is missing, but there are events")
        #expect(stats.status == (isBegun ? 1 : 66), "\(stats.diagnostics)")
      }
      #expect(try folder.records() == records)
      try? FileManager.default.removeItem(atPath: copy)
    }
    let again = try Tool.run("backup", "again", in: folder)
    #expect(again.status == 0, "\(again.diagnostics)")
    killing.tell("backup")
  }

  @Test func `a killed snapshot is complete or ignored, and the next one works`() throws {
    var killing = Killing()
    let folder = killing.folder
    let orders = (0..<200).map { order in
      #"{"command":"courier.placeOrder","actor":"eva","data":{"order":"\#(order)","address":"eva Street \#(order)","deliveryDate":"2124-05-09","metro":"Сокол","firstName":"eva-\#(order)","lastName":"Ким","phone":"+79990000000"}}"#
    }
    let opened = try Tool.run(
      "issue", "--password-iterations", "1", "--segment-size", "20000", in: folder,
      input: Folder.opening + orders.joined(separator: "\n") + "\n")
    try #require(opened.status == 0, "\(opened.output)\(opened.diagnostics)")
    let personal = try PersonalBytes(of: ["user:eva"], in: folder)
    func answers() throws -> [String] {
      try [["courier.orders"], ["courier.metro"], ["courier.feed", "courier=ivanov"]].map {
        try Tool.run(["show", "--json"] + $0, in: folder).output
      }
    }
    var inTheMiddle = 0
    for _ in 0...Self.kills {
      // An event between snapshots, so that each has another position.
      try Tool.run("issue", "courier.refreshOrders", "--actor", "ivanov", in: folder)
      let before = try answers()
      let answered = try killing.run(["snapshot"], changing: folder.journal)
      try killing.mustVerify(folder.journal)
      let compared = try Tool.run("replay", "--verify", in: folder)
      #expect(compared.status == 0, "\(compared.diagnostics)")
      #expect(try answers() == before)
      inTheMiddle += answered.isEmpty ? 1 : 0
      let next = try Tool.run("snapshot", "--json", in: folder)
      #expect(next.status == 0, "\(next.diagnostics)")
      let states = try #require(try json(next.output)["states"] as? [String: Int])
      let kept = try FileManager.default.contentsOfDirectory(
        atPath: folder.path("journal/snapshots"))
      #expect(kept.allSatisfy { $0.hasSuffix(".snapshot") }, "\(kept)")
      #expect((states.count...states.count * 4).contains(kept.count))
    }
    _ = try killing.run(["snapshot"], changing: folder.journal)
    #expect(try Tool.run("erase", "--yes", "user:eva", in: folder).status == 0)
    #expect(try personal.remaining(in: folder) == [])
    killing.tell("snapshot (\(inTheMiddle) had not ended)")
  }
}
