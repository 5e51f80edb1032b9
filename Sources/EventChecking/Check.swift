import EventEngine

/// Runs random stories and checks all laws on them.
public struct Check {
  /// The domains to check.
  package let domains: [CheckedDomain]
  /// The seed of all random decisions.
  package let seed: UInt64
  /// The outcomes of the commands so far.
  public private(set) var tally: Tally
  private let length: Int
  private let journals: TrialJournals
  /// Whether an erasure forces a read model's state to be folded again.
  var invalidates: @Sendable (SubjectErased, Position) -> Bool = { $0.names(anyUpTo: $1) }
  /// The explanations that are checked.
  var explanations = Explanations()
  /// One run in this many checks the explanations, which takes longer than all other laws.
  var explainedEvery = 5
  /// The groups of laws that are checked after each run; see ``StoryLaws``.
  var lawGroups = StoryLaws.all

  /// The greatest number of simpler stories that are tried for a failing one.
  private static let mostAttempts = 1000

  /// Enough runs to see every command accepted and every refusal.
  package static let runsForAll = 1000

  /// - Precondition: there is a domain, and `length` is not negative.
  /// - Parameter length: half of the greatest number of turns in a story; their average is a little
  ///   less.
  public init(
    _ domains: [CheckedDomain], seed: UInt64, length: Int = 100
  ) throws {
    precondition(!domains.isEmpty && length >= 0, "A check needs a domain and a length.")
    self.domains = domains
    self.length = length
    self.seed = seed
    tally = Tally(domains)
    journals = try TrialJournals()
  }

  /// A story that breaks a law, shrunk.
  public struct Failure: Sendable {
    /// The broken law.
    public fileprivate(set) var violation: Violation
    /// The turns of the story.
    public fileprivate(set) var turns: [Turn]
    /// The time zone of the story's journal.
    package let zone: TimeZoneTable
    /// The index of the run, from 0.
    package let run: Int
    /// The number of simpler stories that were tried.
    package fileprivate(set) var attempts: Int
    /// The domains of the story.
    package let domains: [CheckedDomain]
  }

  /// The number of choices of domains: each one alone, then all of them in one journal.
  private var selections: Int { domains.count == 1 ? 1 : domains.count + 1 }

  /// The domains of a run.
  func domains(of run: Int) -> [CheckedDomain] {
    let selection = run % selections
    return selection < domains.count ? [domains[selection]] : domains
  }

  /// Whether a run checks the explanations. Each round over the domains begins with another one.
  func isExplained(_ run: Int) -> Bool {
    (run / selections + run % selections).isMultiple(of: explainedEvery)
  }

  /// Executes one run; returns nil if all laws hold.
  package mutating func failure(inRun run: Int) -> Failure? {
    let domains = domains(of: run)
    // Neighbouring seeds and runs have unrelated stories.
    var choices = Choices(
      seed: (seed &+ 1) &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(run) &* 0xd1b5_4a32_d192_ed03)
    var runner = StoryRunner(domains, journals, &choices)
    runner.invalidates = invalidates
    var laws = StoryLaws(
      journals: journals, explanations: isExplained(run) ? explanations : nil,
      groups: lawGroups)
    let violation = laws.violation(in: &runner) { (runner) throws in
      try runner.run(&choices, length: length)
    }
    for step in runner.story.steps { tally.count(step) }
    guard let violation else { return nil }
    return shortened(
      Failure(
        violation: violation, turns: runner.story.turns, zone: runner.story.zone, run: run,
        attempts: 0, domains: domains), runner.story, laws)
  }

  /// Removes turns as long as the story breaks the same law: first all those that recorded nothing,
  /// then long ranges, then single turns until each is needed. Stops after ``mostAttempts``. The
  /// turns are not drawn again, so those that follow a removed one stay the same.
  private func shortened(_ failure: Failure, _ story: Story, _ laws: StoryLaws) -> Failure {
    var failure = failure
    func attempt(_ turns: [Turn]) -> Bool {
      var runner = StoryRunner(story.domains, journals, zone: story.zoneNumber)
      runner.invalidates = invalidates
      var checked = laws
      let found = checked.violation(in: &runner) { (runner) throws in try runner.run(turns) }
      failure.attempts += 1
      guard let found, found.law == failure.violation.law else { return false }
      failure.violation = found
      failure.turns = runner.story.turns
      return true
    }
    let recording = story.steps.filter { $0.result?.events.isEmpty != true }
    if recording.count < story.steps.count { _ = attempt(recording.map(\.turn)) }
    var size = max(1, failure.turns.count / 2)
    while size > 0 {
      var index = failure.turns.count - size
      var isShorter = false
      while index >= 0 && failure.attempts < Self.mostAttempts {
        var fewer = failure.turns
        fewer.removeSubrange(index..<index + size)
        if attempt(fewer) { isShorter = true }
        index = min(index, failure.turns.count) - size
      }
      if size > 1 || !isShorter { size /= 2 }
    }
    return failure
  }

  /// Executes up to `runs` runs and returns the first failure. If there is none, a domain that was
  /// sent many commands and accepted none is a failure without turns, since hardly anything was
  /// checked.
  public mutating func failure(runs: Int) -> Failure? {
    for run in 0..<runs { if let failure = failure(inRun: run) { return failure } }
    guard let idle = tally.idle.first else { return nil }
    return Failure(
      violation: Violation(
        "a domain accepts commands", "\(idle) needs a CommandSource whose commands it accepts"),
      turns: [], zone: journals.zone(0), run: runs - 1, attempts: 0,
      domains: domains.filter { $0.name == idle })
  }

  /// Checks the laws that hold for any journal. An erasure during the check may change the compared
  /// data, so an apparent violation is then checked again.
  ///
  /// - Parameters:
  ///   - wait: how long to wait for an erasure to end, in milliseconds.
  ///   - progress: called with the number of bytes read and their total. The journal is read
  ///     several times.
  /// - Throws: `.erasedMeanwhile` if an erasure interrupted every attempt.
  package static func violation(
    in directory: JournalDirectory, _ domains: [CheckedDomain], wait: Int = 10_000,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> Violation? {
    var reader = try JournalReader.open(directory, wait: wait)
    return try reader.undisturbed(wait: wait, unless: { $0 == nil }) { reader in
      try violation(in: reader, domains, progress)
    }
  }

  private static func violation(
    in reader: borrowing JournalReader, _ domains: [CheckedDomain],
    _ progress: (Int, Int) -> Void
  ) throws -> Violation? {
    let directory = reader.directory
    let zone = reader.manifest.timeZone
    let records = RecordLaws(readModels: domains.map(\.readModels))
    let folds = FoldLaws(domains: domains, directory: directory, zone: zone)
    let bytes = try reader.byteCount()
    let total = bytes + Int(Double(bytes) * FoldLaws.passes(reader.head.rawValue))
    var done = 0
    func read(_ count: Int) {
      done += count
      progress(done, total)
    }
    if let violation = try records.violation(in: directory, read: read) {
      return violation
    }
    return try folds.violation(read: read)
  }
}
