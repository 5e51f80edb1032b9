import Checking
import Commands
import EventChecking
import EventEngine
import Foundation
import Testing

/// Random commands, valid and not, through one session of the built tool, each sent when the one
/// before is answered.
@Suite struct `Two thousand random commands` {
  @Test(arguments: CheckedDomain.applications.map(\.name))
  func `through one session crash nothing and leave states that agree`(domain: String) throws {
    let checked = try #require(CheckedDomain.applications.first { $0.name == domain })
    let folder = try Folder()
    let journal = JournalDirectory(folder.journal)
    try journal.create(JournalSettings(passwordIterations: 1), at: Timestamp(rawValue: 0))
    var commands = try RandomCommands.open([checked], in: journal, seed: 20_260_508)
    let session = try RunningSession(in: folder)
    var accepted = 0
    for _ in 0..<2000 {
      let command = try commands.next()
      let answer = try #require(try session.answer(to: command), "no answer to \(command)")
      if try check(answer, checked) {
        accepted += 1
        commands.accepted(command)
      }
    }
    #expect(session.end() == 0)
    #expect(accepted > 400, "commands that are all refused prove nothing")
    let violations = try commands.violations()
    #expect(violations == [])
    #expect(try Check.violation(in: journal, [checked]) == nil)
  }

  /// A refusal has a code of the command's table, or a general one.
  ///
  /// - Returns: whether the command was accepted.
  private func check(_ answer: JSONObject, _ domain: CheckedDomain) throws -> Bool {
    guard case .object(let error)? = answer["error"] else { return true }
    let code = try #require(error.text("code"))
    let info = domain.commands.commands.first { $0.name == answer.text("command") }
    #expect(
      info?.refusals.contains(code) == true || RandomCommands.generalCodes.contains(code),
      "\(answer)")
    return false
  }
}

/// A session of the built tool that is asked and answers line by line. It is ended when it hangs.
private final class RunningSession {
  private let process: Process
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()

  init(in folder: Folder) throws {
    process = Tool.process(["session", "--create", "--allow-future"], in: folder)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let process = process
    DispatchQueue.global().asyncAfter(deadline: .now() + 600) {
      if process.isRunning { process.terminate() }
    }
  }

  /// Nil when the session has ended.
  func answer(to command: JSONObject) throws -> JSONObject? {
    let line = JSONValue.object(command).description + "\n"
    try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
    while true {
      if let end = rest.firstIndex(of: 0x0a) {
        let answer = try JSONParser.parse(Array(rest[rest.startIndex..<end]))
        rest = Data(rest[rest.index(after: end)...])
        if case .object(let object) = answer { return object }
        return nil
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      rest.append(more)
    }
  }

  /// - Returns: its exit status.
  func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
