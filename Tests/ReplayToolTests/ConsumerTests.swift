import Foundation
import Testing

/// Each event is handled at least once, in order, by a command that is run for it.
@Suite struct ConsumerTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.importReceipt(5)
  }

  private func tail(_ command: String, _ options: String...) throws -> Tool.Outcome {
    try Tool.run(["tail", "--consumer", "billing", "--run", command] + options, in: folder)
  }

  private func seen() throws -> [Int?] {
    guard FileManager.default.fileExists(atPath: folder.path("seen")) else { return [] }
    return try String(decoding: folder.bytes(of: "seen"), as: UTF8.self)
      .split(separator: "\n").map { try json($0)["position"] as? Int }
  }

  @Test func `a closed output ends no consumer, whose command prints for itself`() throws {
    #expect(try tail("cat >> seen").status == 0)
    let process = Tool.process(
      ["tail", "--consumer", "billing", "--run", "cat >> seen", "--follow", "--limit", "1"],
      in: folder)
    let output = Pipe()
    process.standardOutput = output
    try output.fileHandleForReading.close()
    try process.run()
    try Tool.run("import", in: folder, input: Folder.receipt(6).joined(separator: "\n"))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try seen() == [1, 2, 3, 4, 5, 6])
  }

  private func place() throws -> [String: Any] {
    try json(Tool.run("consumers", "--json", in: folder).output)
  }

  @Test func `the command gets each event as a line, and the checkpoint moves with it`() throws {
    #expect(try tail("cat >> seen", "--limit", "2").status == 0)
    #expect(try seen() == [1, 2])
    let rest = try tail("cat >> seen")
    #expect(rest.status == 0 && rest.output == "" && rest.diagnostics == "")
    #expect(
      String(decoding: try folder.bytes(of: "seen"), as: UTF8.self)
        == (try Tool.run("export", in: folder).output))
    try Tool.run("import", in: folder, input: Folder.receipt(7).joined(separator: "\n"))
    #expect(try tail("cat >> seen").status == 0)
    #expect(try seen() == [1, 2, 3, 4, 5, 6, 7])
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path("journal/consumers"))
    #expect(names == ["billing"])
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.path("journal/consumers/billing"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(
    .english,
    arguments: [
      ("exit 3", "ended with status 3"), ("kill -9 $$", "was killed by signal 9"),
      ("no-such-command 2>&-", "ended with status 127"),
    ])
  func `a failing command ends the tail, and its event is retried`(
    fails: String, how: String
  ) throws {
    let failed = try tail(
      #"read -r line; echo "$line" >> seen; case "$line" in *'"position":3,'*) \#(fails);; esac"#)
    #expect(failed.status == 1)
    #expect(
      failed.diagnostics == """
        replay-tool: the command for event 3 \(how); the consumer stays before that event
        hint: started again, tail retries event 3

        """)
    #expect(try place()["position"] as? Int == 2)
    #expect(try tail("cat >> seen").status == 0)
    #expect(try seen() == [1, 2, 3, 3, 4, 5])
  }

  /// Starts a tail whose command waits for a line, and returns once the command runs.
  private func waiting(_ command: String) throws -> Process {
    for name in ["begun", "go"] { _ = unsafe mkfifo(folder.path(name), 0o600) }
    let process = Tool.process(["tail", "--consumer", "billing", "--run", command], in: folder)
    process.standardError = FileHandle.nullDevice
    // A process that was started by `nohup` ignores the signal, and so do its children.
    let disposition = signal(SIGHUP, SIG_DFL)
    defer { signal(SIGHUP, disposition) }
    try process.run()
    try hear("begun")
    return process
  }

  /// Waits until a process writes to the named pipe.
  private func hear(_ name: String) throws {
    _ = try FileHandle(forReadingFrom: folder.url.appending(path: name)).readToEnd()
  }

  @Test func `the event that tail is handling when it is killed is retried`() throws {
    let process = try waiting("cat >> seen; echo > begun; read -r word < go; echo > begun")
    process.signal(SIGKILL)
    let go = try FileHandle(forWritingTo: folder.url.appending(path: "go"))
    try go.write(contentsOf: Data("go\n".utf8))
    try go.close()
    try hear("begun")
    process.waitUntilExit()
    #expect(try seen() == [1])
    #expect(try tail("cat >> seen").status == 0)
    #expect(try seen() == [1, 1, 2, 3, 4, 5])
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal is passed on to the command`(signal: Int32) throws {
    let name = signal == SIGTERM ? "TERM" : "HUP"
    let process = try waiting(
      "trap 'echo \(name) > trapped; exit 4' \(name); echo > begun; while :; do :; done")
    process.signal(signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    #expect(try folder.bytes(of: "trapped") == Data("\(name)\n".utf8))
    #expect(try Tool.run("consumers", in: folder).output == "")
  }

  @Test(.enabled(if: FileHandle(forReadingAtPath: "/dev/tty") == nil, "there is a terminal"))
  func `without a terminal a signal ends what the command has started`() throws {
    let child = "trap 'echo > trapped; exit' TERM; echo > begun; while :; do sleep 0.05; done"
    _ = try folder.write(child, to: "child")
    let process = try waiting("sh child; true")
    process.signal(SIGTERM)
    process.waitUntilExit()
    for _ in 0..<200 where !FileManager.default.fileExists(atPath: folder.path("trapped")) {
      usleep(50_000)
    }
    #expect(FileManager.default.fileExists(atPath: folder.path("trapped")))
    #expect(try Tool.run("consumers", in: folder).output == "")
  }

  @Test func `on a terminal the command may ask something`() throws {
    let ask = "read -r answer < /dev/tty; echo \"answer: $answer\""
    let printed = try PseudoTerminal.run(
      ["tail", "--consumer", "billing", "--limit", "1", "--run", ask], in: folder, typing: "paid\n")
    #expect(printed.screen.contains("answer: paid") && printed.status == 0, "\(printed.screen)")
  }

  @Test func `what a killed tail has left is removed by the next one`() throws {
    #expect(try tail("true", "--limit", "1").status == 0)
    let (dead, alive) = ("~billing.2147483647", "~billing.\(getpid())")
    for name in [dead, alive, "~other.2147483647"] {
      try folder.replace("journal/consumers/\(name)", with: Data())
    }
    #expect(try tail("true").status == 0)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path("journal/consumers"))
    #expect(Set(names) == ["billing", alive, "~other.2147483647"])
  }

  @Test func `a command that succeeds in spite of a signal has handled its event`() throws {
    let process = try waiting(
      "cat >> seen; trap 'exit 0' TERM; echo > begun; while :; do :; done")
    process.signal(SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
    #expect(try place()["position"] as? Int == 1)
  }

  @Test func `several tails of one consumer miss no event`() throws {
    let tails = (0..<3).map { _ in
      Tool.process(["tail", "--consumer", "billing", "--run", "cat >> seen"], in: folder)
    }
    for tail in tails { try tail.run() }
    for tail in tails { tail.waitUntilExit() }
    #expect(tails.map(\.terminationStatus) == [0, 0, 0])
    #expect(Set(try seen()) == [1, 2, 3, 4, 5])
    #expect(try place()["position"] as? Int == 5)
  }

  @Test func `a command need not read its input`() throws {
    let text = String(repeating: "x", count: 300_000)
    let event = #"{"type":"Large","time":"2026-05-08T12:00:00Z","tags":[],"data":{"x":"\#(text)"}}"#
    try Tool.run("import", in: folder, input: event + "\n")
    #expect(try tail("exec <&-; exit 0").status == 0)
    #expect(try place()["position"] as? Int == 6)
  }

  @Test(.english)
  func `a consumer without a command, and a command without a consumer, are usage errors`() throws {
    let bare = try Tool.run("tail", "--consumer", "billing", in: folder)
    #expect(bare.status == 64 && bare.diagnostics.contains("--consumer needs --run COMMAND"))
    let empty = try Tool.run("tail", "--consumer", "billing", "--run", "", in: folder)
    #expect(empty.status == 64 && empty.diagnostics.contains("--run takes a command"))
    let nameless = try Tool.run("tail", "--run", "true", in: folder)
    #expect(nameless.status == 64 && nameless.diagnostics.contains("--run needs --consumer NAME"))
    for name in ["../x", "..", "a/b", ""] {
      let words = ["tail", "--consumer", name, "--run", "true"]
      #expect(try Tool.run(words, in: folder).status == 64)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("journal/consumers")))
  }

  @Test(.english) func `consumers are listed and moved`() throws {
    let none = try Tool.run("consumers", "--locale", "en", in: folder)
    #expect(none.output == "" && none.diagnostics == "replay-tool: the journal has no consumers\n")
    #expect(try tail("true", "--limit", "2").status == 0)
    try Tool.run(["tail", "--consumer", "audit", "--run", "true"], in: folder)
    #expect(
      try Tool.run("consumers", in: folder).output == """
        audit: at position 5, 0 events to go
        billing: at position 2, 3 events to go

        """)
    #expect(
      try Tool.run("consumers", "--json", in: folder).output == """
        {"name":"audit","position":5,"lag":0}
        {"name":"billing","position":2,"lag":3}

        """)
    #expect(
      try Tool.run("consumers", "--limit", "1", in: folder).output
        == "audit: at position 5, 0 events to go\n")
    #expect(try Tool.run("consumers", "reset", "billing", "--to", "4", in: folder).status == 0)
    #expect(try tail("cat >> seen").status == 0)
    #expect(try seen() == [5])
    #expect(
      try Tool.run("consumers", "reset", "billing", in: folder).output
        == "billing: at position 0, 5 events to go\n")
    #expect(try tail("cat >> seen").status == 0)
    #expect(try seen() == [5, 1, 2, 3, 4, 5])
    let unknown = try Tool.run("consumers", "reset", "biling", in: folder)
    #expect(unknown.status == 1)
    #expect(
      unknown.diagnostics
        == "replay-tool: there is no consumer \"biling\"; did you mean \"billing\"?\n")
    let above = try Tool.run("consumers", "reset", "billing", "--to", "6", in: folder)
    #expect(above.status == 65)
    #expect(above.diagnostics == "replay-tool: there is no event 6: the journal ends at 5\n")
    #expect(try Tool.run("consumers", "--to", "6", in: folder).status == 64)
    #expect(try Tool.run("consumers", "resett", "billing", in: folder).status == 64)
    let segment = folder.path("journal/segments/00000000000000000001.jsonl")
    try Data().write(to: URL(filePath: segment))
    let listed = try Tool.run("consumers", "--limit", "1", in: folder)
    #expect(listed.output == "audit: at position 5, after the journal's end (0)\n", "\(listed)")
  }

  @Test(.english) func `a consumer skips no event of a journal that lost its end and grew`() throws
  {
    #expect(try tail("cat >> seen").status == 0)
    let segment = folder.path("journal/segments/00000000000000000001.jsonl")
    try Data().write(to: URL(filePath: segment))
    let others = try Folder.receipt(8).suffix(6).joined(separator: "\n")
    #expect(try Tool.run("import", in: folder, input: others).status == 0)
    let fault = "at position 5, but the journal lost the event handled there and has another"
    let refused = try tail("cat >> seen")
    #expect(refused.status == 1)
    #expect(
      refused.diagnostics == """
        replay-tool: the consumer billing is \(fault)
        hint: replay-tool consumers reset billing --to N moves it back; N is the last event that it \
        handled and the journal still has

        """)
    #expect(try Tool.run("consumers", in: folder).output == "billing: \(fault)\n")
    #expect(
      try Tool.run("consumers", "--json", in: folder).output
        == #"{"name":"billing","position":5,"lag":1,"fault":"\#(fault)"}"# + "\n")
    #expect(try Tool.run("consumers", "reset", "billing", "--to", "4", in: folder).status == 0)
    #expect(try tail("cat >> seen").status == 0)
    #expect(try seen() == [1, 2, 3, 4, 5, 5, 6])
  }

  @Test(.english) func `the start of a new consumer stays though its first event fails`() throws {
    let failed = try tail("false", "--after", "3")
    #expect(failed.status == 1)
    #expect(failed.diagnostics.hasSuffix("hint: started again, tail retries event 4\n"))
    #expect(try tail("cat >> seen").status == 0)
    #expect(try seen() == [4, 5])
  }

  @Test(.english) func `damaged consumers are named, and the others listed`() throws {
    for name in ["audit", "bills", "mail"] {
      try Tool.run("tail", "--consumer", name, "--run", "true", in: folder)
    }
    for name in ["audit", "bills"] {
      try folder.replace("journal/consumers/\(name)", with: Data("garbage\n".utf8))
    }
    func damage(_ name: String) -> String {
      "the position of the consumer \(name) is unknown: its file "
        + "\(folder.path("journal/consumers/\(name)")) is damaged or belongs to another journal"
    }
    let listed = try Tool.run("consumers", "--json", in: folder)
    #expect(listed.status == 1)
    #expect(
      listed.output == """
        {"name":"mail","position":5,"lag":0}
        {"ok":false,"error":{"code":"consumerDamaged","message":"\(damage("bills"))"}}

        """)
    #expect(
      listed.diagnostics == """
        replay-tool: \(damage("audit"))
        hint: set its position with replay-tool consumers reset audit --to N
        replay-tool: \(damage("bills"))
        hint: set its position with replay-tool consumers reset bills --to N

        """)
  }

  @Test(.english) func `consumers of a damaged journal are listed, and the damage is named`() throws
  {
    for (name, limit) in [("audit", "2"), ("bills", "5")] {
      try Tool.run("tail", "--consumer", name, "--run", "true", "--limit", limit, in: folder)
    }
    try folder.flip(900, of: "journal/segments/00000000000000000001.jsonl")
    let listed = try Tool.run("consumers", in: folder)
    #expect(listed.status == 1)
    #expect(
      listed.output == """
        audit: at position 2, 0 events to go
        bills: at position 5, 0 events to go

        """)
    #expect(listed.diagnostics.hasPrefix("replay-tool: the journal is damaged: "))
    #expect(listed.diagnostics.split(separator: "damaged").count == 2)
    let tail = try tail("true", "--follow")
    #expect(tail.status == 1 && tail.diagnostics.contains("the journal is damaged"))
  }

  @Test(.english, .enabled(if: geteuid() == 0, "needs a second user"))
  func `another user's journal is refused before the command runs`() throws {
    #expect(try tail("cat >> seen", "--limit", "2").status == 0)
    for name in ["journal", "journal/consumers"] {
      try FileManager.default.setAttributes(
        [.ownerAccountID: 65_534], ofItemAtPath: folder.path(name))
    }
    for words in [
      ["tail", "--consumer", "billing", "--run", "cat >> seen"],
      ["tail", "--consumer", "new", "--run", "cat >> seen"], ["consumers", "reset", "billing"],
    ] {
      let refused = try Tool.run(words, in: folder)
      #expect(refused.status == 74)
      #expect(refused.diagnostics.contains("belongs to another user"), "\(refused.diagnostics)")
    }
    #expect(try seen() == [1, 2])
    #expect(try place()["position"] as? Int == 2)
  }
}
