import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A neighbour who may write to the journal's folder puts something else in the place of a file, and
/// an administrator who opens it to others.
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

  /// Runs the tool for ten seconds at most: the system kills what waits for longer.
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
  func `a pipe or a link in the place of a file is refused, not waited for`(_ name: String) throws {
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

  @Test(.english) func `a folder that others may write to is refused with what to do`() throws {
    let folder = try journal()
    for mode in [0o777, 0o770, 0o702] {
      #expect(unsafe chmod(folder.journal, mode_t(mode)) == 0)
      for verb in [["stats"], ["issue", "courier.forgotPassword"], ["verify"]] {
        let outcome = try Tool.run(verb, in: folder)
        #expect(outcome.status == 74)
        #expect(
          outcome.diagnostics.hasPrefix(
            "replay-tool: the journal's folder \(folder.journal) may be written to by others (mode 0"
          ),
          "\(outcome.diagnostics)")
        #expect(outcome.diagnostics.contains("): chmod go-w it\n"))
      }
    }
    #expect(unsafe chmod(folder.journal, 0o750) == 0)
    #expect(try Tool.run("stats", in: folder).status == 0)
  }

  @Test(.english) func `a key that others may read is refused where a key is needed`() throws {
    let folder = try journal()
    #expect(unsafe chmod(folder.path("journal/journal.key"), 0o644) == 0)
    let verified = try Tool.run("verify", in: folder)
    #expect(verified.diagnostics.contains("may be read by others (mode 0644): chmod 600 it"))
    let issued = try Tool.run(
      "issue", "courier.signIn", "login=eva", "password=@-", in: folder, input: "1234")
    #expect(issued.status == 74, "\(issued.output)\(issued.diagnostics)")
    #expect(try Tool.run("stats", in: folder).status == 0)
  }
}
