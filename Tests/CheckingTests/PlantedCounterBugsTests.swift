import EventEngine
import Testing

@testable import EventChecking

/// Bugs in a domain that an outsider wrote, with a command source of its own and without one.
@Suite struct `A bug planted in a domain of counters` {
  private func expectDetected(
    _ law: String, in definition: DomainDefinition,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let domains = [
      CheckedDomain(definition),
      CheckedDomain(definition, CounterSource.self, CounterLaws.self),
    ]
    for domain in domains {
      try CheckingTests.expectDetected(
        law, in: domain, runs: 10, sourceLocation: sourceLocation)
    }
  }

  @Test func `in a summary is detected`() throws {
    try expectDetected(
      "answer of the summary = answer of the whole state",
      in: .counters([Counters<AllTypes>.self], SummedUp<NeverReset>.self))
  }

  @Test func `in a summary that answers queries with a parameter is detected`() throws {
    try CheckingTests.expectDetected(
      "answer of the summary = answer of the whole state",
      in: CheckedDomain(
        .counters([Counters<AllTypes>.self], RoughlySummedUp<NeverReset>.self)), runs: 10)
  }

  @Test func `in a cached state whose equality hides it is detected`() throws {
    let law = "answer of a resumed state = answer"
    try expectDetected(law, in: .counters([Counters<AllTypes>.self], HiddenCount.self))
    try expectDetected(law, in: .counters([Counters<AllTypes>.self], SummedUp<HiddenCount>.self))
  }

  @Test func `in the types of a state is detected`() throws {
    let law = "answer from factTypes = answer from all types"
    try expectDetected(law, in: .counters([Counters<AllTypes>.self], UnlistedReset.self))
    try expectDetected(law, in: .counters([Counters<AllTypes>.self], SummedUp<UnlistedReset>.self))
    try expectDetected(
      "warm decision = fresh decision", in: .counters([Counters<TooFewTypes>.self]))
  }

  @Test func `is not found where there is none`() throws {
    let sound = DomainDefinition.counters(
      [Counters<AllTypes>.self], SummedUp<RoughlySummedUp<AllCounted>>.self)
    for domain in [
      CheckedDomain(sound), CheckedDomain(sound, CounterSource.self, CounterLaws.self),
    ] {
      var check = try Check([domain], seed: 1, length: 15)
      let failure = check.failure(runs: 10)
      #expect(failure == nil, "\(String(describing: failure))")
    }
  }
}

/// A total without a bug and without a summary.
private struct AllCounted: TotalState {
  static var name: String { "counter.allCounted" }
  var count = 0
}
