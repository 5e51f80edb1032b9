import TestSupport
import Testing

/// Files whose checksums fit and whose values nobody wrote. `make fuzz-files` looks for more.
@Suite struct FileFuzzTests {
  @Test(arguments: 0..<8)
  func `no value in a file stops the engine or is taken for what it is not`(_ part: Int) {
    let share = 2750
    let tallies = FileFuzz().run(part * share..<(part + 1) * share)
    for kind in FileFuzz.kinds {
      let tally = tallies[kind] ?? FileFuzz.Tally()
      #expect(tally.cases == share / FileFuzz.kinds.count, "\(kind)")
      // Not all are refused at the first look.
      #expect(tally.accepted > 0 && tally.accepted < tally.cases, "\(kind): \(tally)")
    }
  }

  /// A reader that computes with two numbers it has not looked at stops within these cases.
  @Test func `a limit that is left out is noticed`() async {
    await #expect(processExitsWith: .failure) {
      for number in 0..<3000 { FileFuzz().run(.planted, number) }
    }
  }
}
