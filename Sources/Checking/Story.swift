import Commands
import Domain
import EventStore
import Projections
import PropertyTesting

/// A list of commands that were sent one after another, and what came of them.
struct Story {
  struct Step {
    let command: JSONObject
    let result: CommandResult
  }

  let domains: [CheckedDomain]
  let journal: JournalDirectory
  let zone: TimeZoneTable
  /// The number of the zone, for further journals.
  let zoneNumber: Int
  var steps: [Step] = []
  let checks: [any DomainCheck]

  var commands: [JSONObject] { steps.map(\.command) }
}

/// Makes a story up, command by command: the next one depends on what came of those before.
struct StoryTeller {
  private let infos: [String: CommandInfo]
  private(set) var story: Story
  private var now: Timestamp
  /// Commands that carried an id, to be sent again.
  private var sentWithID: [JSONObject] = []

  init(_ domains: [CheckedDomain], _ journals: TrialJournals, _ choices: inout Choices) {
    let number = choices.below(journals.count)
    story = Story(
      domains: domains, journal: journals.make(number), zone: journals.zone(number),
      zoneNumber: number, checks: domains.map { $0.start() })
    infos = Dictionary(
      domains.flatMap(\.commands.commands).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    // An ordinary day, and the evenings before the clocks change.
    now = Self.starts[choices.below(Self.starts.count)]
  }

  private static let starts = [
    Timestamp(rawValue: 1_778_230_800_000), Timestamp(rawValue: 1_774_728_000_000),
    Timestamp(rawValue: 1_792_872_000_000),
  ]

  /// - Returns: the first law of the domains, or of results, that does not hold.
  mutating func tell(_ choices: inout Choices, length: Int) throws -> Violation? {
    var engine = try TrialEngine(story.journal, story.domains, isWarm: true)
    var reader = try JournalReader.open(story.journal)
    var replay = Replay(story.checks.map(\.fold), zone: story.zone)
    var violation: Violation?
    var failure: (any Error)?
    choices.repeated(average: length, limit: length * 2) { choices in
      let command = next(&choices)
      let result = engine.carryOut(command)
      story.steps.append(.init(command: command, result: result))
      if result.problem == nil, command["id"] != nil { sentWithID.append(command) }
      violation = undocumented(result, command)
      do {
        let before = reader.head
        try reader.refresh()
        try reader.forEach(after: before) { (view) throws(JournalError) in
          try replay.apply(view)
          return true
        }
      } catch { failure = error }
      if let text = story.checks.flatMap({ $0.takeViolations() }).first, violation == nil {
        violation = Violation("domain invariant", text)
      }
      return violation == nil && failure == nil
    }
    if let failure { return Violation("the journal can be read", "\(failure)") }
    return violation
  }

  private mutating func next(_ choices: inout Choices) -> JSONObject {
    if let again = choices.once(in: 16) ? choices.pickAny(sentWithID) : nil { return again }
    now = now.advanced(byMilliseconds: pause(&choices))
    let at = choices.once(in: 40) ? now.advanced(bySeconds: -86_400) : now
    var command: JSONObject
    if choices.once(in: 20) {
      command = ["command": "system.tick", "actor": "system"]
    } else {
      let number = choices.below(story.domains.count)
      let drafting = Drafting(
        infos: story.domains[number].commands.commands, check: story.checks[number])
      command = drafting.command(at: Moment(at, in: story.zone), &choices)
    }
    if command["at"] == nil { command["at"] = .string(at.rfc3339) }
    if choices.once(in: 6), command["id"] == nil {
      command["id"] = .string("c-\(choices.below(30))")
    }
    return command
  }

  /// In milliseconds.
  private func pause(_ choices: inout Choices) -> Int64 {
    let (unit, most) = choices.weighted([
      (10, (1000, 1)), (16, (1000, 20)), (5, (60_000, 10)), (2, (3_600_000, 8)),
      (2, (86_400_000, 3)), (1, (86_400_000, 40)),
    ])
    return Int64(unit) * Int64(choices.below(most))
  }

  // MARK: What a result may say

  private static let general: Set<String> = [
    "malformedCommand", "unknownField", "missingField", "invalidField", "actorNotAllowed",
    "commandIdReused", "timeBeforeLastEvent",
  ]

  private func undocumented(_ result: CommandResult, _ command: JSONObject) -> Violation? {
    guard let problem = result.problem else {
      return nil
    }
    if problem.kind == .failure { return Violation("the journal works", problem.code) }
    if Self.general.contains(problem.code) { return nil }
    let known = result.command.flatMap { infos[$0] }?.refusals ?? []
    return known.contains(problem.code)
      ? nil
      : Violation(
        "documented refusals", "\(result.command ?? "a command") was refused with \(problem.code)")
  }
}

/// A law that does not hold.
public struct Violation: Error, Hashable, Sendable {
  /// Which one; a simpler story must break the same.
  public let law: String
  /// What is wrong.
  public let detail: String

  public init(_ law: String, _ detail: String) {
    self.law = law
    self.detail = detail
  }
}
