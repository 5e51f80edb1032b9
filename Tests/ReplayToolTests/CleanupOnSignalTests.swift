import Foundation
import Testing

/// The removal of unfinished files when a signal, such as that of Ctrl-C, ends the tool.
@Suite struct CleanupOnSignalTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(path))
  }

  /// Runs the tool, and sends it a signal once its folder for temporary files contains a journal's
  /// file.
  ///
  /// - Parameter begun: a file whose existence is waited for instead.
  private func interrupt(
    _ arguments: [String], with signal: Int32, once begun: String? = nil
  ) throws -> Process {
    try FileManager.default.createDirectory(
      atPath: folder.path("temporary"), withIntermediateDirectories: true)
    let process = Tool.process(arguments, in: folder)
    process.environment?["TMPDIR"] = folder.path("temporary")
    // A process that reads the pipe waits for input.
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try runInForeground(process, signal)
    func hasBegun() throws -> Bool {
      try begun.map { FileManager.default.fileExists(atPath: $0) } ?? hasTemporaryFile()
    }
    while try !hasBegun() && process.isRunning { sched_yield() }
    process.signal(signal)
    process.waitUntilExit()
    return process
  }

  /// Programs that a script starts in the background ignore Ctrl-C, and so do those that they start.
  private func runInForeground(_ process: Process, _ number: Int32) throws {
    let former = signal(number, SIG_DFL)
    defer { signal(number, former) }
    try process.run()
  }

  private func hasTemporaryFile() throws -> Bool {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path("temporary"))
      .contains { $0.hasSuffix(".jsonl") }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `an interrupted tour or bench leaves no files`(signal: Int32) throws {
    let event = #"{"type":"Noted","time":"2026-05-08T12:00:00Z","tags":[],"data":{}}"#
    let events = try folder.write(event, to: "events.jsonl")
    let tour = try folder.write("@one\nimport --file \(events)\nissue\n", to: "tour.txt")
    for words in [["tour", tour], ["bench", "--events", "1000000"]] {
      let process = try interrupt(words, with: signal)
      #expect(process.terminationReason == .uncaughtSignal, "\(words)")
      #expect(process.terminationStatus == signal, "\(words)")
      #expect(try names("temporary") == [], "\(words)")
    }
  }

  @Test func `a tour is also cleaned up if its command survives the signal`() throws {
    let event = #"{"type":"Noted","time":"2026-05-08T12:00:00Z","tags":[],"data":{}}"#
    let events = try folder.write(event, to: "events.jsonl")
    let begun = folder.path("begun")
    let command = "trap true INT;touch \(begun);sleep 5;true".replacing(" ", with: "${IFS}")
    let tour = try folder.write(
      "@one\nimport --file \(events)\ntail --consumer c --run \(command)\n", to: "tour.txt")
    let process = try interrupt(["tour", tour], with: SIGINT, once: begun)
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGINT)
    #expect(try names("temporary") == [])
  }

  @Test func `an interrupted copy is removed, so that it can be repeated`() throws {
    let text = String(repeating: "long ", count: 400)
    let events = (0..<4000).map { number in
      #"{"type":"N","time":"2026-05-08T12:00:00Z","tags":[],"data":{"n":\#(number),"t":"\#(text)"}}"#
    }
    try Tool.run("import", in: folder, input: events.joined(separator: "\n"))
    for (words, signal) in [
      (["backup", "copy"], SIGINT), (["recover", "--to", "copy"], SIGTERM),
      (["restore", folder.journal, "--journal", "copy"], SIGHUP),
    ] {
      var process = try interruptCopy(words, with: signal)
      // On a busy machine, the copy may be finished before the signal comes.
      while process.terminationReason == .exit && process.terminationStatus == 0 {
        try FileManager.default.removeItem(atPath: folder.path("copy"))
        process = try interruptCopy(words, with: signal)
      }
      #expect(process.terminationReason == .uncaughtSignal, "\(words)")
      #expect(process.terminationStatus == signal, "\(words)")
      #expect(try names("").sorted() == ["journal"], "\(words)")
      #expect(try Tool.run(words, in: folder).status == 0, "\(words)")
      try FileManager.default.removeItem(atPath: folder.path("copy"))
    }
  }

  /// Runs a command that makes `copy`, and interrupts it when it has begun with that.
  private func interruptCopy(_ words: [String], with signal: Int32) throws -> Process {
    let process = Tool.process(words, in: folder)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try runInForeground(process, signal)
    let begun = folder.path("copy/segments/00000000000000000001.jsonl")
    while !FileManager.default.fileExists(atPath: begun) && process.isRunning { sched_yield() }
    process.signal(signal)
    process.waitUntilExit()
    return process
  }

  @Test func `Ctrl-backslash ends the tool also with Swift's backtracer`() throws {
    try folder.importReceipt(3)
    let ended = try PseudoTerminal.interrupt(
      ["tail", "--follow", "-n", "1"], in: folder, askedFor: "{", with: SIGQUIT,
      variables: ["SWIFT_BACKTRACE=enable=yes"])
    #expect(ended.status & 0x7f == SIGQUIT)
  }

  @Test func `an export has its name only when it is complete`() throws {
    try folder.importReceipt(50)
    _ = try folder.write("half", to: "out.new")
    let refused = try Tool.run("export", "--file", "out", in: folder)
    #expect(refused.status == 73)
    #expect(refused.diagnostics.contains("out.new: "), "\(refused.diagnostics)")
    try FileManager.default.removeItem(atPath: folder.path("out.new"))
    #expect(try Tool.run("export", "--file", "out", in: folder).status == 0)
    #expect(try names("").sorted() == ["journal", "out"])
  }
}
