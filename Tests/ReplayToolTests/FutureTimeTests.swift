import Foundation
import Testing

/// Times more than a day ahead of the clock. No later event could have an earlier time.
@Suite struct FutureTimeTests {
  private let year = "9000-01-01T00:00:00Z"

  private func refresh(id: String? = nil, locale: String = "ru") -> String {
    let id = id.map { #""id":"\#($0)","# } ?? ""
    return
      #"{"command":"courier.refreshOrders",\#(id)"actor":"ivanov","at":"\#(year)","locale":"\#(locale)"}"#
      + "\n"
  }

  private func refusal(_ outcome: Tool.Outcome) -> [String] {
    outcome.lines.map { String($0.replacing(/2\d{3}-[-0-9]+T[0-9:.]+Z/, with: "NOW")) }
  }

  /// The output of a verb with `--json`.
  private func failure(_ message: String) -> String {
    #"{"ok":false,"error":{"code":"timeInFuture","message":"\#(message)"}}"# + "\n"
  }

  private let russian =
    #"{"command":"courier.refreshOrders","ok":false,"error":{"code":"timeInFuture","message":"Время команды (9000-01-01T00:00:00.000Z) больше чем на сутки опережает часы (NOW). Исправьте время или часы"},"events":[]}"#
  private let english =
    #"{"command":"courier.refreshOrders","ok":false,"error":{"code":"timeInFuture","message":"The command's time (9000-01-01T00:00:00.000Z) is more than a day ahead of the clock (NOW). Correct the time or the clock"},"events":[]}"#

  @Test(arguments: ["issue", "session"])
  func `a command of the far future is refused, and changes nothing`(verb: String) throws {
    let folder = try Folder.atWork()
    let before = try folder.bytes(of: "journal/segments/00000000000000000001.jsonl")
    let tick = #"{"command":"system.tick","actor":"system","at":"\#(year)"}"# + "\n"
    let arguments = verb == "issue" ? ["issue", "--json"] : ["session"]
    let outcome = try Tool.run(
      arguments, in: folder, input: Data((refresh() + refresh(locale: "en") + tick).utf8))
    #expect(outcome.status == (verb == "issue" ? 1 : 0))
    #expect(outcome.diagnostics == "")
    let ofTick = russian.replacing("courier.refreshOrders", with: "system.tick")
    #expect(refusal(outcome) == [russian, english, ofTick])
    #expect(try folder.bytes(of: "journal/segments/00000000000000000001.jsonl") == before)
    let alone = try Tool.run(
      "issue", "--json", "courier.refreshOrders", "--actor", "ivanov", "--at", year, in: folder)
    #expect(alone.status == 1 && alone.output.contains("timeInFuture"))
  }

  @Test(arguments: ["issue", "session"])
  func `--allow-future executes it, and it can be repeated without the option`(
    verb: String
  ) throws {
    let folder = try Folder.atWork()
    let arguments = verb == "issue" ? ["issue", "--json"] : ["session"]
    let input = Data((refresh(id: "f-1") + refresh()).utf8)
    let first = try Tool.run(arguments + ["--allow-future"], in: folder, input: input)
    #expect(first.status == 0)
    #expect(first.lines.allSatisfy { $0.contains(#""ok":true"#) })
    let again = try Tool.run(arguments, in: folder, input: input)
    #expect(again.lines[0].contains(#""duplicate":true"#))
    #expect(again.lines[1].contains("timeInFuture"))
    // A command without a time gets the time of the last event.
    let alone = try Tool.run(
      "issue", "courier.refreshOrders", "--actor", "ivanov", in: folder)
    #expect(alone.status == 0, "\(alone.output)")
  }

  @Test func `an event that a session appends has the clock's time and no other`() throws {
    let folder = try Folder()
    let event = #"{"append":[{"type":"T","data":{},"time":"\#(year)"}]}"# + "\n"
    let session = try Tool.run("session", in: folder, input: event)
    #expect(session.output.contains("unknownField"))
    #expect(try Tool.run("session", in: folder, input: event).output.contains("unknownField"))
  }

  @Test(.english) func `an import stops at the line, and accepts it with --allow-future`() throws {
    let folder = try Folder()
    let input = """
      {"type":"T","time":"2026-05-08T12:00:00Z","tags":[],"data":{}}
      {"type":"T","time":"\(year)","tags":[],"data":{}}

      """
    for options in [["--dry-run"], [], ["--sort"]] {
      let imported = try Tool.run(["import"] + options, in: folder, input: Data(input.utf8))
      #expect(imported.status == 65)
      #expect(
        imported.diagnostics.contains(
          "standard input, line 2: timeInFuture: the time 9000-01-01T00:00:00.000Z is more than a "
            + "day ahead of the clock"), "\(imported.diagnostics)")
    }
    #expect(
      try Tool.run("import", "--json", in: folder, input: input).output
        == failure(
          "standard input, line 2: timeInFuture: the time 9000-01-01T00:00:00.000Z is more than a "
            + "day ahead of the clock; 0 events were recorded before it"))
    #expect(try Tool.run("export", in: folder).output == "")
    let imported = try Tool.run(
      "import", "--format", "jsonl", "--allow-future", in: folder, input: input)
    #expect(imported.status == 0 && imported.diagnostics == "", "\(imported.diagnostics)")
    // Events that are already recorded are skipped before their time is checked.
    #expect(try Tool.run("import", in: folder, input: input).status == 0)

    let records = try Tool.run("export", "--records", in: folder).output
    let other = try Folder()
    let moved = try Tool.run("import", "--records", in: other, input: records)
    #expect(moved.status == 65)
    #expect(
      moved.diagnostics.contains(
        "standard input: line 3: timeInFuture: the time 9000-01-01T00:00:00.000Z is more than a day "
          + "ahead of the clock"), "\(moved.diagnostics)")
    #expect(
      try Tool.run("import", "--records", "--json", in: other, input: records).output
        == failure(
          "standard input: line 3: timeInFuture: the time 9000-01-01T00:00:00.000Z is more than a "
            + "day ahead of the clock; nothing was recorded"))
    #expect(try Tool.run("export", in: other).status == 66)
    let allowed = try Tool.run("import", "--records", "--allow-future", in: other, input: records)
    #expect(allowed.status == 0, "\(allowed.diagnostics)")
  }

  @Test func `a tour refuses a time in the future, too`() throws {
    let folder = try Folder()
    let steps = """
      @future
      issue courier.placeOrder order=1 address=a deliveryDate=9999-05-09 metro=m firstName=f \
      lastName=l phone=+79161234567 --actor eva --at \(year)
      stats
      """
    try Data(steps.utf8).write(to: folder.url.appending(path: "tour.txt"))
    let refused = try Tool.run("tour", "tour.txt", in: folder)
    #expect(refused.output.contains("timeInFuture"), "\(refused.output)")
    let allowed = try Tool.run("tour", "tour.txt", "--allow-future", in: folder)
    #expect(allowed.status == 0 && !allowed.output.contains("timeInFuture"), "\(allowed.output)")
  }

  /// Sets the time of all files of the journal to that of its events.
  private func age(_ folder: Folder) throws {
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.journal) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_778_230_800)],
        ofItemAtPath: folder.journal + "/" + name)
    }
  }

  @Test(.english)
  func `a clock far ahead of events and files is noted once, before it sets a time`() throws {
    let folder = try Folder.atWork()
    let now = #"{"command":"courier.refreshOrders","actor":"ivanov"}"# + "\n"
    let then =
      #"{"command":"courier.refreshOrders","actor":"ivanov","at":"2026-05-08T13:00:00Z"}"# + "\n"
    let note = "ahead of the last event and of the journal's files"
    func notes(_ arguments: String..., input: String) throws -> Int {
      let outcome = try Tool.run(arguments, in: folder, input: Data(input.utf8))
      #expect(outcome.status == 0, "\(outcome.output)")
      return outcome.diagnostics.split(separator: "\n").count { $0.contains(note) }
    }
    try age(folder)
    #expect(try notes("issue", input: then) == 0)
    // The files were written just now.
    #expect(try notes("session", input: then) == 0)
    try age(folder)
    #expect(try notes("session", input: then + now + now) == 1)
    let appended = try Folder.atWork()
    try age(appended)
    let append = try Tool.run(
      "session", in: appended, input: #"{"append":[{"type":"T","data":{}}]}"# + "\n")
    #expect(append.diagnostics.contains(note) && append.output.contains(#""ok":true"#))
  }

  @Test(.english) func `an erasure is not recorded in the far future`() throws {
    let folder = try Folder.atWork()
    let erased = try Tool.run("erase", "customer:eva", "--at", year, in: folder)
    #expect(erased.status == 1)
    let message = "--at is more than a day ahead of the clock"
    #expect(erased.diagnostics == "replay-tool: \(message)\n")
    let json = try Tool.run("erase", "customer:eva", "--at", year, "--json", in: folder)
    #expect(json.status == 1 && json.output == failure(message))
  }
}
