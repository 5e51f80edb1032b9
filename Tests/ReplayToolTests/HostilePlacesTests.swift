import Foundation
import Testing

/// Another user who can write to the journal's folder replaces a file by something else, or an
/// administrator opens the folder to others.
@Suite struct HostilePlacesTests {
  private static let files = [
    "journal.json", "journal.key", "journal.suspect", "journal.synced", "consumers/mirror",
    "segments/00000000000000000001.jsonl",
  ]
  private static let verbs = [
    ["verify"], ["tail"], ["show", "courier.orders"], ["stats"], ["backup", "copy"],
    ["issue", "courier.forgotPassword"],
    ["tail", "--consumer", "mirror", "--run", "cat >/dev/null"],
  ]

  private func journal() throws -> Folder {
    let folder = try Folder()
    let issued = try Tool.run(
      "issue", "courier.forgotPassword", "--password-iterations", "1", in: folder)
    try #require(issued.status == 0, "\(issued.diagnostics)")
    try Tool.run("tail", "--consumer", "mirror", "--run", "cat >/dev/null", in: folder)
    return folder
  }

  #if os(Linux)
    /// Runs the tool in a shell without /proc, where a process cannot find its arguments.
    private static func run(_ command: String, in folder: Folder) throws -> Tool.Outcome {
      let process = Tool.process(
        ["--mount", "sh", "-c", "umount -l /proc && exec \(command)"], in: folder)
      process.executableURL = URL(filePath: "/usr/bin/unshare")
      return try ToolRun(process, in: folder.temporary).outcome()
    }

    private static var canUnmount: Bool {
      do { return try run("true", in: Folder()).status == 0 } catch { return false }
    }

    @Test(.english, .enabled(if: canUnmount, "needs a user who may unmount /proc"))
    func `arguments that cannot be read are not taken for none`() throws {
      let folder = try journal()
      let outcome = try Self.run("\(folder.tool.path) verify", in: folder)
      #expect(outcome.status == 74 && outcome.output.isEmpty)
      #expect(outcome.diagnostics.contains("the arguments cannot be read: /proc must be mounted"))
    }
  #endif

  @Test(
    .english,
    arguments: [
      ["export", "--file", "journal/segments/x.jsonl"], ["export", "--file", "link/x.jsonl"],
      ["export", "--file", "journal/journal.erasing"], ["report", "--html", "journal/secrets"],
      ["backup", "journal/copy"], ["recover", "--to", "journal/segments/saved"],
      ["backup", "journal/segments/x/y"], ["recover", "--to", "journal/segments/x/y/z"],
    ])
  func `no verb writes other files into a journal's folder`(_ words: [String]) throws {
    let folder = try journal()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("journal/segments"))
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path("journal"))
    let outcome = try Tool.run(words, in: folder)
    #expect(outcome.status == 73)
    #expect(outcome.diagnostics.contains("is in the folder of a journal"))
    let after = try FileManager.default.subpathsOfDirectory(atPath: folder.path("journal"))
    #expect(Set(after) == Set(before))
  }

  @Test(arguments: ["0777", "0277", "0000"])
  func `files are accessible only to their owner, whatever the umask`(_ mask: String) throws {
    let folder = try Folder()
    let process = Tool.process([], in: folder)
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "umask \(mask); exec \"$0\" issue courier.forgotPassword --password-iterations 1",
      Tool.executable.path,
    ]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path("journal"))
    for name in names + ["."] {
      let path = folder.path("journal/\(name)")
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let expected = attributes[.type] as? FileAttributeType == .typeDirectory ? 0o700 : 0o600
      #expect(attributes[.posixPermissions] as? Int == expected, "\(name)")
    }
  }

  /// Runs the tool, and kills it after ten seconds.
  private func run(_ verb: [String], in folder: Folder) throws -> (status: Int32, said: String) {
    let process = Tool.process([], in: folder)
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["10", Tool.executable.path] + verb
    let pipe = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  @Test(arguments: files)
  func `a pipe or a link instead of a file is refused without waiting`(_ name: String) throws {
    for isPipe in [true, false] {
      let folder = try journal()
      let path = folder.path("journal/\(name)")
      let victim = try folder.write("precious", to: "victim")
      try? FileManager.default.removeItem(atPath: path)
      if isPipe {
        #expect(unsafe mkfifo(path, 0o600) == 0)
      } else {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: victim)
      }
      for verb in Self.verbs {
        let (status, said) = try run(verb, in: folder)
        #expect(
          status != 124 && status < 128,
          "\(verb) with \(isPipe ? "a pipe" : "a link") as \(name): \(said)")
      }
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    }
  }

  @Test(.english) func `a folder that others may write to is refused with advice`() throws {
    let folder = try journal()
    for mode in [0o777, 0o770, 0o702] {
      #expect(unsafe chmod(folder.journal, mode_t(mode)) == 0)
      for verb in [["stats"], ["issue", "courier.forgotPassword"], ["verify"]] {
        let outcome = try Tool.run(verb, in: folder)
        #expect(outcome.status == 74)
        #expect(
          outcome.diagnostics.hasPrefix(
            "replay-tool: \(folder.journal) may be written to by others (mode 0"
          ),
          "\(outcome.diagnostics)")
        #expect(outcome.diagnostics.contains("): chmod go-w \(folder.journal)\n"))
      }
    }
    #expect(unsafe chmod(folder.journal, 0o750) == 0)
    #expect(try Tool.run("stats", in: folder).status == 0)
  }

  @Test(.english, arguments: ["segments", "index", "snapshots", "consumers", "secrets"])
  func `a folder of the journal that is a link, or that others may write to, is refused`(
    _ name: String
  ) throws {
    let folder = try journal()
    let path = "\(folder.journal)/\(name)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
    #expect(unsafe chmod(path, 0o777) == 0)
    let writable = try Tool.run("stats", in: folder)
    #expect(writable.status == 74)
    #expect(
      writable.diagnostics
        == "replay-tool: \(path) may be written to by others (mode 0777): chmod go-w \(path)\n")
    #expect(unsafe chmod(path, 0o700) == 0)
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("elsewhere"))
    try folder.replace("elsewhere/precious.snapshot", with: Data("mine".utf8))
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.path("elsewhere"))
    for verb in [["stats"], ["issue", "courier.forgotPassword"], ["erase", "user:eva", "--yes"]] {
      let linked = try Tool.run(verb, in: folder)
      #expect(linked.status == 74)
      #expect(linked.diagnostics.contains("\(path) is a link: put"))
    }
    #expect(try folder.bytes(of: "elsewhere/precious.snapshot") == Data("mine".utf8))
  }

  @Test(.english) func `a journal whose open segment has a second name is not written to`() throws {
    let folder = try journal()
    let before = try folder.records()
    let segment = "\(folder.journal)/segments/\(try folder.segments()[0])"
    try FileManager.default.linkItem(atPath: segment, toPath: folder.path("backup.jsonl"))
    let append = #"{"append":[{"type":"a","data":{}}]}"#
    let refused = try Tool.run("session", "--locale", "en", in: folder, input: append)
    #expect(refused.output.contains("storageFailed"))
    #expect(refused.output.contains("has a second name (a hard link)"))
    #expect(try folder.records() == before)
    // Others may not write to it either.
    #expect(unsafe chmod(segment, 0o666) == 0)
    let writable = try Tool.run("stats", in: folder)
    #expect(writable.diagnostics.contains("may be written to by others (mode 0666): chmod go-w"))
    #expect(unsafe chmod(segment, 0o600) == 0)
    // Readers only read it, and the advice helps.
    #expect(try Tool.run("stats", in: folder).status == 0)
    let advice = try #require(refused.output.firstMatch(of: /with (cp [^"]*)"/)?.1)
    let shell = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", String(advice)])
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "\(advice)")
    let accepted = try Tool.run("session", in: folder, input: append)
    #expect(accepted.output.contains(#""ok":true"#), "\(accepted.output)")
  }

  @Test(.english) func `a key that others may read is refused where a key is needed`() throws {
    let folder = try journal()
    #expect(unsafe chmod(folder.path("journal/journal.key"), 0o644) == 0)
    let verified = try Tool.run("verify", in: folder)
    let key = folder.path("journal/journal.key")
    let remedy = "may be read by others (mode 0644): chmod 600 \(key)"
    #expect(verified.diagnostics.contains(remedy))
    let issued = try Tool.run(
      "issue", "courier.signIn", "login=eva", "password=@-", in: folder, input: "1234")
    #expect(issued.status == 74, "\(issued.output)\(issued.diagnostics)")
    #expect(try Tool.run("stats", in: folder).status == 0)
  }
}
