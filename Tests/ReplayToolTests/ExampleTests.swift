import Foundation
import Testing

/// The examples in the help run as they stand, on the sample journals.
@Suite struct ExampleTests {
  /// Examples that run for long, for ever, or with programs that may be missing: only their options
  /// are checked.
  private static let long = ["bench", "check", "--follow", "session <", "tour", "man -l", "| jq"]

  /// A folder with the samples, files that examples name, and the tool in its `bin`.
  private func project(_ domain: String) throws -> Folder {
    let folder = try Folder()
    let files = FileManager.default
    for name in ["bin", "mnt", "srv", "home"] {
      try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }
    try files.createSymbolicLink(
      atPath: folder.path("bin/replay-tool"), withDestinationPath: Tool.executable.path)
    try files.createSymbolicLink(
      atPath: folder.path("events"),
      withDestinationPath: SampleTests.project.appending(path: "events").path)
    try Tool.run(
      "issue", "--file", "events/\(domain)/commands.jsonl", "--password-iterations", "1000",
      in: folder)
    _ = try folder.write("4711\n", to: "pin.txt")
    _ = try folder.write("", to: "events.jsonl")
    return folder
  }

  private static func examples(of verb: String) throws -> [String] {
    let help = try Tool.run("help", verb, "--locale", "en", in: Folder()).output
    guard let list = help.split(separator: "\nexamples:\n").dropFirst().first else { return [] }
    return list.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("      ") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func status(of command: String, in folder: Folder) throws -> (Int32, String) {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = ["-c", command]
    shell.currentDirectoryURL = folder.url
    shell.environment = [
      "PATH": "\(folder.path("bin")):/usr/bin:/bin", "REPLAY_JOURNAL": folder.journal,
      "HOME": folder.path("home"),
    ]
    let output = Pipe()
    shell.standardOutput = output
    shell.standardError = output
    shell.standardInput = FileHandle.nullDevice
    try shell.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    return (shell.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  private static let verbs = [
    "issue", "show", "replay", "audit", "timeline", "why", "when", "diff", "trace", "tail",
    "consumers", "verify", "import", "export", "backup",
    "restore", "recover", "erase", "snapshot", "check", "stats", "session", "catalog",
    "completions", "man", "bench", "tour", "report",
  ]

  @Test(arguments: verbs)
  func `an example is no wrong usage`(verb: String) throws {
    guard FileManager.default.isExecutableFile(atPath: "/bin/bash") else { return }
    let examples = try Self.examples(of: verb)
    #expect(!examples.isEmpty)
    for example in examples {
      let folder = try project("courier")
      var command = example.replacing("/mnt/", with: folder.path("mnt/"))
        .replacing("/srv/", with: folder.path("srv/")).replacing("/tmp/", with: folder.path("mnt/"))
        .replacing("~", with: folder.path("home")).replacing(
          "${fpath[1]}", with: folder.path("mnt")
        )
        .replacing("pass show pin", with: "cat pin.txt")
      if Self.long.contains(where: command.contains) {
        command = "\(command.split(separator: "|")[0].split(separator: " <")[0]) --help"
          .replacing(#/ > .* --help/#, with: " --help")
      }
      let (status, text) = try status(of: command, in: folder)
      // A script has no terminal to answer on.
      if text.contains("without a terminal, erase needs --yes") { continue }
      #expect(
        ![64, 127].contains(status) && !text.contains("try: replay-tool"), "\(command)\n\(text)")
    }
  }
}
