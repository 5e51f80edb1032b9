import Foundation
import Testing

/// Events are printed as they are recorded.
@Suite struct TailTests {
  @Test func `events are printed oldest first, as a session reads them`() throws {
    let folder = try Folder()
    try folder.importReceipt(100)
    let all = try Tool.run("tail", "--json", in: folder)
    #expect(all.status == 0)
    #expect(all.output == (try Tool.run("export", in: folder).output))
    let read = try json(Tool.run("session", in: folder, input: #"{"read":{}}"# + "\n").output)
    let events = try #require(read["events"] as? [Any])
    #expect(try all.lines.map { try canonical(json($0)) } == events.map { try canonical($0) })
    #expect(try Tool.run("tail", "--json", "--after", "97", in: folder).lines.count == 3)
    #expect(try Tool.run("tail", "--json", "--limit", "4", in: folder).lines.count == 4)
    #expect(try Tool.run("tail", "--limit", "0", in: folder).output == "")
  }

  @Test func `without JSON it is one readable line per event`() throws {
    let folder = try Folder.sample("courier")
    let tail = try Tool.run("tail", "--tag", "order:9402", in: folder)
    #expect(
      tail.output == """
        10 2026-05-04T06:10:00.000Z courier.orderPlaced от oleg order:9402 user:oleg \
        {"order":"9402","customer":"oleg","deliveryDate":"2026-05-05","metro":"Динамо"}
        17 2026-05-04T06:50:00.000Z courier.orderAccepted от petrova order:9402 courier:petrova \
        {"order":"9402","courier":"petrova"}
        20 2026-05-04T15:30:00.000Z courier.orderCompleted от petrova order:9402 courier:petrova \
        {"order":"9402","courier":"petrova"}

        """)
    let english = try Tool.run("tail", "--tag", "order:9402", "--locale", "en", in: folder)
    #expect(english.output == tail.output.replacing(" от ", with: " by "))
    let types = ["--type", "courier.orderPlaced", "--type", "courier.orderCancelled"]
    let chosen = try Tool.run(["tail"] + types + ["--tag", "user:eva"], in: folder)
    #expect(chosen.lines.count > 1)
    #expect(chosen.lines.allSatisfy { $0.contains("user:eva") })
    #expect(try Tool.run("tail", "--since", "yesterdy", in: folder).status == 64)
    #expect(try Tool.run("tail", in: Folder()).status == 66)
  }

  @Test func `following prints events of other processes, also in new segments`() throws {
    let folder = try Folder()
    let lines = try folder.importReceipt(50, segmentSize: 20_000)
    let more = try Folder.receipt(300)
    let process = Tool.process(
      ["tail", "-f", "--after", "0", "--json", "--limit", "300"], in: folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    for start in stride(from: lines.count, to: 300, by: 25) {
      try Tool.run(
        "import", in: folder, input: more[start..<start + 25].joined(separator: "\n"))
    }
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try folder.segments().count > 3)
    #expect(String(decoding: output, as: UTF8.self) == (try Tool.run("export", in: folder).output))
  }

  /// A process that follows the journal and has printed this many events.
  private func following(
    _ folder: Folder, upTo count: Int
  ) throws -> (process: Process, output: Pipe, diagnostics: Pipe) {
    let process = Tool.process(["tail", "--follow", "--after", "0", "--json"], in: folder)
    let (output, diagnostics) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = diagnostics
    try process.run()
    var seen = Data()
    while seen.filter({ $0 == 0x0a }).count < count {
      seen += output.fileHandleForReading.availableData
    }
    return (process, output, diagnostics)
  }

  @Test(arguments: [false, true])
  func `following ends without a message once its output is closed`(isTorn: Bool) throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    if isTorn {
      // The partial record of a killed writer.
      let segment = "journal/segments/\(try #require(folder.segments().last))"
      let file = try FileHandle(forWritingTo: folder.url.appending(path: segment))
      try file.seekToEnd()
      try file.write(contentsOf: Data(#"{"position":4,"id":""#.utf8))
      try file.close()
    }
    let (process, output, diagnostics) = try following(folder, upTo: 3)
    try output.fileHandleForReading.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try diagnostics.fileHandleForReading.readToEnd() ?? Data() == Data())
  }

  @Test(.english, arguments: ["removed", "moved", "replaced"])
  func `following ends once the journal is removed, moved or replaced`(fate: String) throws {
    let folder = try Folder()
    try folder.importReceipt(50)
    try FileManager.default.copyItem(atPath: folder.journal, toPath: folder.path("other"))
    let (process, _, diagnostics) = try following(folder, upTo: 50)
    let files = FileManager.default
    if fate == "removed" {
      try files.removeItem(atPath: folder.journal)
    } else {
      try files.moveItem(atPath: folder.journal, toPath: folder.path("elsewhere"))
    }
    if fate == "replaced" {
      try files.moveItem(atPath: folder.path("other"), toPath: folder.journal)
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    let said = try diagnostics.fileHandleForReading.readToEnd() ?? Data()
    #expect(
      String(decoding: said, as: UTF8.self) == """
        replay-tool: the journal that was opened in \(folder.journal) is no longer there: it was \
        moved, removed or replaced
        hint: run the command again to open the journal that is there now

        """)
  }
}
