import Commands
import EventStore

/// The same commands lead to the same results and the same events, however they are carried out.
struct DecisionLaws {
  let story: Story
  let journals: TrialJournals

  func violation() throws -> Violation? {
    if let violation = try freshDecisions() { return violation }
    return try retriedCommands()
  }

  /// A decision made from the kept states is that made from just the facts of its boundary.
  private func freshDecisions() throws -> Violation? {
    let law = "warm decision = fresh decision"
    let journal = journals.make(story.zoneNumber)
    var engine = try TrialEngine(journal, story.domains, isWarm: false)
    for (number, step) in story.steps.enumerated() {
      let result = engine.carryOut(step.command)
      if let difference = difference(result, step.result) {
        return Violation(law, "command \(number + 1): \(difference)")
      }
      // A tick keeps states from then on.
      if step.command["command"] == "system.tick" {
        engine = try TrialEngine(journal, story.domains, isWarm: false)
      }
    }
    return try sameEvents(journal).map { Violation(law, $0) }
  }

  /// Sent under an id, in batches of any size, each sent again at once and once more at the end: all
  /// that changes nothing.
  private func retriedCommands() throws -> Violation? {
    let law = "a command that is sent again changes nothing"
    let journal = journals.make(story.zoneNumber)
    var engine = try TrialEngine(journal, story.domains, isWarm: true)
    let named = story.steps.enumerated().map { number, step in
      var command = step.command
      if command["id"] == nil { command["id"] = .string("retried-\(number)") }
      return command
    }
    var inputs: [(command: JSONObject, number: Int, isAgain: Bool)] = []
    for (number, command) in named.enumerated() {
      inputs.append((command, number, false))
      if !story.steps[number].result.events.isEmpty { inputs.append((command, number, true)) }
    }
    for (number, command) in named.enumerated() where !story.steps[number].result.events.isEmpty {
      inputs.append((command, number, true))
    }
    var sizes = SeededRandom(seed: UInt64(inputs.count))
    var rest = inputs[...]
    while !rest.isEmpty {
      let batch = rest.prefix(Int.random(in: 1...5, using: &sizes))
      rest = rest.dropFirst(batch.count)
      for (input, result) in zip(batch, engine.carryOut(batch.map(\.command))) {
        let expected = story.steps[input.number].result
        if let difference = difference(result, expected) {
          return Violation(law, "command \(input.number + 1): \(difference)")
        }
        if input.isAgain && !result.isDuplicate {
          return Violation(law, "command \(input.number + 1) was carried out again")
        }
      }
    }
    return try sameEvents(journal).map { Violation(law, $0) }
  }

  private func difference(_ found: CommandResult, _ expected: CommandResult) -> String? {
    let (code, expectedCode) = (found.problem?.code, expected.problem?.code)
    if code != expectedCode {
      return "\(code ?? "accepted") instead of \(expectedCode ?? "accepted")"
    }
    if found.problem?.message != expected.problem?.message { return "it says something else" }
    if found.events != expected.events { return "it records other events" }
    if case .accepted(let values) = found.outcome, case .accepted(let others) = expected.outcome {
      // A secret is told once.
      let known = values.filter { $0.name != "secret" }
      if known != others.filter({ $0.name != "secret" }) { return "it answers other values" }
    }
    return nil
  }

  private func sameEvents(_ other: JournalDirectory) throws -> String? {
    let expected = try story.journal.comparableEvents()
    let found = try other.comparableEvents()
    if found.count != expected.count { return "\(found.count) events instead of \(expected.count)" }
    for (one, two) in zip(found, expected) where one != two {
      return "the event at position \(one.position) is another one"
    }
    return nil
  }
}
