import Checking
import Commands
import EventChecking
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The laws` {
  /// Runs a few stories; `replay-tool check` runs thousands.
  @Test func `hold in every domain and in all of them together`() throws {
    var check = try Check(CheckedDomain.applications, seed: 1, length: 40)
    let failure = check.failure(runs: Effort.current.pick(usual: 30, exhaustive: 1000))
    #expect(failure == nil, "\(String(describing: failure?.violation)) \(failure?.turns ?? [])")
    #expect(check.tally.commands > 200)
    // Invalid fields count for commands that list them in their shape.
    #expect(check.tally.missing.filter { $0.en.hasSuffix(".invalidField") }.isEmpty)
  }

  @Test func `are violated by the same story every time, and by the journal it writes`() throws {
    let models = ReadModels.wrongOrders
    let domain = CheckedDomain(.courier, models, CourierSource.self, CourierLaws.self)
    var (first, second) = (
      try Check([domain], seed: 3, length: 30), try Check([domain], seed: 3, length: 30)
    )
    let found = [first.failure(runs: 40), second.failure(runs: 40)].compactMap(\.self)
    #expect(found.count == 2)
    #expect(Set(found.map(\.turns)).count == 1 && Set(found.map(\.run)).count == 1)
    let failure = try #require(found.first)
    let journal = JournalDirectory("journal", files: MemoryFileSystem())
    let results = try failure.write(to: journal)
    #expect(results.count == failure.turns.count)
    let again = try #require(try Check.violation(in: journal, [domain]))
    #expect(again.law == failure.violation.law)
    let script = failure.script(journal: "again")
    #expect(script.hasPrefix("replay-tool issue --journal again --time-zone "))
    #expect(script.split(separator: "\n").count == failure.turns.count + 2)
  }

  @Test func `are reported as untested where a case has not occurred`() throws {
    var check = try Check([CheckedDomain.applications[0]], seed: 1, length: 40)
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
