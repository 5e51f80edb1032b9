import Foundation
import Testing

/// The clients of a session in Examples/Clients.
@Suite struct ClientTests {
  private static let clients = SampleTests.project.appending(path: "Examples/Clients")

  private func run(_ program: String, _ client: String, _ options: [String]) throws -> String? {
    try run(program, [Self.clients.appending(path: client).path], options)
  }

  private func run(_ program: String, _ words: [String], _ options: [String]) throws -> String? {
    guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
    let folder = try Folder()
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words + [folder.journal, Tool.executable.path] + options
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `in Python`() throws {
    let output = try run("/usr/bin/python3", "session.py", [])
    guard let output else { return }
    #expect(
      output == """
        1 Greeted who:world
        notFound: There is no read model "no.model"

        """)
  }

  @Test func `in Python, with answers out of order`() throws {
    let script = """
      import sys
      sys.path.insert(0, sys.argv.pop())
      from session import Refused, Session

      nested = []
      for _ in range(100):
          nested = [nested]
      with Session(*sys.argv[1:]) as session:
          sent = session.send({"append": [{"type": "Greeted", "data": {}}]})
          print(session.ask({"session": 1})["value"]["head"])
          print(*session.answer(sent)["positions"])
          for request in {"follow": 7}, {"read": nested}:
              session.send(request)
              try:
                  session.ask({"session": 1})
              except Refused as refusal:
                  print(refusal.code)
          # More than a pipe holds.
          session.send({"follow": {"items": []}})
          session.ask({"append": [{"type": "Told", "data": {"text": "x" * 100_000}}] * 5})
      """
    let output = try run(
      "/usr/bin/python3", ["-B", "-c", script], [Self.clients.path])
    guard let output else { return }
    #expect(output == "1\n1\ninvalidField\nmalformedRequest\n")
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
