import Checking
import Commands
import EventChecking
import EventEngine
import Foundation
import Testing

/// Random commands, valid and invalid, through one session of the built tool. Each is sent after
/// the answer to the one before.
@Suite struct `Random commands` {
  @Test(arguments: CheckedDomain.applications.map(\.name))
  func `through one session crash nothing and leave states that agree`(domain: String) throws {
    let checked = try #require(CheckedDomain.applications.first { $0.name == domain })
    let folder = try Folder()
    let journal = JournalDirectory(folder.journal)
    try journal.create(JournalSettings(passwordIterations: 1), at: Timestamp(rawValue: 0))
    var commands = try RandomCommands.open([checked], in: journal, seed: 20_260_508)
    let session = try RunningTool(["session", "--create", "--allow-future"], in: folder)
    var accepted = 0
    for _ in 0..<Effort.current.pick(usual: 300, exhaustive: 2000) {
      let command = try commands.next()
      let line = session.answer(to: JSONValue.object(command).description)
      let answer = try JSONParser.parse(Array(try #require(line, "no answer to \(command)").utf8))
      if try check(answer, checked) {
        accepted += 1
        commands.noteAccepted(command)
      }
    }
    #expect(session.end() == 0)
    #expect(accepted > 50, "commands that are all refused prove nothing")
    let violations = try commands.violations()
    #expect(violations == [])
    #expect(try Check.violation(in: journal, [checked]) == nil)
  }

  /// A refusal has a code of the command's table, or a general one.
  ///
  /// - Returns: whether the command was accepted.
  private func check(_ answer: JSONValue, _ domain: CheckedDomain) throws -> Bool {
    guard case .object(let answer) = answer else {
      Issue.record("\(answer)")
      return false
    }
    guard case .object(let error)? = answer["error"] else { return true }
    let code = try #require(error.text("code"))
    let info = domain.commands.commands.first { $0.name == answer.text("command") }
    #expect(
      info?.refusals.contains(code) == true || RandomCommands.generalCodes.contains(code),
      "\(answer)")
    return false
  }
}
