import EventEngine

/// The laws of decisions: the same commands have the same results and events, however they are
/// executed.
struct DecisionLaws {
  let story: Story
  let journals: TrialJournals
  /// The result of a rehearsal as it is checked. Tests of the laws replace the function by a faulty
  /// one.
  var rehearsed: @Sendable (CommandResult) -> CommandResult = { $0 }

  /// One turn in this many is rehearsed first, if it is a command.
  private static let rehearsals = 6

  func violation() throws -> Violation? {
    if let violation = try freshDecisions() { return violation }
    return try retriedCommands()
  }

  /// Checks that a decision from cached states, which have folded events of all types, equals the
  /// decision from only the facts of its boundary.
  private func freshDecisions() throws -> Violation? {
    let law = "warm decision = fresh decision"
    let journal = journals.make(story.zoneNumber).directory
    var engine = try TrialEngine(journal, story.domains, isWarm: false)
    for (number, step) in story.steps.enumerated() {
      guard case .command(let command) = step.turn, let expected = step.result else {
        if case .erasure(let subject, _) = step.turn { try engine.erase(subject) }
        continue
      }
      let rehearsal =
        number.isMultiple(of: Self.rehearsals) ? try rehearse(command, in: journal) : nil
      let result = engine.execute(command)
      if let difference = difference(result, expected) {
        return Violation(law, "command \(number + 1): \(difference)")
      }
      if let rehearsal, let difference = try difference(rehearsal, result, in: journal) {
        return Violation("a dry run = the real one", "command \(number + 1): \(difference)")
      }
    }
    return try sameEvents(journal).map { Violation(law, $0) }
  }

  private func rehearse(
    _ command: JSONObject, in journal: JournalDirectory
  ) throws -> CommandResult {
    var reader = try JournalReader.open(journal)
    let rehearsal = Rehearsal(
      story.domains.map(\.commands), for: &reader, allowsFuture: true, random: .repeatable)
    let result = try rehearsal.result(
      of: .init(.object(command)), in: &reader, through: reader.head, clock: .earliest)
    return rehearsed(result)
  }

  /// Compares the events of a rehearsal with the recorded ones.
  private func difference(
    _ rehearsal: CommandResult, _ result: CommandResult, in journal: JournalDirectory
  ) throws -> String? {
    if let difference = difference(rehearsal, result) { return difference }
    guard let events = rehearsal.rehearsed else { return nil }
    if events.count != result.events.count { return "\(events.count) events instead" }
    guard let first = events.first else { return nil }
    var reader = try JournalReader.open(journal)
    let recorded = try reader.read(after: Position(first.position.rawValue - 1)).events
    let isSame = recorded.elementsEqual(events) { event, rehearsed in
      event.position == rehearsed.position && event.time == rehearsed.time
        && event.type == rehearsed.event.type && event.tags == rehearsed.event.tags
        && event.data == rehearsed.event.data && event.cause == rehearsed.cause
    }
    return isSame ? nil : "the recorded events differ from those of the dry run"
  }

  /// Checks that retries change nothing. All commands get ids and are sent in batches of one to
  /// five. A command that recorded events is sent twice in a row, and once more at the end.
  private func retriedCommands() throws -> Violation? {
    let law = "a retried command changes nothing"
    let journal = journals.make(story.zoneNumber).directory
    var engine = try TrialEngine(journal, story.domains, isWarm: true)
    var inputs: [Input] = []
    var accepted: [Input] = []
    var sizes = SeededRandom(seed: UInt64(story.steps.count))
    func execute(_ inputs: [Input]) throws -> Violation? {
      var rest = inputs[...]
      while !rest.isEmpty {
        let batch = rest.prefix(Int.random(in: 1...5, using: &sizes))
        rest = rest.dropFirst(batch.count)
        for (input, result) in zip(batch, engine.execute(batch.map(\.command))) {
          if let difference = difference(result, input.expected, of: input) {
            return Violation(law, "command \(input.number + 1): \(difference)")
          }
          if input.isAgain && !result.isDuplicate {
            return Violation(law, "command \(input.number + 1) was carried out again")
          }
        }
      }
      return nil
    }
    for (number, step) in story.steps.enumerated() {
      switch step.turn {
      case .command(var command):
        guard let expected = step.result else { continue }
        if command["id"] == nil { command["id"] = .string("retried-\(number)") }
        var input = Input(command: command, expected: expected, number: number)
        inputs.append(input)
        guard !expected.events.isEmpty else { continue }
        input.isAgain = true
        inputs.append(input)
        accepted.append(input)
      case .erasure(let subject, _):
        if let violation = try execute(inputs) { return violation }
        inputs = []
        for index in accepted.indices { accepted[index].isOutdated = true }
        try engine.erase(subject)
      }
    }
    if let violation = try execute(inputs + accepted) { return violation }
    return try sameEvents(journal).map { Violation(law, $0) }
  }

  /// A command with its expected result and its index in the story.
  private struct Input {
    let command: JSONObject
    let expected: CommandResult
    let number: Int
    /// Whether the command is a retry.
    var isAgain = false
    /// Whether anything was erased since; the result may then lack personal data.
    var isOutdated = false
  }

  private func difference(
    _ found: CommandResult, _ expected: CommandResult, of input: Input? = nil
  ) -> String? {
    let (code, expectedCode) = (found.problem?.code, expected.problem?.code)
    if code != expectedCode {
      return "\(code ?? "accepted") instead of \(expectedCode ?? "accepted")"
    }
    if found.problem?.message != expected.problem?.message { return "the message differs" }
    if found.events != expected.events { return "the events differ" }
    if input?.isOutdated == true { return nil }
    if found.problem?.value != expected.problem?.value { return "the refusal's values differ" }
    if case .accepted(let values) = found.outcome, case .accepted(let others) = expected.outcome {
      let omitted = input?.isAgain == true ? expected.oneTimeValueCount : 0
      if values[...] != others.dropLast(omitted) { return "the values differ" }
    }
    return nil
  }

  private func sameEvents(_ other: JournalDirectory) throws -> String? {
    let expected = try story.journal.directory.comparableEvents()
    let found = try other.comparableEvents()
    if found.count != expected.count { return "\(found.count) events instead of \(expected.count)" }
    for (one, two) in zip(found, expected) where one != two {
      return "the event at position \(one.position) differs"
    }
    return nil
  }
}
