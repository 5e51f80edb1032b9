import EventEngine

/// Random commands for a journal that another program writes, such as a session of the tool. Each
/// command depends on the events recorded so far.
package struct RandomCommands: ~Copyable {
  private var runner: StoryRunner
  private var watch: LiveReplica
  private var choices: Choices

  /// The codes of the refusals that any command may have.
  package static let generalCodes = StoryRunner.general

  private init(_ runner: StoryRunner, _ watch: consuming LiveReplica, _ choices: Choices) {
    self.runner = runner
    self.watch = watch
    self.choices = choices
  }

  /// - Parameter directory: the directory of the journal.
  package static func open(
    _ domains: [CheckedDomain], in directory: JournalDirectory, seed: UInt64
  ) throws -> RandomCommands {
    let runner = StoryRunner(domains, try TrialJournals(), zone: 0)
    return RandomCommands(
      runner, try .open(directory, runner.story), Choices(seed: seed))
  }

  /// Generates the next command.
  package mutating func next() throws -> JSONObject {
    try watch.catchUp()
    return runner.nextCommand(&choices)
  }

  /// Notes that a command was accepted, so that it may be retried.
  package mutating func noteAccepted(_ command: JSONObject) { runner.noteAccepted(command) }

  /// Returns the violations found since the last call.
  package mutating func violations() throws -> [String] {
    try watch.catchUp()
    return runner.story.checks.flatMap { $0.takeViolations() }
  }
}

extension LiveReplica {
  /// Opens a replica that applies recorded events to the domains of a story.
  static func open(_ directory: JournalDirectory, _ story: Story) throws -> LiveReplica {
    let checks = story.checks
    return try .open(directory) {
      for check in checks { check.discard() }
      return checks.map(\.fold)
    }
  }
}
