import EventChecking
import TestSupport
import Testing

/// Files whose checksums fit and whose values nobody wrote. `make fuzz-files` looks for more.
@Suite struct FileFuzzTests {
  private static let parts = 10
  private static let share = Effort.current.pick(usual: 55, exhaustive: 11_000)

  @Test func `no value in a file stops the engine or is taken for what it is not`() async {
    let total = await withTaskGroup(of: [FileFuzz.Kind: FileFuzz.Tally].self) { group in
      for part in 0..<Self.parts {
        group.addTask { FileFuzz().run(part * Self.share..<(part + 1) * Self.share) }
      }
      return await group.reduce(into: [FileFuzz.Kind: FileFuzz.Tally]()) { total, tallies in
        for (kind, tally) in tallies { total[kind, default: FileFuzz.Tally()].add(tally) }
      }
    }
    for kind in FileFuzz.kinds {
      let tally = total[kind] ?? FileFuzz.Tally()
      #expect(tally.cases == Self.parts * Self.share / FileFuzz.kinds.count, "\(kind)")
      // Not all are refused at the first look.
      #expect(tally.accepted > 0 && tally.accepted < tally.cases, "\(kind): \(tally)")
    }
  }

  /// Cases that have found something: a run made with the key whose entries lead to other lists of
  /// positions than their own, which `verify` read one after the other.
  private static let found = [35_350]

  @Test(arguments: found) func `what was found once is looked at for ever`(_ number: Int) {
    #expect(FileFuzz().run(number..<number + 1).values.reduce(0) { $0 + $1.cases } == 1)
  }

  /// A reader that computes with two numbers it has not looked at stops within these cases.
  @Test func `a limit that is left out is noticed`() async {
    await #expect(processExitsWith: .failure) {
      for number in 0..<3000 { FileFuzz().run(.planted, number) }
    }
  }
}
