import Commands
import EventStore

extension Check.Failure {
  /// Writes the story as a journal of its own, for whoever wants to look at it with the tool.
  ///
  /// - Returns: the results of the commands.
  @discardableResult
  public func write(to directory: JournalDirectory) throws -> [CommandResult] {
    try directory.create(
      JournalSettings(timeZone: zone, passwordIterations: 1), at: SystemClock.now())
    var engine = try TrialEngine(directory, domains, isWarm: true)
    var results: [CommandResult] = []
    for turn in turns {
      switch turn {
      case .command(let command): results.append(engine.carryOut(command))
      case .erasure(let subject, _): try engine.erase(subject)
      }
    }
    return results
  }

  /// The turns, each as a line of JSON.
  public var lines: [String] { turns.map(\.json.description) }

  /// The turns as something to paste into a shell.
  ///
  /// - Parameter journal: the folder of the journal that they are issued to.
  public func script(journal: String) -> String {
    let issue =
      "replay-tool issue --journal \(journal) --time-zone \(zone.name)"
      + " --password-iterations 1 <<'END'"
    var lines: [String] = []
    var isIssuing = false
    for turn in turns {
      let isCommand = if case .command = turn { true } else { false }
      if isCommand != isIssuing { lines.append(isCommand ? issue : "END") }
      isIssuing = isCommand
      switch turn {
      case .command: lines.append(turn.json.description)
      case .erasure(let subject, let time):
        let options = "--journal \(journal) --at \(time.rfc3339) --yes"
        lines.append("replay-tool erase \(subject) \(options)")
      }
    }
    return (lines + (isIssuing ? ["END"] : [])).joined(separator: "\n")
  }
}
