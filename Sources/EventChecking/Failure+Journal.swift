import EventEngine

extension Check.Failure {
  /// Writes the story as a journal that can be examined with the tool.
  ///
  /// - Parameter directory: a new or empty folder.
  /// - Returns: the results of the commands.
  /// - Throws: `.cannotCreate`, with `.exists` if the folder contains anything.
  @discardableResult
  public func write(to directory: JournalDirectory) throws -> [CommandResult] {
    let settings = TrialJournals.settings(zone)
    guard try directory.create(settings, at: SystemClock.now()) else {
      throw JournalError.cannotCreate(path: directory.path, .exists)
    }
    var engine = try TrialEngine(directory, domains, isWarm: true)
    var results: [CommandResult] = []
    for turn in turns {
      switch turn {
      case .command(let command): results.append(engine.execute(command))
      case .erasure(let subject, _): try engine.erase(subject)
      }
    }
    return results
  }

  /// The numbers of turns by kind, such as `3 commands and 1 erasure`.
  public var summary: String {
    let erasures = turns.count { if case .erasure = $0 { true } else { false } }
    let commands = turns.count - erasures
    func counted(_ count: Int, _ what: String) -> String {
      "\(count) \(what)\(count == 1 ? "" : "s")"
    }
    let parts =
      (commands > 0 ? [counted(commands, "command")] : [])
      + (erasures > 0 ? [counted(erasures, "erasure")] : [])
    return parts.joined(separator: " and ")
  }

  /// The turns as shell commands: `issue` for commands, `erase` for erasures.
  ///
  /// - Parameters:
  ///   - tool: the name of the executable.
  ///   - journal: the folder of the journal that the commands use.
  public func script(for tool: String = "replay-tool", journal: String) -> String {
    let journal = journal.shellWord
    let issue =
      "\(tool) issue --journal \(journal) --time-zone \(zone.name)"
      + " --password-iterations 1 --segment-size \(TrialJournals.segmentBytes) --allow-future <<'END'"
    var lines: [String] = []
    var isIssuing = false
    for turn in turns {
      let isCommand = if case .command = turn { true } else { false }
      if isCommand != isIssuing { lines.append(isCommand ? issue : "END") }
      isIssuing = isCommand
      switch turn {
      case .command(let command): lines.append(JSONValue.object(command).description)
      case .erasure(let subject, let time):
        lines.append(
          "\(tool) erase \(subject.rawValue.shellWord) --journal \(journal)"
            + " --at \(time.rfc3339) --yes")
      }
    }
    return (lines + (isIssuing ? ["END"] : [])).joined(separator: "\n")
  }
}
