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
    return commands.map { engine.carryOut($0) }
  }

  /// The commands as lines that `replay-tool issue` takes.
  public var lines: [String] { commands.map { JSONValue.object($0).description } }

  /// The commands as something to paste into a shell.
  ///
  /// - Parameter journal: the folder of the journal that they are issued to.
  public func script(journal: String) -> String {
    let text = lines.joined(separator: "\n")
    let zone = zone.name
    return "replay-tool issue --journal \(journal) --time-zone \(zone) --password-iterations 1 "
      + "<<'END'\n\(text)\nEND"
  }
}
