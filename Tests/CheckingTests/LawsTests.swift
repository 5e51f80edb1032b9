import Checking
import Commands
import EventEngine
import Projections
import TestSupport
import Testing

@testable import EventChecking

@Suite struct `The laws` {
  /// Runs a few stories; `replay-tool check` runs thousands.
  @Test func `hold in every domain and in all of them together`() throws {
    let effort = Effort.current
    var check = try Check(
      CheckedDomain.applications, seed: 1, length: effort.pick(usual: 20, exhaustive: 40))
    let failure = check.failure(runs: effort.pick(usual: 30, exhaustive: 1000))
    #expect(failure == nil, "\(String(describing: failure?.violation)) \(failure?.turns ?? [])")
    #expect(check.tally.commands > 200)
    // Invalid fields count for commands that list them in their shape.
    #expect(check.tally.missing.filter { $0.en.hasSuffix(".invalidField") }.isEmpty)
  }

  @Test func `are violated by the same story every time, and by the journal it writes`() throws {
    let models = ReadModels.wrongOrders
    let domain = CheckedDomain(.courier, models, CourierSource.self, CourierLaws.self)
    func found() throws -> Check.Failure {
      var check = try Check([domain], seed: 11, length: 15)
      let failure = check.failure(runs: 40)
      return try #require(failure)
    }
    let failure = try found()
    let second = try found()
    #expect(failure.turns == second.turns && failure.run == second.run)
    let journal = JournalDirectory("journal", files: MemoryFileSystem())
    let results = try failure.write(to: journal)
    #expect(results.count == failure.turns.count)
    let again = try #require(try Check.violation(in: journal, [domain]))
    #expect(again.law == failure.violation.law)
    #expect((1...1000).contains(failure.attempts))
    for index in failure.turns.indices {
      var turns = failure.turns
      turns.remove(at: index)
      let fewer = Check.Failure(
        violation: failure.violation, turns: turns, zone: failure.zone, run: failure.run,
        attempts: 0, domains: failure.domains)
      let other = JournalDirectory("without \(index)", files: MemoryFileSystem())
      _ = try fewer.write(to: other)
      let left = try Check.violation(in: other, [domain])
      #expect(left?.law != failure.violation.law, "turn \(index) is not needed")
    }
    let script = failure.script(journal: "again")
    #expect(script.hasPrefix("replay-tool issue --journal again --time-zone "))
    #expect(script.split(separator: "\n").count == failure.turns.count + 2)
  }

  @Test func `are reported as untested where a case has not occurred`() throws {
    var check = try Check([CheckedDomain.applications[0]], seed: 1, length: 40)
    // Only the cases are counted.
    (check.lawGroups, check.explainedEvery) = (0..<0, .max)
    #expect(check.tally.missing.map(\.en).contains("courier.acceptOrder was never accepted"))
    #expect(
      check.tally.missing.map(\.en).contains("no command was refused with courier.orderUnavailable")
    )
    let before = check.tally.missing.count
    let failure = check.failure(runs: 20)
    #expect(failure == nil)
    #expect(check.tally.missing.count < before / 2)
    #expect(check.tally.rows.allSatisfy { $0.accepted + $0.malformed > 0 })
  }
}
