import Foundation
import Testing

/// The clients of a session, as they are in Examples/Clients.
@Suite struct ClientTests {
  private static let clients = SampleTests.project.appending(path: "Examples/Clients")

  private func run(_ program: String, _ name: String, _ options: [String]) throws -> String? {
    guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
    let folder = try Folder()
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments =
      [Self.clients.appending(path: name).path, folder.journal, Tool.executable.path] + options
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `in Python`() throws {
    let output = try run("/usr/bin/python3", "session.py", ["--create"])
    guard let output else { return }
    #expect(
      output == """
        1 Greeted who:world
        notFound: There is no read model "no.model"

        """)
  }

  @Test func `in a shell`() throws {
    let output = try run("/bin/bash", "session.sh", [])
    guard let output else { return }
    #expect(
      output == #"""
        {"ref":"greeting","ok":true,"positions":[1]}
        {"ok":false,"error":{"code":"notFound","message":"There is no read model \"no.model\""}}

        """#)
  }
}
