import Checking
import Testing

@Suite struct `The laws` {
  @Test func `hold`() throws {
    var check = try Check(seed: 1, length: 40)
    let failure = check.failure(runs: 18)
    if let failure {
      print(failure.violation, failure.run, failure.attempts)
      print(failure.script(journal: "x"))
    }
    #expect(failure == nil)
    print(check.tally.commands)
    for line in check.tally.missing { print(line) }
  }
}
