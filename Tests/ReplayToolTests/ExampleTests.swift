import Foundation
import Testing

/// The examples in the help run unchanged, on the sample journals.
@Suite struct ExampleTests {
  /// Examples that run for long, for ever, or with programs that may be missing: only their options
  /// are checked.
  private static let long = [
    "bench", "check", "--follow", "session <", "tour", "man -l",
  ]
  private static let hasJQ = Programs.has("/usr/bin/jq")

  /// The commands that prepare the journal or files which the examples of a verb need.
  private static let preparations = [
    "consumers": "replay-tool tail --consumer billing --run true",
    "verify":
      "replay-tool verify --json > receipt.json; replay-tool backup /mnt/backups/2026-05-08; "
      + "replay-tool audit --proof 12 --receipt receipt.json > proof.json",
    "audit": "replay-tool verify --json > receipt.json",
    "diff":
      "head -n 90 events/courier/commands.jsonl | "
      + "replay-tool issue --journal rehearsal.journal --password-iterations 1000; true",
    "backup": "replay-tool backup /mnt/backups/2026-05-08; rm -r /mnt/backups/2026-05-08",
    "import":
      "replay-tool export --records --file journal.records; "
      + "head -n 3 events/receipt.events.jsonl > events.jsonl; mv courier former",
    "restore":
      "replay-tool backup /mnt/backups/2026-05-08; mv courier former; mkdir /srv/journal",
    "recover": "true",
  ]

  private static let domains = ["courier", "nft"]

  /// A folder with the samples in a journal for each domain of the examples.
  private static let journals = Result {
    let folder = try Folder()
    for domain in domains {
      try Tool.run(
        "issue", "--file",
        SampleTests.project.appending(path: "events/\(domain)/commands.jsonl").path,
        "--password-iterations", "1000", "--journal", folder.path(domain), in: folder)
    }
    return folder
  }

  /// A folder with the samples in a journal for each domain of the examples, files that they name,
  /// and the tool in its `bin`.
  private func project(for verb: String) throws -> Folder {
    let folder = try Folder()
    let files = FileManager.default
    for name in ["bin", "mnt/backups", "mnt/safe", "srv", "home/.config/fish/completions"] {
      try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try files.createSymbolicLink(
      atPath: folder.path("bin/replay-tool"), withDestinationPath: Tool.executable.path)
    try files.createSymbolicLink(
      atPath: folder.path("events"),
      withDestinationPath: SampleTests.project.appending(path: "events").path)
    let journals = try Self.journals.get()
    for domain in Self.domains {
      try files.copyItem(atPath: journals.path(domain), toPath: folder.path(domain))
    }
    _ = try folder.write("4711\n", to: "pin.txt")
    if let preparation = Self.preparations[verb] {
      #expect(try run(preparation, in: folder).status == 0, "\(preparation)")
    }
    return folder
  }

  private static func examples(of verb: String) throws -> [String] {
    let help = try Tool.run("help", verb, "--locale", "en", in: Folder()).output
    guard let list = help.split(separator: "\nexamples:\n").dropFirst().first else { return [] }
    return list.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("      ") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func run(
    _ command: String, in folder: Folder
  ) throws -> (status: Int32, output: String, diagnostics: String) {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/bash")
    let places = command.replacing("/mnt/", with: folder.path("mnt/"))
      .replacing("/srv/", with: folder.path("srv/")).replacing("/tmp/", with: folder.path("mnt/"))
      .replacing("${fpath[1]}", with: folder.path("mnt"))
      .replacing("pass show pin", with: "cat pin.txt")
    shell.arguments = ["-c", places]
    shell.currentDirectoryURL = folder.url
    shell.environment = [
      "PATH": "\(folder.path("bin")):/usr/bin:/bin", "HOME": folder.path("home"),
      "REPLAY_JOURNAL": folder.path(command.contains("nft.") ? "nft" : "courier"),
    ]
    let (output, diagnostics) = (
      folder.url.appending(path: ".out"), folder.url.appending(path: ".err")
    )
    for file in [output, diagnostics] { try Data().write(to: file) }
    shell.standardOutput = try FileHandle(forWritingTo: output)
    shell.standardError = try FileHandle(forWritingTo: diagnostics)
    shell.standardInput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    return (
      shell.terminationStatus, String(decoding: try Data(contentsOf: output), as: UTF8.self),
      String(decoding: try Data(contentsOf: diagnostics), as: UTF8.self)
    )
  }

  /// The examples of `journals` need a server.
  private static let verbs = FailureTests.verbs.compactMap {
    $0.words.split(separator: " ").first.map(String.init)
  }.filter { $0 != "journals" }

  /// The examples run in the order of the help, in one folder: some need the files of earlier ones.
  @Test(.enabled(if: Programs.has("/bin/bash")), arguments: verbs)
  func `every example succeeds and prints something`(verb: String) throws {
    let examples = try Self.examples(of: verb)
    #expect(!examples.isEmpty)
    let folder = try project(for: verb)
    for example in examples {
      if example.contains("jq") && !Self.hasJQ { continue }
      var command = example
      if Self.long.contains(where: command.contains) {
        command = "\(command.split(separator: "|")[0].split(separator: " <")[0]) --help"
          .replacing(#/ > .* --help/#, with: " --help")
      }
      let (status, output, diagnostics) = try run(command, in: folder)
      // The test has no terminal on which to answer.
      if diagnostics.contains("without a terminal, erase needs --yes") { continue }
      // A difference, or a refused command in a stream, gives the exit status 1.
      let mayFail = verb == "diff" || verb == "issue" && command.contains("--file")
      #expect(status == 0 || status == 1 && mayFail, "\(command)\n\(output)\(diagnostics)")
      let isElsewhere = [" > ", " --file ", "source <("].contains(where: command.contains)
      #expect(isElsewhere || !output.isEmpty, "\(command)\n\(diagnostics)")
    }
  }
}
