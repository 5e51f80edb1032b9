import Foundation
import Testing

/// The clients of a session in Examples/Clients.
@Suite struct ClientTests {
  private static let clients = SampleTests.project.appending(path: "Examples/Clients")

  private static let python = "/usr/bin/python3"

  private func run(_ program: String, _ client: String) throws -> String {
    try run(program, [Self.clients.appending(path: client).path], [])
  }

  private func run(_ program: String, _ words: [String], _ options: [String]) throws -> String {
    let folder = try Folder()
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words + [folder.journal, Tool.executable.path] + options
    let outcome = try ToolRun(process, in: folder.temporary).outcome()
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    return outcome.output
  }

  @Test(.enabled(if: Programs.has(python)))
  func `in Python`() throws {
    #expect(
      try run(Self.python, "session.py") == """
        1 Greeted who:world
        notFound: There is no read model "no.model"

        """)
  }

  @Test(.enabled(if: Programs.has(python)))
  func `in Python, with answers out of order`() throws {
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
    let output = try run(Self.python, ["-B", "-c", script], [Self.clients.path])
    #expect(output == "1\n1\ninvalidField\nmalformedRequest\n")
  }

  @Test(.enabled(if: Programs.has("/bin/bash")))
  func `in a shell`() throws {
    #expect(
      try run("/bin/bash", "session.sh") == #"""
        {"ref":"greeting","ok":true,"positions":[1]}
        {"ok":false,"error":{"code":"notFound","message":"There is no read model \"no.model\""}}

        """#)
  }
}
