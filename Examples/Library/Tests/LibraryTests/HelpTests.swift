import Foundation
import Testing

/// The help of library-tool is about its own domain, and its examples run.
extension ToolTests {
  private func verbs() throws -> [String] {
    let list = try run("--help").output.split(separator: "\n\n").first { $0.hasPrefix("subc") }
    return try #require(list).matches(of: #/\n  (\w+) /#).map { String($0.1) }
  }

  /// Words of the applications, and of the features that the library does not use.
  private static var strange: Regex<Substring> {
    #/
      \b(?:courier|habits|mall|mods|nft|cat-1|tickets|c-094)\b | order[:=]\w | receipt\.events
      | «удалено» | \b(?:tour|bench|system\.tick)\b | subjectErased | PBKDF2 | password | парол
      | --with-personal | \|erase\b | \berase\)
      /#
  }

  @Test func `no text mentions another application or a feature that the library does not use`()
    throws
  {
    var calls = [["--help"], ["catalog"], ["catalog", "--json"], ["man"]]
    calls += ["bash", "zsh", "fish"].map { ["completions", $0] }
    calls += try verbs().map { ["help", $0] }
    // Failing calls, whose error messages are checked, too.
    calls += [["audit", "--json"], ["why", "library.onLoan", "a.", "--json"]]
    for call in calls {
      for language in ["en", "ru"] {
        let text = try run("library-tool", call + ["--locale", language]).output
          .replacing("\\-", with: "-")
        let found = text.firstMatch(of: Self.strange)
        #expect(found == nil, "\(call)")
      }
    }
    #expect(try run("--version").output.hasPrefix("library-tool (engine "))
  }

  @Test(arguments: ["tour", "bench", "erase"])
  func `a subcommand that the tool does not offer is unknown`(verb: String) throws {
    let problem =
      #"{"ok":false,"error":{"code":"wrongUsage","message":"unknown subcommand \"\#(verb)\""}}"#
    #expect(try run(verb, "--json") == (problem + "\n", 64))
    #expect(try run(verb, "--help").status == 64)
    #expect(try run("help", verb).status == 64)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func `every example of the help runs`() throws {
    let hasJQ = FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")
    // The examples of `journals` need a server.
    for verb in try verbs() where verb != "journals" {
      defer { try? FileManager.default.removeItem(at: folder) }
      try prepare(for: verb)
      let help = try run("help", verb).output
      let examples = help.split(separator: "\nexamples:\n").last?.matches(of: #/(?m)^  (\S.*)$/#)
      #expect(examples?.isEmpty == false, "\(verb)")
      for example in examples ?? [] {
        var command = String(example.1)
        if command.contains("jq") && !hasJQ { continue }
        // Examples that run for long only print their help.
        if ["--follow", "library-tool check", "man -l"].contains(where: command.contains) {
          command = "\(command.prefix { $0 != "|" }) --help"
        }
        let status = try shell(command)
        // The first command of a domain may be refused the second time.
        #expect(status == 0 || status == 1 && verb == "issue", "\(command)")
      }
    }
  }

  /// Makes a small journal and the files that the examples read. For verbs that create a journal or
  /// files, the existing ones are then moved or removed.
  private func prepare(for verb: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let made = try shell(
      """
      mkdir -p mnt/backups mnt/safe srv .config/fish/completions &&
      library-tool issue library.lend book=book-1 member=member-1 --actor kim --id c-17 \
        --at 2026-05-08T09:00:00Z &&
      library-tool verify --json > receipt.json &&
      library-tool export --records --file journal.records &&
      library-tool audit --proof 1 --receipt receipt.json > proof.json &&
      echo '{"type":"Seen","time":"2026-05-08T10:00:00Z","tags":[],"data":{}}' > events.jsonl &&
      printf 'Event,Time,Subject\\nSeen,2026-05-08 15:00:00,42\\n' > events.csv &&
      echo '{"show":"library.onLoan"}' > requests.jsonl &&
      echo '{"command":"library.takeBack","actor":"kim","id":"c-18","data":{"book":"book-1"}}' \
        > commands.jsonl
      """)
    #expect(made == 0)
    let further = [
      "restore": "library-tool backup /mnt/backups/2026-05-08 && mv journal former",
      "import": "mv journal former", "export": "rm events.* journal.records",
    ]
    if let command = further[verb] { #expect(try shell(command) == 0) }
  }

  /// Runs a command in the test's folder and returns the exit status. The tool is on its `PATH`,
  /// and absolute paths of the examples lead into the test's folder.
  private func shell(_ command: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c",
      command.replacing("/mnt/", with: "mnt/").replacing("/srv/", with: "srv/")
        .replacing("${fpath[1]}", with: "mnt"),
    ]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "\(Self.executable("library-tool").deletingLastPathComponent().path):/usr/bin:/bin",
      "HOME": folder.path, "REPLAY_JOURNAL": "journal",
    ]
    (process.standardOutput, process.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice
    )
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
