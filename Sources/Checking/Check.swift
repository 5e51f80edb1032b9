import Commands
import EventStore
import PropertyTesting

/// Tells random stories and looks whether everything that must hold does.
public struct Check {
  public let domains: [CheckedDomain]
  public let seed: UInt64
  public private(set) var tally: Tally
  private let journals: TrialJournals

  /// Commands in a story, on average.
  private static let length = 100
  /// Enough to see every command accepted and every refusal.
  public static let runsForAll = 1000

  public init(_ domains: [CheckedDomain] = CheckedDomain.all, seed: UInt64) throws {
    self.domains = domains
    self.seed = seed
    tally = Tally(domains)
    journals = try TrialJournals()
  }

  /// A story in which a law does not hold, as short as it was found.
  public struct Failure: Sendable {
    public let violation: Violation
    public let commands: [JSONObject]
    public let zone: TimeZoneTable
    public let choices: [Int]
    public let run: Int
    /// How many simpler stories were tried.
    public let attempts: Int
    /// The domains that were told of.
    public let domains: [CheckedDomain]
  }

  /// Each domain in turn, and now and then all of them in one journal.
  private func domains(of run: Int) -> [CheckedDomain] {
    if domains.count == 1 { return domains }
    let turn = run % (domains.count + 1)
    return turn < domains.count ? [domains[turn]] : domains
  }

  /// One run; nil when everything holds.
  public mutating func failure(inRun run: Int) -> Failure? {
    let domains = domains(of: run)
    let journals = journals
    var told: Story?
    var isFirst = true
    var tally = tally
    let property = Property<Violation>(isSame: { $0.law == $1.law }) { choices in
      let (violation, story) = Self.violation(domains, journals, &choices)
      if isFirst { for step in story.steps { tally.count(step.result) } }
      isFirst = false
      told = story
      return violation
    }
    let found = property.counterexample(seed: seed, run: run, attempts: 600)
    self.tally = tally
    guard let found else { return nil }
    let again = property.replay(found.choices)
    guard let told else { return nil }
    return Failure(
      violation: again ?? found.failure, commands: told.commands, zone: told.zone,
      choices: found.choices, run: run, attempts: found.attempts, domains: domains)
  }

  /// The first of `runs` runs that fails.
  public mutating func failure(runs: Int) -> Failure? {
    for run in 0..<runs { if let failure = failure(inRun: run) { return failure } }
    return nil
  }

  private static func violation(
    _ domains: [CheckedDomain], _ journals: TrialJournals, _ choices: inout Choices
  ) -> (Violation?, Story) {
    var teller = StoryTeller(domains, journals, &choices)
    do {
      if let violation = try teller.tell(&choices, length: length) {
        return (violation, teller.story)
      }
      return (try violation(in: teller.story, journals), teller.story)
    } catch {
      return (Violation("the journal can be read", "\(error)"), teller.story)
    }
  }

  private static func violation(
    in story: Story, _ journals: TrialJournals
  ) throws -> Violation? {
    let records = RecordLaws(readModels: story.domains.map(\.readModels))
    if let violation = try records.violation(in: story.journal) { return violation }
    let folds = FoldLaws(domains: story.domains, directory: story.journal, zone: story.zone)
    if let violation = try folds.violation() { return violation }
    return try DecisionLaws(story: story, journals: journals).violation()
  }

  /// The laws that hold for any journal, given one.
  public static func violation(
    in directory: JournalDirectory, _ domains: [CheckedDomain] = CheckedDomain.all
  ) throws -> Violation? {
    let reader = try JournalReader.open(directory)
    let zone = reader.manifest.timeZone
    let step = max(1, reader.head.rawValue / 10_000)
    let records = RecordLaws(readModels: domains.map(\.readModels))
    if let violation = try records.violation(in: directory, everyLine: step) { return violation }
    return try FoldLaws(domains: domains, directory: directory, zone: zone).violation()
  }
}
