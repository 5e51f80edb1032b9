import Foundation
import Testing

@Suite struct IssueSecretsTests {
  private static let register = [
    "issue", "courier.registerCourier", "courier=ivanov", "login=ivanov", "--actor", "admin",
    "--password-iterations", "10",
  ]

  @Test func `a secret is read from a file, without the line feed at its end`() throws {
    let folder = try Folder()
    let file = try folder.write("1234\n", to: "pin")
    let outcome = try Tool.run(Self.register + ["password=@\(file)"], in: folder)
    #expect(
      outcome.output
        == "принято courier.registerCourier 1:courier.courierRegistered courier=ivanov\n")
    #expect(outcome.diagnostics == "")
  }

  @Test func `a secret is read from standard input`() throws {
    let folder = try Folder()
    let outcome = try Tool.run(
      Self.register + ["password=@-"], in: folder, input: Data("1234\r\n".utf8))
    #expect(outcome.status == 0, "\(outcome)")
  }

  /// The secret is left out, or is to be read from the terminal.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [[], ["password=@-"]])
  func `a signal at the prompt restores the echo of the terminal`(
    signal: Int32, password: [String]
  ) throws {
    let folder = try Folder()
    let ended = try PseudoTerminal.interrupt(
      Self.register + password, in: folder, askedFor: "password: ", with: signal)
    #expect(!ended.echoedWhenAsked && ended.echoesAfterwards)
    #expect(ended.status & 0x7f == signal)
    #expect(!FileManager.default.fileExists(atPath: folder.journal))
  }

  @Test func `after a stop at the prompt it asks again, without echo`() throws {
    let folder = try Folder()
    let ended = try PseudoTerminal.interrupt(
      Self.register, in: folder, askedFor: "password: ", with: SIGTSTP, typing: "1234\n")
    #expect(!ended.echoedWhenAsked && ended.echoesAfterwards && ended.status == 0)
    #expect(try Tool.run("stats", in: folder).status == 0)
  }

  @Test(.english) func `a command with a secret as an argument is executed with a warning`() throws
  {
    let folder = try Folder()
    let outcome = try Tool.run(Self.register + ["password=1234"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics.contains("warning: \"password\" is on the command line"))
    #expect(!outcome.diagnostics.contains("1234"))
    #expect(!String(decoding: try folder.records(), as: UTF8.self).contains("1234\""))
  }

  @Test(.english) func `a file that cannot be read is named`() throws {
    let folder = try Folder()
    let missing = try Tool.run(Self.register + ["password=@nowhere"], in: folder)
    #expect(missing.status == 66)
    #expect(
      missing.diagnostics == "replay-tool: cannot read nowhere: No such file or directory\n")
    let file = folder.path("bytes")
    try Data([0xff, 0xfe]).write(to: URL(filePath: file))
    let bytes = try Tool.run(Self.register + ["password=@\(file)"], in: folder)
    #expect(bytes.status == 65)
    #expect(bytes.diagnostics.contains("not UTF-8"))
    #expect(!FileManager.default.fileExists(atPath: folder.journal))
  }
}
