import Foundation
import Testing

/// The conditions under which a folder becomes a journal.
@Suite struct CreationTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let register = """
    {"command":"courier.registerCourier","actor":"admin","data":{"courier":"ivanov","login":"ivanov","password":"1234"}}

    """
  private static let accept =
    #"{"command":"courier.acceptOrder","actor":"ivanov","data":{"order":"1"}}"# + "\n"
  private static let event =
    #"{"type":"Noted","time":"2026-05-08T12:00:00Z","tags":[],"data":{}}"# + "\n"
  private static let earlier =
    #"{"type":"Noted","time":"2026-05-08T11:00:00Z","tags":[],"data":{}}"# + "\n"

  @Test(arguments: [
    ("issue courier.acceptOrder order=1 --actor ivanov", "", 1), ("issue", accept, 1),
    ("issue", "", 0), ("issue", "{", 65), ("issue courier.acceptOrdr order=1", "", 64),
    ("issue system.tick --actor system", "", 0),
    ("issue courier.acceptOrder order=1 --time-zone Nowhere/City", "", 64),
    ("import", "", 0), ("import", "{", 65), ("import", event + earlier, 65),
    ("import --sort", "", 0), ("import --dry-run", event, 0), ("import --file nowhere", "", 66),
    ("import --records", "{", 65), ("session", accept, 66), ("session", "", 0),
    ("show courier.orders", "", 66), ("tail --follow", "", 66), ("audit order:1", "", 66),
    ("verify", "", 66), ("replay", "", 66), ("stats", "", 66), ("export", "", 66),
    ("snapshot", "", 66), ("erase user:eva --yes", "", 66), ("consumers", "", 66),
    ("consumers reset me", "", 66), ("backup copy", "", 66), ("recover --to copy", "", 66),
    ("restore copy", "", 66), ("tail --consumer me --run true", "", 66),
    ("catalog", "", 0),
  ])
  func `a command that records nothing leaves no files`(words: String, input: String, status: Int32)
    throws
  {
    let outcome = try Tool.run(
      words.split(separator: " ").map(String.init), in: folder, input: Data(input.utf8))
    #expect(outcome.status == status, "\(outcome.output)\(outcome.diagnostics)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func `refusals before the first event are those of an existing journal`() throws {
    let other = try Folder()
    try Tool.run("session", "--create", "--password-iterations", "1", in: other)
    let input = Self.accept + "\n{\n" + Self.register + Self.accept + Self.register
    let options = ["issue", "--json", "--password-iterations", "1"]
    let made = try Tool.run(options, in: folder, input: Data(input.utf8))
    let there = try Tool.run(options, in: other, input: Data(input.utf8))
    #expect(made.output == there.output && made.status == 65)
    #expect(made.lines.count == 5 && made.output.contains(#""position":1"#))
    #expect(try Tool.run("export", in: folder).lines.count == 1)
    let manifest = String(decoding: try folder.bytes(of: "journal/journal.json"), as: UTF8.self)
    #expect(manifest.contains(#""passwordIterations":1,"#))
  }

  @Test func `a journal that another process creates meanwhile is used`() throws {
    let process = Tool.process(["issue", "--json", "--password-iterations", "1"], in: folder)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(Self.accept.utf8))
    let refused = output.fileHandleForReading.availableData
    #expect(String(decoding: refused, as: UTF8.self).contains(#""ok":false"#))
    #expect(!FileManager.default.fileExists(atPath: folder.journal))
    try Tool.run("issue", "--password-iterations", "1", in: folder, input: Self.register)
    input.fileHandleForWriting.write(Data(Self.register.utf8))
    try input.fileHandleForWriting.close()
    let second = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: second, as: UTF8.self).contains("loginTaken"))
    #expect(try Tool.run("export", in: folder).lines.count == 1)
  }

  /// Every file below a folder, with its contents.
  private func tree(_ path: String) throws -> [String: Data?] {
    var tree: [String: Data?] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      tree[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
    }
    return tree
  }

  @Test(arguments: [
    ("issue", register), ("import", event), ("session --create", ""), ("issue", accept),
  ])
  func `a folder with other files is refused and not touched`(words: String, input: String) throws {
    let files = FileManager.default
    for name in ["notes.txt", "segments", "journal.key.txt", "journal.key", ".hidden"] {
      try? files.removeItem(atPath: folder.journal)
      try files.createDirectory(atPath: folder.journal, withIntermediateDirectories: true)
      _ = try folder.write("mine", to: "journal/\(name)")
      let before = try tree(folder.journal)
      let outcome = try Tool.run(
        words.split(separator: " ").map(String.init), in: folder, input: Data(input.utf8))
      #expect(outcome.status == 73, "\(name): \(outcome.diagnostics)")
      #expect(outcome.diagnostics.contains(folder.journal))
      #expect(try tree(folder.journal) == before)
    }
  }

  @Test func `an empty folder becomes a journal`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.journal, withIntermediateDirectories: true)
    #expect(try Tool.run("import", in: folder, input: Self.event).status == 0)
    #expect(try Tool.run("verify", in: folder).status == 0)
  }

  @Test func `a session without a journal answers each request and makes nothing`() throws {
    let requests = [
      Self.accept, #"{"append":[{"type":"Noted","data":{}}]}"# + "\n", #"{"read":{}}"# + "\n",
      #"{"show":"courier.orders","locale":"en"}"# + "\n",
    ]
    let outcome = try Tool.run(
      "session", "--locale", "en", in: folder, input: requests.joined())
    #expect(outcome.status == 66 && outcome.lines.count == 4)
    for line in outcome.lines {
      let error = try #require(json(line)["error"] as? [String: Any])
      #expect(error["code"] as? String == "storageFailed")
      #expect(
        error["message"] as? String == "Nothing was recorded: no journal in \(folder.journal); "
          + "to create it: replay-tool session --create")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test(.english) func `an error about a journal names its absolute path`() throws {
    let path = folder.url.resolvingSymlinksInPath().path
    for name in ["missing", "./missing", "missing/"] {
      let outcome = try Tool.run("stats", "--journal", name, in: folder)
      #expect(outcome.status == 66)
      #expect(outcome.diagnostics.hasPrefix("replay-tool: no journal in \(path)/missing\n"))
    }
    let restored = try Tool.run("restore", "nothing", in: folder)
    #expect(restored.diagnostics.hasPrefix("replay-tool: no journal in \(path)/nothing\n"))
  }

  @Test(.english) func `a link that leads nowhere is named`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("gone"))
    let link = folder.url.resolvingSymlinksInPath().path + "/link"
    let end = "\(link): it is a link to \(folder.path("gone")), which leads nowhere\n"
    let read = try Tool.run("stats", "--journal", "link", in: folder)
    #expect(read.status == 66 && read.diagnostics == "replay-tool: no journal in \(end)")
    let imported = try Tool.run(
      "import", "--format", "jsonl", "--journal", "link", in: folder, input: Self.event)
    #expect(imported.status == 73)
    #expect(imported.diagnostics == "replay-tool: cannot create a journal in \(end)")
    let answer = try Tool.run(
      "session", "--create", "--journal", "link", in: folder,
      input: #"{"append":[{"type":"T","data":{}}]}"#)
    #expect(answer.output.contains("она никуда не ведёт"), "\(answer.output)")
    #expect(try Tool.run("import", in: folder, input: Self.event).status == 0)
    let copied = try Tool.run("backup", "link", in: folder)
    #expect(copied.status == 73)
    #expect(copied.diagnostics == "replay-tool: cannot create a journal in \(end)")
  }
}
