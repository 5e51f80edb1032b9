import EventEngine

/// The turns of a story with their results.
struct Story {
  struct Step {
    let turn: Turn
    /// The result; nil for an erasure.
    let result: CommandResult?
  }

  let domains: [CheckedDomain]
  let journal: TrialJournal
  let zone: TimeZoneTable
  /// The number of the time zone in ``TrialJournals``, for further journals.
  let zoneNumber: Int
  var steps: [Step] = []
  let checks: [any DomainCheck]
  /// The read models of a process that runs as long as the story.
  let living: CheckedReadModels

  var turns: [Turn] { steps.map(\.turn) }
}

/// Generates a story turn by turn: each turn depends on the results of the earlier ones.
struct StoryRunner {
  private let infos: [String: CommandInfo]
  /// The commands of the domains that have any.
  private let draftings: [Drafting]
  private(set) var story: Story
  private var now: Timestamp
  /// Accepted commands with an id, for retries.
  private var sentWithID: [JSONObject] = []
  /// Whether an erasure forces a read model's state to be folded again.
  var invalidates: LiveReplica.Invalidation = { $0.names(anyUpTo: $1) }

  init(_ domains: [CheckedDomain], _ journals: TrialJournals, _ choices: inout Choices) {
    self.init(domains, journals, zone: choices.below(journals.count))
    now = Self.starts[choices.below(Self.starts.count)]
  }

  init(_ domains: [CheckedDomain], _ journals: TrialJournals, zone number: Int) {
    story = Story(
      domains: domains, journal: journals.make(number), zone: journals.zone(number),
      zoneNumber: number, checks: domains.map { $0.start() }, living: CheckedReadModels(domains))
    draftings = zip(domains, story.checks).map { domain, check in
      Drafting(infos: domain.commands.commands, check: check)
    }.filter { !$0.infos.isEmpty }
    infos = Dictionary(
      draftings.flatMap(\.infos).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    now = Self.starts[0]
  }

  /// The times at which stories begin: an ordinary day, and the last hours or seconds before the
  /// clocks change.
  private static let starts = [
    Timestamp(rawValue: 1_778_230_800_000), Timestamp(rawValue: 1_774_728_000_000),
    Timestamp(rawValue: 1_792_872_000_000), Timestamp(rawValue: 1_793_500_230_000),
  ]

  /// - Parameter length: half of the greatest number of turns; their average is a little less.
  /// - Returns: the first violation of a law of the domains or of results.
  mutating func run(_ choices: inout Choices, length: Int) throws -> Violation? {
    var stage = try Stage.open(story, invalidates)
    for _ in 0..<length * 2 {
      if choices.below(length + 1) == 0 { break }
      let turn = turn(stage.watch.subjects, &choices)
      if let violation = try execute(turn, on: &stage) { return violation }
    }
    return nil
  }

  /// Runs a story with given turns.
  mutating func run(_ turns: [Turn]) throws -> Violation? {
    var stage = try Stage.open(story, invalidates)
    for turn in turns {
      if let violation = try execute(turn, on: &stage) { return violation }
    }
    return nil
  }

  private mutating func execute(_ turn: Turn, on stage: inout Stage) throws -> Violation? {
    let violation: Violation?
    switch turn {
    case .command(let command):
      let result = stage.engine.execute(command)
      story.steps.append(.init(turn: turn, result: result))
      if result.problem == nil { noteAccepted(command) }
      violation = self.violation(of: result) ?? repetition(of: command, result, on: &stage)
    case .erasure(let subject, _):
      let turn = Turn.erasure(subject, at: stage.watch.time)
      story.steps.append(.init(turn: turn, result: nil))
      violation = try ErasureLaws.violation(
        erasing: subject, in: story.journal, of: story.living.states)
    }
    if let violation { return violation }
    try stage.watch.catchUp()
    try stage.living.catchUp()
    noteTick(turn)
    let text = story.checks.flatMap { $0.takeViolations() }.first
    return text.map { Violation("domain invariant", $0) }
  }

  /// Lets the laws of the domains check what an accepted tick has left, even if it recorded nothing.
  private func noteTick(_ turn: Turn) {
    guard case .command(let command) = turn, let result = story.steps.last?.result,
      result.command == Tick.info.name, result.problem == nil, !result.isDuplicate,
      let time = command["at"]?.text.flatMap(Timestamp.init(rfc3339:))
    else { return }
    for check in story.checks { check.noteTick(at: Moment(time, in: story.zone)) }
  }

  /// Notes an accepted command, so that it may be retried if it has an id.
  mutating func noteAccepted(_ command: JSONObject) {
    if command["id"] != nil { sentWithID.append(command) }
  }

  /// Generates a command or an erasure.
  private mutating func turn(_ subjects: [Tag], _ choices: inout Choices) -> Turn {
    if let subject = choices.once(in: 40) ? choices.pickAny(subjects) : nil {
      return .erasure(subject, at: now)
    }
    return .command(nextCommand(&choices))
  }

  /// Generates a command.
  mutating func nextCommand(_ choices: inout Choices) -> JSONObject {
    if let again = choices.once(in: 16) ? choices.pickAny(sentWithID) : nil { return again }
    now = now.advanced(byMilliseconds: pause(&choices))
    let at = choices.once(in: 40) ? now.advanced(bySeconds: -86_400) : now
    var command: JSONObject
    let isTick = choices.once(in: 20)
    if !isTick, let drafting = choices.pickAny(draftings) {
      command = drafting.command(at: Moment(at, in: story.zone), &choices)
    } else {
      command = ["command": "system.tick", "actor": "system"]
    }
    if let time = command["at"]?.text.flatMap(Timestamp.init(rfc3339:)) { now = max(now, time) }
    if command["at"] == nil { command["at"] = .string(at.rfc3339) }
    if choices.once(in: 6), command["id"] == nil {
      command["id"] = .string("c-\(choices.below(30))")
    }
    return command
  }

  /// The time between two turns, in milliseconds.
  private func pause(_ choices: inout Choices) -> Int64 {
    let (unit, most) = choices.weighted([
      (10, (1000, 1)), (16, (1000, 20)), (5, (60_000, 10)), (2, (3_600_000, 8)),
      (2, (86_400_000, 3)), (1, (86_400_000, 40)),
    ])
    return Int64(unit) * Int64(choices.below(most))
  }

  // MARK: Laws of results

  static let general = Set(CommandResult.commonRefusals)

  /// A tick directly after one that recorded something has nothing left to record, since each due
  /// item is recorded once.
  private func repetition(
    of command: JSONObject, _ result: CommandResult, on stage: inout Stage
  ) -> Violation? {
    guard result.command == Tick.info.name, !result.isDuplicate, let last = result.events.last
    else { return nil }
    var command = command
    command["id"] = nil
    return stage.engine.execute(command).events.first.map { event in
      Violation(
        "a tick leaves nothing due",
        "a second tick at the time of position \(last.position) records \(event.type)")
    }
  }

  private func violation(of result: CommandResult) -> Violation? {
    guard let problem = result.problem else { return nil }
    if problem.kind == .failure {
      return Violation("the journal works", "\(problem.code): \(problem.message)")
    }
    if Self.general.contains(problem.code) { return nil }
    let known = result.command.flatMap { infos[$0] }?.refusals ?? []
    return known.contains(problem.code)
      ? nil
      : Violation(
        "documented refusals", "\(result.command ?? "a command") was refused with \(problem.code)")
  }
}

/// The engine of a story and two replicas that follow its journal, one for the checks of the
/// domains and one for the read models. Erasures use a writer of their own, as if in another
/// process.
private struct Stage: ~Copyable {
  var engine: TrialEngine
  var watch: LiveReplica
  var living: LiveReplica

  static func open(
    _ story: Story, _ invalidates: @escaping LiveReplica.Invalidation
  ) throws -> Stage {
    let directory = story.journal.directory
    return Stage(
      engine: try TrialEngine(directory, story.domains, isWarm: true),
      watch: try .open(directory, story),
      living: try .open(directory, invalidates: invalidates, story.living.begin))
  }
}
