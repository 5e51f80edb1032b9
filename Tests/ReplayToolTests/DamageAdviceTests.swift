import Foundation
import Testing

/// The advice for each kind of damage: it helps, and nothing else is advised.
@Suite struct DamageAdviceTests {
  private static let manifestHint =
    "hint: restore journal.json from a backup, however old; the records are in segments/\n"

  @Test(
    .english,
    arguments: [
      "stats", "show courier.orders", "replay", "audit case:case-1", "audit --position 1", "tail",
      "tail --follow", "tail --consumer me --run true", "consumers", "export", "export --records",
      "snapshot",
      "erase case:case-1 --yes", "check --journal journal", "issue system.tick --actor system",
      "import", "import --dry-run", "verify",
      "backup copy", "recover --to copy",
    ])
  func `events without a manifest are damage to every verb`(words: String) throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try FileManager.default.removeItem(atPath: folder.path("journal/journal.json"))
    let outcome = try Tool.run(words.split(separator: " ").map(String.init), in: folder)
    #expect(outcome.status == 1)
    let printed = outcome.output + outcome.diagnostics
    #expect(printed.contains("journal.json: the manifest is missing, but there are events"))
    #expect(printed.components(separatedBy: "hint: ").count == 2)
    #expect(printed.hasSuffix(Self.manifestHint), "\(printed)")
  }

  @Test func `the manifest is not blamed for other damage`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    // A file with this name has other contents than a mark: damage outside of the manifest.
    try folder.replace("journal/journal.suspect", with: Data("x\n".utf8))
    let recovered = try Tool.run("recover", "--to", "saved", in: folder)
    let printed = recovered.output + recovered.diagnostics
    #expect(recovered.status == 0 && printed.contains("journal.suspect"))
    #expect(!printed.contains("journal.json"))
  }

  @Test(.english, arguments: ["stats", "verify"])
  func `a missing folder of segments is a missing segment`(verb: String) throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try FileManager.default.removeItem(atPath: folder.path("journal/segments"))
    let outcome = try Tool.run(verb, in: folder)
    let path = folder.path("journal/segments/00000000000000000001.jsonl")
    #expect(outcome.status == 1)
    #expect((outcome.output + outcome.diagnostics).contains(path))
    #expect((outcome.output + outcome.diagnostics).contains("this segment is missing"))
    #expect(
      outcome.diagnostics.hasSuffix(
        verb == "stats"
          ? "hint: replay-tool verify reports how far the journal is intact\n"
          : """
          hint: restore a backup, or save the events up to position 0: replay-tool recover --to DIR

          """), "\(outcome.diagnostics)")
  }

  @Test(.english) func `the advice names a journal that the command line named`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try FileManager.default.removeItem(atPath: folder.path("journal/segments"))
    for (verb, advised) in [("stats", "verify"), ("verify", "recover --to DIR")] {
      let outcome = try Tool.run(verb, "--journal", folder.journal, in: folder)
      #expect(
        outcome.diagnostics.contains("replay-tool \(advised) --journal \(folder.journal)"),
        "\(outcome.diagnostics)")
    }
  }

  @Test(.english) func `the advice for a file that is no segment is to move it away`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try folder.replace("journal/segments/foo", with: Data())
    let path = folder.path("journal/segments/foo")
    let damage = "\(path): not a segment, and nothing else belongs here; move it away\n"
    let stats = try Tool.run("stats", in: folder)
    #expect(stats.status == 1)
    #expect(
      stats.diagnostics == """
        replay-tool: the journal is damaged: \(damage)hint: move \(path) away

        """)
    let verified = try Tool.run("verify", in: folder)
    #expect(verified.status == 1 && verified.output.hasPrefix("damaged \(damage)"))
    #expect(verified.diagnostics == "hint: move \(path) away\n")
    let copied = try Tool.run("backup", "copy", in: folder)
    #expect(copied.status == 1 && copied.diagnostics.hasSuffix("hint: move \(path) away\n"))
    try FileManager.default.removeItem(atPath: path)
    #expect(try Tool.run("verify", in: folder).status == 0)
  }

  @Test func `the sender of a command gets a report of damage once and in one language`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    let segment = "journal/segments/00000000000000000001.jsonl"
    try folder.flip(200, of: segment)
    let request = #"{"command":"system.tick","actor":"system","data":{}}"# + "\n"
    for (locale, text) in [
      ("ru", "Журнал повреждён: \(folder.path(segment)), позиция 1, байт 0: контрольная сумма"),
      (
        "en",
        "The journal is damaged: \(folder.path(segment)), position 1, byte 0: checksum mismatch"
      ),
    ] {
      let answer = try Tool.run("session", "--locale", locale, in: folder, input: request)
      #expect(answer.status == 1)
      #expect(
        answer.output.contains(#""code":"journalDamaged","message":"\#(text)"#), "\(answer.output)")
    }
  }

  @Test(.english) func `verify reports the damage before the advice`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try folder.flip(200, of: "journal/segments/00000000000000000001.jsonl")
    let process = Tool.process(["verify"], in: folder)
    let both = Pipe()
    process.standardOutput = both
    process.standardError = both
    try process.run()
    let printed = String(
      decoding: try both.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(printed.hasPrefix("damaged "))
    #expect(printed.split(separator: "\n").last?.hasPrefix("hint: ") == true)
  }

  @Test(.english) func `a snapshot that an unfinished erasure prevents is refused with advice`()
    throws
  {
    let folder = try Folder.sample("courier")
    try folder.replace("journal/journal.erasing", with: Data())
    let refused = try Tool.run("snapshot", "courier.orders", in: folder)
    #expect(refused.status == 75)
    #expect(refused.diagnostics.contains("hint: the next writer finishes it: "))
    let tick = #"{"command":"system.tick","actor":"system"}"#
    #expect(try Tool.run("issue", in: folder, input: tick).status == 0)
    #expect(try Tool.run("snapshot", "courier.orders", in: folder).status == 0)
  }
}
