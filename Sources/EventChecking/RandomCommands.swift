import EventEngine

/// Random commands for a journal that somebody else writes, such as a session of the tool: each one
/// depends on what has been recorded there by then.
public struct RandomCommands: ~Copyable {
  private var teller: StoryTeller
  private var watch: LiveReplica
  private var choices: Choices

  /// The codes of refusals that belong to no command's table.
  public static let generalCodes = StoryTeller.general

  private init(_ teller: StoryTeller, _ watch: consuming LiveReplica, _ choices: Choices) {
    self.teller = teller
    self.watch = watch
    self.choices = choices
  }

  /// - Parameter directory: holds a journal.
  public static func open(
    _ domains: [CheckedDomain], in directory: JournalDirectory, seed: UInt64
  ) throws -> RandomCommands {
    let teller = StoryTeller(domains, try TrialJournals(), zone: 0)
    return RandomCommands(
      teller, try .open(directory, teller.story), Choices(seed: seed))
  }

  /// The next command.
  public mutating func next() throws -> JSONObject {
    try watch.catchUp()
    return teller.next(&choices)
  }

  /// A command was accepted: it may be sent again.
  public mutating func accepted(_ command: JSONObject) { teller.accepted(command) }

  /// What may not have happened, since this was last asked.
  public mutating func violations() throws -> [String] {
    try watch.catchUp()
    return teller.story.checks.flatMap { $0.takeViolations() }
  }
}

extension LiveReplica {
  /// Tells the domains of a story what is recorded.
  static func open(_ directory: JournalDirectory, _ story: Story) throws -> LiveReplica {
    let checks = story.checks
    return try .open(directory) {
      for check in checks { check.forget() }
      return checks.map(\.fold)
    }
  }
}
